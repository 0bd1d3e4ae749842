internal import Foundation
internal import HTTPTypes

/// Decides whether a response may be stored, and makes the entry (RFC 9111, section 3), for a private cache.
enum StoragePolicy {
    /// Statuses whose meaning the cache knows.
    ///
    /// Partial responses and 304 are not among them: they are no whole responses.
    static let knownStatuses = CacheFreshness.heuristicStatuses.union([302, 307])

    /// The entry for a response to a plain request; `nil` when it must not be stored.
    static func entry(
        for response: HTTPResponse,
        body: [UInt8],
        to request: HTTPRequest,
        key: CacheKey,
        policy: CachePolicy?,
        timing: CacheTiming
    ) -> CacheEntry? {
        guard mayStore(response, to: request, policy: policy),
            let names = CacheVariant.names(in: response.headerFields)
        else { return nil }
        let isShared = key.partition == CacheKey.sharedPartition
        if isShared, !CacheVariant.credentialNames.isDisjoint(with: names) { return nil }
        return CacheEntry(
            key: key,
            varyNames: names,
            variant: CacheVariant.digest(of: request, names: names),
            status: response.status.code,
            headers: storable(response.headerFields, receivedAt: timing.receivedAt),
            body: request.method == .head ? [] : body,
            requestedAt: timing.requestedAt,
            receivedAt: timing.receivedAt
        )
    }

    /// The fields that may be kept: not those of the connection, no cookies, and none that `no-cache` names.
    ///
    /// Without a `Date` they get the time at which they came (RFC 9110, section 6.6.1).
    static func storable(_ fields: HTTPFields, receivedAt: Date) -> HTTPFields {
        let named = fields[values: .connection].flatMap { value in
            value.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        }
        let dropped = connectionNames.union(named).union(CacheControl(fields).names("no-cache"))
        var kept = HTTPFields(fields.filter { !dropped.contains($0.name.canonicalName) })
        if !kept.contains(.date) { kept[.date] = HTTPDate.format(receivedAt) }
        return kept
    }

    /// Whether the response's directives forbid to keep it.
    static func isForbidden(_ control: CacheControl, status: Int) -> Bool {
        // A server that adds must-understand has no-store only for caches that do not know the status.
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
        // Of another status, what has no life at all would only be in the way of an older response.
        return control.contains("public") && response.headerFields.contains(.lastModified)
    }

    /// Whether a status can be of a response that stands for its resource: not a part, a confirmation, or a question for
    /// credentials, which the next request may respond.
    private static func isWhole(_ status: Int) -> Bool {
        (200..<600).contains(status) && ![206, 304, 401, 407].contains(status)
    }

    private static let connectionNames: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "set-cookie", "te", "trailer", "transfer-encoding", "upgrade",
    ]
}
