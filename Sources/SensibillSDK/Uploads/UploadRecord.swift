import Foundation

/// The state of a document in the upload queue, which the queue stores in addition to the file.
///
/// Makes decisions only; performs no work.
struct UploadRecord: Codable, Equatable, Sendable {
    /// The phase of an upload.
    enum Phase: Codable, Equatable, Sendable {
        /// The document is on the device and has to be sent.
        case waiting
        /// The service refuses the document, or its file is damaged; it stays until the app retries or removes it.
        case failed(cause: String)
        /// The document is at the service and is being read.
        case processing(documentId: String)
        /// The document has reached its final state at the service.
        case finished
    }

    /// The id of the document in this queue, and its foreign id at the service.
    let sourceId: String

    let metadata: DocumentMetadata

    private(set) var phase = Phase.waiting

    /// The number of consecutive failed attempts to send the document; it lengthens the delay before the next one.
    private(set) var setbacks = 0

    /// The last event; `nil` before the first one.
    private(set) var last: DocumentUploadStatusInfo?

    /// Whether an observer has received ``last``.
    private(set) var isNotified = false

    init(sourceId: String, metadata: DocumentMetadata) {
        self.sourceId = sourceId
        self.metadata = metadata
    }

    /// Whether the record can be deleted: the service has the document, and an observer has received the final event.
    var isDone: Bool { phase == .finished && isNotified }

    /// Whether the final event still has to be delivered to an observer.
    var owesNotice: Bool { last?.isFinal == true && !isNotified }

    /// The id at the service while the document is being read.
    var documentId: String? {
        if case .processing(let id) = phase { id } else { nil }
    }

    /// The reason for which the document cannot be uploaded; `nil` in other phases.
    var refusal: String? {
        if case .failed(let cause) = phase { cause } else { nil }
    }

    /// Whether the device must keep the bytes of the document.
    var needsContent: Bool { phase == .waiting || refusal != nil }
}

extension UploadRecord {
    /// Records that the service accepted the document.
    mutating func uploaded(as documentId: String) {
        guard phase == .waiting else { return }
        phase = .processing(documentId: documentId)
        raise(.uploaded(documentId: documentId))
    }

    /// Records that an attempt to send the document failed.
    mutating func uploadFailed(_ failure: UploadFailure) {
        guard phase == .waiting else { return }
        switch failure {
        case .stopped: return
        case .refused(let cause):
            phase = .failed(cause: cause)
            raise(.uploadPermanentlyFailed(cause: cause))
        case .notStored, .unauthorized, .unknown:
            setbacks += 1
            raise(.uploadFailedAttempt)
        }
    }

    /// Records that the app wants a refused document to be sent again.
    mutating func retry() {
        guard refusal != nil else { return }
        phase = .waiting
        setbacks = 0
        last = nil
        isNotified = false
    }

    /// Records that the service has the document under another id.
    mutating func moved(to documentId: String) {
        guard case .processing = phase else { return }
        phase = .processing(documentId: documentId)
        raise(.uploaded(documentId: documentId))
    }

    /// Records that the service has finished reading the document.
    mutating func processed(successfully isSuccess: Bool) {
        guard case .processing(let documentId) = phase else { return }
        phase = .finished
        raise(isSuccess ? .processedSuccess(documentId: documentId) : .processedFailed(documentId: documentId))
    }

    /// Records that an observer has received an event.
    mutating func notified(of info: DocumentUploadStatusInfo) {
        if last == info { isNotified = true }
    }

    private mutating func raise(_ info: DocumentUploadStatusInfo) {
        last = info
        isNotified = false
    }
}
