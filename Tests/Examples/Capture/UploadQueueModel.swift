import Foundation
import SensibillSDK

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The queue of captured pictures, with the state of each.
///
/// The SDK stores each picture before it sends it, so the queue continues after the app was terminated or offline.
@MainActor
final class UploadQueueModel: ObservableObject {
    /// The pictures, newest first.
    @Published private(set) var items: [UploadItem] = []

    /// A sentence for the user about the last failure; `nil` if there is none.
    @Published var failure: String?

    private let sdk: SensibillSDK

    /// The pictures that the user has removed, for which a notification may still be on its way.
    private var removed: Set<String> = []

    private var uploads: DocumentUploadService { sdk.documentUploadService }

    /// Creates a queue of a started SDK.
    init(sdk: SensibillSDK = .shared) {
        self.sdk = sdk
    }

    /// Shows the pictures of the last launch, and follows all pictures from now on.
    func resume() {
        uploads.addObserver(self, for: "queue")
        report {
            for id in try uploads.allSourceIds().sorted() {
                insert(id)
                try uploads.renotify(sourceId: id)
            }
        }
    }

    /// Ends following the pictures, and shows none, because the user has signed out.
    func clear() {
        uploads.removeObserver(forKey: "queue")
        items = []
    }

    /// Follows the bytes of the pictures that are being sent, until the task is cancelled.
    func followProgress() async {
        for await progress in uploads.byteProgress {
            update(progress.sourceId) { $0.apply(progress) }
        }
    }

    /// Adds a picture: a JPEG, PNG, GIF or PDF of at most 5 MB.
    func add(_ picture: Data, title: String) {
        report {
            let metadata = DocumentMetadata(documentType: .receipt, documentDescription: title)
            insert(try uploads.add(source: picture, metadata: metadata).get(), title: title)
        }
    }

    /// Sends a picture again that the service has refused.
    func retry(_ item: UploadItem) {
        report {
            try uploads.retry(sourceId: item.id)
            update(item.id) { $0.state = .waiting }
        }
    }

    /// Removes a picture from the queue.
    ///
    /// A document that the service already has remains there.
    func remove(_ item: UploadItem) {
        report {
            do {
                try uploads.remove(sourceId: item.id)
            } catch SensibillSDK.ServiceError.unknownSource {
                // The SDK forgets a picture by itself when the app has received its last notification.
            }
            removed.insert(item.id)
            items.removeAll { $0.id == item.id }
        }
    }

    /// Returns what the service has read from a picture; `nil` if it has not read it, or after a failure.
    func receipt(of item: UploadItem) async -> ScannedReceipt? {
        guard case .read(let documentID) = item.state, let client = sdk.apiClient else { return nil }
        do {
            let document = try await client.documents.document(id: documentID).value()
            failure = nil
            return document.document?.content.map(ScannedReceipt.init)
        } catch {
            failure = error.localizedDescription
            return nil
        }
    }

    private func insert(_ id: String, title: String = "Receipt") {
        guard !removed.contains(id), !items.contains(where: { $0.id == id }) else { return }
        items.insert(UploadItem(id: id, title: title), at: 0)
    }

    private func update(_ id: String, _ change: (inout UploadItem) -> Void) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        change(&items[index])
    }

    private func report(_ step: () throws -> Void) {
        do {
            try step()
            failure = nil
        } catch {
            failure = error.localizedDescription
        }
    }
}

extension UploadQueueModel: DocumentUploadObserver {
    func onDocumentUploadServiceNotification(for sourceId: String, payload: DocumentUploadStatusInfo) {
        insert(sourceId)
        update(sourceId) { $0.apply(payload) }
    }
}
