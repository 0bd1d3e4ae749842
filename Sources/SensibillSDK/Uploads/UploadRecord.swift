import Foundation

/// A document on its way: what the queue stores beside the file.
///
/// Decides only.
struct UploadRecord: Codable, Equatable, Sendable {
    /// Where the document is.
    enum Phase: Codable, Equatable, Sendable {
        /// Here, to be sent.
        case waiting
        /// At the service, being read.
        case processing(documentId: String)
        /// At its end.
        case finished
    }

    /// Name of the document in this queue, and its foreign id at the service.
    let sourceId: String

    let metadata: DocumentMetadata

    private(set) var phase = Phase.waiting

    /// When the next attempt to send it may begin.
    private(set) var dueAt: Date

    /// Failed attempts that count.
    private(set) var failures = 0

    /// Failed attempts in a row, counted or not; they lengthen the wait.
    private(set) var setbacks = 0

    /// What happened last; `nil` at first.
    private(set) var last: DocumentUploadStatusInfo?

    /// Whether an observer was told about ``last``.
    private(set) var isNotified = false

    init(sourceId: String, metadata: DocumentMetadata, now: Date) {
        self.sourceId = sourceId
        self.metadata = metadata
        dueAt = now
    }

    /// Whether the record can go: it ended, and an observer knows.
    var isDone: Bool { phase == .finished && isNotified }

    /// Whether an observer still has to be told how it ended.
    var owesNotice: Bool { phase == .finished && !isNotified }

    /// The id at the service while it is read there.
    var documentId: String? {
        if case .processing(let id) = phase { id } else { nil }
    }
}

extension UploadRecord {
    /// The service took the document.
    mutating func uploaded(as documentId: String) {
        guard phase == .waiting else { return }
        phase = .processing(documentId: documentId)
        raise(.uploaded(documentId: documentId))
    }

    /// An attempt to send the document failed.
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

    /// The service has ended reading the document.
    mutating func processed(successfully isSuccess: Bool) {
        guard case .processing(let documentId) = phase else { return }
        phase = .finished
        raise(isSuccess ? .processedSuccess(documentId: documentId) : .processedFailed(documentId: documentId))
    }

    /// An observer was told about an event.
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
    /// The length in seconds.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
