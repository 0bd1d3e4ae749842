#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes

/// Decides how a stored entry may be used (RFC 9111, sections 4.2.4, 4.3 and 5.2; RFC 5861).
struct CacheDecision {
    private let entry: CacheEntry
    private let request: CacheControl
    private let storedControl: CacheControl
    private let isPragmaNoCache: Bool
    private let policy: CachePolicy?
    private let mode: CacheMode
    private let freshness: CacheFreshness

    /// Creates a decision for an entry that matches the request.
    init(_ entry: CacheEntry, for request: HTTPRequest, policy: CachePolicy?, mode: CacheMode, now: Date) {
        self.entry = entry
        self.request = CacheControl(request.headerFields)
        storedControl = CacheControl(entry.headers)
        isPragmaNoCache = self.request.isEmpty && request.headerFields.hasPragmaNoCache
        self.policy = policy
        self.mode = mode
        freshness = CacheFreshness(of: entry, policy: policy, now: now)
    }

    /// The plan for the request.
    var plan: CachePlan {
        if !needsValidation {
            if freshness.isFresh, isFreshEnough { return .serve(response, .fresh) }
            if !freshness.isFresh, isWithinAge, allowsStale {
                return .serve(response, .stale)
            }
            if !freshness.isFresh, mayRevalidateLater { return .serve(response, .revalidating(validators)) }
        }
        if mode == .cacheOnly || request.contains("only-if-cached") { return .unsatisfiable }
        return validators.isEmpty ? .fetch(fallback: response) : .validate(validators, response)
    }

    /// The entry in the form in which a caller receives it.
    var response: CachedResponse {
        CachedResponse(
            entry: entry,
            age: Int(min(freshness.age, Double(1 << 31))),
            isStale: !freshness.isFresh,
            servesOnError: servesOnError
        )
    }

    private var needsValidation: Bool {
        storedControl.containsWhole("no-cache") || request.contains("no-cache") || isPragmaNoCache
    }

    /// Whether the server forbids serving the entry stale; directives for shared caches alone do not count here.
    private var forbidsStale: Bool {
        storedControl.containsWhole("no-cache") || storedControl.contains("must-revalidate")
    }

    private var isWithinAge: Bool {
        switch request.seconds("max-age") {
        case .absent: true
        case .invalid: false
        // A response that never changes while it is fresh (RFC 8246) counts as new; `no-cache` still requires
        // validation.
        case .value(let limit):
            freshness.age <= Double(limit) || storedControl.contains("immutable") && freshness.isFresh
        }
    }

    private var isFreshEnough: Bool {
        guard isWithinAge else { return false }
        switch request.seconds("min-fresh") {
        case .absent: return true
        case .invalid: return false
        case .value(let rest): return freshness.lifetime - freshness.age >= Double(rest)
        }
    }

    private var allowsStale: Bool {
        guard !forbidsStale, !request.contains("min-fresh") else { return false }
        if mode.acceptsStale { return true }
        guard request.contains("max-stale") else { return false }
        // Without a number, any staleness is accepted.
        return request.number("max-stale").map { freshness.staleness <= Double($0) } ?? true
    }

    private var mayRevalidateLater: Bool {
        guard !forbidsStale, !request.contains("max-age"), !request.contains("min-fresh") else { return false }
        if request.contains("only-if-cached") { return false }
        return isWithin(policy?.staleWhileRevalidate, storedControl.number("stale-while-revalidate"))
    }

    private var servesOnError: Bool {
        guard !forbidsStale, !request.contains("no-cache"), !isPragmaNoCache else { return false }
        if let asked = request.number("stale-if-error") { return freshness.staleness <= Double(asked) }
        return isWithin(policy?.staleIfError, storedControl.number("stale-if-error"))
    }

    private func isWithin(_ own: Duration?, _ stated: Int?) -> Bool {
        guard let window = own?.inSeconds ?? stated.map(Double.init) else { return false }
        return freshness.staleness <= window
    }

    /// The conditional fields that validate the entry; empty when it has no validator.
    private var validators: HTTPFields {
        var fields = HTTPFields()
        fields[.ifNoneMatch] = entry.headers[.eTag]
        fields[.ifModifiedSince] = entry.headers[.lastModified]
        return fields
    }
}

extension HTTPFields {
    /// Whether the field of HTTP/1.0 requires validation.
    var hasPragmaNoCache: Bool {
        contains { field in
            field.name.canonicalName == "pragma" && field.value.lowercased().contains("no-cache")
        }
    }
}
