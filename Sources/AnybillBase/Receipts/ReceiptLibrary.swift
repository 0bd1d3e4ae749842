import AnybillAPI
import Foundation

/// The receipts of the current login: keeps list, query and store in step, and tells those who publish the list.
///
/// Changes are decided and stored without a pause in between, so they never mix. Responses that belong to a former login
/// are dropped.
actor ReceiptLibrary {
    /// The list at one moment; a higher version is newer.
    struct Snapshot: Sendable {
        /// Number of the moment.
        let version: Int
        /// The receipts.
        let receipts: [Receipt]
    }

    /// Takes the list over on the main actor; `false` when there is nobody left who needs it.
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

    /// Creates a library over the store of the current login.
    init(storage: UserStorage) {
        self.storage = storage
        store = storage.current
    }

    /// State of the query, for tests.
    var queryState: ReceiptQueryState {
        loadIfNeeded()
        return query
    }
}

// MARK: - Logins

extension ReceiptLibrary {
    /// Goes over to the store of another login, or to none; the former list is gone at once.
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

    /// Goes over to no store if a login's store is the present one.
    func detach(from partition: String) async {
        guard store == nil || store?.partition == partition else { return }
        await attach(nil)
    }

    /// Begins to tell a listener, at once and at each change.
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

    /// Stores the whole list again when a damaged database has become an empty one meanwhile.
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
        // Listeners are only ever added behind, so those that were told are still the first ones.
        guard isNeeded.contains(false), listeners.count >= isNeeded.count else { return }
        listeners = zip(listeners, isNeeded).filter(\.1).map(\.0) + listeners.dropFirst(isNeeded.count)
    }

    /// Fails when the login has ended since a call was made.
    private func checkSameLogin(_ epoch: Int) throws {
        guard epoch == self.epoch else { throw ErrorMapping.noUser }
    }
}

// MARK: - Query

extension ReceiptLibrary {
    /// Begins a new query; its first page replaces the list.
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

    /// Fetches the next page of the query and adds it to the list.
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

    /// Fails when another query was begun since a continuing call was made.
    private func checkStillAsked(_ generation: Int) throws {
        guard query.isCurrent(generation) else { throw CancellationError() }
    }

    /// Makes a task that starts when all earlier ones of the query have ended.
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

    /// Makes an edit and takes its result into the list, if the receipt is in it.
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

    /// Deletes receipts and takes those that are gone out of the list, also when the call fails.
    ///
    /// - Parameters:
    ///   - ids: The receipts.
    ///   - gone: Ids that are gone after a failure.
    ///   - call: Deletes them on the service.
    /// - Throws: An ``AnybillError`` when the call fails, or what the store throws.
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
