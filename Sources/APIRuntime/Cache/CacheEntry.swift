public import Foundation
public import HTTPTypes

/// Names a stored resource: who it is for, how and where it was fetched.
public struct CacheKey: Hashable, Sendable {
    /// Owner of the responses; ``sharedPartition`` for those of everybody.
    public let partition: String

    /// Method in capitals: `GET` or `HEAD`.
    public let method: String

    /// Absolute address in a normal form: scheme and host in lower case, no default port, no fragment.
    public let url: String

    /// Creates a key from parts already in normal form, as a store reads them back.
    public init(partition: String, method: String, url: String) {
        self.partition = partition
        self.method = method
        self.url = url
    }

    /// The partition of responses for everybody.
    ///
    /// Names that begin with `*` are the cache's own: what belongs to an owner called so is not kept.
    public static let sharedPartition = "*"

    /// The partition of responses to calls without a credential.
    public static let anonymousPartition = "*anonymous"
}

/// A stored response with what is needed to decide about its use.
///
/// Holds no credential: neither request fields nor `Set-Cookie` are part of it.
public struct CacheEntry: Hashable, Sendable {
    /// Names the resource.
    public var key: CacheKey

    /// Request fields that selected this response, in lower case and sorted; empty when the response has no `Vary`.
    public var varyNames: [String]

    /// Digest of those fields' values; empty when there are none.
    ///
    /// Together with the key it names the entry.
    public var variant: String

    /// Status of the response.
    public var status: Int

    /// Fields of the response, without those that belong to the connection.
    public var headers: HTTPFields

    /// Body of the response, content codings already removed by the transport.
    public var body: [UInt8]

    /// Time at which the request was sent.
    public var requestedAt: Date

    /// Time at which the response came.
    public var receivedAt: Date

    /// Creates an entry from its parts, as a store reads them back.
    public init(
        key: CacheKey,
        varyNames: [String] = [],
        variant: String = "",
        status: Int,
        headers: HTTPFields,
        body: [UInt8],
        requestedAt: Date,
        receivedAt: Date
    ) {
        self.key = key
        self.varyNames = varyNames
        self.variant = variant
        self.status = status
        self.headers = headers
        self.body = body
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
    }
}

extension CacheEntry: CustomStringConvertible, CustomReflectable {
    /// Method, status and size; address and content are left out.
    public var description: String { "CacheEntry(\(key.method), status \(status), \(body.count) bytes)" }

    /// Status and size alone, so that `dump` shows no content.
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "bytes": body.count]) }
}

/// Times of one exchange, on the device's clock.
package struct CacheTiming: Hashable, Sendable {
    /// Time at which the request was sent.
    package var requestedAt: Date

    /// Time at which the response came.
    package var receivedAt: Date

    /// ``ResponseCache/evictionCount`` before the request was sent; `nil` compares the times to detect a later deletion,
    /// wrongly when the clock was set meanwhile.
    package var evictionsBefore: Int?

    /// Creates the times of an exchange.
    package init(requestedAt: Date, receivedAt: Date, evictionsBefore: Int? = nil) {
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
        self.evictionsBefore = evictionsBefore
    }
}
