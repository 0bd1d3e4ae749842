import YAMLReader

/// Decides how many fraction digits of a second are written.
struct TimePrecision {

    let graph: SchemaGraph

    /// Returns the most fraction digits of the date-times in a value; `nil` for milliseconds, which are usual.
    ///
    /// - Parameters:
    ///   - schema: The schema of the value, or of a list or map of date-times.
    ///   - type: The type of the value.
    /// - Returns: The digits that the schema sets or its bounds allow, or that its examples have if they have more than
    ///   three.
    func digits(of schema: Schema, _ type: SwiftType) -> Int? {
        guard type.holdsTimes() else { return nil }
        var digits: Int?
        var current: Schema? = schema
        // The elements of a list of lists, or the only variant other than null, may have the digits.
        for _ in 0..<8 {
            guard let next = current else { break }
            let own = graph.followed(next)
            let chain = [next, own].compactMap { $0 }
            if let stated = chain.compactMap(\.fractionDigits).first {
                return stated == 3 ? nil : stated
            }
            if let allowed = chain.lazy.compactMap(\.bounds).compactMap(Self.allowed).first {
                return allowed == 3 ? nil : allowed
            }
            let most = chain.flatMap(\.examples).compactMap { $0.string.map(Self.fraction(of:)) }.max() ?? 0
            digits = max(digits ?? 0, min(most, 9))
            current = own.flatMap { $0.items ?? Self.values(of: $0) ?? onlyVariant(of: $0) }
        }
        return digits.flatMap { $0 > 3 ? $0 : nil }
    }

    /// Returns the most fraction digits that a length or a pattern allows, if milliseconds are too many; `nil` for others.
    private static func allowed(_ bounds: Schema.Bounds) -> Int? {
        if let length = bounds.maxLength, length < "2024-01-02T03:04:05.678Z".count {
            return max(0, length - "2024-01-02T03:04:05.Z".count)
        }
        guard let pattern = bounds.pattern, let regex = try? Regex(pattern),
            "2024-01-02T03:04:05.678Z".firstMatch(of: regex) == nil,
            "2024-01-02T03:04:05Z".firstMatch(of: regex) != nil
        else { return nil }
        return 0
    }

    private func onlyVariant(of schema: Schema) -> Schema? {
        let parts = schema.variants.isEmpty ? schema.allOf : schema.variants.filter { !graph.isNull($0) }
        return parts.count == 1 ? parts[0] : nil
    }

    private static func values(of schema: Schema) -> Schema? {
        if case .schema(let values) = schema.additional { values } else { nil }
    }

    /// Returns the number of fraction digits of a date-time.
    private static func fraction(of text: String) -> Int {
        let parts = text.split(separator: ".")
        guard text.contains(":"), parts.count == 2 else { return 0 }
        return parts[1].prefix { $0.isASCII && $0.isNumber }.count
    }
}

extension SwiftType {
    /// Whether values are date-times, or lists or maps of them.
    ///
    /// - Parameter depth: The number of lists, maps and aliases inside each other, because an alias may contain itself.
    /// - Returns: Whether they are.
    fileprivate func holdsTimes(depth: Int = 8) -> Bool {
        switch self {
        case .date: return true
        case .array(let inner), .arraySkippingInvalidElements(let inner), .dictionary(let inner), .optional(let inner):
            return depth > 0 && inner.holdsTimes(depth: depth - 1)
        case .named(let named):
            guard case .alias(let target) = named.content else { return false }
            return depth > 0 && target.holdsTimes(depth: depth - 1)
        default: return false
        }
    }
}
