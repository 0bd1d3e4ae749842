package import HTTPTypes

/// A stored response as it may be given to a caller.
package struct CachedResponse: Hashable, Sendable {
    /// The entry it comes from.
    package let entry: CacheEntry

    /// Whole seconds since the server made or last confirmed it.
    package let age: Int

    /// Whether its time is over.
    package let isStale: Bool

    /// Whether it may stand in when no newer one can be had.
    package let servesOnError: Bool

    /// Status of the response.
    package var status: Int { entry.status }

    /// Fields of the response, with its present `Age`.
    package var headers: HTTPFields {
        var fields = entry.headers
        fields[.age] = String(age)
        return fields
    }

    /// Body of the response.
    package var body: [UInt8] { entry.body }
}

/// What to do about a request, given what is stored.
package enum CachePlan: Hashable, Sendable {
    /// How a response is served.
    package enum Freshness: Hashable, Sendable {
        /// Its time is not over.
        case fresh
        /// Its time is over; this was asked for or allowed.
        case stale
        /// Its time is over: send the request in the background, with these fields added, and record the response.
        case revalidating(HTTPFields)
    }

    /// Give this response, without the network.
    case serve(CachedResponse, Freshness)

    /// Send the request with these fields added; a 304 confirms the response.
    case validate(HTTPFields, CachedResponse)

    /// Send the request as it is. The stored response, if any, is there for ``fallback(after:)`` alone.
    case fetch(fallback: CachedResponse?)

    /// Fail as with a 504: nothing suitable is stored, and the network must not be used.
    case unsatisfiable
}

extension CachePlan {
    /// Send the request; nothing stored is of any use.
    package static let fetch = CachePlan.fetch(fallback: nil)

    /// The stored response to give in place of a failure.
    ///
    /// - Parameter outcome: How the last attempt ended; `.notSent` also when no credential could be had offline.
    /// - Returns: The response, when the failure is a 500, 502, 503, 504 or a failed connection and a stale response is
    ///   allowed then; `nil` otherwise.
    package func fallback(after outcome: AttemptOutcome) -> CachedResponse? {
        if case .status(let status) = outcome, ![500, 502, 503, 504].contains(status) { return nil }
        switch self {
        case .validate(_, let response), .fetch(let response?): return response.servesOnError ? response : nil
        case .fetch(nil), .serve, .unsatisfiable: return nil
        }
    }
}
