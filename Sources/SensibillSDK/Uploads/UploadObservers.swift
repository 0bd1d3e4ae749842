import APIRuntime

/// Who is told about uploads.
final class UploadObservers: Sendable {
    /// An event on its way to a listener, who says when it was taken.
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

    /// Adds an observer; the former one of the key is forgotten.
    func add(_ observer: any DocumentUploadObserver, for key: String) {
        let observer = WeakObserver(observer)
        state.withLock { $0.observers[key] = observer }
        announceArrival()
    }

    /// Forgets an observer.
    func remove(forKey key: String) {
        state.withLock { _ = $0.observers.removeValue(forKey: key) }
    }

    /// Sets what is done when somebody begins to listen.
    func onArrival(_ action: (@Sendable () -> Void)?) {
        state.withLock { $0.arrival = action }
    }

    /// A stream of what happens from now on.
    func stream() -> AsyncStream<Notice> {
        let stream = notices.stream()
        announceArrival()
        return stream
    }

    /// A stream of the bytes that leave from now on; a slow reader misses all but the latest.
    func byteStream() -> AsyncStream<DocumentByteProgress> {
        progress.stream()
    }

    /// Tells how many bytes of a document have left.
    func tell(_ progress: DocumentByteProgress) {
        self.progress.send(progress)
    }

    /// Tells everybody.
    ///
    /// - Parameters:
    ///   - sourceId: The document.
    ///   - info: What happened to it.
    ///   - taken: Called by a listener of a stream when it has dealt with the event.
    /// - Returns: Whether an observer's call-back has returned.
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

// Unchecked because the observer's class need not be Sendable: the reference is never changed, and the object behind it
// is only used on the main actor, where its protocol lives.

/// An observer that is not kept alive.
private final class WeakObserver: @unchecked Sendable {
    private weak var observer: (any DocumentUploadObserver)?

    init(_ observer: any DocumentUploadObserver) {
        self.observer = observer
    }

    /// The observer; `nil` once it is gone.
    @MainActor var value: (any DocumentUploadObserver)? { observer }
}
