public import Foundation
public import HTTPTypes

/// A request that a service sends to us: an event, or the end of work that it was asked for.
///
/// Take header fields and body from the server that received it, the body as it came over the wire, because its
/// signature speaks of the bytes. Hand it to the function of the generated module that is named after the event:
///
/// ```swift
/// let order = try ShopWebhooks.orderPaid(request, verifiedBy: HMACVerifier(secret: key, header: signature))
/// ```
/// Its description shows the size only: header fields and body may hold private values.
public struct WebhookRequest: Sendable {
    /// Header fields as received.
    public let headers: HTTPFields

    /// The body as received; empty when there is none.
    public let body: [UInt8]

    private let reading: JSONReadingOptions
    private let codecs: [any BodyCodec]

    /// Takes a request from a server.
    ///
    /// - Parameters:
    ///   - headers: Header fields as received.
    ///   - body: The body as received.
    ///   - reading: What to accept in the values of a body.
    ///   - codecs: Readers of bodies that are not JSON: `XMLBodyCodec` for XML.
    public init(
        headers: HTTPFields,
        body: some Sequence<UInt8>,
        reading: JSONReadingOptions = JSONReadingOptions(),
        codecs: [any BodyCodec] = []
    ) {
        self.headers = headers
        self.body = Array(body)
        self.reading = reading
        self.codecs = codecs
    }

    /// Checks who sent it.
    ///
    /// - Throws: ``WebhookError/rejected(_:)``.
    public func verify(by verifier: any WebhookVerifier) throws(WebhookError) {
        do {
            try verifier.verify(self)
        } catch {
            throw .rejected(error)
        }
    }

    /// Checks who sent it, and reads the body as JSON, or through a codec for its media type.
    ///
    /// - Throws: ``WebhookError``; nothing is read before the sender is known.
    public func json<T: JSONCodable>(
        _ type: T.Type = T.self,
        verifiedBy verifier: any WebhookVerifier
    ) throws(WebhookError) -> T {
        try read(by: verifier) { () throws(DecodingFailure) in
            let media = contentType.prefix { $0 != ";" }.lowercased()
            guard let codec = codecs.first(where: { $0.handles(media) }) else {
                return try JSONCoding.decode(T.self, from: body, options: reading)
            }
            return try JSONCoding.decode(
                T.self,
                from: JSONCoding.encode(codec.decode(body, as: T.self)),
                options: reading
            )
        }
    }

    /// Checks who sent it, and reads the body as JSON; `nil` when there is none.
    ///
    /// - Throws: ``WebhookError``; nothing is read before the sender is known.
    public func optionalJSON<T: JSONCodable>(
        _ type: T.Type = T.self,
        verifiedBy verifier: any WebhookVerifier
    ) throws(WebhookError) -> T? {
        try isEmpty(verifier) ? nil : json(type, verifiedBy: verifier)
    }

    /// Checks who sent it, and reads the body as `application/x-www-form-urlencoded`.
    ///
    /// - Parameters:
    ///   - type: The type of the body.
    ///   - encodings: How single members are written, by name.
    ///   - verifier: Who knows the sender.
    /// - Returns: The body.
    /// - Throws: ``WebhookError``; nothing is read before the sender is known.
    public func form<T: JSONCodable>(
        _ type: T.Type = T.self,
        encodings: [String: FormEncoding] = [:],
        verifiedBy verifier: any WebhookVerifier
    ) throws(WebhookError) -> T {
        try read(by: verifier) { () throws(DecodingFailure) in
            let items = QueryText.items(String(decoding: body, as: UTF8.self), plusIsSpace: true)
            return try TextTreeDecoding(options: reading).decode(T.self, FormReader(encodings: encodings).tree(items))
        }
    }

    /// Checks who sent it, and reads the body as a form; `nil` when there is none.
    ///
    /// - Throws: ``WebhookError``; nothing is read before the sender is known.
    public func optionalForm<T: JSONCodable>(
        _ type: T.Type = T.self,
        encodings: [String: FormEncoding] = [:],
        verifiedBy verifier: any WebhookVerifier
    ) throws(WebhookError) -> T? {
        try isEmpty(verifier) ? nil : form(type, encodings: encodings, verifiedBy: verifier)
    }

    /// Checks who sent it, and reads the parts of a `multipart` body as the members of a value.
    ///
    /// - Parameters:
    ///   - type: The type of the body.
    ///   - encodings: How single members are written, by name, where it is in a style.
    ///   - verifier: Who knows the sender.
    /// - Returns: The body.
    /// - Throws: ``WebhookError``; nothing is read before the sender is known.
    public func multipart<T: JSONCodable>(
        _ type: T.Type = T.self,
        encodings: [String: FormEncoding] = [:],
        verifiedBy verifier: any WebhookVerifier
    ) throws(WebhookError) -> T {
        try read(by: verifier) { () throws(DecodingFailure) in
            guard let reader = MultipartReader(contentType: contentType) else {
                throw DecodingFailure(.mismatch, "the body has no parts")
            }
            let tree = ReceivedPart.object(reader.parts(of: body), encodings: encodings)
            return try TextTreeDecoding(options: reading).decode(T.self, tree)
        }
    }

    /// Checks who sent it, and reads the parts of a `multipart` body; `nil` when there is none.
    ///
    /// - Throws: ``WebhookError``; nothing is read before the sender is known.
    public func optionalMultipart<T: JSONCodable>(
        _ type: T.Type = T.self,
        encodings: [String: FormEncoding] = [:],
        verifiedBy verifier: any WebhookVerifier
    ) throws(WebhookError) -> T? {
        try isEmpty(verifier) ? nil : multipart(type, encodings: encodings, verifiedBy: verifier)
    }

    /// Checks who sent it, and gives the body as text; bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Throws: ``WebhookError/rejected(_:)``.
    public func text(verifiedBy verifier: any WebhookVerifier) throws(WebhookError) -> String {
        try verify(by: verifier)
        return String(decoding: body, as: UTF8.self)
    }

    /// Checks who sent it, and gives the body.
    ///
    /// - Throws: ``WebhookError/rejected(_:)``.
    public func data(verifiedBy verifier: any WebhookVerifier) throws(WebhookError) -> Data {
        try verify(by: verifier)
        return Data(body)
    }
}

extension WebhookRequest {
    private var contentType: String { headers[.contentType] ?? "" }

    /// Whether there is no body, once the sender is known.
    private func isEmpty(_ verifier: any WebhookVerifier) throws(WebhookError) -> Bool {
        guard body.isEmpty else { return false }
        try verify(by: verifier)
        return true
    }

    private func read<T>(
        by verifier: any WebhookVerifier,
        _ decode: () throws(DecodingFailure) -> T
    ) throws(WebhookError) -> T {
        try verify(by: verifier)
        do {
            return try decode()
        } catch {
            throw .decoding(error)
        }
    }
}

extension WebhookRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The size of the body.
    public var description: String { "webhook request of \(body.count) bytes" }

    /// The size of the body.
    public var debugDescription: String { description }

    /// Shows the same as the description, so that `dump` and failed tests print no body.
    public var customMirror: Mirror { Mirror(self, children: ["bytes": body.count]) }
}
