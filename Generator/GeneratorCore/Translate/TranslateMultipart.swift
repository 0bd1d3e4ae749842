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
        members.append(writing(object))
        return TypeDeclaration(
            documentation: context.comment(type, otherwise: "A multipart body."),
            access: context.accessCode,
            keyword: .structure,
            name: "\(type.name)",
            // Stated here and not in an extension, or the type would belong to the main actor in a module that does so
            // by default, and the conformance could not be used elsewhere.
            conformances: [RuntimeNames.multipartConvertible, "Sendable"],
            members: members
        )
    }

    /// The extension that writes an object of JSON as parts.
    func conformance(_ object: ObjectType) -> Declaration {
        .type(
            TypeDeclaration(
                keyword: .extension,
                name: type.qualifiedName,
                conformances: [RuntimeNames.multipartConvertible],
                members: [writing(object)]
            )
        )
    }

    private func writing(_ object: ObjectType) -> Declaration {
        let body = object.properties.flatMap { property -> [Line] in
            let isOptional =
                switch property.presence {
                case .required: false
                case .optional: property.defaultValue == nil
                case .nullable, .threeState: true
                }
            let held = ObjectTranslator(context: context, type: type).value(property, hidden: "form")
            // A part cannot be null.
            let value = property.presence == .threeState ? "\(held)?.value" : held
            guard isOptional else { return [Line(append(property, value))] }
            let isPlain = value == "\(property.name)"
            return [
                Line(isPlain ? "if let \(value) {" : "if let value = \(value) {"),
                Line(append(property, isPlain ? value : "value"), depth: 1),
                Line("}"),
            ]
        }
        return .function(
            FunctionDeclaration(
                access: context.accessCode,
                head: "func append",
                parameters: [.init(name: "to form", type: "inout \(RuntimeNames.multipartBody)")],
                body: body
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
                switch content.raw {
                case .string: return "form.append(\(name), text: \(value).rawValue)"
                case .int: return "form.append(\(name), value: \(value).rawValue)"
                case .json: return "form.append(\(name), part: \(value))"
                }
            }
            if case .union = named.content {
                return "form.append(\(name), part: \(value))"
            }
            return "form.append(\(name), json: \(value))"
        case .array(.named(let named)) where named.isScalar: return "form.append(\(name), part: \(value))"
        case .json: return "form.append(\(name), part: \(value))"
        case .dictionary, .optional, .custom: return "form.append(\(name), json: \(value))"
        case .array(.named), .lossyArray, .array(.json), .array(.dictionary):
            return "form.append(\(name), json: \(value))"
        default: return "form.append(\(name), value: \(value))"
        }
    }
}

extension NamedType {
    /// Whether values are texts, numbers or truth values, as far as the specification lists them.
    fileprivate var isScalar: Bool {
        if case .enumeration = content { true } else { false }
    }
}
