public import APIRuntime
import APIRequestDecoding
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

/// A request that a service sends to your program: an event, or a callback with the result of an earlier request.
///
/// Create it from the header fields and the body that your server received. The body must be unchanged, because a
/// signature covers its bytes. Pass the request to the generated function with the name of the event:
///
/// ```swift
/// let order = try ShopWebhooks.orderPaid(request, verifiedBy: HMACVerifier(secret: key, header: signature))
/// ```
///
/// The description shows only the size of the body, because header fields and bodies may contain private values.
public struct WebhookRequest: Sendable {
    /// The header fields as received.
    public let headers: HTTPFields

    /// The body as received; empty if there is none.
    public let body: [UInt8]

    private let reading: JSONReadingOptions
    private let codecs: [any BodyCodec]

    /// Creates a request from its parts.
    ///
    /// - Parameters:
    ///   - headers: The header fields as received.
    ///   - body: The body as received.
    ///   - reading: The options and limits for decoding a body.
    ///   - codecs: The codecs for bodies that are not JSON, such as `XMLBodyCodec`.
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

    /// Authenticates the sender.
    ///
    /// - Throws: ``WebhookError/rejected(_:)`` if the verifier rejects the request.
    public func verify(by verifier: any WebhookVerifier) throws(WebhookError) {
        do {
            try verifier.verify(self)
        } catch {
            throw .rejected(error)
        }
    }

    /// Authenticates the sender, then decodes the body as JSON or through a codec for its media type.
    ///
    /// - Throws: ``WebhookError``. The body is decoded only after the sender is authenticated.
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
                from: JSONCoding.encode(codec.decode(body, sentAs: contentType, as: T.self)),
                options: reading
            )
        }
    }

    /// Authenticates the sender, then decodes the body as JSON; `nil` for an empty body.
    ///
    /// - Throws: ``WebhookError``. The body is decoded only after the sender is authenticated.
    public func optionalJSON<T: JSONCodable>(
        _ type: T.Type = T.self,
        verifiedBy verifier: any WebhookVerifier
    ) throws(WebhookError) -> T? {
        try isEmpty(verifier) ? nil : json(type, verifiedBy: verifier)
    }

    /// Authenticates the sender, then decodes the body as `application/x-www-form-urlencoded`.
    ///
    /// - Parameters:
    ///   - type: The type of the body.
    ///   - encodings: The encodings of single properties, by name.
    ///   - exploded: The names that the form has in place of properties that are objects, by the properties' names.
    ///   - verifier: The verifier that authenticates the sender.
    /// - Returns: The body.
    /// - Throws: ``WebhookError``. The body is decoded only after the sender is authenticated.
    public func form<T: JSONCodable>(
        _ type: T.Type = T.self,
        encodings: [String: FormEncoding] = [:],
        exploded: [String: [String]] = [:],
        verifiedBy verifier: any WebhookVerifier
    ) throws(WebhookError) -> T {
        try read(by: verifier) { () throws(DecodingFailure) in
            let items = try QueryText.items(inForm: body, limits: FormLimits())
            return try JSONCoding.decode(
                T.self,
                from: FormReader(encodings: encodings, exploded: exploded).tree(items),
                options: reading
            )
        }
    }

    /// Authenticates the sender, then decodes the body as a form; `nil` for an empty body.
    ///
    /// - Throws: ``WebhookError``. The body is decoded only after the sender is authenticated.
    public func optionalForm<T: JSONCodable>(
        _ type: T.Type = T.self,
        encodings: [String: FormEncoding] = [:],
        exploded: [String: [String]] = [:],
        verifiedBy verifier: any WebhookVerifier
    ) throws(WebhookError) -> T? {
        try isEmpty(verifier) ? nil : form(type, encodings: encodings, exploded: exploded, verifiedBy: verifier)
    }

    /// Authenticates the sender, then decodes the parts of a `multipart` body as the properties of a value.
    ///
    /// - Parameters:
    ///   - type: The type of the body.
    ///   - encodings: The encodings of single properties, by name, for properties with a style.
    ///   - exploded: The names that the form has in place of properties that are objects, by the properties' names.
    ///   - verifier: The verifier that authenticates the sender.
    /// - Returns: The body.
    /// - Throws: ``WebhookError``. The body is decoded only after the sender is authenticated.
    public func multipart<T: JSONCodable>(
        _ type: T.Type = T.self,
        encodings: [String: FormEncoding] = [:],
        exploded: [String: [String]] = [:],
        verifiedBy verifier: any WebhookVerifier
    ) throws(WebhookError) -> T {
        try read(by: verifier) { () throws(DecodingFailure) in
            guard let reader = MultipartReader(contentType: contentType) else {
                throw DecodingFailure(.mismatch, "the body has no parts")
            }
            let parts = ReceivedParts(try reader.parts(of: body), encodings: encodings, exploded: exploded)
            return try JSONCoding.decode(T.self, from: parts.object(), options: reading)
        }
    }

    /// Authenticates the sender, then decodes the parts of a `multipart` body; `nil` for an empty body.
    ///
    /// - Throws: ``WebhookError``. The body is decoded only after the sender is authenticated.
    public func optionalMultipart<T: JSONCodable>(
        _ type: T.Type = T.self,
        encodings: [String: FormEncoding] = [:],
        exploded: [String: [String]] = [:],
        verifiedBy verifier: any WebhookVerifier
    ) throws(WebhookError) -> T? {
        try isEmpty(verifier) ? nil : multipart(type, encodings: encodings, exploded: exploded, verifiedBy: verifier)
    }

    /// Authenticates the sender, then returns the body as a string, in the encoding of its byte order mark or its
    /// `charset`, or in UTF-8 without either.
    ///
    /// Invalid bytes become U+FFFD.
    ///
    /// - Throws: ``WebhookError/rejected(_:)`` if the verifier rejects the request.
    public func text(verifiedBy verifier: any WebhookVerifier) throws(WebhookError) -> String {
        try verify(by: verifier)
        return CharsetText.text(body, charset: MediaType(contentType)?.parameters["charset"])
    }

    /// Authenticates the sender, then returns the body.
    ///
    /// - Throws: ``WebhookError/rejected(_:)`` if the verifier rejects the request.
    public func data(verifiedBy verifier: any WebhookVerifier) throws(WebhookError) -> Data {
        try verify(by: verifier)
        return Data(body)
    }
}

extension WebhookRequest {
    private var contentType: String { headers[.contentType] ?? "" }

    /// Returns whether an authenticated request has no body.
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

    /// A mirror with the size of the body, so that `dump` and failed tests do not print the body.
    public var customMirror: Mirror { Mirror(self, children: ["bytes": body.count]) }
}
