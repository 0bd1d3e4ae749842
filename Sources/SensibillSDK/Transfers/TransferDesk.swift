import APIRuntime
import Foundation

/// The desk at which documents are passed to the system, and at which the ends of their transfers arrive.
///
/// At most one transfer of a document is in progress, also if an earlier launch has started it.
final class TransferDesk: Sendable {
    private let uploads: any LastingUploads
    private let files: TransferFiles
    private let book: LockedState<TransferBook>
    private let reader: Task<Void, Never>
    private let cleanup: Task<Void, Never>

    init(_ uploads: any LastingUploads, files: TransferFiles) {
        let book = LockedState(TransferBook())
        (self.uploads, self.files, self.book) = (uploads, files, book)
        let events = uploads.events
        reader = Task {
            for await event in events {
                files.remove(event.id)
                book.withLock { $0.arrived(event.id, event.outcome) }?.open(event.outcome)
            }
        }
        cleanup = Task { files.removeAll(except: await uploads.pending()) }
    }

    deinit {
        reader.cancel()
    }

    /// Returns whether a transfer of a document is in progress, or has stored it with a response that was not used.
    func hasTransfer(of sourceId: String) async -> Bool {
        await cleanup.value
        let pending = await uploads.pending()
        return book.withLock { $0.hasTransfer(of: sourceId, pending: pending) }
    }

    /// Sends a request, or waits for the transfer of the same document that is in progress.
    ///
    /// A cancelled task leaves the transfer in progress.
    func send(
        _ request: TransportRequest,
        for scope: TransferScope
    ) async throws(TransportError) -> TransportResponse {
        // The cleanup would delete the file of the new transfer.
        await cleanup.value
        let pending = await uploads.pending()
        let mayStart = scope.mayStart
        switch book.withLock({ $0.next(for: scope.sourceId, pending: pending, mayStart: mayStart) }) {
        case .use(let outcome): return try outcome.get()
        case .wait(let name):
            let outcome = await end(of: name)
            // A transfer in progress is the latest one: if its response requires another request, no other has ended.
            scope.allowStart()
            return try outcome.get()
        case .start: return try await start(request, TransferBook.name(of: scope.sourceId, UUID().uuidString))
        case .fail: throw TransportError(.unsupported, "No transfer of the document is in progress.", sent: .nothing)
        }
    }

    /// Cancels the transfers of a document that the app has removed.
    func cancel(_ sourceId: String) async {
        book.withLock { $0.forget(sourceId) }
        for name in await uploads.pending() where TransferBook.isTransfer(name, of: sourceId) {
            await uploads.cancel(name)
        }
    }

    private func start(_ request: TransportRequest, _ name: String) async throws(TransportError) -> TransportResponse {
        var request = request
        request.body = .file(try await files.write(request.body ?? .bytes([]), of: name))
        // The system waits for a connection as long as necessary.
        request.timeout = nil
        guard !Task.isCancelled, !UploadMeter.isRemoved else {
            files.remove(name)
            throw .cancelled.with(sent: .nothing)
        }
        do {
            try await uploads.start(request, id: name)
        } catch {
            files.remove(name)
            throw error
        }
        // A removal before this line may have asked the system for transfers before this one was known.
        if UploadMeter.isRemoved { await uploads.cancel(name) }
        return try await end(of: name).get()
    }

    private func end(of name: String) async -> TransferBook.Outcome {
        let gate = ResponseGate<TransferBook.Outcome>()
        if let outcome = book.withLock({ $0.wait(for: name, gate) }) { return outcome }
        return await withTaskCancellationHandler {
            await gate.response()
        } onCancel: {
            book.withLock { $0.leave(name) }
            gate.open(.failure(.cancelled))
        }
    }
}
