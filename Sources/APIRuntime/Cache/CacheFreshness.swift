#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes

/// The age of an entry and its freshness lifetime (RFC 9111, section 4.2), for a private cache.
struct CacheFreshness: Hashable, Sendable {
    /// The seconds for which the response is fresh after its creation; 0 or more.
    let lifetime: Double
    /// The seconds since its creation; 0 or more.
    let age: Double

    /// The longest lifetime, in seconds, that is derived from `Last-Modified`: one day.
    static let heuristicLimit = 86_400.0

    /// The statuses that are cacheable by default (RFC 9110, section 15.1), except those of partial responses.
    ///
    /// With `public`, any other status is cacheable as well (RFC 9111, section 4.2.2).
    static let heuristicStatuses: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

    /// Creates the freshness of an entry by calculating its age and lifetime.
    ///
    /// - Parameters:
    ///   - entry: The stored response.
    ///   - policy: The policy that may replace the lifetime of successes and redirections.
    ///   - now: The device's time.
    init(of entry: CacheEntry, policy: CachePolicy?, now: Date) {
        lifetime = max(0, Self.lifetime(of: entry, policy: policy))
        age = Self.age(of: entry, now: now)
    }

    /// Whether the response is fresh.
    var isFresh: Bool { lifetime > age }

    /// The seconds since the end of the lifetime; 0 for a fresh response.
    var staleness: Double { max(0, age - lifetime) }

    private static func lifetime(of entry: CacheEntry, policy: CachePolicy?) -> Double {
        if let lifetime = policy?.lifetime, entry.status < 400 { return lifetime.inSeconds }
        let control = CacheControl(entry.headers)
        switch control.seconds("max-age") {
        case .value(let seconds): return Double(seconds)
        // An unreadable number shows that the server intended a limit: the safe interpretation is an expired response.
        case .invalid: return 0
        case .absent: break
        }
        let date = entry.headers.date(.date, now: entry.receivedAt) ?? entry.receivedAt
        if entry.headers.contains(.expires) {
            // "0" and other invalid dates mean that the response has already expired.
            guard let expires = entry.headers.date(.expires, now: entry.receivedAt) else { return 0 }
            return expires.timeIntervalSince(date)
        }
        return heuristic(of: entry, isPublic: control.contains("public"), date: date)
    }

    private static func heuristic(of entry: CacheEntry, isPublic: Bool, date: Date) -> Double {
        guard isPublic || heuristicStatuses.contains(entry.status),
            let modified = entry.headers.date(.lastModified, now: entry.receivedAt)
        else { return 0 }
        return min(max(0, date.timeIntervalSince(modified)) / 10, heuristicLimit)
    }

    private static func age(of entry: CacheEntry, now: Date) -> Double {
        let date = entry.headers.date(.date, now: entry.receivedAt) ?? entry.receivedAt
        let apparent = max(0, entry.receivedAt.timeIntervalSince(date))
        let stated = entry.headers[values: .age].first.flatMap { value in
            CacheControl.deltaSeconds(value.split(separator: ",").first.map { $0.filter { $0 != " " } } ?? "")
        }
        let delay = max(0, entry.receivedAt.timeIntervalSince(entry.requestedAt))
        // A clock that was set back must not make an entry younger: the difference counts as elapsed time.
        let resident = abs(now.timeIntervalSince(entry.receivedAt))
        return max(apparent, Double(stated ?? 0) + delay) + resident
    }
}
