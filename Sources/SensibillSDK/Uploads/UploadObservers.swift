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
        var arrival: (@Sendable () -> Void)?
    }

    private let state = LockedState(State())
    private let notices = Broadcast<Notice>()
    private let progress = Broadcast<DocumentByteProgress>(keepingNewest: 64)

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
        let stream = notices.stream()
        announceArrival()
        return stream
    }

    /// Returns a stream of upload progress from now on; a slow reader receives only the latest 64 values.
    func byteStream() -> AsyncStream<DocumentByteProgress> {
        progress.stream()
    }

    /// Delivers upload progress to all byte streams.
    func tell(_ progress: DocumentByteProgress) {
        self.progress.send(progress)
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
        let observers = state.withLock { Array($0.observers.values) }
        notices.send(Notice(sourceId: sourceId, info: info, taken: taken))
        let present = observers.compactMap(\.value)
        for observer in present { observer.onDocumentUploadServiceNotification(for: sourceId, payload: info) }
        return !present.isEmpty
    }

    private func announceArrival() {
        state.withLock { $0.arrival }?()
    }
}

/// A weak reference to an observer.
///
/// Unchecked because the observer's class need not be Sendable: the reference never changes, and the object is used
/// only on the main actor, to which its protocol is isolated.
private final class WeakObserver: @unchecked Sendable {
    private weak var observer: (any DocumentUploadObserver)?

    init(_ observer: any DocumentUploadObserver) {
        self.observer = observer
    }

    /// The observer; `nil` after it has been deallocated.
    @MainActor var value: (any DocumentUploadObserver)? { observer }
}
