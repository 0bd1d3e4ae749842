import APIRuntime
import AnybillAPI
import Foundation
import Logging

/// The receipts of the current login: delivers events to the ``SyncCore``, and performs its effects.
///
/// Each event is handled, stored and scheduled for publishing without a suspension point, on a separate queue because
/// the store blocks. No request is awaited, so a request that never ends delays nothing else.
actor ReceiptLibrary {
    /// A version of the list; a higher number is newer.
    struct Snapshot: Sendable {
        /// The number of the version.
        let version: Int
        /// The receipts.
        let receipts: [Receipt]
        /// The state of the query; `nil` before the first query.
        let query: ReceiptQuery?
        /// Whether the store contains the list.
        let isStored: Bool
        /// The edits that were refused after they had been reported as made.
        let refusals: [EditRefusal]
    }

    /// A closure that receives the list on the main actor and returns `false` when it is no longer needed.
    typealias Listener = @MainActor @Sendable (Snapshot) -> Bool

    /// The listeners, which are added and called without the library: it may be reading thousands of receipts.
    private struct Audience {
        var listeners: [Int: Listener] = [:]
        var lastNumber = 0
        var latest: Snapshot?
    }

    private let storage: UserStorage
    private let keepsEdits: Bool
    private let logger: Logger?
    private let clock: any Clock<Duration>
    private let executor = QueueExecutor(label: "anybill.receipts")

    private var list: StoredSync
    private var isLoaded = false
    private var epoch = 0

    private var lastTicket = 0
    private var waiters: [Int: CheckedContinuation<SyncOutcome, Never>] = [:]
    private var requests: [Int: Task<Void, Never>] = [:]

    private var version = 0
    private let audience = LockedState(Audience())
    private var delivery: Task<Void, Never>?

    /// Creates a library; the store is opened with the first call.
    ///
    /// - Parameters:
    ///   - storage: The stores of the logins.
    ///   - keepsEdits: Whether edits are kept for later if there is no connection.
    ///   - logger: The logger; `nil` for none.
    ///   - clock: The clock that measures the time between two looks at the edits of other contexts.
    init(
        storage: UserStorage,
        keepsEdits: Bool = false,
        logger: Logger? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.storage = storage
        self.keepsEdits = keepsEdits
        self.logger = logger
        self.clock = clock
        list = StoredSync(nil, keepsEdits: keepsEdits, logger: logger)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The query, for tests and for refreshes; `nil` before the first query.
    var query: ReceiptQuery? {
        load()
        return list.core.query
    }

    /// Whether the service has confirmed all edits, for tests.
    var isSettled: Bool { !list.core.log.contains(where: \.isPending) }
}

// MARK: - Logins

extension ReceiptLibrary {
    /// Opens the store of the current login, and reads the receipts.
    func load() {
        guard !isLoaded else { return }
        isLoaded = true
        guard let store = storage.current else { return }
        if let first = try? store.firstReceipts(limit: 100), !first.isEmpty { publish(first) }
        list = sync(store)
        publish(list.core.visible.receipts)
    }

    private func sync(_ store: UserStore?) -> StoredSync {
        StoredSync(store, keepsEdits: keepsEdits, logger: logger) { [storage] in
            store.map { storage.isOver($0.partition) } ?? false
        }
    }

    /// Switches to the store of another login, or to none; returns when the former list is no longer shown.
    ///
    /// Calls in progress fail with the error.
    ///
    /// - Parameters:
    ///   - store: The store; `nil` for none.
    ///   - error: The error of the calls in progress.
    ///   - isHidden: Whether the login continues in another process, so that its push messages are not forgotten.
    func attach(
        _ store: UserStore?,
        error: AnybillDefaultError = ErrorMapping.noUser,
        isHidden: Bool = false
    ) async {
        isLoaded = true
        epoch += 1
        for request in requests.values { request.cancel() }
        requests = [:]
        let former = waiters.values
        waiters = [:]
        let isOver =
            store == nil && !isHidden || store != nil && list.store != nil && list.store?.partition != store?.partition
        list = sync(store)
        publish(list.core.visible.receipts)
        deliver { for waiter in former { waiter.resume(returning: SyncOutcome.failure(error)) } }
        await delivery?.value
        if isOver { await NotificationManager.shared.reset() }
    }

    /// Switches to no store if the given login is the current one; calls in progress fail with the error.
    ///
    /// - Parameters:
    ///   - partition: The login.
    ///   - error: The error of the calls in progress.
    ///   - isHidden: Whether the login continues in another process.
    func detach(
        from partition: String,
        error: AnybillDefaultError = ErrorMapping.noUser,
        isHidden: Bool = false
    ) async {
        guard !isLoaded || list.store == nil || list.store?.partition == partition else { return }
        await attach(nil, error: error, isHidden: isHidden)
    }

    /// Continues with the store of the current login that could not be opened before, and sends the edits that it keeps.
    ///
    /// - Returns: `false` if the login is another one now.
    func move(to store: UserStore, _ calls: ReceiptCalls) -> Bool {
        guard let former = list.store, former.isTemporary, former.partition == store.partition else { return false }
        let effects = list.move(to: store).effects
        publish(list.core.visible.receipts)
        for effect in effects { perform(effect, calls) }
        return true
    }

    /// Adds a listener, which is called with the list as soon as it is known, and after each change; with the first
    /// version possibly twice.
    nonisolated func add(_ listener: @escaping Listener) async {
        let latest = audience.withLock { audience in
            audience.lastNumber += 1
            audience.listeners[audience.lastNumber] = listener
            return audience.latest
        }
        if let latest { _ = await listener(latest) }
        await publish()
    }

    private func publish() async {
        load()
        publish(list.core.visible.receipts)
        await delivery?.value
    }

    /// Whether the store contains the list.
    var isStored: Bool {
        load()
        return list.isStored
    }

    /// Returns the hits in the store with the receipts as the list shows them, without deleted ones.
    ///
    /// A list that is not in the store is searched itself.
    ///
    /// - Throws: An ``AnybillError`` if the list is not that of the login.
    func shown(
        _ hits: [ReceiptSearchHit]?,
        of search: ReceiptSearch,
        login: String?
    ) async throws -> [ReceiptSearchHit] {
        try require(login)
        if list.refresh() { publish(list.core.visible.receipts) }
        // Other calls may change the list until it is shown.
        let list = list
        await delivery?.value
        guard list.isStored, let hits else { return search.hits(in: list.core.visible.receipts) }
        let words = search.words
        return hits.compactMap { hit in
            guard let receipt = list.core.shown(hit.id), receipt != hit.receipt, !words.isEmpty else {
                return list.core.shown(hit.id).map { ReceiptSearchHit(receipt: $0, snippet: hit.snippet) }
            }
            // The store has the receipt as the service has it, and the index as the list shows it.
            return ReceiptSearchHit(receipt, words: words)
        }
    }
}

// MARK: - Calls of the app

extension ReceiptLibrary {
    /// Starts a call of a login and waits for its result.
    ///
    /// - Throws: The error of the call, an ``AnybillError`` if the login ends or has ended, or `CancellationError` if the
    ///   task is cancelled or another query was started.
    func perform(
        of login: String?,
        _ calls: ReceiptCalls,
        _ event: @Sendable (_ ticket: Int) -> SyncEvent
    ) async throws -> SyncOutcome {
        try require(login)
        lastTicket += 1
        let ticket = lastTicket
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                guard !Task.isCancelled else {
                    return waiter.resume(returning: SyncOutcome.failure(CancellationError()))
                }
                waiters[ticket] = waiter
                handle(event(ticket), calls)
                CallPlace.current?.begin()
            }
        } onCancel: {
            Task { await self.handle(.abandon(ticket: ticket), calls) }
        }
        if case .failure(let error) = outcome { throw error }
        return outcome
    }

    /// Sends the edits of a login that wait for a connection.
    ///
    /// - Throws: An ``AnybillError`` if the login has ended.
    func sendKept(of login: String?, _ calls: ReceiptCalls) throws {
        try require(login)
        handle(.sendKept, calls)
    }

    /// Forgets edits that were refused after they had been reported as made, and that the app has seen.
    ///
    /// - Throws: An ``AnybillError`` if the login has ended.
    func dismiss(_ seen: [EditRefusal], of login: String?, _ calls: ReceiptCalls) async throws {
        try require(login)
        handle(.dismissRefusals(seen), calls)
        await delivery?.value
    }

    /// Checks that the list is that of a login.
    ///
    /// - Throws: An ``AnybillError`` if it is another user's.
    private func require(_ login: String?) throws {
        load()
        guard list.store?.partition == login else { throw ErrorMapping.otherUser }
    }
}

