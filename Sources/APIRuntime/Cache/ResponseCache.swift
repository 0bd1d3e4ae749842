#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
package import HTTPTypes

/// A private cache of responses as defined by RFC 9111, with a separate partition for each user.
///
/// Around one call, use `plan(for:partition:policy:mode:now:)` first. Unless the plan serves a response, send the
/// request; pass a 304 to `confirm(_:by:for:policy:mode:timing:)`, and every other response to
/// `record(_:body:for:partition:policy:mode:timing:)`. All of them expect the request without credentials: the cache
/// neither serves nor stores responses to a request with an `Authorization` field.
public struct ResponseCache: Sendable {
    private let store: any CacheStore
    private let deletions = LockedState(CacheDeletionLog())
    private let partitions = LockedState(KnownPartitions())
    /// Separates the storing of a response, which may be from before a deletion, from the deletion.
    private let turns = TurnQueue()

    /// An identifier that all copies of one cache share.
    var id: ObjectIdentifier { ObjectIdentifier(deletions) }

    /// Creates a cache that uses a store.
    public init(store: any CacheStore = MemoryCacheStore()) {
        self.store = store
    }

    /// The number of deletions so far: of partitions, and of resources that a write has made invalid.
    ///
    /// A response is not stored if the number has changed for its resource since before the request was sent.
    var evictionCount: Int { deletions.withLock { $0.count } }

    /// Returns whether a stored response has become invalid since there were ``evictionCount`` deletions.
    func isDeleted(_ key: CacheKey, since count: Int) -> Bool {
        deletions.withLock { log in key.subjects.contains { log.includes($0, since: count) } }
    }

    /// Returns the plan for a request.
    ///
    /// - Parameters:
    ///   - request: The request, with its `Cache-Control` if the caller gave one.
    ///   - partition: The owner of the credential; any fixed name for calls without one.
    ///   - policy: The cache policy of the operation; `nil` follows the responses.
    ///   - mode: The use of the cache by this call.
    ///   - isolating: Whether a response belongs to the credentials that its request has in header fields.
    ///   - now: The device's time.
    /// - Returns: The plan; it serves only responses that the rules allow.
    package func plan(
        for request: HTTPRequest,
        partition: String,
        policy: CachePolicy? = nil,
        mode: CacheMode = .standard,
        isolating: Bool = false,
        now: Date
    ) async -> CachePlan {
        let isOffline = mode == .cacheOnly || CacheControl(request.headerFields).contains("only-if-cached")
        let nothing = isOffline ? CachePlan.unsatisfiable : .fetch
        partitions.withLock { $0.add(partition) }
        guard mode.reads, policy?.isEnabled ?? true else { return nothing }
        if let selection = CacheSelection(request) {
            let whole = await plan(
                for: selection.whole,
                partition: partition,
                policy: policy,
                mode: mode,
                isolating: isolating,
                now: now
            )
            switch whole {
            case .serve(let response, .fresh), .serve(let response, .stale):
                let freshness = response.isStale ? CachePlan.Freshness.stale : .fresh
                return selection.select(from: response).map { .serve($0, freshness) } ?? nothing
            default: return nothing
            }
        }
        guard Cacheability.isReadable(request) else { return nothing }
        let owner = CacheKey.partition(partition, under: policy)
        let decide = { CacheDecision($0, for: request, policy: policy, mode: mode, now: now).plan }
        let own = await newest(request, method: request.method, partition: owner, isolating).map(decide)
        if let own, case .serve = own { return own }
        if request.method == .head, let full = await newest(request, method: .get, partition: owner, isolating) {
            var head = full
            head.body = []
            let plan = decide(head)
            if case .serve = plan { return plan }
        }
        return own ?? nothing
    }

    /// Stores a response if the rules allow it, and deletes the stored responses that it makes invalid.
    ///
    /// - Parameters:
    ///   - response: The final response with any status, except a 304 to the plan's own validation. A 304 to the
    ///     caller's condition renews the stored response of the same version.
    ///   - body: Its whole body.
    ///   - request: The request of the response.
    ///   - partition: The owner of the credential that was sent.
    ///   - policy: The cache policy of the operation; `nil` follows the response.
    ///   - mode: The use of the cache by this call.
    ///   - isolating: Whether the response belongs to the credentials that its request has in header fields.
    ///   - timing: The times of the exchange. A response to a request from before a deletion is not stored.
    package func record(
        _ response: HTTPResponse,
        body: [UInt8],
        for request: HTTPRequest,
        partition: String,
        policy: CachePolicy? = nil,
        mode: CacheMode = .standard,
        isolating: Bool = false,
        timing: CacheTiming
    ) async {
        partitions.withLock { $0.add(partition) }
        var timing = timing
        // The response to a write shows the state after the write, unless another write has ended since.
        timing.ownDeletions = await invalidate(after: response, to: request, timing)
        let owner = CacheKey.partition(partition, under: policy)
        guard mode.stores else { return }
        if response.status == .notModified {
            return await renew(response, to: request, partition: owner, isolating, timing)
        }
        guard let plain = Cacheability.plain(of: response, to: request),
            let key = CacheKey(plain, partition: owner)
        else { return }
        await compare(response, to: plain, partition: owner, isolating, timing)
        let entry = StoragePolicy.entry(
            for: response,
            body: body,
            to: plain,
            key: key,
            policy: policy,
            isolating: isolating,
            timing: timing
        )
        if let entry {
            await keep(entry, timing)
        } else if (200..<300).contains(response.status.code) {
            // The newer response must not be stored, and the older one must not outlive it.
            await store.remove(key)
        }
    }

