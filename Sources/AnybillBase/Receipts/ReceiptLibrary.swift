import APIRuntime
import AnybillAPI
import Foundation
import Logging

/// The receipts of the current login: delivers events to the ``SyncCore``, and performs its effects.
///
/// Each event is handled, stored and scheduled for publishing without a suspension point, on a queue of its own because
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
    }

    /// A closure that receives the list on the main actor and returns `false` when it is no longer needed.
    typealias Listener = @MainActor @Sendable (Snapshot) -> Bool

    private let storage: UserStorage
    private let keepsEdits: Bool
    private let logger: Logger?
    private let executor = QueueExecutor(label: "anybill.receipts")

    private var store: UserStore?
    private var core = SyncCore()
    private var calls: ReceiptCalls?
    private var isLoaded = false
    private var isStored = true
    private var freshStarts = 0
    private var epoch = 0

    private var lastTicket = 0
    private var waiters: [Int: CheckedContinuation<SyncOutcome, Never>] = [:]
    private var requests: [Int: Task<Void, Never>] = [:]

    private var version = 0
    private var listeners: [Listener] = []
    private var delivery: Task<Void, Never>?

    /// Creates a library; the store is opened with the first call.
    init(storage: UserStorage, keepsEdits: Bool = false, logger: Logger? = nil) {
        self.storage = storage
        self.keepsEdits = keepsEdits
        self.logger = logger
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The query, for tests and for refreshes; `nil` before the first query.
    var query: ReceiptQuery? {
        load()
        return core.query
    }
}

// MARK: - Logins

extension ReceiptLibrary {
    /// Opens the store of the current login, and reads the receipts.
    func load() {
        guard !isLoaded else { return }
        isLoaded = true
        store = storage.current
        guard let store else { return }
        if let first = try? store.firstReceipts(limit: 100), !first.isEmpty { publish(first) }
        core = SyncCore(restoring: (try? store.load()) ?? StoredReceipts(), keepsEdits: keepsEdits)
        freshStarts = store.freshStarts
        publish(core.visible.receipts)
    }

    /// Switches to the store of another login, or to none; returns when the former list is no longer shown.
    func attach(_ store: UserStore?) async {
        isLoaded = true
        self.store = store
        epoch += 1
        isStored = true
        for request in requests.values { request.cancel() }
        requests = [:]
        let former = waiters.values
        waiters = [:]
        let stored = store.flatMap { try? $0.load() } ?? StoredReceipts()
        core = SyncCore(restoring: stored, keepsEdits: keepsEdits)
        freshStarts = store?.freshStarts ?? 0
        publish(core.visible.receipts)
        deliver { for waiter in former { waiter.resume(returning: SyncOutcome.failure(ErrorMapping.noUser)) } }
        await delivery?.value
    }

    /// Switches to no store if the given login is the current one.
    func detach(from partition: String) async {
        guard !isLoaded || store == nil || store?.partition == partition else { return }
        await attach(nil)
    }

    /// Adds a listener, which is called with the list as soon as it is known, and after each change.
    func add(_ listener: @escaping Listener) async {
        listeners.append(listener)
        load()
        publish(core.visible.receipts)
        await delivery?.value
    }

    /// Returns hits with the receipts as the list shows them, without deleted ones.
    func shown(_ hits: [ReceiptSearchHit]) -> [ReceiptSearchHit] {
        hits.compactMap { hit in
            guard core.rows[hit.id] != nil else { return hit }
            return core.shown(hit.id).map { ReceiptSearchHit(receipt: $0, snippet: hit.snippet) }
        }
    }
}

// MARK: - Calls of the app

