#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

/// The identity of a stored resource: owner, method and URL.
public struct CacheKey: Hashable, Sendable {
    /// The owner of the responses; `*` for responses shared by all users.
    public let partition: String

    /// The method in capitals: `GET` or `HEAD`.
    public let method: String

    /// The absolute URL in a normal form: scheme and host in lower case, no default port, no fragment.
    public let url: String

    /// Creates a key from normalized parts, such as those that a store reads.
    public init(partition: String, method: String, url: String) {
        self.partition = partition
        self.method = method
        self.url = url
    }

    /// The partition of responses shared by all users.
    ///
    /// Names that begin with `*` are reserved for the cache: it does not store the responses of an owner with such a
    /// name.
    static let sharedPartition = "*"

    /// The partition of responses to calls without a credential.
    static let anonymousPartition = "*anonymous"
}

extension CacheKey: CustomStringConvertible, PartlyReflectable {
    /// The method and the origin; the owner, the path and the query may be private.
    public var description: String { "\(method) \(origin)" }

    /// The same as the description, so that `dump` and failed tests print no private values.
    var shownProperties: KeyValuePairs<String, Any> { ["method": method, "origin": origin] }

    private var origin: String {
        url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }
}

/// A stored response with the data that decides about its use.
///
/// An entry contains no credential: neither request fields nor `Set-Cookie` are part of it.
public struct CacheEntry: Hashable, Sendable {
    /// The identity of the resource.
    public var key: CacheKey

    /// The request fields that selected this response, in lower case and sorted; empty when the response has no `Vary`.
    public var varyNames: [String]

    /// The digest of those fields' values; empty when there are none.
    ///
    /// Together with the key it identifies the entry.
    public var variant: String

    /// The status of the response.
    public var status: Int

    /// The fields of the response, without those that belong to the connection.
    public var headers: HTTPFields

    /// The body of the response; the transport has already removed content codings.
    public var body: [UInt8]

    /// The time at which the request was sent.
    public var requestedAt: Date

    /// The time at which the response was received.
    public var receivedAt: Date

    /// Creates an entry from its parts, such as those that a store reads.
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

extension CacheEntry {
    /// Whether the entry can be a stored response; a damaged store may return anything.
    var isPlausible: Bool {
        // Times of some thousand years: calculations with larger ones overflow.
        (200..<600).contains(status)
            && [requestedAt, receivedAt].allSatisfy { abs($0.timeIntervalSinceReferenceDate) < 1e11 }
    }
}

extension CacheEntry: CustomStringConvertible, PartlyReflectable {
    /// The method, status and size, without URL and content.
    public var description: String { "CacheEntry(\(key.method), status \(status), \(body.count) bytes)" }

    /// A mirror of status and size alone, so that `dump` shows no content.
    var shownProperties: KeyValuePairs<String, Any> { ["status": status, "bytes": body.count] }
}

/// The times of one exchange, on the device's clock.
package struct CacheTiming: Hashable, Sendable {
    /// The time at which the request was sent.
    package var requestedAt: Date

    /// The time at which the response was received.
    package var receivedAt: Date

    /// The value of ``ResponseCache/evictionCount`` before the request was sent; `nil` compares the times to detect a
    /// later deletion, which is wrong if the clock was set in between.
    package var evictionsBefore: Int?

    /// The number of deletions up to those by the request itself, a write; `nil` for other requests.
    var ownDeletions: Int?

    /// Creates the times of an exchange.
    package init(requestedAt: Date, receivedAt: Date, evictionsBefore: Int? = nil) {
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
        self.evictionsBefore = evictionsBefore
    }
}

extension CacheEntry {
    /// The number of bytes that the entry counts for in a store, including a fixed amount for bookkeeping.
    package var cost: Int {
        let fields = headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        return body.count + fields + key.url.utf8.count + 512
    }
}
