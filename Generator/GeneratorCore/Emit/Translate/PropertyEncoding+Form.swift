extension PropertyEncoding {
    /// Whether a style is specified.
    var hasStyle: Bool { style != nil || explode != nil || separator != nil }

    /// Whether the value is one JSON document.
    var isJSON: Bool {
        guard let type = contentType?.trimmed.lowercased(), !type.contains(where: { $0 == "," || $0 == "*" }) else {
            return false
        }
        return MediaForm(type) == .json
    }

    /// Whether the elements of a list or the properties of an object are written one by one.
    var isExploded: Bool {
        // Only the default style repeats the name for each element.
        explode ?? (style != .spaceDelimited && style != .pipeDelimited && separator == nil)
    }
}

extension SwiftType {
    /// Returns the objects whose properties a form has in place of the object, with the names of these properties.
    ///
    /// A name that the form has itself is not one of them.
    func explodedMembers(
        _ encodings: [(member: String, encoding: PropertyEncoding)]
    ) -> [(member: String, names: [String])] {
        guard let form = object else { return [] }
        let own = Set(form.properties.map(\.wireName))
        return encodings.compactMap { member, encoding in
            guard encoding.isExploded, encoding.style != .deepObject, !encoding.isJSON,
                let object = form.properties.first(where: { $0.wireName == member })?.type.object
            else { return nil }
            let names = object.properties.map(\.wireName).filter { !own.contains($0) }
            return names.isEmpty ? nil : (member, names)
        }
    }

    /// Returns the argument for the objects whose properties a form has in their place; empty without such objects.
    func explodedArgument(_ encodings: [(member: String, encoding: PropertyEncoding)]) -> [Code] {
        let entries = explodedMembers(encodings).map { member, names in
            "\(literal: member): [\(names.map { "\(literal: $0)" }.joined(separator: ", "))]" as Code
        }
        return entries.isEmpty ? [] : ["exploded: [\(entries.joined(separator: ", "))]"]
    }

    /// The names of an object's properties; `nil` for other types.
    var propertyNames: [String]? { object?.properties.map(\.wireName) }

    /// Whether an object has properties of any name, with values of one type.
    var hasAdditionalProperties: Bool {
        if case .typed = object?.additional { true } else { false }
    }

    /// The object that values are; `nil` for other values.
    private var object: ObjectType? {
        switch self {
        case .optional(let wrapped): wrapped.object
        case .named(let named):
            switch named.content {
            case .object(let object): object.isTuple ? nil : object
            case .form(let form): form
            case .alias(let target): target.object
            default: nil
            }
        default: nil
        }
    }

    /// Whether the runtime writes a property of a body, or each of its elements, as a string, unless it is to be JSON.
    func hasScalars(_ member: String) -> Bool {
        guard case .named(let named) = self else { return false }
        return named.properties.first { $0.wireName == member }?.type.isScalarOrList ?? false
    }

    private var isScalarOrList: Bool {
        switch self {
        case .array(let element): element.isScalarOrList
        case .string, .bool, .int, .uint64, .double, .float, .decimal, .date, .calendarDate, .timeOfDay,
            .calendarDuration, .uuid, .url:
            true
        case .named(let named):
            switch named.content {
            case .enumeration(let content): content.raw != .json
            case .alias(let target): target.isScalarOrList
            default: false
            }
        default: false
        }
    }
}
