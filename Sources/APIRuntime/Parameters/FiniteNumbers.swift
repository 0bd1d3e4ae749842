/// Finds numbers that a request or a response cannot have: infinity and not-a-number.
package enum FiniteNumbers {
    /// The end of a message about such a number, after the name of its location.
    package static let problem = "has a number that is infinite or not a number."

    /// Returns whether all numbers of a parameter are finite.
    ///
    /// - Parameters:
    ///   - value: The value of the parameter.
    ///   - shape: The shape of the value.
    /// - Returns: `false` if JSON cannot represent one of the numbers.
    static func hasOnly(_ value: some ParameterValue, _ shape: ParameterShape) -> Bool {
        if let text = value as? ParameterShape.JSONText { return text.isExact }
        // Only few strings can be those of such a number, so most values are not encoded a second time.
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

    /// Returns whether a string contains `nan` or `inf`, or is empty, as null is, which JSON has in place of them.
    private static func mayBeInexact(_ text: String) -> Bool {
        guard !text.isEmpty else { return true }
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

        /// Whether the value has no number that is written as null because JSON does not have it.
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
