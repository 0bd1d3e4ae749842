import APIRuntime

/// The delivery of a user's events to the observers, in order, independent of the queue's work.
final class UploadNotices: Sendable {
    private struct Notice: Sendable {
        let sourceId: String
        let info: DocumentUploadStatusInfo
        let isRepeated: Bool
    }

    private let owner: String
    private let store: UploadStore
    private let observers: UploadObservers
    private let notices: AsyncStream<Notice>
    private let continuation: AsyncStream<Notice>.Continuation

    init(owner: String, store: UploadStore, observers: UploadObservers) {
        self.owner = owner
        self.store = store
        self.observers = observers
        (notices, continuation) = AsyncStream.makeStream()
    }

    /// Schedules the delivery of an event.
    ///
    /// - Parameters:
    ///   - sourceId: The document.
    ///   - info: The event.
    ///   - isRepeated: Whether to deliver a final event that has been delivered before.
    func send(_ sourceId: String, _ info: DocumentUploadStatusInfo, isRepeated: Bool = false) {
        continuation.yield(Notice(sourceId: sourceId, info: info, isRepeated: isRepeated))
    }

    /// Schedules the delivery of the final events that no observer has received.
    func sendUndelivered() {
        for record in (try? store.records(of: owner)) ?? [] where record.owesNotice {
            if let info = record.last { send(record.sourceId, info) }
        }
    }

    /// Delivers events until the task is cancelled.
    func deliver() async {
        for await notice in notices {
            // A final event may have been scheduled twice, and delivered or replaced since.
            guard notice.isRepeated || !notice.info.isFinal || owes(notice) else { continue }
            let (store, owner) = (store, owner)
            let isReceived = await observers.tell(notice.sourceId, notice.info) { Self.note(notice, in: store, owner) }
            if isReceived { Self.note(notice, in: store, owner) }
        }
    }

    private func owes(_ notice: Notice) -> Bool {
        let records = try? store.records(of: owner)
        return records?.contains { $0.sourceId == notice.sourceId && $0.owesNotice && $0.last == notice.info } ?? true
    }

    private static func note(_ notice: Notice, in store: UploadStore, _ owner: String) {
        // If this cannot be stored, the observer is notified again: delivery is guaranteed at least once.
        _ = try? store.update(notice.sourceId, owner: owner) { $0.notified(of: notice.info) }
    }
}
