import APIRuntime
import Foundation

extension UploadEngine {
    /// Cancels the transfers of documents that the app has removed, because an earlier launch may have ended before it
    /// has cancelled them.
    func cancelTransfersOfRemoved() async {
        for sourceId in (try? store.removedSourceIds()) ?? [] {
            await api.cancelTransfer(sourceId)
            try? store.forgetRemoved(sourceId)
        }
    }

    /// Sends the document with the fewest failed attempts, or waits for one.
    func sendNext() async {
        // The records that are read now include the reasons for earlier rings.
        sendingMayStart.reset()
        guard let records = try? store.records(of: owner) else { return await pause(sendingMayStart) }
        guard let next = sending.withLock({ $0.next(of: records) }) else {
            return await sendingMayStart.wait(atMost: nil, on: clock)
        }
        let tokenNumber = tokenNumber
        sending.withLock { state in
            state.streak.begin(tokenNumber)
            state.begin(next.sourceId)
            // The reasons for rings until now precede the attempt, so they must not end the delay after its failure.
            sendingMayStart.reset()
        }
        let end = await attempt(next)
        if end.isOver, let records = try? store.records(of: owner), records.contains(next) {
            let hasOther = sending.withLock { state in
                state.becameStuck(next.sourceId)
                return state.hasUnattempted(among: records)
            }
            if !hasOther { await sendingMayStart.wait(atMost: min(policy.maximumDelay, .seconds(60)), on: clock) }
            return
        }
        switch end {
        case .done: sending.withLock { $0.streak.end() }
        case .removed: return
        case .failed(let tokenFault):
            guard !Task.isCancelled else { return }
            let failures = sending.withLock { $0.streak.failed(tokenFault) }
            // If the token has changed since the request, the failure must not delay the next attempt.
            tokenChanged()
            // A document whose ring was before the attempt is not delayed by its failure.
            guard !hasUntried else { return }
            await sendingMayStart.wait(atMost: policy.delay(afterFailures: failures), on: clock)
        }
    }

    /// Whether there is a new document that no attempt has been made to send.
    private var hasUntried: Bool {
        let waiting = (try? store.records(of: owner))?.filter { $0.phase == .waiting } ?? []
        return sending.withLock { state in waiting.contains { state.isUntried($0.sourceId) } }
    }

