/// Translates objects that are sent as the parts of a multipart body.
struct MultipartTranslator {

    let context: TranslationContext
    let type: NamedType

    /// Returns the struct of a body with files, which has no JSON form.
    func declaration(_ object: ObjectType, _ speller: inout TypeSpeller) -> TypeDeclaration {
        let translator = ObjectTranslator(context: context, type: type)
        var object = object
        if case .kept = object.additional {
            object.additional = .none
        }
        var members = object.properties.flatMap {
            translator.property($0, &speller) + translator.accessor($0, &speller)
        }
        members += translator.additional(object, &speller)
        members.append(translator.initializer(object, &speller))
        members += CounterpartTranslator(context: context).initializer(of: type, object, &speller).map { [$0] } ?? []
        members.append(writing(object))
        return TypeDeclaration(
            documentation: context.comment(type, otherwise: "A multipart body."),
            access: context.accessCode,
            keyword: .structure,
            name: "\(type.name)",
            // Declared here instead of in an extension: in a module with the main actor as default isolation the type
            // would be isolated to it, and the conformance could not be used elsewhere.
            conformances: [RuntimeNames.multipartConvertible, "Sendable"]
                + (object.hidesValues ? [RuntimeNames.redacted] : []),
            members: members
        )
    }

    /// Returns the extension that writes a JSON object as parts.
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
        let body = object.properties.filter { !$0.isReadOnly }.flatMap { property -> [Line] in
            let held = ObjectTranslator(context: context, type: type).value(property, hidden: "form")
            // A part cannot be null.
            let value = property.presence == .threeState ? "\(held)?.value" : held
            guard property.isOptional else { return append(property, value) }
            let isPlain = value == "\(property.name)"
            return [Line(isPlain ? "if let \(value) {" : "if let value = \(value) {")]
                + append(property, isPlain ? value : "value").map { Line($0.code, depth: $0.depth + 1) } + [Line("}")]
        }
        return .function(
            FunctionDeclaration(
                access: context.accessCode,
                head: "func append",
                parameters: [.init(name: "to form", type: "inout \(RuntimeNames.multipartBody)")],
                body: body + others(object)
            )
        )
    }

    /// Returns the lines for unknown or additional properties.
    private func others(_ object: ObjectType) -> [Line] {
        switch object.additional {
        case .none: []
        case .kept: [Line("form.append(unknown: unknownProperties)")]
        case .typed(.file), .typed(.array(.file)): [Line("form.append(files: additionalProperties)")]
        case .typed where object.areOthersFiles:
            [Line("form.append(files: additionalProperties.mapValues { \(RuntimeNames.filePart)(data: $0) })")]
        case .typed: [Line("form.append(additional: additionalProperties)")]
        }
    }

    /// Returns the statements that append the value of a property.
    private func append(_ property: PropertyModel, _ value: Code) -> [Line] {
        let name = Code("\(literal: property.wireName)")
        if let digits = property.fractionDigits, let text = Self.timestamps(value, property.type, digits) {
            return [Line("form.append(\(name), value: \(text))")]
        }
        guard property.isFile else { return [Line(append(name, property.type, value))] }
        if let files = files(name, property.type, value) {
            return [Line(files)]
        }
        guard case .named(let named) = property.type, case .union(let union) = named.content else {
            return [Line(append(name, property.type, value))]
        }
        // A union of a file, a list of files and other types.
        let cases = union.variants.compactMap { variant in
            files(name, variant.type, "value").map { Line("case .\(variant.name)(let value): \($0)") }
        }
        guard !cases.isEmpty else { return [Line(append(name, property.type, value))] }
        return [Line("switch \(value) {")] + cases
            + [Line("default: \(append(name, property.type, value))"), Line("}")]
    }

    /// Returns date-times as strings with the digits of their schema; `nil` for values of other types.
    private static func timestamps(_ value: Code, _ type: SwiftType, _ digits: Int) -> Code? {
        switch type {
        case .date: "\(value).timestamp(fractionDigits: \(digits))"
        case .array(.date): "\(value).map { $0.timestamp(fractionDigits: \(digits)) }"
        default: nil
        }
    }

    /// Returns the statement that appends data, or each element of a list of data, as a file; `nil` for any other type.
    private func files(_ name: Code, _ type: SwiftType, _ value: Code) -> Code? {
        let file: Code = "form.append(\(name), file: \(RuntimeNames.filePart)(data: "
        return switch type {
        case .data: "\(file)\(value)))"
        case .array(.data), .arraySkippingInvalidElements(.data): "for part in \(value) { \(file)part)) }"
        // A part cannot be null.
        case .array(.optional(.data)), .arraySkippingInvalidElements(.optional(.data)):
            "for case let part? in \(value) { \(file)part)) }"
        default: nil
        }
    }

    private func append(_ name: Code, _ type: SwiftType, _ value: Code) -> Code {
        switch type {
        case .file: return "form.append(\(name), file: \(value))"
        case .array(.file): return "for part in \(value) { form.append(\(name), file: part) }"
        case .string: return "form.append(\(name), text: \(value))"
        case .named(let named):
            switch named.content {
            case .enumeration(let content) where content.raw == .string:
                return "form.append(\(name), text: \(value).rawValue)"
            case .enumeration(let content) where content.raw == .int:
                return "form.append(\(name), value: \(value).rawValue)"
            case .object: return "form.append(\(name), json: \(value))"
            default: return "form.append(\(name), part: \(value))"
            }
        case .dictionary, .custom: return "form.append(\(name), json: \(value))"
        case _ where type.isText: return "form.append(\(name), value: \(value))"
        default: return "form.append(\(name), part: \(value))"
        }
    }
}

extension SwiftType {
    /// Whether the runtime can write each value, or each element of a list, as text.
    fileprivate var isText: Bool {
        switch self {
        case .string, .bool, .int, .uint64, .double, .float, .decimal, .date, .calendarDate, .timeOfDay,
            .calendarDuration, .uuid, .url:
            true
        // Each element of a list of lists is a part that contains JSON.
        case .array(.array): false
        case .array(let element): element.isText
        default: false
        }
    }
}
