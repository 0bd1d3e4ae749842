public import APIRuntime
public import Foundation
public import HTTPTypes

/// A reply as bytes.
///
/// Thrown by an operation, it responds with what the specification does not document.
public struct RawServerResponse: Error, Sendable {
    /// Status, 200 to 599.
    public var status: Int

    /// Header fields other than the content's type and length.
    public var headers: HTTPFields

    /// Media type; `nil` when there is no body.
    public var contentType: String?

    /// The body.
    public var bytes: [UInt8]

    /// A body that waits for a codec, with its type; `nil` for one that is written.
    private var uncoded: (value: JSONValue, type: any JSONCodable.Type)?

    /// Creates a response, by default without a body.
    public init(status: Int, headers: HTTPFields = [:], contentType: String? = nil, bytes: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.contentType = contentType
        self.bytes = bytes
    }

    /// A reply without a body.
    public static func empty(_ status: Int) -> RawServerResponse { RawServerResponse(status: status) }

    /// A reply of JSON, or of a media type that a codec of the server writes.
    public static func json<Body: JSONCodable>(
        _ body: Body,
        _ status: Int = 200,
        _ type: String = "application/json"
    ) -> RawServerResponse {
        var reply = RawServerResponse(status: status, contentType: type, bytes: JSONCoding.encode(body))
        if !type.contains("json") { reply.uncoded = (JSONValue(body), Body.self) }
        return reply
    }

    /// The reply with its body as the media type says.
    ///
    /// - Throws: ``TransportError`` when a codec cannot write it, or there is none for XML.
    func coded(by codecs: [any BodyCodec]) throws -> RawServerResponse {
        guard let uncoded, let media = contentType?.mediaType else { return self }
        var reply = self
        reply.uncoded = nil
        if let codec = codecs.first(where: { $0.handles(media) }) {
            reply.bytes = try codec.encode(uncoded.value, as: uncoded.type, root: nil)
        } else if media.hasSuffix("xml") {
            throw TransportError(.unsupported, "The server has no codec for \(media): add one to 'bodyCodecs'.")
        }
        return reply
    }

    /// A reply of text in UTF-8.
    public static func text(_ body: String, _ status: Int = 200, _ type: String = "text/plain") -> RawServerResponse {
        let type = type.contains("charset") ? type : "\(type); charset=utf-8"
        return RawServerResponse(status: status, contentType: type, bytes: Array(body.utf8))
    }

    /// A reply of bytes.
    public static func data(_ body: Data, _ status: Int = 200, _ type: String = "application/octet-stream")
        -> RawServerResponse
    {
        RawServerResponse(status: status, contentType: type, bytes: [UInt8](body))
    }

    /// The reply with another one's status and header fields, where those say something.
    func with<Body>(_ reply: ServerResponse<Body>) -> RawServerResponse {
        var result = self
        result.status = reply.status ?? status
        for field in reply.headers {
            if field.name == .contentType {
                result.contentType = field.value
            } else {
                result.headers.append(field)
            }
        }
        return result
    }
}

extension RawServerResponse {
    /// The reply to a failure that an operation documents: its status and its body, in the documented media type.
    ///
    /// - Parameters:
    ///   - error: The operation's error. One that only a client knows, such as `transport`, gives status 500 without a
    ///     body; `undocumented` gives the response that it holds.
    ///   - request: The request that it responds.
    ///   - headers: Further header fields.
    public init(_ error: any OperationError, to request: ServerRequest, headers: HTTPFields = [:]) {
        if case .undocumented(let response) = error.failure {
            self.init(
                status: response.status,
                headers: headers,
                contentType: response.headers[.contentType],
                bytes: response.body
            )
            return
        }
        guard error.failure == nil, let status = error.status else {
            self.init(status: 500)
            return
        }
        self = error.body.map { RawServerResponse($0, status, request.failures[status]) } ?? .empty(status)
        self.headers = headers
    }

    private init(_ body: any JSONCodable, _ status: Int, _ type: String) {
        switch body {
        case _ where type.contains("json"): self = .json(body, status, type)
        case let text as String: self = .text(text, status, type)
        case let data as Data: self = .data(data, status, type)
        default: self = .json(body, status, type.hasSuffix("xml") ? type : "application/json")
        }
    }
}