    /// Sends a document in a task that its removal cancels.
    private func attempt(_ record: UploadRecord) async -> Attempt {
        let isQueued: @Sendable () -> Bool = { [store] in (try? store.contains(record.sourceId)) ?? true }
        // In one step: a removal comes either before and leaves no record, or finds the task.
        let task = current.withLock { current in
            let task = Task { await UploadMeter.$isQueued.withValue(isQueued) { await send(record) } }
            current = (record.sourceId, task)
            return task
        }
        defer { current.withLock { $0 = nil } }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Sends a document.
    private func send(_ record: UploadRecord) async -> Attempt {
        do throws(UploadFailure) {
            let documentId = try await upload(record)
            await change(record.sourceId) { $0.uploaded(as: documentId) }
            polling.withLock { $0.streak.end() }
            pollingMayStart.ring()
            return .done
        } catch {
            guard await change(record.sourceId, { $0.uploadFailed(error) }) else { return .removed }
            if case .refused = error { return .done }
            return .failed(error.tokenFault)
        }
    }

    /// Uploads a document with its file on the device.
    private func upload(_ record: UploadRecord) async throws(UploadFailure) -> String {
        // A file that cannot be read now, as while the device is locked, may be readable later.
        guard let file = try? store.storedFile(of: record.sourceId) else { throw .notStored }
        switch file {
        case .bytes(let content): return try await upload(record, content)
        case .damaged: return try await documentWithoutFile(record.sourceId)
        case .removed: throw .stopped
        }
    }

    /// Finds a document whose file is damaged, because an earlier attempt may have uploaded it.
    private func documentWithoutFile(_ sourceId: String) async throws(UploadFailure) -> String {
        if let id = try await uploadedDocument(sourceId) { return id }
        // The system has its own copy of the file.
        if await api.hasTransfer(of: sourceId) { throw .unknown }
        throw .refused(cause: "The document's file on this device is damaged, and the service does not have it.")
    }

    /// Uploads a document, unless an earlier attempt has.
    private func upload(_ record: UploadRecord, _ content: Data) async throws(UploadFailure) -> String {
        let isUnsent = sending.withLock { $0.start(record.sourceId) }
        if !isUnsent {
            // The service is asked after the last transfer has ended, so that no transfer can reach it afterwards.
            if let id = try await api.transferredDocument(record, content: content) { return id }
            if let id = try await uploadedDocument(record.sourceId) { return id }
        }
        do throws(UploadFailure) {
            return try await uploadMetered(record, content)
        } catch {
            // A failure of this attempt says nothing about earlier ones, which the service may still process.
            if isUnsent, error.isWithoutEffect { sending.withLock { $0.wasNotStored(record.sourceId) } }
            throw error
        }
    }

    /// Finds a document that an earlier attempt may have uploaded.
    func uploadedDocument(_ sourceId: String) async throws(UploadFailure) -> String? {
        do throws(UploadFailure) {
            return try await api.uploadedDocument(sourceId)
        } catch .refused {
            // The service refuses the question, which says nothing about the document.
            throw .unknown
        }
    }

    /// Uploads a document and reports the bytes sent.
    private func uploadMetered(_ record: UploadRecord, _ content: Data) async throws(UploadFailure) -> String {
        let listener: @Sendable (TransferProgress) -> Void = { [observers, owner] progress in
            guard progress.direction == .upload else { return }
            observers.tell(DocumentByteProgress(sourceId: record.sourceId, progress), of: owner)
        }
        // The attempt may have waited since the file was read.
        guard !UploadMeter.isRemoved else { throw .stopped }
        return try await UploadMeter.$listener.withValue(listener) { () async -> Result<String, UploadFailure> in
            do throws(UploadFailure) {
                return .success(try await api.upload(record, content: content))
            } catch {
                return .failure(error)
            }
        }.get()
    }
}

/// The order in which the documents of a queue are sent.
///
/// Makes decisions only; performs no work. Exists only while the engine runs: after a launch, every document is due.
struct SendingOrder: Sendable {
    /// The documents that the service certainly does not have.
    private var unsent: Set<String> = []
    private var untried: Set<String> = []
    /// The numbers of attempts after which documents were as before, as in a damaged file that does not find them.
    private var stuck: [String: Int] = [:]

    /// The consecutive attempts that failed.
    var streak = FailureStreak()

    /// Returns the document to send next: the oldest of those with the fewest failed attempts.
    ///
    /// A document that fails every time delays no other one.
    func next(of records: [UploadRecord]) -> UploadRecord? {
        let failures = { (record: UploadRecord) in record.setbacks + (stuck[record.sourceId] ?? 0) }
        return records.filter { $0.phase == .waiting }.min { failures($0) < failures($1) }
    }

    /// Whether one of some documents has had no failed attempt.
    func hasUnattempted(among records: [UploadRecord]) -> Bool {
        records.contains { $0.phase == .waiting && $0.setbacks == 0 && stuck[$0.sourceId] == nil }
    }

    /// Records that an attempt has ended and changed nothing.
    mutating func becameStuck(_ sourceId: String) {
        stuck[sourceId, default: 0] += 1
    }

    /// Records that a new document is about to be added to the queue.
    mutating func willAdd(_ sourceId: String) {
        unsent.insert(sourceId)
        untried.insert(sourceId)
    }

    /// Whether no attempt to send a new document has begun.
    func isUntried(_ sourceId: String) -> Bool { untried.contains(sourceId) }

    /// Begins an attempt, which may fail before it sends anything.
    mutating func begin(_ sourceId: String) {
        untried.remove(sourceId)
    }

    /// Records that an attempt sends the document now.
    ///
    /// - Returns: `false` if an earlier attempt, perhaps of an earlier launch, may have reached the service.
    mutating func start(_ sourceId: String) -> Bool {
        unsent.remove(sourceId) != nil
    }

    /// Records that the attempt did not reach the service.
    mutating func wasNotStored(_ sourceId: String) {
        unsent.insert(sourceId)
    }
}
