public import Foundation
package import HTTPTypes

/// A private cache of responses after RFC 9111, with a part of its own for each user.
///
/// The order of use around one call: ``plan(for:partition:policy:mode:now:)``; then, unless it serves, the request; a 304
/// goes to ``confirm(_:by:for:policy:mode:timing:)``, every other response to
/// ``record(_:body:for:partition:policy:mode:timing:)``. The requests are those without credentials; one with an
/// `Authorization` is neither answered nor stored.
public struct ResponseCache: Sendable {
    private let store: any CacheStore
    private let wipes = LockedState(PartitionEvictionLog())

    /// The same for all copies of one cache.
    var id: ObjectIdentifier { ObjectIdentifier(wipes) }

    /// Creates a cache over a store.
    public init(store: any CacheStore = MemoryCacheStore()) {
        self.store = store
    }

    /// Number of wipes so far.
    ///
    /// Taken before a request is sent, it tells ``record(_:body:for:partition:policy:mode:timing:)`` whether a wipe has come
    /// between.
    package var evictionCount: Int { wipes.withLock { $0.count } }

    /// What to do about a request.
    ///
    /// - Parameters:
    ///   - request: The request, with its `Cache-Control` if the caller gave one.
    ///   - partition: Owner of the credential; any fixed name for calls without one.
    ///   - policy: What the specification says about the operation; `nil` follows the responses.
    ///   - mode: How this call uses the cache.
    ///   - now: The device's time.
    /// - Returns: The plan; it serves only what the rules allow.
    package func plan(
        for request: HTTPRequest,
        partition: String,
        policy: CachePolicy? = nil,
        mode: CacheMode = .standard,
        now: Date
    ) async -> CachePlan {
        let isOffline = mode == .cacheOnly || CacheControl(request.headerFields).contains("only-if-cached")
        let nothing = isOffline ? CachePlan.unsatisfiable : .fetch
        guard mode.reads, policy?.isEnabled ?? true else { return nothing }
        if let selection = CacheSelection(request) {
            let whole = await plan(for: selection.whole, partition: partition, policy: policy, mode: mode, now: now)
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
        let own = await newest(request, method: request.method, partition: owner).map(decide)
        if let own, case .serve = own { return own }
        if request.method == .head, let full = await newest(request, method: .get, partition: owner) {
            var head = full
            head.body = []
            let plan = decide(head)
            if case .serve = plan { return plan }
        }
        return own ?? nothing
    }

    /// Takes note of a response: stores it when it may be kept, and deletes what it makes invalid.
    ///
    /// - Parameters:
    ///   - response: The final response, whatever its status, but for a 304 to a validation by the plan. One to the
    ///     caller's own condition renews what is stored of the same version.
    ///   - body: Its whole body.
    ///   - request: The request it responds.
    ///   - partition: Owner of the credential that was sent.
    ///   - policy: What the specification says about the operation; `nil` follows the response.
    ///   - mode: How this call uses the cache.
    ///   - timing: Times of the exchange. A response to a request older than a wipe is not stored.
    package func record(
        _ response: HTTPResponse,
        body: [UInt8],
        for request: HTTPRequest,
        partition: String,
        policy: CachePolicy? = nil,
        mode: CacheMode = .standard,
        timing: CacheTiming
    ) async {
        await invalidate(after: response, to: request, partition: partition)
        let owner = CacheKey.partition(partition, under: policy)
        guard mode.stores else { return }
        if response.status == .notModified { return await renew(response, to: request, partition: owner, timing) }
        guard let plain = Cacheability.plain(of: response, to: request),
            let key = CacheKey(plain, partition: owner)
        else { return }
        await compare(response, to: plain, partition: owner, timing)
        let entry = StoragePolicy.entry(
            for: response,
            body: body,
            to: plain,
            key: key,
            policy: policy,
            timing: timing
        )
        if let entry {
            await keep(entry, timing)
        } else if (200..<300).contains(response.status.code) {
            // A newer response that must not be kept: the older one must not outlive it.
            await store.remove(key)
        }
    }

    /// Renews a response that the server has confirmed with a 304.
    ///
    /// - Parameters:
    ///   - stored: The response of the plan.
    ///   - response: The 304.
    ///   - request: The request, without the fields that the plan added.
    ///   - policy: What the specification says about the operation; `nil` follows the response.
    ///   - mode: How this call uses the cache.
    ///   - timing: Times of the exchange.
    /// - Returns: The response to give to the caller; `nil` when the 304 speaks of another version: the stored ones are
    ///   gone then, and the request has to be sent again as it was.
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
            await keep(entry, timing)
        }
        return CacheDecision(entry, for: request, policy: policy, mode: mode, now: timing.receivedAt).response
    }

    /// Deletes what an unsafe method has changed: its address, and those named by `Location` and `Content-Location` on
    /// the same origin (RFC 9111, section 4.4).
    ///
    /// Does nothing after safe methods and after errors.
    package func invalidate(after response: HTTPResponse, to request: HTTPRequest, partition: String) async {
        guard !Self.safeMethods.contains(request.method), (200..<400).contains(response.status.code),
            let target = CacheAddress(request)
        else { return }
        let named = [HTTPField.Name.location, .contentLocation]
            .compactMap { response.headerFields[$0] }
            .compactMap(target.resolving)
            .filter { $0.origin == target.origin }
        for url in Set([target] + named).map(\.text).sorted() {
            for owner in [partition, CacheKey.sharedPartition] {
                await store.remove(CacheKey(partition: owner, method: "GET", url: url))
                await store.remove(CacheKey(partition: owner, method: "HEAD", url: url))
            }
        }
    }

    /// Deletes everything of one owner, as at sign-out; responses on their way are not stored any more.
    ///
    /// - Parameters:
    ///   - partition: The owner.
    ///   - now: The device's time.
    public func wipe(partition: String, now: Date = Date()) async {
        wipes.withLock { $0.add(partition, at: now) }
        await store.wipe(partition: partition)
    }

    private static let safeMethods: Set<HTTPRequest.Method> = [.get, .head, .options, .trace]
}

