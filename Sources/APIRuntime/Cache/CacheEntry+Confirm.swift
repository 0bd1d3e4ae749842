#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes

extension CacheEntry {
    /// Returns the entry after the server confirmed it (RFC 9111, sections 3.2 and 4.3.4).
    ///
    /// - Parameters:
    ///   - response: The 304 response.
    ///   - timing: The times of its exchange.
    /// - Returns: The entry with the newer fields; `nil` when the 304 confirms another version of the resource.
    func confirmed(by response: HTTPResponse, timing: CacheTiming) -> CacheEntry? {
        let fields = StoragePolicy.storable(response.headerFields, receivedAt: timing.receivedAt)
        if let tag = fields[.eTag] {
            guard let own = headers[.eTag], Self.opaque(own) == Self.opaque(tag) else { return nil }
        }
        var entry = self
        // These fields describe the previous exchange and would make the confirmed entry old.
        entry.headers[.date] = nil
        entry.headers[.age] = nil
        let updated = fields.filter { !Self.bodyNames.contains($0.name) }
        for name in Set(updated.map(\.name)) {
            entry.headers[fields: name] = updated.filter { $0.name == name }
        }
        entry.requestedAt = timing.requestedAt
        entry.receivedAt = timing.receivedAt
        return entry
    }

    /// Returns the confirmed entry as its `Vary` selects it now (section 4.1).
    ///
    /// A 304 can name more fields than the stored response did. A response that fewer fields select than before remains
    /// selected by all of them.
    ///
    /// - Parameter request: The request that the server has confirmed the entry for.
    /// - Returns: The entry; `nil` for `*`, which no later request matches, and for a shared response that now depends on a
    ///   credential.
    func selected(by request: HTTPRequest) -> CacheEntry? {
        guard let names = CacheVariant.names(in: headers) else { return nil }
        let isShared = key.partition == CacheKey.sharedPartition
        if isShared, !CacheVariant.credentialNames.isDisjoint(with: names) { return nil }
        guard !Set(names).isSubset(of: varyNames) else { return self }
        var entry = self
        var variant = CacheVariant(request, isolating: false)
        entry.varyNames = Set(names).union(varyNames).sorted()
        entry.variant = variant.digest(entry.varyNames)
        return entry
    }

    /// Returns whether the response to a HEAD shows that the stored response to a GET is another version (section
    /// 4.3.5).
    func isContradicted(by response: HTTPResponse) -> Bool {
        let fields = response.headerFields
        let names: [HTTPField.Name] = [.eTag, .lastModified, .contentLength]
        return names.contains { name in
            guard let stated = fields[name], let own = headers[name] else { return false }
            return stated != own
        }
    }

    /// Returns whether a 304 response to a caller's condition confirms this version (section 4.3.4).
    func isNamed(by response: HTTPResponse) -> Bool {
        let fields = response.headerFields
        if let tag = fields[.eTag] { return headers[.eTag].map { Self.opaque($0) == Self.opaque(tag) } ?? false }
        return fields[.lastModified] != nil && fields[.lastModified] == headers[.lastModified]
    }

    /// Returns whether a stored entry is the version of the resource that was validated.
    func isSameVersion(as known: CacheEntry) -> Bool {
        if receivedAt == known.receivedAt { return true }
        guard let tag = headers[.eTag], let other = known.headers[.eTag] else { return false }
        return Self.opaque(tag) == Self.opaque(other)
    }

    /// Returns whether the response to a later request was received before another response, and is not older (section 4).
    func isNewer(than other: CacheEntry) -> Bool {
        guard requestedAt > other.requestedAt, let own = headers.date(.date, now: receivedAt),
            let date = other.headers.date(.date, now: other.receivedAt)
        else { return false }
        return own >= date
    }

    /// Returns a tag without its weakness mark, because validation compares weakly (RFC 9110, section 8.8.3.2).
    private static func opaque(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }

    /// The fields that describe the stored body, which a 304 does not replace.
    private static let bodyNames: Set<HTTPField.Name> = [
        .contentEncoding, .contentLength, .contentRange, .contentType,
    ]
}
