/// The events of uploads, as an asynchronous sequence.
///
/// An event counts as handled when the next one is requested. Final events that the app had not handled before it was
/// terminated are delivered again. Once the SDK is started for another user, an iterator skips the events of the former
/// user; final ones are delivered again when that user returns.
public struct DocumentUploadEvents: AsyncSequence, Sendable {
    /// An event of one document.
    public struct Element: Hashable, Sendable {
        /// The source id that ``DocumentUploadService/add(source:metadata:)`` returned for the document.
        public let sourceId: String

        /// The event.
        public let payload: DocumentUploadStatusInfo
    }

    let observers: UploadObservers

    /// Creates an iterator, which receives events from now on.
    public func makeAsyncIterator() -> Iterator {
        Iterator(stream: observers.stream().makeAsyncIterator(), observers: observers)
    }

    /// The iterator of the events.
    public struct Iterator: AsyncIteratorProtocol {
        var stream: AsyncStream<UploadObservers.Notice>.Iterator
        // Weak, because the stream ends with the observers.
        weak var observers: UploadObservers?
        var taken: (@Sendable () -> Void)?

        /// Returns the next event; `nil` if the task is cancelled.
        public mutating func next() async -> Element? {
            taken?()
            taken = nil
            while let notice = await stream.next() {
                guard observers?.isCurrent(notice.owner) != false else { continue }
                taken = notice.taken
                return Element(sourceId: notice.sourceId, payload: notice.info)
            }
            return nil
        }
    }
}
