import SensibillSDK

/// An observer that records its events.
@MainActor
final class RecordingObserver: DocumentUploadObserver {
    private(set) var events: [(sourceId: String, payload: DocumentUploadStatusInfo)] = []
    private var waiting: [(count: Int, CheckedContinuation<Void, Never>)] = []

    /// The source ids of finished documents.
    var ended: [String] { events.filter { $0.payload.isFinal }.map(\.sourceId) }

    func onDocumentUploadServiceNotification(for sourceId: String, payload: DocumentUploadStatusInfo) {
        events.append((sourceId, payload))
        let count = ended.count
        for waiter in waiting where waiter.count <= count { waiter.1.resume() }
        waiting.removeAll { $0.count <= count }
    }

    /// Waits until a number of documents have finished.
    func ends(_ count: Int) async {
        guard ended.count < count else { return }
        await withCheckedContinuation { waiting.append((count, $0)) }
    }
}
