import SensibillSDK

/// An observer that records its events.
@MainActor
final class RecordingObserver: DocumentUploadObserver {
    private(set) var events: [(sourceId: String, payload: DocumentUploadStatusInfo)] = []
    private var waiting: [(id: Int, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private var lastID = 0

    /// The source ids of finished documents.
    var ended: [String] { events.filter { $0.payload.isFinal }.map(\.sourceId) }

    func onDocumentUploadServiceNotification(for sourceId: String, payload: DocumentUploadStatusInfo) {
        events.append((sourceId, payload))
        let count = ended.count
        release { $0.count <= count }
    }

    /// Waits until a number of documents have finished, or until the task is cancelled, as at the time limit of a test.
    func ends(_ count: Int) async {
        guard ended.count < count else { return }
        lastID += 1
        let id = lastID
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting.append((id, count, $0)) }
        } onCancel: {
            Task { @MainActor in release { $0.id == id } }
        }
    }

    private func release(_ isReady: ((id: Int, count: Int, continuation: CheckedContinuation<Void, Never>)) -> Bool) {
        let ready = waiting.filter(isReady)
        waiting.removeAll(where: isReady)
        for waiter in ready { waiter.continuation.resume() }
    }
}