// MARK: - Events

extension ReceiptLibrary {
    /// Handles an event, whose requests are sent with the given operations.
    private func handle(_ event: SyncEvent, _ calls: ReceiptCalls) {
        let outcome = list.handle(event)
        if outcome.isListChanged { publish(list.core.visible.receipts) }
        for effect in outcome.effects { perform(effect, calls) }
    }

    /// Handles the end of a request, unless the login has ended in the meantime.
    private func handle(_ event: SyncEvent, of request: Int, epoch: Int, _ calls: ReceiptCalls) {
        guard epoch == self.epoch else { return }
        requests[request] = nil
        handle(event, calls)
    }

    private func perform(_ effect: SyncEffect, _ calls: ReceiptCalls) {
        switch effect {
        case .fetch(let read, let page):
            send(read, calls) { .pageEnded(read: read, await $0.result(of: page)) }
        case .read(let read, let id):
            send(read, calls) { .receiptEnded(read: read, await $0.result(of: id)) }
        case .send(let number, let change, let ids):
            send(number, calls) { .editEnded(number: number, await $0.result(of: change, ids)) }
        case .cancel(let read): requests.removeValue(forKey: read)?.cancel()
        case .watch: watch(calls)
        case .finish(let ticket, let outcome):
            guard let waiter = waiters.removeValue(forKey: ticket) else { return }
            deliver { waiter.resume(returning: outcome) }
        // The list with the store turns it into one of the others.
        case .keep: break
        case .dropped(let refusal):
            let status: Logger.Metadata = ["status": "\(refusal.code)"]
            logger?.warning("An edit that waited for a connection was refused.", metadata: status)
        }
    }

