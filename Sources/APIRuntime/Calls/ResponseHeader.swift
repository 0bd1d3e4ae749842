/// A header field that a specification documents for responses, with the type of its values.
///
/// Generated modules have a list of theirs:
///
/// ```swift
/// let response = try await client.notes.withResponse { try await $0.list() }
/// let left = try response.header(NotesHeaders.rateLimitRemaining)
/// ```
public struct ResponseHeader<Value: JSONCodable>: Sendable {
    /// Name of the field; letter case does not count.
    public let name: String

    private let explode: Bool
    private let isJSON: Bool

    /// Names a field.
    ///
    /// - Parameters:
    ///   - name: Name of the field.
    ///   - explode: Whether the members of an object are written as `name=value`.
    ///   - isJSON: Whether the value is a JSON document.
    @_spi(Generated)
    public init(_ name: String, explode: Bool = false, isJSON: Bool = false) {
        self.name = name
        self.explode = explode
        self.isJSON = isJSON
    }

    /// The value that a field's text stands for.
    ///
    /// - Throws: ``DecodingFailure`` for a text that is none of the type's.
    func value(of text: String) throws(DecodingFailure) -> Value {
        guard !isJSON else { return try JSONCoding.decode(Value.self, from: Array(text.utf8)) }
        let tree = HeaderText(explode: explode).value(of: text, TextKind(Value.self))
        return try TextTreeDecoding(options: JSONReadingOptions()).decode(Value.self, tree)
    }
}

extension APIResponse {
    /// The value of a documented header field; `nil` when it is missing.
    ///
    /// - Parameter header: The field.
    /// - Returns: The value.
    /// - Throws: ``DecodingFailure`` when the text is none of the type's.
    public func header<Value>(_ header: ResponseHeader<Value>) throws(DecodingFailure) -> Value? {
        guard let text = self.header(header.name) else { return nil }
        return try header.value(of: text)
    }
}
