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

    /// Takes a request from a server.
    ///
    /// - Parameters:
    ///   - headers: Header fields as received.
    ///   - body: The body as received.
    ///   - reading: What to accept in a JSON body.
    public init(
        headers: HTTPFields,
        body: some Sequence<UInt8>,
        reading: JSONReadingOptions = JSONReadingOptions()
    ) {
        self.headers = headers
        self.body = Array(body)
        self.reading = reading
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

    /// Checks who sent it, and reads the body as JSON.
    ///
    /// - Throws: ``WebhookError``; nothing is read before the sender is known.
    public func json<T: JSONCodable>(
        _ type: T.Type = T.self,
        verifiedBy verifier: any WebhookVerifier
    ) throws(WebhookError) -> T {
        try verify(by: verifier)
        do {
            return try JSON.decode(T.self, from: body, options: reading)
        } catch {
            throw .decoding(error)
        }
    }

    /// Checks who sent it, and reads the body as JSON; `nil` when there is none.
    ///
    /// - Throws: ``WebhookError``; nothing is read before the sender is known.
    public func optionalJSON<T: JSONCodable>(
        _ type: T.Type = T.self,
        verifiedBy verifier: any WebhookVerifier
    ) throws(WebhookError) -> T? {
        guard !body.isEmpty else {
            try verify(by: verifier)
            return nil
        }
        return try json(type, verifiedBy: verifier)
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

extension WebhookRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The size of the body.
    public var description: String { "webhook request of \(body.count) bytes" }

    /// The size of the body.
    public var debugDescription: String { description }

    /// Shows the same as the description, so that `dump` and failed tests print no body.
    public var customMirror: Mirror { Mirror(self, children: ["bytes": body.count]) }
}
