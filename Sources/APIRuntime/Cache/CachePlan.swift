package import HTTPTypes

/// A stored response in the form in which a caller receives it.
package struct CachedResponse: Hashable, Sendable {
    /// The entry of the response.
    package let entry: CacheEntry

    /// The whole seconds since the server created or last confirmed the response.
    package let age: Int

    /// Whether the response is stale.
    package let isStale: Bool

    /// Whether the response may be served when no newer one is available.
    package let servesOnError: Bool

    /// The status of the response.
    package var status: Int { entry.status }

    /// The fields of the response, with its current `Age`.
    package var headers: HTTPFields {
        var fields = entry.headers
        fields[.age] = String(age)
        return fields
    }

    /// The body of the response.
    package var body: [UInt8] { entry.body }
}

/// The way to handle a request, given the stored responses.
package enum CachePlan: Hashable, Sendable {
    /// The freshness of a served response.
    package enum Freshness: Hashable, Sendable {
        /// The response is fresh.
        case fresh
        /// The response is stale, which the request or the server allows.
        case stale
        /// The response is stale: send the request in the background, with these fields added, and record the response.
        case revalidating(HTTPFields)
    }

    /// Serve this response without using the network.
    case serve(CachedResponse, Freshness)

    /// Send the request with these fields added; a 304 confirms the response.
    case validate(HTTPFields, CachedResponse)

    /// Send the request unchanged. The stored response, if any, is used by ``fallback(after:)`` alone.
    case fetch(fallback: CachedResponse?)

    /// Fail like a 504: no suitable response is stored, and the network must not be used.
    case unsatisfiable
}

extension CachePlan {
    /// Send the request; no stored response is usable.
    package static let fetch = CachePlan.fetch(fallback: nil)

    /// Whether a status is a failure in place of which a stored response may be used (RFC 5861, section 4).
    static func isServerFailure(_ status: Int) -> Bool { [500, 502, 503, 504].contains(status) }

    /// Returns the stored response to use in place of a failure.
    ///
    /// - Parameter outcome: The outcome of the last attempt; `.notSent` also when no credential was available offline.
    /// - Returns: The response, when the failure is a 500, 502, 503, 504 or a failed connection and a stale response is
    ///   allowed in this case; `nil` for any other outcome.
    package func fallback(after outcome: AttemptOutcome) -> CachedResponse? {
        if case .status(let status) = outcome, !Self.isServerFailure(status) { return nil }
        switch self {
        case .validate(_, let response), .fetch(let response?): return response.servesOnError ? response : nil
        case .fetch(nil), .serve, .unsatisfiable: return nil
        }
    }
}
