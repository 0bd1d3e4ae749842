/// Uploads in tasks of this process, which end with the process.
///
/// For systems without background sessions, and for tests.
public final class TaskUploads: LastingUploads {
    private let transport: any HTTPTransport
    private let running = LockedState<[String: Task<Void, Never>]>([:])
    private let continuation: AsyncStream<LastingUploadEvent>.Continuation

    /// One event for each upload, for one reader.
    public let events: AsyncStream<LastingUploadEvent>

    /// Creates uploads that use a transport.
    public init(_ transport: any HTTPTransport) {
        self.transport = transport
        (events, continuation) = AsyncStream.makeStream()
    }

    deinit {
        for task in running.withLock({ $0.values }) { task.cancel() }
        continuation.finish()
    }

    /// Starts an upload.
    ///
    /// - Throws: ``TransportError`` with the code `invalidRequest` if an upload with this identifier is running, or the
    ///   request is invalid or has no file; `body` if the file cannot be read.
    public func start(_ request: TransportRequest, id: String) async throws(TransportError) {
        _ = try request.uploadedFile()
        let isNew = running.withLock { tasks in
            guard tasks[id] == nil else { return false }
            tasks[id] = task(for: request, id)
            return true
        }
        guard isNew else { throw TransportError(.invalidRequest, "An upload of this name is on its way.") }
    }

    private func task(for request: TransportRequest, _ id: String) -> Task<Void, Never> {
        Task { [transport, running, continuation] in
            let outcome: Result<TransportResponse, TransportError>
            do throws(TransportError) {
                outcome = .success(try await transport.send(request))
            } catch {
                outcome = .failure(error)
            }
            running.withLock { $0[id] = nil }
            continuation.yield(LastingUploadEvent(id: id, outcome: outcome))
        }
    }

    /// Identifiers of the running uploads.
    public func pending() async -> Set<String> { running.withLock { Set($0.keys) } }

    /// Cancels an upload.
    public func cancel(_ id: String) async {
        running.withLock { $0[id] }?.cancel()
    }
}
