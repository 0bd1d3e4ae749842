/// Translates objects that travel as the parts of a multipart body.
struct MultipartTranslator {

    let context: TranslationContext
    let type: NamedType

    /// The struct of a body with files in it, which has no JSON.
    func declaration(_ object: ObjectType, _ speller: inout TypeSpeller) -> TypeDeclaration {
        let translator = ObjectTranslator(context: context, type: type)
        var members = object.properties.flatMap { translator.property($0, &speller) }
        var plain = object
        plain.additional = .none
        members.append(translator.initializer(plain, &speller))
        return TypeDeclaration(
            documentation: context.comment(type.documentation, otherwise: "A multipart body.", pointer: type.remark),
            attributes: type.attributes,
            access: context.accessCode,
            keyword: .structure,
            name: "\(type.name)",
            conformances: ["Sendable"],
            members: members
        )
    }

    /// The extension that writes the parts.
    func conformance(_ object: ObjectType) -> Declaration {
        let body = object.properties.flatMap { property -> [Line] in
            let isOptional = property.presence != .required && property.defaultValue == nil
            // The parameter has this name too.
            let isHidden = property.name.text == "form"
            guard isOptional else {
                return [Line(append(property, isHidden ? "self.\(property.name)" : "\(property.name)"))]
            }
            return [
                Line(isHidden ? "if let value = self.\(property.name) {" : "if let \(property.name) {"),
                Line(append(property, isHidden ? "value" : "\(property.name)"), depth: 1),
                Line("}"),
            ]
        }
        return .type(
            TypeDeclaration(
                keyword: .extension,
                name: type.qualifiedName,
                conformances: [RuntimeNames.multipartConvertible],
                members: [
                    .function(
                        FunctionDeclaration(
                            access: context.accessCode,
                            head: "func append",
                            parameters: [.init(name: "to form", type: "inout \(RuntimeNames.multipartBody)")],
                            body: body
                        )
                    )
                ]
            )
        )
    }

    private func append(_ property: PropertyModel, _ value: Code) -> Code {
        let name = Code("\(literal: property.wireName)")
        switch property.type {
        case .file: return "form.append(\(name), file: \(value))"
        case .array(.file): return "for part in \(value) { form.append(\(name), file: part) }"
        case .string: return "form.append(\(name), text: \(value))"
        case .named(let named):
            if case .enumeration(let content) = named.content {
                return content.isInteger
                    ? "form.append(\(name), value: \(value).rawValue)" : "form.append(\(name), text: \(value).rawValue)"
            }
            return "form.append(\(name), json: \(value))"
        case .json, .dictionary, .optional: return "form.append(\(name), json: \(value))"
        case .array(.named), .lossyArray, .array(.json), .array(.dictionary): return "form.append(\(name), json: \(value))"
        default: return "form.append(\(name), value: \(value))"
        }
    }
}
