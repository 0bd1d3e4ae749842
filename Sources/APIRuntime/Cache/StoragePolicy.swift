#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes

/// Decides whether a response may be stored in a private cache, and creates the entry (RFC 9111, section 3).
enum StoragePolicy {
    /// The statuses that the cache supports.
    ///
    /// Partial responses and 304 are excluded, because they are not whole responses.
    static let knownStatuses = CacheFreshness.heuristicStatuses.union([302, 307])

    /// Returns the entry for a response to a plain request; `nil` when it must not be stored.
    static func entry(
        for response: HTTPResponse,
        body: [UInt8],
        to request: HTTPRequest,
        key: CacheKey,
        policy: CachePolicy?,
        isolating: Bool = false,
        timing: CacheTiming
    ) -> CacheEntry? {
        var variant = CacheVariant(request, isolating: isolating)
        guard mayStore(response, to: request, policy: policy),
            let varied = CacheVariant.names(in: response.headerFields),
            let names = variant.names(in: response.headerFields)
        else { return nil }
        let isShared = key.partition == CacheKey.sharedPartition
        if isShared, !CacheVariant.credentialNames.isDisjoint(with: varied) { return nil }
        return CacheEntry(
            key: key,
            varyNames: names,
            variant: variant.digest(names),
            status: response.status.code,
            headers: storable(response.headerFields, receivedAt: timing.receivedAt),
            body: request.method == .head ? [] : body,
            requestedAt: timing.requestedAt,
            receivedAt: timing.receivedAt
        )
    }

    /// Returns the fields that may be stored: no connection fields, no cookies, and none that `no-cache` names.
    ///
    /// Without a `Date`, the result has the time at which the response was received (RFC 9110, section 6.6.1).
    static func storable(_ fields: HTTPFields, receivedAt: Date) -> HTTPFields {
        let named = fields[values: .connection].flatMap { value in
            value.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        }
        let dropped = connectionNames.union(named).union(CacheControl(fields).names("no-cache"))
        var kept = HTTPFields(fields.filter { !dropped.contains($0.name.canonicalName) })
        if !kept.contains(.date) { kept[.date] = HTTPDate.format(receivedAt) }
        return kept
    }

    /// Returns whether the response's directives forbid storing it.
    static func isForbidden(_ control: CacheControl, status: Int) -> Bool {
        // With must-understand, no-store only applies to caches that do not know the status.
        let understands = control.contains("must-understand") && knownStatuses.contains(status)
        return control.contains("no-store") && !understands
    }

    private static func mayStore(_ response: HTTPResponse, to request: HTTPRequest, policy: CachePolicy?) -> Bool {
        let status = response.status.code
        let control = CacheControl(response.headerFields)
        guard policy?.isEnabled ?? true, isWhole(status), !isForbidden(control, status: status) else { return false }
        if control.contains("must-understand"), !knownStatuses.contains(status) { return false }
        if CacheControl(request.headerFields).contains("no-store") { return false }
        if policy?.partition == .shared, control.contains("private") { return false }
        if CacheFreshness.heuristicStatuses.contains(status) { return true }
        if policy?.lifetime != nil, knownStatuses.contains(status) { return true }
        let isLimited = control.contains("max-age") || response.headerFields.contains(.expires)
        if isLimited { return true }
        if knownStatuses.contains(status) { return control.contains("public") || control.contains("private") }
        // With another status, a response without a lifetime would only replace an older usable one.
        return control.contains("public") && response.headerFields.contains(.lastModified)
    }

    /// Returns whether a status belongs to a whole response: not a part, a confirmation, or a request for credentials,
    /// to which the next request may receive another response.
    private static func isWhole(_ status: Int) -> Bool {
        (200..<600).contains(status) && ![206, 304, 401, 407].contains(status)
    }

    private static let connectionNames: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "set-cookie", "te", "trailer", "transfer-encoding", "upgrade",
    ]
}
