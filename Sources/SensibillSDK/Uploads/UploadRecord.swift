import Foundation

/// The state of a document in the upload queue, which the queue stores in addition to the file.
///
/// Makes decisions only; performs no work.
struct UploadRecord: Codable, Equatable, Sendable {
    /// The phase of an upload.
    enum Phase: Codable, Equatable, Sendable {
        /// The document is on the device and has to be sent.
        case waiting
        /// The document is at the service and is being read.
        case processing(documentId: String)
        /// The document has reached its final state.
        case finished
    }

    /// The id of the document in this queue, and its foreign id at the service.
    let sourceId: String

    let metadata: DocumentMetadata

    private(set) var phase = Phase.waiting

    /// The earliest time of the next attempt to send the document.
    private(set) var dueAt: Date

    /// The number of failed attempts that count towards the maximum.
    private(set) var failures = 0

    /// The number of consecutive failed attempts, counted or not; they lengthen the delay.
    private(set) var setbacks = 0

    /// The last event; `nil` before the first one.
    private(set) var last: DocumentUploadStatusInfo?

    /// Whether an observer has received ``last``.
    private(set) var isNotified = false

    init(sourceId: String, metadata: DocumentMetadata, now: Date) {
        self.sourceId = sourceId
        self.metadata = metadata
        dueAt = now
    }

    /// Whether the record can be deleted: the document is finished, and an observer has received the final event.
    var isDone: Bool { phase == .finished && isNotified }

    /// Whether the final event still has to be delivered to an observer.
    var owesNotice: Bool { phase == .finished && !isNotified }

    /// The id at the service while the document is being read.
    var documentId: String? {
        if case .processing(let id) = phase { id } else { nil }
    }
}

extension UploadRecord {
    /// Records that the service accepted the document.
    mutating func uploaded(as documentId: String) {
        guard phase == .waiting else { return }
        phase = .processing(documentId: documentId)
        raise(.uploaded(documentId: documentId))
    }

    /// Records that an attempt to send the document failed.
    mutating func uploadFailed(_ failure: UploadFailure, policy: UploadPolicy, now: Date) {
        guard phase == .waiting else { return }
        switch failure {
        case .stopped: return
        case .permanent(let cause): return giveUp(cause)
        case .passing(let cause):
            failures += 1
            if failures >= policy.maximumAttempts { return giveUp(cause) }
        case .offline: break
        }
        setbacks += 1
        dueAt = now.addingTimeInterval(policy.delay(afterFailures: setbacks).inSeconds)
        raise(.uploadFailedAttempt)
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

    private mutating func giveUp(_ cause: String) {
        phase = .finished
        raise(.uploadPermanentlyFailed(cause: cause))
    }

    private mutating func raise(_ info: DocumentUploadStatusInfo) {
        last = info
        isNotified = false
    }
}

extension Duration {
    /// The duration in seconds.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
