/// What happens to uploads, as a sequence.
///
/// An element counts as dealt with when the next one is asked for: what a killed app had not dealt with is told again.
public struct DocumentUploadEvents: AsyncSequence, Sendable {
    /// An event of one document.
    public struct Element: Hashable, Sendable {
        /// What ``DocumentUploadService/add(source:metadata:)`` returned for the document.
        public let sourceId: String

        /// What happened to it.
        public let payload: DocumentUploadStatusInfo
    }

    let observers: UploadObservers

    /// Begins to listen.
    public func makeAsyncIterator() -> Iterator {
        Iterator(stream: observers.stream().makeAsyncIterator())
    }

    /// Listens.
    public struct Iterator: AsyncIteratorProtocol {
        var stream: AsyncStream<UploadObservers.Notice>.Iterator
        var taken: (@Sendable () -> Void)?

        /// The next event; `nil` when the task is cancelled.
        public mutating func next() async -> Element? {
            taken?()
            taken = nil
            guard let notice = await stream.next() else { return nil }
            taken = notice.taken
            return Element(sourceId: notice.sourceId, payload: notice.info)
        }
    }
}
