#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

/// A complete response of a server.
///
/// Its description contains only the status and media type: a body may hold private values.
public struct RawResponse: Sendable {
    private var content: Boxed<Content>

    private struct Content: Sendable {
        let status: Int
        let headers: HTTPFields
        let body: [UInt8]
        let reading: JSONReadingOptions
        var deadline: CallDeadline?
        var codecs: [any BodyCodec] = []
        var isChecked = false
        var rules: [SchemaRule] = []
        var noteOmitted: (@Sendable (Int) -> Void)?
    }

    /// The status code, from 200 to 599.
    public var status: Int { content.value.status }

    /// The header fields as received.
    public var headers: HTTPFields { content.value.headers }

    /// The decompressed body; empty when there is none.
    public var body: [UInt8] { content.value.body }

    var reading: JSONReadingOptions { content.value.reading }

    /// The deadline of the call, at which decoding ends; `nil` without one.
    var deadline: CallDeadline? {
        get { content.value.deadline }
        set { content.value.deadline = newValue }
    }

    /// The codecs for bodies that are not JSON.
    var codecs: [any BodyCodec] {
        get { content.value.codecs }
        set { content.value.codecs = newValue }
    }

    /// Whether models are validated against their schemas.
    var isChecked: Bool {
        get { content.value.isChecked }
        set { content.value.isChecked = newValue }
    }

    /// The rules that validate the value itself.
    var rules: [SchemaRule] {
        get { content.value.rules }
        set { content.value.rules = newValue }
    }

    /// Receives the number of elements that the decoded list omits, if it skips invalid elements; `nil` for no receiver.
    var noteOmitted: (@Sendable (Int) -> Void)? {
        get { content.value.noteOmitted }
        set { content.value.noteOmitted = newValue }
    }

    /// Creates a response, for tests and for decoding.
    public init(
        status: Int,
        headers: HTTPFields = [:],
        body: [UInt8] = [],
        reading: JSONReadingOptions = JSONReadingOptions()
    ) {
        content = Boxed(Content(status: status, headers: headers, body: body, reading: reading))
    }

    /// Decodes the body from JSON, or with the client's codec for its media type.
    ///
    /// - Throws: ``DecodingFailure`` if the body does not match the type.
    public func json<T: JSONCodable>() throws(DecodingFailure) -> T {
        try json(T.self)
    }

    /// Decodes the body from JSON, or with the client's codec for its media type.
    ///
    /// - Throws: ``DecodingFailure`` if the body does not match the type.
    public func json<T: JSONCodable>(_ type: T.Type) throws(DecodingFailure) -> T {
        var report = DecodingReport()
        return try json(type, report: &report)
    }

    /// Decodes the body from JSON, and reports the invalid array elements that were skipped.
    ///
    /// - Throws: ``DecodingFailure`` if the body does not match the type.
    func json<T: JSONCodable>(
        _ type: T.Type = T.self,
        report: inout DecodingReport
    ) throws(DecodingFailure) -> T {
        try DecodingInterruption.limited(by: deadline) { () throws(DecodingFailure) in
            let (bytes, reading) = try jsonBody(type)
            let value = try checked(JSONCoding.decode(T.self, from: bytes, options: reading, report: &report))
            noteOmitted?(report.outermost)
            return value
        }
    }

    /// Returns the body as a string, in the encoding of its byte order mark or its `charset`, or in UTF-8 without either.
    ///
    /// UTF-8, UTF-16, ISO 8859-1 and -2 and Windows-1252 are supported. Invalid bytes become U+FFFD.
    public func text() -> String { CharsetText.text(body, charset: mediaType?.parameters["charset"]) }

    /// Whether the body is the JSON `null`.
    var isNull: Bool {
        let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        return body.count < 64 && utf8Body.filter { !space.contains($0) } == Array("null".utf8)
    }

    /// Returns the body as data.
    public func data() -> Data { Data(body) }

    /// The media type without parameters, in lower case; `nil` without a `Content-Type`.
    public var contentType: String? {
        headers[.contentType]?.prefix { $0 != ";" }.trimmingSpaces().lowercased()
    }

    /// Whether the status is in the range 200 to 299.
    var isSuccess: Bool { (200..<300).contains(status) }
}

extension RawResponse: CustomStringConvertible, PartlyReflectable {
    /// The status and the media type.
    public var description: String { "status \(status), \(shownType)" }

    /// The media type, unless it has a form in which a server could repeat private values.
    private var shownType: String {
        guard let contentType else { return "no content type" }
        let isPlain =
            contentType.utf8.count <= 80
            && contentType.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "/+-.".utf8.contains(byte)
            }
        return isPlain && contentType.split(separator: "/").count == 2 ? contentType : "another content type"
    }

    /// A mirror of status and size, so that `dump` and failed tests print no body.
    var shownProperties: KeyValuePairs<String, Any> { ["status": status, "bytes": body.count] }
}

/// A response with one of several bodies, selected by its status or media type.
public protocol ResponseDecodable: Sendable {
    /// Decodes a successful response.
    ///
    /// - Throws: ``DecodingFailure`` if no documented body matches.
    static func decode(_ response: RawResponse) throws(DecodingFailure) -> Self
}
