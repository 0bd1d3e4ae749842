import APIRuntime
import Foundation

/// A model of the system that transfers files for an app: it outlives the app's processes, and delivers the end of a
/// transfer to the one that runs then.
final class ModelUploadSystem: Sendable {
    private struct Transfer: Sendable {
        let request: TransportRequest
        var outcome: Result<TransportResponse, TransportError>?
        var isPerforming = false
    }

    private struct State: Sendable {
        var transfers: [String: Transfer] = [:]
        var launch: AsyncStream<LastingUploadEvent>.Continuation?
        var launches = 0
        var listsEnded = false
        var mostOfOneDocument = 0
        var started = 0
        var lists = 0
        var beforeStart: (@Sendable () async -> Void)?
    }

    private let state = LockedState(State())
    private let service: any HTTPTransport

    init(_ service: any HTTPTransport) {
        self.service = service
    }

    /// The largest number of transfers of one document at the same time.
    var mostOfOneDocument: Int { state.withLock { $0.mostOfOneDocument } }

    /// The number of started transfers.
    var started: Int { state.withLock { $0.started } }

    /// The names of the transfers that were not delivered.
    var names: [String] { state.withLock { $0.transfers.keys.sorted() } }

    /// Whether a transfer of a document has not ended.
    func isSending(_ sourceId: String) -> Bool {
        state.withLock { $0.transfers.contains { $0.key.hasPrefix("\(sourceId).") && $0.value.outcome == nil } }
    }

    /// The number of lists of transfers that were requested.
    var lists: Int { state.withLock { $0.lists } }

    /// Sets a closure that is called before each transfer becomes known.
    func setBeforeStart(_ action: (@Sendable () async -> Void)?) { state.withLock { $0.beforeStart = action } }

    fileprivate func awaitStart() async {
        await state.withLock { $0.beforeStart }?()
    }

    /// Whether transfers that have ended are listed until their event is delivered.
    func setListsEnded(_ isListed: Bool) { state.withLock { $0.listsEnded = isListed } }

    /// Starts a process of the app, which receives all later events; events of the former one that it has not read are
    /// lost.
    func launch() -> any LastingUploads {
        let (events, continuation) = AsyncStream<LastingUploadEvent>.makeStream()
        let number = state.withLock { state in
            state.launch = continuation
            state.launches += 1
            return state.launches
        }
        return Launch(number: number, system: self, events: events)
    }

    /// Ends the process of the app.
    func kill() {
        state.withLock { state in
            state.launch = nil
            state.launches += 1
        }
    }

    /// Sends a transfer's request to the service.
    func perform(_ name: String) async {
        let request = state.withLock { state -> TransportRequest? in
            guard let transfer = state.transfers[name], transfer.outcome == nil, !transfer.isPerforming else {
                return nil
            }
            state.transfers[name]?.isPerforming = true
            return transfer.request
        }
        guard let request else { return }
        let outcome: Result<TransportResponse, TransportError>
        do throws(TransportError) {
            outcome = .success(try await service.send(request))
        } catch {
            outcome = .failure(error)
        }
        state.withLock { $0.transfers[name]?.outcome = outcome }
    }

    /// Delivers the end of a transfer, if it has ended and the app runs.
    func deliver(_ name: String) {
        state.withLock { state in
            guard let launch = state.launch, let outcome = state.transfers[name]?.outcome else { return }
            state.transfers[name] = nil
            launch.yield(LastingUploadEvent(id: name, outcome: outcome))
        }
    }

    /// Starts a transfer; `false` for a process that was killed.
    fileprivate func start(_ request: TransportRequest, _ name: String, by launch: Int) -> Bool {
        state.withLock { state in
            guard state.launches == launch else { return false }
            state.transfers[name] = Transfer(request: request)
            state.started += 1
            let document = name.prefix { $0 != "." }
            let open = state.transfers.count { $0.key.hasPrefix(document) && $0.value.outcome == nil }
            state.mostOfOneDocument = max(state.mostOfOneDocument, open)
            return true
        }
    }

    fileprivate var pending: Set<String> {
        state.withLock { state in
            state.lists += 1
            return Set(state.transfers.filter { $0.value.outcome == nil || state.listsEnded }.keys)
        }
    }

    /// Cancels a transfer, unless the process that asks for that was killed.
    fileprivate func cancel(_ name: String, by launch: Int) {
        state.withLock { state in
            guard state.launches == launch else { return }
            if state.transfers[name]?.outcome == nil { state.transfers[name]?.outcome = .failure(.cancelled) }
        }
    }
}

/// The uploads of one process of the app.
private struct Launch: LastingUploads {
    let number: Int
    let system: ModelUploadSystem
    let events: AsyncStream<LastingUploadEvent>

    func start(_ request: TransportRequest, id: String) async throws(TransportError) {
        await Task.yield()
        await system.awaitStart()
        guard system.start(request, id, by: number) else { throw .cancelled }
    }

    func pending() async -> Set<String> {
        await Task.yield()
        return system.pending
    }

    func cancel(_ id: String) async { system.cancel(id, by: number) }
}
