import AnybillAPI
import Foundation

/// The receipts of the current login; keeps list, query and store consistent and notifies the publishers of the list.
///
/// Changes are made and stored without a suspension point in between, so they never interleave. Responses for a former
/// login are discarded.
actor ReceiptLibrary {
    /// A version of the list; a higher number is newer.
    struct Snapshot: Sendable {
        /// The number of the version.
        let version: Int
        /// The receipts.
        let receipts: [Receipt]
    }

    /// A closure that receives the list on the main actor and returns `false` when it is no longer needed.
    typealias Listener = @MainActor @Sendable (Snapshot) -> Bool

    private let storage: UserStorage
    private var store: UserStore?
    private var list = ReceiptCollection()
    private var query = ReceiptQueryState()
    private var needsLoading = true
    private var epoch = 0
    private var version = 0
    private var listeners: [Listener] = []
    private var freshStarts = 0

    private var lastQuery: Task<Void, Never>?
    private var continuations: [Task<ContinuationReceiptList, any Error>] = []

    /// Creates a library with the store of the current login.
    init(storage: UserStorage) {
        self.storage = storage
        store = storage.current
    }

    /// The state of the query, for tests.
    var queryState: ReceiptQueryState {
        loadIfNeeded()
        return query
    }
}

// MARK: - Logins

extension ReceiptLibrary {
    /// Switches to the store of another login, or to none; the former list is removed at once.
    func attach(_ store: UserStore?) async {
        self.store = store
        epoch += 1
        list = ReceiptCollection()
        query = ReceiptQueryState()
        needsLoading = store != nil
        freshStarts = 0
        for task in continuations { task.cancel() }
        continuations = []
        loadIfNeeded()
        await publish()
    }

    /// Switches to no store if the given login is the current one.
    func detach(from partition: String) async {
        guard store == nil || store?.partition == partition else { return }
        await attach(nil)
    }

    /// Adds a listener, which is called at once and after each change.
    func add(_ listener: @escaping Listener) async {
        loadIfNeeded()
        listeners.append(listener)
        await publish()
    }

    private func loadIfNeeded() {
        guard needsLoading, let store else { return }
        needsLoading = false
        list = ReceiptCollection((try? store.receipts()) ?? [])
        query.restore(try? store.query())
    }

    /// Stores the whole list again if a damaged database has been replaced by an empty one in the meantime.
    private func storeAgain() {
        guard let store, store.freshStarts != freshStarts else { return }
        freshStarts = store.freshStarts
        guard let running = query.query else { return }
        try? store.replaceAll(by: list.receipts, query: running)
    }

    private func publish() async {
        storeAgain()
        version += 1
        let snapshot = Snapshot(version: version, receipts: list.receipts)
        let current = listeners
        let isNeeded = await MainActor.run { current.map { $0(snapshot) } }
        // New listeners are always appended, so the notified ones are still the first.
        guard isNeeded.contains(false), listeners.count >= isNeeded.count else { return }
        listeners = zip(listeners, isNeeded).filter(\.1).map(\.0) + listeners.dropFirst(isNeeded.count)
    }

    /// Throws an error if the login has ended since a call was made.
    private func checkSameLogin(_ epoch: Int) throws {
        guard epoch == self.epoch else { throw ErrorMapping.noUser }
    }
}

// MARK: - Query

extension ReceiptLibrary {
    /// Starts a new query; its first page replaces the list.
    ///
    /// - Throws: The error of the call, an error of the store, or `CancellationError`.
    func initiate(
        _ calls: ReceiptCalls,
        take: Int,
        orderBy: OrderBy,
        orderDirection: OrderDirection
    ) async throws -> ContinuationReceiptList {
        query.beganInitiating()
        for task in continuations { task.cancel() }
        continuations = []
        let task = enqueue {
            try await self.begin(calls, take: take, orderBy: orderBy, orderDirection: orderDirection)
        }
        return try await value(of: task)
    }

    /// Fetches the next page of the query and appends it to the list.
    ///
    /// - Throws: The error of the call, an error of the store, or `CancellationError` if another query was started.
    func proceed(_ calls: ReceiptCalls, take: Int) async throws -> ContinuationReceiptList {
        let generation = query.generation
        let task = enqueue { try await self.fetchNext(calls, take: take, generation: generation) }
        continuations.append(task)
        defer { continuations.removeAll { $0 == task } }
        return try await value(of: task)
    }

