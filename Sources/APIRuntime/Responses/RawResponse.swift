public import Foundation
public import HTTPTypes

/// A complete response of a server.
///
/// Its description shows the status and media type only: a body may hold private values.
public struct RawResponse: Sendable {
    /// Status code, from 200 to 599.
    public let status: Int

    /// Header fields as received.
    public let headers: HTTPFields

    /// The body, decompressed; empty when there is none.
    public let body: [UInt8]

    /// The body on its way, in place of ``body``; `nil` for a response that is read whole.
    var stream: StreamedBody?

    private let reading: JSONReadingOptions

    /// What reads bodies that are not JSON.
    var codecs: [any BodyCodec] = []

    /// Whether models are checked against the bounds of their schemas.
    var isChecked = false

    /// Bounds of the value itself.
    var rules: [SchemaRule] = []

    /// Creates a response, for tests and for decoders of several bodies.
    public init(
        status: Int,
        headers: HTTPFields = [:],
        body: [UInt8] = [],
        reading: JSONReadingOptions = JSONReadingOptions()
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.reading = reading
    }

    /// Reads the body as JSON, or through the client's codec for its media type.
    ///
    /// - Throws: Where the body is not what the type asks for.
    public func json<T: JSONCodable>(_ type: T.Type = T.self) throws(DecodingFailure) -> T {
        try checked(JSONCoding.decode(T.self, from: jsonBody(type), options: reading))
    }

    /// Reads the body as JSON, and reports what was left out of lists that tolerate broken elements.
    public func json<T: JSONCodable>(
        _ type: T.Type = T.self,
        report: inout DecodingReport
    ) throws(DecodingFailure) -> T {
        try checked(JSONCoding.decode(T.self, from: jsonBody(type), options: reading, report: &report))
    }

    /// The body as text, in the encoding that its byte order mark or its media type's `charset` names; UTF-8 otherwise.
    ///
    /// UTF-8, UTF-16, ISO 8859-1 and -2 and Windows-1252 are known. Other bytes than theirs become U+FFFD.
    public func text() -> String { CharsetText.text(body, charset: mediaType?.parameters["charset"]) }

    /// Whether the body is the JSON `null`.
    var isNull: Bool {
        let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        return body.count < 64 && body.filter { !space.contains($0) } == Array("null".utf8)
    }

    /// The body as data.
    public func data() -> Data { Data(body) }

    /// Media type without parameters, lower case; `nil` when the server gave none.
    public var contentType: String? {
        headers[.contentType]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// Whether the status says success, 200 to 299.
    var isSuccess: Bool { (200..<300).contains(status) }
}

extension RawResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status and media type.
    public var description: String { "status \(status), \(contentType ?? "no content type")" }

    /// Status and media type.
    public var debugDescription: String { description }

    /// Shows the same as the description, so that `dump` and failed tests print no body.
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "bytes": body.count]) }
}

/// A response that can have bodies of several kinds, told apart by status or media type.
public protocol ResponseDecodable: Sendable {
    /// Creates the value from a successful response.
    static func decode(_ response: RawResponse) throws(DecodingFailure) -> Self
}
