import Foundation
import SensibillAPI
import Testing

@testable import SensibillSDK

@Suite("The life of a queued document")
struct UploadRecordTests {
    private let start = Date(timeIntervalSince1970: 1000)
    private let policy = UploadPolicy(maximumAttempts: 3, random: { 1 })

    private func record() -> UploadRecord {
        UploadRecord(sourceId: "source-1", metadata: .init(documentType: .receipt), now: start)
    }

    @Test("sent, read, told, done")
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

    @Test("a document that could not be read ends too")
    func unreadable() {
        var record = record()
        record.uploaded(as: "document-1")
        record.processed(successfully: false)
        #expect(record.last == .processedFailed(documentId: "document-1"))
    }

    @Test("each failure lengthens the wait, the last one gives up with its cause")
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

    @Test("being offline is told and waited for, and never given up")
    func offline() {
        var record = record()
        for _ in 0..<100 { record.uploadFailed(.offline, policy: policy, now: start) }
        #expect(record.phase == .waiting)
        #expect(record.last == .uploadFailedAttempt)
        #expect(record.dueAt == start.addingTimeInterval(60))
    }

    @Test("a permanent failure ends at once, a stop changes nothing")
    func permanentAndStopped() {
        var record = record()
        record.uploadFailed(.stopped, policy: policy, now: start)
        #expect(record == self.record())
        record.uploadFailed(.permanent(cause: "not allowed"), policy: policy, now: start)
        #expect(record.last == .uploadPermanentlyFailed(cause: "not allowed"))
    }

    @Test("nothing moves a finished document")
    func finished() {
        var record = record()
        record.uploadFailed(.permanent(cause: "no"), policy: policy, now: start)
        let ended = record
        record.uploaded(as: "document-1")
        record.processed(successfully: true)
        record.uploadFailed(.offline, policy: policy, now: start)
        #expect(record == ended)
    }

    @Test("an old notice does not count for a newer event")
    func oldNotice() {
        var record = record()
        record.uploaded(as: "document-1")
        record.processed(successfully: true)
        record.notified(of: .uploaded(documentId: "document-1"))
        #expect(record.owesNotice)
    }

    @Test("a record survives storing")
    func stored() throws {
        var record = record()
        record.uploaded(as: "document-1")
        let bytes = try JSONEncoder().encode(record)
        #expect(try JSONDecoder().decode(UploadRecord.self, from: bytes) == record)
    }

    @Test(
        "what failures of requests mean",
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
        "which statuses are for good",
        arguments: [(400, true), (401, false), (403, true), (413, true), (429, false), (500, false), (503, false)]
    )
    func statuses(status: Int, isPermanent: Bool) {
        guard case .permanent = UploadFailure(.apiFailure(.init(status: status), nil)) else {
            return #expect(!isPermanent)
        }
        #expect(isPermanent)
    }

    @Test(
        "waits double up to the bound, between its half and itself",
        arguments: [(1, 2.0), (2, 4), (5, 32), (6, 60), (50, 60)]
    )
    func delays(failures: Int, seconds: Double) {
        #expect(policy.delay(afterFailures: failures).inSeconds == seconds)
        #expect(UploadPolicy(random: { 0 }).delay(afterFailures: failures).inSeconds == seconds / 2)
    }
}
