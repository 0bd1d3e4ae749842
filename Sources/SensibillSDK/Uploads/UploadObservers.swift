import APIRuntime

/// The observers of uploads.
final class UploadObservers: Sendable {
    /// An event with a closure that the listener calls when it has handled the event.
    struct Notice: Sendable {
        let sourceId: String
        let info: DocumentUploadStatusInfo
        /// The user whose document it is; `nil` for any.
        var owner: String?
        let taken: @Sendable () -> Void
    }

    private struct State {
        var observers: [String: WeakObserver] = [:]
        var arrival: (@Sendable () -> Void)?
        var owner: String?
    }

    private let state = LockedState(State())
    private let notices = Broadcast<Notice>()
    private let progress = Broadcast<DocumentByteProgress>(keepingNewest: 64)

    /// Sets the user whose events are delivered from now on; those of a former user, which are late, are dropped.
    func begin(_ owner: String) {
        state.withLock { $0.owner = owner }
    }

    /// Returns whether the events of a user are delivered.
    func isCurrent(_ owner: String?) -> Bool {
        state.withLock { owner == nil || $0.owner == owner }
    }

    /// Adds an observer and replaces any observer with the same key.
    func add(_ observer: any DocumentUploadObserver, for key: String) {
        add(
            WeakObserver(observer) { observer, sourceId, info in
                observer.onDocumentUploadServiceNotification(for: sourceId, payload: info)
            },
            for: key
        )
    }

    /// Adds an observer of any kind and replaces any observer with the same key.
    func add(_ observer: WeakObserver, for key: String) {
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

    /// Delivers the upload progress of a user's document to all byte streams.
    func tell(_ progress: DocumentByteProgress, of owner: String) {
        if isCurrent(owner) { self.progress.send(progress) }
    }

    /// Delivers an event to all streams, without waiting for a listener.
    func send(_ notice: Notice) {
        notices.send(notice)
    }

    /// Delivers an event to all observers, in the order of their keys, unless another user has started.
    ///
    /// - Parameters:
    ///   - sourceId: The document.
    ///   - info: The event.
    ///   - owner: The user whose document it is; `nil` for any.
    /// - Returns: Whether an observer has received the event.
    @MainActor
    func tell(_ sourceId: String, _ info: DocumentUploadStatusInfo, of owner: String? = nil) -> Bool {
        guard isCurrent(owner) else { return false }
        // One observer may remove another one, which then receives nothing.
        let keys = state.withLock { $0.observers.keys.sorted() }
        return keys.count { key in state.withLock { $0.observers[key] }?.tell(sourceId, info) ?? false } > 0
    }

    private func announceArrival() {
        state.withLock { $0.arrival }?()
    }
}

/// A weak reference to an observer, with the way in which it receives events.
///
/// Unchecked because the observer's class need not be Sendable: the reference never changes, and the object is used
/// only on the main actor, to which the protocols of observers are isolated.
final class WeakObserver: @unchecked Sendable {
    private weak var object: AnyObject?
    private let receive: @MainActor (AnyObject, String, DocumentUploadStatusInfo) -> Void

    /// Creates a reference.
    ///
    /// - Parameters:
    ///   - object: The observer, which is not retained.
    ///   - receive: A closure that passes an event to the observer that it receives. It must not retain the observer.
    init<Observer>(
        _ object: Observer,
        _ receive: @escaping @MainActor (Observer, String, DocumentUploadStatusInfo) -> Void
    ) {
        self.object = object as AnyObject
        self.receive = { object, sourceId, info in
            if let observer = object as? Observer { receive(observer, sourceId, info) }
        }
    }

    /// Passes an event to the observer.
    ///
    /// - Returns: `false` if the observer has been deallocated.
    @MainActor
    func tell(_ sourceId: String, _ info: DocumentUploadStatusInfo) -> Bool {
        guard let object else { return false }
        receive(object, sourceId, info)
        return true
    }
}
