internal import Foundation
internal import HTTPTypes

/// How old an entry is and how long it is good for (RFC 9111, section 4.2), for a private cache.
struct CacheFreshness: Hashable, Sendable {
    /// Seconds for which the response is fresh from its creation; 0 or more.
    let lifetime: Double
    /// Seconds since its creation; 0 or more.
    let age: Double

    /// Longest lifetime, in seconds, that is guessed from `Last-Modified`: one day.
    static let heuristicLimit = 86_400.0

    /// Statuses that may be cached without being told to (RFC 9110, section 15.1), as far as whole responses go.
    ///
    /// With `public` any other may as well (RFC 9111, section 4.2.2).
    static let heuristicStatuses: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

    /// Works out both numbers.
    ///
    /// - Parameters:
    ///   - entry: The stored response.
    ///   - policy: May replace the lifetime of successes and redirections.
    ///   - now: The device's time.
    init(of entry: CacheEntry, policy: CachePolicy?, now: Date) {
        lifetime = max(0, Self.lifetime(of: entry, policy: policy))
        age = Self.age(of: entry, now: now)
    }

    /// Whether its time is not over.
    var isFresh: Bool { lifetime > age }

    /// Seconds since its time was over; 0 when it is not.
    var staleness: Double { max(0, age - lifetime) }

    private static func lifetime(of entry: CacheEntry, policy: CachePolicy?) -> Double {
        if let lifetime = policy?.lifetime, entry.status < 400 { return lifetime.inSeconds }
        let control = CacheControl(entry.headers)
        switch control.seconds("max-age") {
        case .value(let seconds): return Double(seconds)
        // A number that cannot be read says that the server meant to limit the time: the safe reading is "over".
        case .invalid: return 0
        case .absent: break
        }
        let date = entry.headers.date(.date, now: entry.receivedAt) ?? entry.receivedAt
        if entry.headers.contains(.expires) {
            // "0" and other broken dates mean "already over".
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
        // A clock that was set back must not make an entry young: the jump counts as time that has passed.
        let resident = abs(now.timeIntervalSince(entry.receivedAt))
        return max(apparent, Double(stated ?? 0) + delay) + resident
    }
}
