/// Finds numbers and dates that a request or a response cannot have: infinity, not-a-number, and dates without a form in
/// RFC 3339.
package enum FiniteNumbers {
    /// The end of a message about such a number or date, after the name of its location.
    package static let problem =
        "has a number that is infinite or not a number, or a date outside of the years 0 to 9999."

    /// Returns whether all numbers and dates of a parameter can be sent.
    ///
    /// - Parameters:
    ///   - value: The value of the parameter.
    ///   - shape: The shape of the value.
    /// - Returns: `false` if JSON cannot represent one of the numbers, or RFC 3339 one of the dates.
    static func hasOnly(_ value: some ParameterValue, _ shape: ParameterShape) -> Bool {
        if let text = value as? ParameterShape.JSONText { return text.isExact }
        // Only few strings can be those of such a value, so most values are not encoded a second time.
        guard mayBeInexact(shape), let value = value as? any JSONCodable else { return true }
        var isExact = true
        _ = JSONCoding.encode(value, options: .request, isExact: &isExact)
        return isExact
    }

    private static func mayBeInexact(_ shape: ParameterShape) -> Bool {
        switch shape {
        case .primitive(let text): mayBeInexact(text)
        case .list(let items): items.contains(where: mayBeInexact)
        case .object(let members): members.contains { mayBeInexact($0.1) }
        }
    }

    /// The beginnings of the first and the last date-time, which replace earlier and later ones.
    private static let clamped = ["0000-01-01T00:00:00", "9999-12-31T23:59:59"]

    /// Returns whether a string contains `nan` or `inf`, or is empty, as null is, which JSON has in place of them; or is a
    /// date-time that may replace another one.
    private static func mayBeInexact(_ text: String) -> Bool {
        guard !text.isEmpty, !clamped.contains(where: text.hasPrefix) else { return true }
        var last: UInt32 = 0
        return text.utf8.contains { byte in
            last = (last << 8 | UInt32(byte | 0x20)) & 0xFF_FFFF
            return last == 0x6E_616E || last == 0x69_6E66
        }
    }
}

extension ParameterShape {
    /// The JSON of a parameter whose content is JSON.
    ///
    /// Generated operations create it with `OperationCall.text(of:)`.
    @_spi(Generated)
    public struct JSONText: ParameterValue {
        let text: String

        /// Whether the value has no number or date that cannot be sent.
        let isExact: Bool

        init(_ value: some JSONCodable) {
            var isExact = true
            text = String(decoding: JSONCoding.encode(value, options: .request, isExact: &isExact), as: UTF8.self)
            self.isExact = isExact
        }

        /// The JSON as one string.
        public var parameterShape: ParameterShape { .primitive(text) }
    }
}
