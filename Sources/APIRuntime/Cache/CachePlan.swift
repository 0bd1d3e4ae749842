public import HTTPTypes

/// A stored answer as it may be given to a caller.
public struct CachedAnswer: Hashable, Sendable {
    /// The entry it comes from.
    public let entry: CacheEntry

    /// Whole seconds since the server made or last confirmed it.
    public let age: Int

    /// Whether its time is over.
    public let isStale: Bool

    /// Whether it may stand in when no newer one can be had.
    public let servesOnError: Bool

    /// Status of the answer.
    public var status: Int { entry.status }

    /// Fields of the answer, with its present `Age`.
    public var headers: HTTPFields {
        var fields = entry.headers
        fields[.age] = String(age)
        return fields
    }

    /// Body of the answer.
    public var body: [UInt8] { entry.body }
}

/// What to do about a request, given what is stored.
public enum CachePlan: Hashable, Sendable {
    /// How an answer is served.
    public enum Freshness: Hashable, Sendable {
        /// Its time is not over.
        case fresh
        /// Its time is over; this was asked for or allowed.
        case stale
        /// Its time is over: send the request in the background, with these fields added, and record the answer.
        case revalidating(HTTPFields)
    }

    /// Give this answer, without the network.
    case serve(CachedAnswer, Freshness)

    /// Send the request with these fields added; a 304 confirms the answer.
    case validate(HTTPFields, CachedAnswer)

    /// Send the request as it is. The stored answer, if any, is there for ``fallback(after:)`` alone.
    case fetch(fallback: CachedAnswer?)

    /// Fail as with a 504: nothing suitable is stored, and the network must not be used.
    case unsatisfiable
}

extension CachePlan {
    /// Send the request; nothing stored is of any use.
    public static let fetch = CachePlan.fetch(fallback: nil)

    /// The stored answer to give in place of a failure.
    ///
    /// - Parameter outcome: How the last attempt ended; `.notSent` also when no credential could be had offline.
    /// - Returns: The answer, when the failure is a 500, 502, 503, 504 or a failed connection and a stale answer is
    ///   allowed then; `nil` otherwise.
    public func fallback(after outcome: AttemptOutcome) -> CachedAnswer? {
        if case .status(let status) = outcome, ![500, 502, 503, 504].contains(status) { return nil }
        switch self {
        case .validate(_, let answer), .fetch(let answer?): return answer.servesOnError ? answer : nil
        case .fetch(nil), .serve, .unsatisfiable: return nil
        }
    }
}