    private func begin(
        _ calls: ReceiptCalls,
        take: Int,
        orderBy: OrderBy,
        orderDirection: OrderDirection
    ) async throws -> ContinuationReceiptList {
        loadIfNeeded()
        let epoch = epoch
        let page = try await calls.page(
            take: take,
            orderBy: orderBy,
            orderDirection: orderDirection,
            continuationToken: nil
        )
        try checkSameLogin(epoch)
        var state = query
        try store?.replaceAll(by: page.receipts, query: state.began(by: orderBy, orderDirection, page: page))
        query = state
        list = ReceiptCollection(page.receipts)
        await publish()
        return page
    }

    private func fetchNext(_ calls: ReceiptCalls, take: Int, generation: Int) async throws -> ContinuationReceiptList {
        loadIfNeeded()
        let epoch = epoch
        try checkStillAsked(generation)
        switch query.step {
        case .initiate: return try await begin(calls, take: take, orderBy: .date, orderDirection: .descending)
        case .finished: return ContinuationReceiptList(receipts: [], totalCount: query.query?.totalCount)
        case .fetch(let running):
            let page = try await calls.page(
                take: take,
                orderBy: running.orderBy,
                orderDirection: running.orderDirection,
                continuationToken: running.continuationToken
            )
            try checkSameLogin(epoch)
            try checkStillAsked(generation)
            try await add(page)
            return page
        }
    }

    private func add(_ page: ContinuationReceiptList) async throws {
        var state = query
        if let continued = state.continued(with: page) { try store?.append(page.receipts, query: continued) }
        query = state
        list.append(page.receipts)
        await publish()
    }

    /// Throws an error if another query was started since a continuing call was made.
    private func checkStillAsked(_ generation: Int) throws {
        guard query.isCurrent(generation) else { throw CancellationError() }
    }

    /// Creates a task that starts when all earlier tasks of the query have ended.
    private func enqueue(
        _ work: @escaping @Sendable () async throws -> ContinuationReceiptList
    ) -> Task<ContinuationReceiptList, any Error> {
        let former = lastQuery
        let task = Task {
            await former?.value
            try Task.checkCancellation()
            return try await work()
        }
        lastQuery = Task { _ = await task.result }
        return task
    }

    private func value(of task: Task<ContinuationReceiptList, any Error>) async throws -> ContinuationReceiptList {
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

// MARK: - Single receipts

extension ReceiptLibrary {
    /// Fetches a page outside the query and merges it into the list.
    ///
    /// - Throws: The error of the call, an error of the store, or an ``AnybillError`` if the login has ended.
    func page(
        _ calls: ReceiptCalls,
        take: Int,
        orderBy: OrderBy,
        orderDirection: OrderDirection,
        continuationToken: String?
    ) async throws -> ContinuationReceiptList {
        let epoch = epoch
        let page = try await calls.page(
            take: take,
            orderBy: orderBy,
            orderDirection: orderDirection,
            continuationToken: continuationToken
        )
        try checkSameLogin(epoch)
        loadIfNeeded()
        var merged = list
        let changes = merged.merge(page.receipts, direction: query.query?.orderDirection ?? orderDirection)
        try store?.apply(changes)
        list = merged
        await publish()
        return page
    }

    /// Performs an edit and updates the receipt in the list, if the list contains it.
    ///
    /// - Throws: The error of the call, an error of the store, or an ``AnybillError`` if the login has ended.
    func edit(_ call: @Sendable () async throws -> Receipt) async throws -> Receipt {
        let epoch = epoch
        let receipt = try await call()
        try checkSameLogin(epoch)
        loadIfNeeded()
        guard list.contains(receipt.id) else { return receipt }
        try store?.apply([.replaced(receipt)])
        _ = list.replace(receipt)
        await publish()
        return receipt
    }

    /// Deletes receipts and removes the deleted ones from the list, even if the call fails.
    ///
    /// - Parameters:
    ///   - ids: The ids of the receipts.
    ///   - gone: A closure that returns the ids that were deleted despite a failure.
    ///   - call: A closure that deletes the receipts at the service.
    /// - Throws: An ``AnybillError`` if the call fails, or an error of the store.
    func delete(
        _ ids: [String],
        gone: @Sendable (any AnybillError) -> [String],
        _ call: @Sendable () async throws -> Void
    ) async throws {
        let epoch = epoch
        do {
            try await call()
        } catch {
            let failure = ErrorMapping.error(for: error)
            if epoch == self.epoch { try? await remove(gone(failure)) }
            throw failure
        }
        try checkSameLogin(epoch)
        try await remove(ids)
    }

    private func remove(_ ids: [String]) async throws {
        loadIfNeeded()
        var state = query
        var shortened = list
        let removed = shortened.remove(ids)
        guard !removed.isEmpty else { return }
        try store?.remove(removed, query: state.removed(removed.count))
        query = state
        list = shortened
        await publish()
    }
}
