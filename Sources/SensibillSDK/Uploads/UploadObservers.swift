import APIRuntime

/// The observers of uploads.
final class UploadObservers: Sendable {
    /// An event with a closure that the listener calls when it has handled the event.
    struct Notice: Sendable {
        let sourceId: String
        let info: DocumentUploadStatusInfo
        let taken: @Sendable () -> Void
    }

    private struct State {
        var observers: [String: WeakObserver] = [:]
        var streams: [Int: AsyncStream<Notice>.Continuation] = [:]
        var meters: [Int: AsyncStream<DocumentByteProgress>.Continuation] = [:]
        var lastStream = 0
        var arrival: (@Sendable () -> Void)?
    }

    private let state = LockedState(State())

    /// Adds an observer and replaces any observer with the same key.
    func add(_ observer: any DocumentUploadObserver, for key: String) {
        let observer = WeakObserver(observer)
        state.withLock { $0.observers[key] = observer }
        announceArrival()
    }

    /// Removes an observer.
    func remove(forKey key: String) {
        state.withLock { _ = $0.observers.removeValue(forKey: key) }
    }

    /// Sets the closure that is called when an observer or a stream is added.
    func onArrival(_ action: (@Sendable () -> Void)?) {
        state.withLock { $0.arrival = action }
    }

    /// Returns a stream of future events.
    func stream() -> AsyncStream<Notice> {
        let (stream, continuation) = AsyncStream.makeStream(of: Notice.self)
        let id = state.withLock { state in
            state.lastStream += 1
            state.streams[state.lastStream] = continuation
            return state.lastStream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.streams.removeValue(forKey: id) }
        }
        announceArrival()
        return stream
    }

    /// Returns a stream of upload progress from now on; a slow reader receives only the latest 64 values.
    func byteStream() -> AsyncStream<DocumentByteProgress> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: DocumentByteProgress.self,
            bufferingPolicy: .bufferingNewest(64)
        )
        let id = state.withLock { state in
            state.lastStream += 1
            state.meters[state.lastStream] = continuation
            return state.lastStream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.meters.removeValue(forKey: id) }
        }
        return stream
    }

    /// Delivers upload progress to all byte streams.
    func tell(_ progress: DocumentByteProgress) {
        for meter in state.withLock({ Array($0.meters.values) }) { meter.yield(progress) }
    }

    /// Delivers an event to all observers and streams.
    ///
    /// - Parameters:
    ///   - sourceId: The source id of the document.
    ///   - info: The event.
    ///   - taken: A closure that a listener of a stream calls when it has handled the event.
    /// - Returns: Whether an observer has received the event.
    @MainActor
    func tell(_ sourceId: String, _ info: DocumentUploadStatusInfo, taken: @escaping @Sendable () -> Void) -> Bool {
        let (observers, streams) = state.withLock { state in
            (state.observers.values.compactMap { $0 }, Array(state.streams.values))
        }
        for stream in streams { stream.yield(Notice(sourceId: sourceId, info: info, taken: taken)) }
        let present = observers.compactMap(\.value)
        for observer in present { observer.onDocumentUploadServiceNotification(for: sourceId, payload: info) }
        return !present.isEmpty
    }

    private func announceArrival() {
        state.withLock { $0.arrival }?()
    }
}

// Unchecked because the observer's class need not be Sendable: the reference never changes, and the object is used only
// on the main actor, to which its protocol is isolated.

/// A weak reference to an observer.
private final class WeakObserver: @unchecked Sendable {
    private weak var observer: (any DocumentUploadObserver)?

    init(_ observer: any DocumentUploadObserver) {
        self.observer = observer
    }

    /// The observer; `nil` after it has been deallocated.
    @MainActor var value: (any DocumentUploadObserver)? { observer }
}
