internal import HTTPTypes

/// A documented header field of responses, with the type of its values.
///
/// Generated modules declare their header fields:
///
/// ```swift
/// let response = try await client.notes.withResponse { try await $0.list() }
/// let left = try response.header(NotesHeaders.rateLimitRemaining)
/// ```
public struct ResponseHeader<Value: JSONCodable>: Sendable {
    /// Name of the field; case-insensitive.
    public let name: String

    private let explode: Bool
    private let isJSON: Bool
    private let separator: ParameterShape.Separator

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: Name of the field.
    ///   - explode: Whether the properties of an object are serialized as `name=value`.
    ///   - isJSON: Whether the value is a JSON document.
    ///   - separator: The character between the elements of a list.
    @_spi(Generated)
    public init(
        _ name: String,
        explode: Bool = false,
        isJSON: Bool = false,
        separator: ParameterShape.Separator = .comma
    ) {
        self.name = name
        self.explode = explode
        self.isJSON = isJSON
        self.separator = separator
    }

    /// Decodes the value of a field.
    ///
    /// The lines of `Set-Cookie` are the elements of its list, or the lines of its string, because the dates in them
    /// contain commas (RFC 9110, section 5.3).
    ///
    /// - Throws: ``DecodingFailure`` for a string that does not match the type.
    func value(of text: String, lines: HTTPFields = [:]) throws(DecodingFailure) -> Value {
        guard !isJSON else { return try JSONCoding.decode(Value.self, from: Array(text.utf8)) }
        let kind = TextKind(Value.self)
        let cookies = name.lowercased() == "set-cookie" ? lines[values: .setCookie] : []
        let tree: TextTree =
            switch kind {
            case .list where !cookies.isEmpty: .list(cookies.map { .text($0) })
            case .scalar where cookies.count > 1: .text(cookies.joined(separator: "\n"))
            default: HeaderText(explode: explode, separator: separator.character).value(of: text, as: Value.self)
            }
        return try JSONCoding.decode(Value.self, from: tree, options: JSONReadingOptions())
    }
}

extension APIResponse {
    /// Returns the decoded value of a documented header field.
    ///
    /// - Parameter header: The field.
    /// - Returns: The value; `nil` when the field is missing.
    /// - Throws: ``DecodingFailure`` for a string that does not match the type.
    public func header<Value>(_ header: ResponseHeader<Value>) throws(DecodingFailure) -> Value? {
        guard let text = self.header(header.name) else { return nil }
        return try header.value(of: text, lines: headers)
    }
}
