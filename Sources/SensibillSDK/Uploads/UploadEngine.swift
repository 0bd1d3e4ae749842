import APIRuntime
import Foundation

/// An engine that processes one user's queue: it sends documents one at a time and polls for those that are being read.
final class UploadEngine: Sendable {
    let owner: String
    let store: UploadStore
    let api: any UploadAPI
    let policy: UploadPolicy
    let clock: any Clock<Duration>
    let observers: UploadObservers
    private let notices: UploadNotices
    private let token: SessionToken?
    private let work = LockedState(Work())

    /// The end of an attempt to send a document.
    enum Attempt: Sendable {
        /// The service has the document, or the document cannot be uploaded.
        case done
        /// The app has removed the document.
        case removed
        /// The attempt says nothing about the document.
        case failed(TokenFault?)

        /// Whether the document should no longer be sent.
        var isOver: Bool {
            if case .failed = self { false } else { true }
        }
    }

    /// The tasks of a started engine.
    private struct Work {
        var sending: Task<Void, Never>?
        var others: [Task<Void, Never>] = []
    }

    /// Signals that a document should be sent before the current delay ends.
    let sendingMayStart = Alarm()
    /// Signals that a status should be requested before the current delay ends.
    let pollingMayStart = Alarm()
    /// The attempt to send a document that is in progress.
    let current = LockedState<(sourceId: String, task: Task<Attempt, Never>)?>(nil)
    /// The order of the sending attempts.
    let sending = LockedState(SendingOrder())
    /// The order of the status requests.
    let polling = LockedState(PollingOrder())
    /// Gives the events of a document the order of the changes of its record, which several tasks make.
    private let changing = LockedState(())

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - owner: The user whose queue is processed.
    ///   - store: The store of the queue.
    ///   - api: The operations of the service.
    ///   - observers: The observers of the uploads.
    ///   - policy: The delays and the sources of hints.
    ///   - token: The token of the user's session, whose changes end delays; `nil` for none.
    ///   - clock: The clock that measures the delays.
    init(
        owner: String,
        store: UploadStore,
        api: any UploadAPI,
        observers: UploadObservers,
        policy: UploadPolicy,
        token: SessionToken? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.owner = owner
        self.store = store.session()
        self.api = api
        self.observers = observers
        self.policy = policy
        self.token = token
        self.clock = clock
        notices = UploadNotices(owner: owner, store: self.store, observers: observers)
    }

    /// Starts processing the queue.
    ///
    /// - Parameter predecessor: The end of the engine that processed the queue before. Sending waits for it, because a
    ///   request that is being cancelled may still reach the service.
    func start(after predecessor: Task<Void, Never>? = nil) {
        observers.begin(owner)
        observers.onArrival { [weak self] in self?.sendUndelivered() }
        token?.onChange { [weak self] in self?.tokenChanged() }
        let sending = Task {
            await predecessor?.value
            await self.cancelTransfersOfRemoved()
            await repeatedly { await self.sendNext() }
        }
        var others = [
            Task { await repeatedly { await self.pollNext() } },
            Task { await notices.deliver() },
        ]
        if let connectivity = policy.connectivity {
            others.append(
                Task { for await isReachable in connectivity.changes() where isReachable { self.retryNow() } }
            )
        }
        work.withLock { [others] in $0 = Work(sending: sending, others: others) }
        sendUndelivered()
    }

    /// Schedules the delivery of the events that no observer has received, after those of changes that are being stored.
    private func sendUndelivered() {
        changing.withLock { _ in notices.sendUndelivered() }
    }

    /// Stops the engine and releases the folder, without waiting for a request or an observer.
    ///
    /// The user's next engine resumes an interrupted upload. A result that arrives later is dropped.
    ///
    /// - Returns: A task that ends when the engine's last, cancelled attempt to send a document has ended.
    @discardableResult
    func stop() -> Task<Void, Never> {
        observers.onArrival(nil)
        token?.onChange(nil)
        let work = work.withLock { work in
            defer { work = Work() }
            return work
        }
        work.sending?.cancel()
        for task in work.others { task.cancel() }
        store.release()
        // Not of the others: an observer may block the delivery of events.
        return Task { await work.sending?.value }
    }

    /// Adds a document to the store and sends it.
    ///
    /// - Throws: An error of the storage; the document is not added.
    func add(_ record: UploadRecord, content: Data) throws {
        // Before the loop can see the record: afterwards, an attempt may already have sent it.
        sending.withLock { $0.willAdd(record.sourceId) }
        try store.add(record, content: content, owner: owner)
        // In one step: after the attempt has begun, the ring would end the delay that follows its failure.
        sending.withLock { state in
            if state.isUntried(record.sourceId) { sendingMayStart.ring() }
        }
    }

    /// Deletes a document, and cancels the attempt to send it.
    ///
    /// - Returns: `false` if there is no such document.
    /// - Throws: An error of the storage; the document is not deleted.
    func remove(_ sourceId: String) throws -> Bool {
        guard try store.remove(sourceId, owner: owner) else { return false }
        current.withLock { $0?.sourceId == sourceId ? $0?.task : nil }?.cancel()
        Task { [api] in await api.cancelTransfer(sourceId) }
        return true
    }

    /// Ends the current delays, because the network has changed.
    func retryNow() {
        sending.withLock { $0.streak.end() }
        polling.withLock { $0.streak.end() }
        sendingMayStart.ring()
        pollingMayStart.ring()
    }

    /// Ends the current delays whose reason the user's token removes.
    func tokenChanged() {
        guard let token else { return }
        if sending.withLock({ $0.streak }).isEnded(by: token) {
            sending.withLock { $0.streak.end() }
            sendingMayStart.ring()
        }
        if polling.withLock({ $0.streak }).isEnded(by: token) {
            polling.withLock { $0.streak.end() }
            pollingMayStart.ring()
        }
    }

    /// The number of the user's current token.
    var tokenNumber: Int { token?.number ?? 0 }

    /// Delivers the last event of a document to the observers again.
    func renotify(_ sourceId: String, _ info: DocumentUploadStatusInfo) {
        notices.send(sourceId, info, .repeated)
    }

    /// Stores a change and notifies the observers.
    ///
    /// - Returns: `false` if the app has removed the document.
    @discardableResult
    func change(_ sourceId: String, _ change: @Sendable (inout UploadRecord) -> Void) async -> Bool {
        do {
            let record = try changing.withLock { _ in
                let record = try store.update(sourceId, owner: owner, change)
                if let record, let info = record.last, !record.isNotified { notices.send(sourceId, info, .new) }
                return record
            }
            if record == nil { return false }
        } catch is UploadStoreReleased {
            return true
        } catch {
            try? await clock.sleep(for: min(policy.maximumDelay, .seconds(60)))
        }
        return true
    }

    /// Waits after a failure of the store, so that a full disk does not cause a busy loop.
    func pause(_ alarm: Alarm) async {
        await alarm.wait(atMost: min(policy.maximumDelay, .seconds(60)), on: clock)
    }

    private func repeatedly(_ step: () async -> Void) async {
        while !Task.isCancelled { await step() }
    }
}
