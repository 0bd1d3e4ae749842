import Foundation
import SensibillAPI
import Testing

@testable import SensibillSDK

@Suite("Upload record states")
struct UploadRecordTests {
    private let start = Date(timeIntervalSince1970: 1000)
    private let policy = UploadPolicy(maximumAttempts: 3, random: { 1 })

    private func record() -> UploadRecord {
        UploadRecord(sourceId: "source-1", metadata: .init(documentType: .receipt), now: start)
    }

    @Test("an upload record is done after upload, processing and notification")
    func goodLife() {
        var record = record()
        record.uploaded(as: "document-1")
        #expect(record.last == .uploaded(documentId: "document-1"))
        #expect(record.documentId == "document-1")
        record.notified(of: .uploaded(documentId: "document-1"))
        #expect(!record.isDone)
        record.processed(successfully: true)
        #expect(record.owesNotice && !record.isDone)
        record.notified(of: .processedSuccess(documentId: "document-1"))
        #expect(record.isDone)
    }

    @Test("a document that the service could not read is also finished")
    func unreadable() {
        var record = record()
        record.uploaded(as: "document-1")
        record.processed(successfully: false)
        #expect(record.last == .processedFailed(documentId: "document-1"))
    }

    @Test("each failure extends the wait, and the last one ends the upload with its cause")
    func attempts() {
        var record = record()
        record.uploadFailed(.passing(cause: "busy"), policy: policy, now: start)
        #expect(record.last == .uploadFailedAttempt)
        #expect(record.dueAt == start.addingTimeInterval(2))
        record.uploadFailed(.passing(cause: "busy"), policy: policy, now: start)
        #expect(record.dueAt == start.addingTimeInterval(4))
        record.uploadFailed(.passing(cause: "busy"), policy: policy, now: start)
        #expect(record.last == .uploadPermanentlyFailed(cause: "busy"))
        #expect(record.owesNotice)
    }

    @Test("being offline is reported and awaited, and never ends an upload")
    func offline() {
        var record = record()
        for _ in 0..<100 { record.uploadFailed(.offline, policy: policy, now: start) }
        #expect(record.phase == .waiting)
        #expect(record.last == .uploadFailedAttempt)
        #expect(record.dueAt == start.addingTimeInterval(60))
    }

    @Test("a permanent failure ends an upload at once, and a stop does not change it")
    func permanentAndStopped() {
        var record = record()
        record.uploadFailed(.stopped, policy: policy, now: start)
        #expect(record == self.record())
        record.uploadFailed(.permanent(cause: "not allowed"), policy: policy, now: start)
        #expect(record.last == .uploadPermanentlyFailed(cause: "not allowed"))
    }

    @Test("a finished document does not change its state")
    func finished() {
        var record = record()
        record.uploadFailed(.permanent(cause: "no"), policy: policy, now: start)
        let ended = record
        record.uploaded(as: "document-1")
        record.processed(successfully: true)
        record.uploadFailed(.offline, policy: policy, now: start)
        #expect(record == ended)
    }

    @Test("an outdated notification does not confirm a newer event")
    func oldNotice() {
        var record = record()
        record.uploaded(as: "document-1")
        record.processed(successfully: true)
        record.notified(of: .uploaded(documentId: "document-1"))
        #expect(record.owesNotice)
    }

    @Test("an upload record is the same after it is stored")
    func stored() throws {
        var record = record()
        record.uploaded(as: "document-1")
        let bytes = try JSONEncoder().encode(record)
        #expect(try JSONDecoder().decode(UploadRecord.self, from: bytes) == record)
    }

    @Test(
        "request errors map to upload failures",
        arguments: [
            (SensibillAPIClient.TaskError.missingUserAccessToken, UploadFailure.offline),
            (.executionFailure(DelegateFailure()), .offline),
            (.serverCertificatePublicKeyUnknown, .offline),
            (.cancelled, .stopped),
            (.invalidInput("too long"), .permanent(cause: "too long")),
        ]
    )
    func meanings(error: SensibillAPIClient.TaskError, failure: UploadFailure) {
        #expect(UploadFailure(error) == failure)
    }

    @Test(
        "400, 403 and 413 are permanent upload failures, and 401, 429 and 5xx are not",
        arguments: [(400, true), (401, false), (403, true), (413, true), (429, false), (500, false), (503, false)]
    )
    func statuses(status: Int, isPermanent: Bool) {
        guard case .permanent = UploadFailure(.apiFailure(.init(status: status), nil)) else {
            return #expect(!isPermanent)
        }
        #expect(isPermanent)
    }

    @Test(
        "delays double up to the maximum, each between half of its value and all of it",
        arguments: [(1, 2.0), (2, 4), (5, 32), (6, 60), (50, 60)]
    )
    func delays(failures: Int, seconds: Double) {
        #expect(policy.delay(afterFailures: failures).inSeconds == seconds)
        #expect(UploadPolicy(random: { 0 }).delay(afterFailures: failures).inSeconds == seconds / 2)
    }
}
