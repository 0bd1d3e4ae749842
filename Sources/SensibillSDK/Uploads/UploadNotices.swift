import APIRuntime

/// The delivery of a user's events, in order and independent of the queue's work.
///
/// Streams receive an event at once. Observers receive it on the main actor, after those before it, so one that blocks
/// delays other observers, but neither the streams nor the queue.
final class UploadNotices: Sendable {
    private struct Notice: Sendable {
        let sourceId: String
        let info: DocumentUploadStatusInfo
        let occasion: Occasion
    }

    /// The reason for a delivery.
    enum Occasion: Sendable {
        /// The event has happened just now.
        case new
        /// Nobody had received the event when it was scheduled.
        case owed
        /// The app wants to receive the event again.
        case repeated
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
    ///   - occasion: The reason for the delivery.
    func send(_ sourceId: String, _ info: DocumentUploadStatusInfo, _ occasion: Occasion) {
        let notice = Notice(sourceId: sourceId, info: info, occasion: occasion)
        let (store, owner) = (store, owner)
        observers.send(.init(sourceId: sourceId, info: info, owner: owner) { Self.note(notice, in: store, owner) })
        continuation.yield(notice)
    }

    /// Schedules the delivery of the final events that no observer has received.
    func sendUndelivered() {
        for record in (try? store.records(of: owner)) ?? [] where record.owesNotice {
            if let info = record.last { send(record.sourceId, info, .owed) }
        }
    }

    /// Delivers events to the observers until the task is cancelled.
    func deliver() async {
        for await notice in notices {
            // The event that was owed may have been delivered or replaced since.
            if notice.occasion == .owed, !owes(notice) { continue }
            if await observers.tell(notice.sourceId, notice.info, of: owner) { Self.note(notice, in: store, owner) }
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
