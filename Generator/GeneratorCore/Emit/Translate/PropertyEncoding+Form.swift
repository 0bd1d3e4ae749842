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
}

extension SwiftType {
    /// Whether the runtime writes a property of a body as one string, unless it is to be JSON.
    func hasScalar(_ member: String) -> Bool {
        guard case .named(let named) = self else { return false }
        switch named.properties.first(where: { $0.wireName == member })?.type {
        case .string, .bool, .int, .uint64, .double, .float, .decimal, .date, .calendarDate, .timeOfDay,
            .calendarDuration, .uuid, .url:
            return true
        case .named(let value):
            guard case .enumeration(let content) = value.content else { return false }
            return content.raw != .json
        default: return false
        }
    }
}
