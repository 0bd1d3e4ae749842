#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes

/// The conditions of a request that the cache can evaluate for a stored response: validators and a range (RFC 9111,
/// section 4.3.2).
struct CacheSelection {
    /// The request without these conditions.
    let whole: HTTPRequest

    private let fields: HTTPFields

    /// Creates a selection from a request's conditions; `nil` when it has none, or some that only the server can
    /// evaluate.
    init?(_ request: HTTPRequest) {
        let own: [HTTPField.Name] = [.ifNoneMatch, .ifModifiedSince, .range, .ifRange]
        let others: [HTTPField.Name] = [.ifMatch, .ifUnmodifiedSince]
        guard request.method == .get || request.method == .head,
            own.contains(where: { request.headerFields.contains($0) }),
            !others.contains(where: { request.headerFields.contains($0) })
        else { return nil }
        var whole = request
        for name in own { whole.headerFields[name] = nil }
        self.whole = whole
        fields = request.headerFields
    }

    /// Returns the requested part of a response; `nil` when the server has to decide.
    func select(from response: CachedResponse) -> CachedResponse? {
        let entry = response.entry
        guard entry.status == 200 else { return nil }
        if let isUnchanged = isUnchanged(entry) {
            return isUnchanged ? response.replacing(Self.notModified(entry)) : range(of: response)
        }
        return range(of: response)
    }

    /// Returns whether the caller already has this response; `nil` when the request has no such condition.
    private func isUnchanged(_ entry: CacheEntry) -> Bool? {
        if let tags = fields[.ifNoneMatch] {
            guard let own = entry.headers[.eTag] else { return tags.trimmingSpaces() == "*" }
            return tags.trimmingSpaces() == "*" || Self.tags(tags).contains(Self.opaque(own))
        }
        guard let since = fields.date(.ifModifiedSince, now: entry.receivedAt) else { return nil }
        let modified = entry.headers.date(.lastModified, now: entry.receivedAt)
        return (modified ?? entry.headers.date(.date, now: entry.receivedAt) ?? entry.receivedAt) <= since
    }

    private func range(of response: CachedResponse) -> CachedResponse? {
        guard let text = fields[.range], whole.method == .get else { return response }
        let entry = response.entry
        // The stored body is decoded, so the server's byte offsets do not apply to it.
        guard !entry.headers.contains(.contentEncoding), isSameVersion(entry),
            let bounds = Self.bounds(text, count: entry.body.count)
        else { return nil }
        var part = entry
        part.status = 206
        part.body = Array(entry.body[bounds])
        part.headers[.contentRange] = "bytes \(bounds.lowerBound)-\(bounds.upperBound - 1)/\(entry.body.count)"
        part.headers[.contentLength] = String(bounds.count)
        return response.replacing(part)
    }

    /// Returns whether the part is requested of this version, by strong comparison (RFC 9110, section 13.1.5).
    private func isSameVersion(_ entry: CacheEntry) -> Bool {
        guard let wanted = fields[.ifRange] else { return true }
        if wanted.hasPrefix("\"") { return entry.headers[.eTag] == wanted }
        return !wanted.hasPrefix("W/") && entry.headers[.lastModified] == wanted
    }

    private static func notModified(_ entry: CacheEntry) -> CacheEntry {
        var empty = entry
        empty.status = 304
        empty.body = []
        for name in [HTTPField.Name.contentLength, .contentEncoding, .contentType, .contentRange] {
            empty.headers[name] = nil
        }
        return empty
    }

    /// Returns the single range of a field such as `bytes=0-99`; `nil` for several ranges, other units and
    /// unsatisfiable ranges.
    private static func bounds(_ text: String, count: Int) -> Range<Int>? {
        let parts = text.trimmingSpaces().split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false).map { String($0).trimmingSpaces() }
        guard ends.count == 2 else { return nil }
        switch (CacheControl.deltaSeconds(ends[0]), CacheControl.deltaSeconds(ends[1])) {
        case (let first?, let last?) where first <= last && first < count: return first..<min(last + 1, count)
        case (let first?, nil) where ends[1].isEmpty && first < count: return first..<count
        case (nil, let length?) where ends[0].isEmpty && length > 0 && count > 0: return max(0, count - length)..<count
        default: return nil
        }
    }

    private static func tags(_ text: String) -> Set<String> {
        Set(text.split(separator: ",").map { opaque(String($0).trimmingSpaces()) })
    }

    private static func opaque(_ tag: String) -> String {
        tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
    }
}

extension CachedResponse {
    /// Returns the same response with another entry.
    fileprivate func replacing(_ entry: CacheEntry) -> CachedResponse {
        CachedResponse(entry: entry, age: age, isStale: isStale, servesOnError: servesOnError)
    }
}