extension ResponseCache {
    private func newest(_ request: HTTPRequest, method: HTTPRequest.Method, partition: String) async -> CacheEntry? {
        guard let key = CacheKey(request, method: method, partition: partition) else { return nil }
        return await store.entries(for: key)
            .compactMap { entry in CacheVariant.fit(of: entry, to: request).map { ($0, entry.receivedAt, entry) } }
            .max { ($0.0, $0.1) < ($1.0, $1.1) }?.2
    }

    private func keep(_ entry: CacheEntry, _ timing: CacheTiming) async {
        let isWiped = { wipes.withLock { $0.includes(entry.key.partition, after: timing) } }
        if isWiped() { return }
        await store.store(entry)
        // A wipe may have run while the store wrote.
        if isWiped() { await store.remove(entry.key) }
    }

    /// Renews the stored response by a 304 to a caller's own condition, when that is of the same version.
    private func renew(
        _ response: HTTPResponse,
        to request: HTTPRequest,
        partition: String,
        _ timing: CacheTiming
    ) async {
        guard request.method == .get, let whole = CacheSelection(request)?.whole, Cacheability.isReadable(whole),
            let known = await newest(whole, method: .get, partition: partition), known.status == 200,
            known.isNamed(by: response), let renewed = known.confirmed(by: response, timing: timing),
            !StoragePolicy.isForbidden(CacheControl(renewed.headers), status: 200)
        else { return }
        await keep(renewed, timing)
    }

    /// Renews the stored response to a GET by the response to a HEAD, or deletes it when that is of another version.
    private func compare(
        _ response: HTTPResponse,
        to request: HTTPRequest,
        partition: String,
        _ timing: CacheTiming
    ) async {
        guard request.method == .head, response.status.code == 200,
            let full = await newest(request, method: .get, partition: partition), full.status == 200
        else { return }
        let control = CacheControl(response.headerFields)
        if !full.isContradicted(by: response), !StoragePolicy.isForbidden(control, status: 200),
            let renewed = full.confirmed(by: response, timing: timing)
        {
            await keep(renewed, timing)
        } else {
            await store.remove(full.key)
        }
    }
}
