import APIRuntime
import Foundation

/// An engine that processes one user's queue: it sends documents one at a time and polls for those that are being read.
final class UploadEngine: Sendable {
    let owner: String
    let store: UploadStore
    private let api: any UploadAPI
    private let observers: UploadObservers
    private let policy: UploadPolicy
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let added = Alarm()
    private let accepted = Alarm()
    private let arrived = Alarm()
    private let work = LockedState<[Task<Void, Never>]>([])
    /// The documents whose final event is being delivered, and whether another delivery was requested in the meantime.
    private let tellingEnds = LockedState<[String: Bool]>([:])

    init(
        owner: String,
        store: UploadStore,
        api: any UploadAPI,
        observers: UploadObservers,
        policy: UploadPolicy,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.owner = owner
        self.store = store
        self.api = api
        self.observers = observers
        self.policy = policy
        self.clock = clock
        self.now = now
    }

    /// Starts processing the queue.
    func start() {
        observers.onArrival { [arrived] in arrived.ring() }
        let loops = [
            Task { await repeatedly { await self.sendNext() } },
            Task { await repeatedly { await self.askForStates() } },
            Task { await repeatedly { await self.tellEnds() } },
        ]
        work.withLock { $0 = loops }
    }

    /// Stops the engine and releases the folder; the user's next engine resumes an interrupted upload.
    func stop() async {
        observers.onArrival(nil)
        let loops = work.withLock { loops in
            defer { loops = [] }
            return loops
        }
        for loop in loops { loop.cancel() }
        for loop in loops { await loop.value }
        store.release()
    }

    /// Wakes the engine after a document was added to the store.
    func wake() {
        added.ring()
    }

    /// Delivers an event to the observers and records its delivery in the store.
    func tell(_ sourceId: String, _ info: DocumentUploadStatusInfo) async {
        guard info.isFinal else { return await pass(sourceId, info) }
        // A search for undelivered final events may find one that is being delivered or has been delivered since.
        let isFirst = tellingEnds.withLock { telling in
            let isFirst = telling[sourceId] == nil
            telling[sourceId] = !isFirst
            return isFirst
        }
        guard isFirst else { return }
        var comesAgain = true
        while comesAgain {
            if owesNotice(sourceId) { await pass(sourceId, info) }
            // The request may have come from an observer that was added after the delivery started.
            comesAgain = tellingEnds.withLock { telling in
                let comesAgain = telling[sourceId] == true
                telling[sourceId] = comesAgain ? false : nil
                return comesAgain
            }
        }
    }

    private func owesNotice(_ sourceId: String) -> Bool {
        let records = try? store.records(of: owner)
        return records?.contains { $0.sourceId == sourceId && $0.owesNotice } ?? true
    }

    private func pass(_ sourceId: String, _ info: DocumentUploadStatusInfo) async {
        let isTold = await observers.tell(sourceId, info) { [store, owner] in
            Self.note(sourceId, info, in: store, owner)
        }
        if isTold { Self.note(sourceId, info, in: store, owner) }
    }

    private func repeatedly(_ step: () async -> Void) async {
        while !Task.isCancelled { await step() }
    }

    private static func note(
        _ sourceId: String,
        _ info: DocumentUploadStatusInfo,
        in store: UploadStore,
        _ owner: String
    ) {
        // If this cannot be stored, the observer is notified again: delivery is guaranteed at least once.
        _ = try? store.update(sourceId, owner: owner) { $0.notified(of: info) }
    }
}

// MARK: - Sending

extension UploadEngine {
    /// Sends the next document that is due, or waits for one.
    private func sendNext() async {
        guard let records = try? store.records(of: owner) else { return await pause(added) }
        let waiting = records.filter { $0.phase == .waiting }
        guard let next = waiting.min(by: { $0.dueAt < $1.dueAt }) else {
            return await added.wait(atMost: nil, on: clock)
        }
        let wait = next.dueAt.timeIntervalSince(now())
        guard wait <= 0 else { return await added.wait(atMost: .seconds(wait), on: clock) }
        await send(next)
    }

    private func send(_ record: UploadRecord) async {
        do throws(UploadFailure) {
            guard let content = try? store.content(of: record.sourceId) else { return await pause(added) }
            let documentId = try await upload(record, content)
            await change(record.sourceId) { $0.uploaded(as: documentId) }
            accepted.ring()
        } catch {
            guard error != .stopped else { return }
            let (policy, now) = (policy, now())
            await change(record.sourceId) { $0.uploadFailed(error, policy: policy, now: now) }
        }
    }

    /// Uploads a document and reports the bytes sent.
    private func upload(_ record: UploadRecord, _ content: Data) async throws(UploadFailure) -> String {
        let listener: @Sendable (TransferProgress) -> Void = { [observers] progress in
            guard progress.direction == .upload else { return }
            observers.tell(DocumentByteProgress(sourceId: record.sourceId, progress))
        }
        return try await UploadMeter.$listener.withValue(listener) { () async -> Result<String, UploadFailure> in
            do throws(UploadFailure) {
                return .success(try await api.upload(record, content: content))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// Stores a change and notifies the observers.
    private func change(_ sourceId: String, _ change: @Sendable (inout UploadRecord) -> Void) async {
        do {
            guard let record = try store.update(sourceId, owner: owner, change), let info = record.last,
                !record.isNotified
            else { return }
            await tell(sourceId, info)
        } catch {
            await pause(added)
        }
    }

    /// Waits after a failure of the store, so that a full disk does not cause a busy loop.
    private func pause(_ alarm: Alarm) async {
        await alarm.wait(atMost: policy.maximumDelay, on: clock)
    }
}

// MARK: - Processing status

extension UploadEngine {
    /// Requests the status of the oldest documents that are being read, or waits for such documents.
    private func askForStates() async {
        guard let records = try? store.records(of: owner) else { return await pause(accepted) }
        let pending = records.filter { $0.documentId != nil }
        guard !pending.isEmpty else { return await accepted.wait(atMost: nil, on: clock) }
        let hasNews = await ask(Array(pending.prefix(10)))
        if !hasNews { try? await clock.sleep(for: policy.pollInterval) }
    }

    /// Requests the status of at most ten documents; `false` if nothing has changed.
    private func ask(_ records: [UploadRecord]) async -> Bool {
        do throws(UploadFailure) {
            let outcomes = try await api.outcomes(of: records.compactMap(\.documentId), timeout: policy.pollTimeout)
            for record in records {
                guard let id = record.documentId, let isSuccess = outcomes[id] else { continue }
                await change(record.sourceId) { $0.processed(successfully: isSuccess) }
            }
            return !outcomes.isEmpty
        } catch .permanent {
            return await separate(records)
        } catch {
            try? await clock.sleep(for: policy.delay(afterFailures: 2))
            return false
        }
    }

    /// Requests the status of each document separately, so that a document that the service rejects does not block the
    /// others.
    private func separate(_ records: [UploadRecord]) async -> Bool {
        guard records.count > 1 else {
            for record in records { await change(record.sourceId) { $0.processed(successfully: false) } }
            return true
        }
        var hasNews = false
        for record in records where !Task.isCancelled {
            if await ask([record]) { hasNews = true }
        }
        return hasNews
    }
}

// MARK: - Undelivered final events

extension UploadEngine {
    /// Delivers the final events that no observer has received, then waits for a new observer.
    private func tellEnds() async {
        for record in (try? store.records(of: owner)) ?? [] where record.owesNotice {
            guard !Task.isCancelled, let info = record.last else { return }
            await tell(record.sourceId, info)
        }
        await arrived.wait(atMost: nil, on: clock)
    }
}