    /// Renews a response that the server has confirmed with a 304.
    ///
    /// - Parameters:
    ///   - stored: The response of the plan.
    ///   - response: The 304 response.
    ///   - request: The request, without the fields that the plan added.
    ///   - policy: The cache policy of the operation; `nil` follows the response.
    ///   - mode: The use of the cache by this call.
    ///   - timing: The times of the exchange.
    /// - Returns: The response for the caller; `nil` when the 304 confirms another version. The stored responses are then
    ///   deleted, and the original request must be sent again.
    package func confirm(
        _ stored: CachedResponse,
        by response: HTTPResponse,
        for request: HTTPRequest,
        policy: CachePolicy? = nil,
        mode: CacheMode = .standard,
        timing: CacheTiming
    ) async -> CachedResponse? {
        let key = stored.entry.key
        guard key.method == request.method.rawValue,
            let entry = stored.entry.confirmed(by: response, timing: timing)
        else {
            await store.remove(key)
            return nil
        }
        let control = CacheControl(entry.headers)
        if StoragePolicy.isForbidden(control, status: entry.status) {
            await store.remove(key)
        } else if mode.stores {
            await keep(entry, selectedBy: request, replacing: stored.entry, timing)
        }
        return CacheDecision(entry, for: request, policy: policy, mode: mode, now: timing.receivedAt).response
    }

    /// Deletes the responses that an unsafe method makes invalid: those of its URL, and of the URLs in `Location` and
    /// `Content-Location` with the same origin (RFC 9111, section 4.4), for all owners.
    ///
    /// Responses to earlier requests are no longer stored: they may show the state before the write. Has no effect after
    /// safe methods and after errors.
    ///
    /// - Parameters:
    ///   - response: The head of the response.
    ///   - request: The request.
    ///   - timing: The times of the exchange; `nil` for a response that is not stored.
    /// - Returns: The number of deletions afterwards; `nil` if there was none, or if others have occurred since the
    ///   request was sent.
    @discardableResult
    package func invalidate(
        after response: HTTPResponse,
        to request: HTTPRequest,
        _ timing: CacheTiming? = nil
    ) async -> Int? {
        guard !request.method.isSafe, (200..<400).contains(response.status.code),
            let target = CacheAddress(request)
        else { return nil }
        let named = [HTTPField.Name.location, .contentLocation]
            .compactMap { response.headerFields[$0] }
            .compactMap(target.resolving)
            .filter { $0.origin == target.origin }
        return await delete(Set([target] + named).map(\.text).sorted(), target, timing)
    }

    /// Deletes the responses of the URL of an unsafe request that may have had its effect, although its response was lost.
    func invalidate(afterLostResponseTo request: HTTPRequest) async {
        guard !request.method.isSafe, let target = CacheAddress(request) else { return }
        _ = await delete([target.text], target, nil)
    }

    private func delete(_ urls: [String], _ target: CacheAddress, _ timing: CacheTiming?) async -> Int? {
        let date = timing?.receivedAt ?? Date()
        let (before, isOvertaken) = deletions.withLock { log in
            let isOvertaken = timing.map { log.includes(.resource(target.text), after: $0) } ?? false
            let before = log.count
            for url in urls { log.add(.resource(url), at: date) }
            return (before, isOvertaken)
        }
        for url in urls {
            await turns.run {
                for method in ["GET", "HEAD"] where await !store.removeFromAllPartitions(method: method, url: url) {
                    for owner in partitions.withLock({ $0.all }) {
                        await store.remove(CacheKey(partition: owner, method: method, url: url))
                    }
                }
            }
        }
        // Once more, for a call that has read a stored response before the store has deleted it.
        let after = deletions.withLock { log in
            for url in urls { log.add(.resource(url), at: date) }
            return log.count
        }
        return !isOvertaken && after == before + 2 * urls.count ? after : nil
    }

    /// Deletes all responses of one owner, as at sign-out.
    ///
    /// Responses to earlier requests are no longer stored.
    ///
    /// - Parameters:
    ///   - partition: The owner.
    ///   - now: The device's time.
    public func removeAll(partition: String, now: Date = Date()) async {
        let names = partitions.withLock { $0.remove(partition) }
        for name in names {
            deletions.withLock { $0.add(.partition(name), at: now) }
            await turns.run { await store.removeAll(partition: name) }
        }
    }
}

