public import APIRuntime
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

/// A response with its body as bytes.
///
/// An operation can throw it to send a response that the specification does not document.
public struct RawServerResponse: Error, Sendable {
    /// The status, from 200 to 599.
    public var status: Int

    /// The header fields in addition to the content type and length.
    public var headers: HTTPFields

    /// The media type; `nil` if there is no body.
    public var contentType: String?

    /// The body.
    public var bytes: [UInt8] {
        didSet { isExact = true }
    }

    /// A body that is sent while it is produced; `nil` sends ``bytes``.
    ///
    /// If producing it fails, the connection is closed before the end of the body.
    public var stream: APIRuntime.HTTPBody?

    /// A body that a codec still has to encode, with its type; `nil` if the body is encoded.
    private var uncoded: (value: JSONValue, type: any JSONCodable.Type, root: String?)?

    /// Whether the body has no number that is written as null because JSON does not have it.
    private(set) var isExact = true

    /// Creates a response, without a body by default.
    public init(status: Int, headers: HTTPFields = [:], contentType: String? = nil, bytes: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.contentType = contentType
        self.bytes = bytes
    }

    /// Returns a response without a body.
    public static func empty(_ status: Int) -> RawServerResponse { RawServerResponse(status: status) }

    /// Returns a response with a JSON body, or with a media type that a codec of the server encodes.
    ///
    /// If the body has a number that is infinite or not a number, the server responds with status 500 in its place.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - status: The status.
    ///   - type: The media type.
    ///   - root: The name of the root element in XML; `nil` for the name of the type.
    /// - Returns: The response.
    public static func json<Body: JSONCodable>(
        _ body: Body,
        _ status: Int = 200,
        _ type: String = "application/json",
        root: String? = nil
    ) -> RawServerResponse {
        var isExact = true
        let bytes = JSONCoding.encode(body, options: .response, isExact: &isExact)
        var response = RawServerResponse(status: status, contentType: type, bytes: bytes)
        response.isExact = isExact
        if !type.contains("json") {
            response.uncoded = (JSONValue(encoding: body, options: .response, isExact: &isExact), Body.self, root)
        }
        return response
    }

    /// Returns the response with its body encoded for the media type.
    ///
    /// - Throws: ``TransportError`` if a codec cannot encode the body, if there is no codec for XML, or if the body has
    ///   a number that is not finite.
    func coded(by codecs: [any BodyCodec]) throws(TransportError) -> RawServerResponse {
        guard isExact || stream != nil else {
            throw TransportError(.body, "The body of the response \(FiniteNumbers.problem)")
        }
        guard let uncoded, let media = contentType?.mediaType else { return self }
        var response = self
        response.uncoded = nil
        if let codec = codecs.first(where: { $0.handles(media) }) {
            response.bytes = try codec.encode(uncoded.value, as: uncoded.type, root: uncoded.root)
        } else if media.hasSuffix("xml") {
            throw TransportError(.unsupported, "The server has no codec for \(media): add one to 'bodyCodecs'.")
        }
        return response
    }

    /// Returns a response with a string as its body, in the `charset` of its media type.
    ///
    /// The body is in UTF-8 if the media type names no charset, or one that lacks a character of the string.
    public static func text(_ body: String, _ status: Int = 200, _ type: String = "text/plain") -> RawServerResponse {
        let media = MediaType(type)
        if let charset = media?.parameters["charset"], let bytes = CharsetText.bytes(of: body, charset: charset) {
            return RawServerResponse(status: status, contentType: type, bytes: bytes)
        }
        let name = media?.parameters["charset"] == nil ? type : media?.essence ?? "text/plain"
        return RawServerResponse(status: status, contentType: "\(name); charset=utf-8", bytes: Array(body.utf8))
    }

    /// Returns a response with bytes as its body.
    public static func data(_ body: Data, _ status: Int = 200, _ type: String = "application/octet-stream")
        -> RawServerResponse
    {
        RawServerResponse(status: status, contentType: type, bytes: [UInt8](body))
    }

    /// Returns this response with the status and header fields of another one, if it specifies them.
    func with<Body>(_ response: ServerResponse<Body>) -> RawServerResponse {
        var result = self
        result.status = response.status ?? status
        result.stream = response.stream ?? stream
        for field in response.headers {
            if field.name == .contentType {
                result.contentType = field.value
            } else {
                result.headers.append(field)
            }
        }
        return result
    }

    /// Returns the response with a name in `Vary`, by which caches distinguish responses.
    func varying(by name: HTTPField.Name) -> RawServerResponse {
        let known = headers[values: .vary].flatMap { $0.split { $0 == "," || $0 == " " }.map { $0.lowercased() } }
        guard !known.contains(name.canonicalName), !known.contains("*") else { return self }
        var result = self
        result.headers.append(HTTPField(name: .vary, value: name.rawName))
        return result
    }
}

extension RawServerResponse {
    /// Creates the response for a failure that an operation documents, with its status and its body in the documented
    /// media type.
    ///
    /// - Parameters:
    ///   - error: The operation's error. An error that occurs only in clients, such as `transport`, results in status
    ///     500 without a body or header fields; `undocumented` results in the response that it contains.
    ///   - request: The request to respond to.
    ///   - headers: Additional header fields.
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
        let media = request.failures[status, error.content.name]
        self = error.body.map { RawServerResponse($0, status, media) } ?? .empty(status)
        self.headers = headers
    }

    private init(_ body: any JSONCodable, _ status: Int, _ type: String) {
        let essence = type.prefix { $0 != ";" }.lowercased()
        switch body {
        case _ where essence.hasSuffix("/json") || essence.hasSuffix("+json"): self = .json(body, status, type)
        case let text as String: self = .text(text, status, type)
        case let data as Data: self = .data(data, status, type)
        default: self = .json(body, status, type.hasSuffix("xml") ? type : "application/json")
        }
    }
}

extension RawServerResponse: CustomStringConvertible, CustomReflectable, LocalizedError {
    /// The status, the media type and the size, without header fields and body.
    public var description: String {
        let size = stream == nil ? "\(bytes.count) bytes" : "streamed"
        return "RawServerResponse: status \(status), \(contentType?.mediaType ?? "no body"), \(size)"
    }

    /// A mirror of status and size, so that `dump` and failed tests print neither header fields nor body.
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "bytes": bytes.count]) }

    /// The status, in one sentence.
    public var errorDescription: String? { "The server responds with status \(status)." }
}