extension ReceiptLibrary {
    /// Starts a call and waits for its result.
    ///
    /// - Throws: The error of the call, an ``AnybillError`` if the login ends, or `CancellationError` if the task is
    ///   cancelled or another query was started.
    func perform(_ calls: ReceiptCalls, _ event: @Sendable (_ ticket: Int) -> SyncEvent) async throws -> SyncOutcome {
        load()
        self.calls = calls
        lastTicket += 1
        let ticket = lastTicket
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                guard !Task.isCancelled else { return waiter.resume(returning: SyncOutcome.failure(CancellationError())) }
                waiters[ticket] = waiter
                handle(event(ticket))
            }
        } onCancel: {
            Task { await self.handle(.abandon(ticket: ticket)) }
        }
        if case .failure(let error) = outcome { throw error }
        return outcome
    }

    /// Sends the edits that wait for a connection.
    func sendKept(_ calls: ReceiptCalls) {
        load()
        self.calls = calls
        handle(.sendKept)
    }
}

// MARK: - Events

extension ReceiptLibrary {
    private func handle(_ event: SyncEvent) {
        reloadIfChangedElsewhere()
        let step = core.handle(event)
        save(step.write)
        if step.isListChanged { publish(core.visible.receipts) }
        for effect in step.effects { perform(effect) }
    }

    /// Handles the end of a request, unless the login has ended in the meantime.
    private func handle(_ event: SyncEvent, of request: Int, epoch: Int) {
        guard epoch == self.epoch else { return }
        requests[request] = nil
        handle(event)
    }

    private func perform(_ effect: SyncEffect) {
        switch effect {
        case .fetch(let read, let page):
            send(read) { .pageEnded(read: read, await $0.result(of: page)) }
        case .read(let read, let id):
            send(read) { .receiptEnded(read: read, await $0.result(of: id)) }
        case .send(let number, let change, let ids):
            send(number) { .editEnded(number: number, await $0.result(of: change, ids)) }
        case .cancel(let read): requests.removeValue(forKey: read)?.cancel()
        case .finish(let ticket, let outcome):
            guard let waiter = waiters.removeValue(forKey: ticket) else { return }
            deliver { waiter.resume(returning: outcome) }
        case .dropped(_, let error):
            logger?.warning("An edit that waited for a connection was refused.", metadata: ["status": "\(error.code)"])
        }
    }

    private func send(_ request: Int, _ call: @escaping @Sendable (ReceiptCalls) async -> SyncEvent) {
        guard let calls else { return }
        let epoch = epoch
        requests[request] = Task.detached { [weak self] in
            let event = await call(calls)
            await self?.handle(event, of: request, epoch: epoch)
        }
    }
}

// MARK: - The store and the publishers

extension ReceiptLibrary {
    private func save(_ write: StoreWrite) {
        guard let store, !store.isClosed else { return }
        if store.freshStarts != freshStarts { isStored = false }
        guard !write.isEmpty || !isStored else { return }
        do {
            // A store that has missed a change receives everything.
            try store.write(isStored ? write : core.snapshot())
            // Damage that is found while writing replaces the database by an empty one.
            if store.freshStarts != freshStarts { try store.write(core.snapshot()) }
            freshStarts = store.freshStarts
            isStored = true
        } catch {
            guard !store.isClosed else { return }
            if isStored { logger?.warning("The receipts could not be stored; the list continues without the store.") }
            isStored = false
        }
    }

    private func reloadIfChangedElsewhere() {
        guard let store, isStored, store.freshStarts == freshStarts, store.isChangedElsewhere() else { return }
        guard let stored = try? store.load() else { return }
        core.reload(stored)
        publish(core.visible.receipts)
    }

    private func publish(_ receipts: [Receipt]) {
        version += 1
        let snapshot = Snapshot(version: version, receipts: receipts, query: core.query, isStored: isStored)
        deliver { [weak self] in await self?.notify(snapshot) }
    }

    private func notify(_ snapshot: Snapshot) async {
        let current = listeners
        let isNeeded = await MainActor.run { current.map { $0(snapshot) } }
        // New listeners are always appended, so the notified ones are still the first.
        guard isNeeded.contains(false), listeners.count >= isNeeded.count else { return }
        listeners = zip(listeners, isNeeded).filter(\.1).map(\.0) + listeners.dropFirst(isNeeded.count)
    }

    /// Runs a closure after all earlier ones, so that a call returns after the list shows its effect.
    private func deliver(_ body: @escaping @Sendable () async -> Void) {
        delivery = Task { [former = delivery] in
            await former?.value
            await body()
        }
    }
}