extension ResponseCache {
    private func newest(
        _ request: HTTPRequest,
        method: HTTPRequest.Method,
        partition: String,
        _ isolating: Bool
    ) async -> CacheEntry? {
        guard let key = CacheKey(request, method: method, partition: partition) else { return nil }
        var variant = CacheVariant(request, isolating: isolating)
        var best: CacheEntry?
        let stored = await store.variantNames(for: key)
        for names in stored where variant.admits(names) {
            guard let entry = await store.entry(for: key, variant: variant.digest(names)), entry.isPlausible,
                entry.varyNames == names, Self.accepts(entry, request),
                best.map({ $0.receivedAt <= entry.receivedAt }) ?? true
            else { continue }
            best = entry
        }
        guard best == nil, stored.contains(CacheVariant.languageNames), let language = variant.favouriteLanguage
        else { return best }
        return await store.entries(for: key, language: language)
            .filter { $0.isPlausible && Self.accepts($0, request) }
            .max { $0.receivedAt < $1.receivedAt }
    }

    /// Returns whether a request accepts the media type of a stored response.
    ///
    /// Operations can have one URL and several media types, and not every server says so in `Vary`. Servers also send
    /// JSON under other names, such as `text/plain`.
    private static func accepts(_ entry: CacheEntry, _ request: HTTPRequest) -> Bool {
        guard let accept = request.headerFields[.accept], let text = entry.headers[.contentType],
            accept != text, !accept.hasPrefix("\(text),"), let type = MediaType(text), !type.saysNothing,
            type.essence != "text/plain"
        else { return true }
        let ranges = MediaType.list(accept)
        if ranges.isEmpty || ranges.contains(where: { $0.includes(type) }) { return true }
        return type.isJSON && MediaType.includeJSON(ranges) || type.isXML && ranges.contains(where: \.isXML)
    }

    /// The largest number of sets of fields that select the responses of one URL, each of which costs a lookup per
    /// request.
    private static let maximumVariantNames = 16

    /// Stores a response, unless it is from before a deletion or older than the stored one.
    private func keep(_ entry: CacheEntry, _ timing: CacheTiming) async {
        await turns.run {
            if let stored = await store.entry(for: entry.key, variant: entry.variant), stored.isPlausible,
                stored.isNewer(than: entry)
            {
                return
            }
            await put(entry, timing)
        }
    }

    /// Stores a confirmed response in place of the one that was validated.
    ///
    /// Has no effect if the store no longer has that version: another call has received a newer one in the meantime.
    private func keep(
        _ entry: CacheEntry,
        selectedBy request: HTTPRequest,
        replacing known: CacheEntry,
        _ timing: CacheTiming
    ) async {
        await turns.run {
            guard await store.entry(for: known.key, variant: known.variant)?.isSameVersion(as: known) == true else {
                return
            }
            let selected = entry.selected(by: request)
            // Without the fields that the server now names, the former entry would be served to requests that it does not
            // match.
            if selected?.varyNames != entry.varyNames { await store.remove(entry.key) }
            if let selected { await put(selected, timing) }
        }
    }

    /// Stores a response, unless it is from before a deletion; to be called during a turn.
    private func put(_ entry: CacheEntry, _ timing: CacheTiming) async {
        let isDeleted = deletions.withLock { log in
            entry.key.subjects.contains { log.includes($0, after: timing) }
        }
        if isDeleted { return }
        if !entry.varyNames.isEmpty {
            let known = await store.variantNames(for: entry.key)
            if known.count >= Self.maximumVariantNames, !known.contains(entry.varyNames) {
                await store.remove(entry.key)
            }
        }
        await store.store(entry)
    }

    /// Renews the stored response with a 304 to a caller's condition, if both are the same version.
    private func renew(
        _ response: HTTPResponse,
        to request: HTTPRequest,
        partition: String,
        _ isolating: Bool,
        _ timing: CacheTiming
    ) async {
        guard request.method == .get, let whole = CacheSelection(request)?.whole, Cacheability.isReadable(whole),
            let known = await newest(whole, method: .get, partition: partition, isolating), known.status == 200,
            known.isNamed(by: response), let renewed = known.confirmed(by: response, timing: timing),
            !StoragePolicy.isForbidden(CacheControl(renewed.headers), status: 200)
        else { return }
        await keep(renewed, selectedBy: request, replacing: known, timing)
    }

    /// Renews the stored response to a GET with the response to a HEAD, or deletes it when that is another version.
    private func compare(
        _ response: HTTPResponse,
        to request: HTTPRequest,
        partition: String,
        _ isolating: Bool,
        _ timing: CacheTiming
    ) async {
        guard request.method == .head, response.status.code == 200,
            let full = await newest(request, method: .get, partition: partition, isolating), full.status == 200
        else { return }
        let control = CacheControl(response.headerFields)
        if !full.isContradicted(by: response), !StoragePolicy.isForbidden(control, status: 200),
            let renewed = full.confirmed(by: response, timing: timing)
        {
            await keep(renewed, selectedBy: request, replacing: full, timing)
        } else {
            await store.remove(full.key)
        }
    }
}