    /// Looks at the edits of other contexts after a while, unless the login has ended by then.
    private func watch(_ calls: ReceiptCalls) {
        let epoch = epoch
        Task.detached { [weak self, clock] in
            try? await clock.sleep(for: .milliseconds(200))
            await self?.look(epoch: epoch, calls)
        }
    }

    private func look(epoch: Int, _ calls: ReceiptCalls) async {
        guard epoch == self.epoch else { return }
        // The other context may have ended the login instead of its edit.
        if let login = list.store?.partition, storage.isOver(login) { return await detach(from: login) }
        handle(.lookElsewhere, calls)
    }

    private func send(
        _ request: Int,
        _ calls: ReceiptCalls,
        _ call: @escaping @Sendable (ReceiptCalls) async -> SyncEvent
    ) {
        let epoch = epoch
        // A session can be another user's before the library is. Without a store, nobody is logged in.
        let login = list.store?.partition ?? ""
        requests[request] = Task.detached { [weak self] in
            let event = await CredentialOwner.requiring(login) { await call(calls) }
            await self?.handle(event, of: request, epoch: epoch, calls)
        }
    }
}

// MARK: - The publishers

extension ReceiptLibrary {
    private func publish(_ receipts: [Receipt]) {
        version += 1
        let snapshot = Snapshot(
            version: version,
            receipts: receipts,
            query: list.core.query,
            isStored: list.isStored,
            refusals: list.core.refusals
        )
        audience.withLock { $0.latest = snapshot }
        deliver { [audience] in
            let listeners = audience.withLock { $0.listeners }
            let ended = await MainActor.run { listeners.keys.sorted().filter { listeners[$0]?(snapshot) == false } }
            audience.withLock { audience in for number in ended { audience.listeners[number] = nil } }
        }
    }

    /// Runs a closure after all earlier ones, so that a call returns after the list shows its effect.
    private func deliver(_ body: @escaping @Sendable () async -> Void) {
        delivery = Task { [former = delivery] in
            await former?.value
            await body()
        }
    }
}
