import APIRuntime
import Foundation
import SensibillAPI
import Testing

@testable import SensibillSDK

@Suite("Upload record states")
struct UploadRecordTests {
    private let policy = UploadPolicy(maximumDelay: .seconds(60), random: { 1 })

    private func record() -> UploadRecord {
        UploadRecord(sourceId: "source-1", metadata: .init(documentType: .receipt))
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

    @Test("temporary failures are reported and counted, and never end an upload")
    func attempts() {
        var record = record()
        for count in 1...1000 {
            record.uploadFailed(count.isMultiple(of: 2) ? .unknown : .notStored)
            #expect(record.setbacks == count)
            #expect(record.last == .uploadFailedAttempt)
        }
        #expect(record.phase == .waiting && record.needsContent)
    }

    @Test("a refused document keeps its content and its reason, and can be sent again")
    func refused() {
        var record = record()
        record.uploadFailed(.refused(cause: "not allowed"))
        #expect(record.last == .uploadPermanentlyFailed(cause: "not allowed"))
        #expect(record.refusal == "not allowed" && record.needsContent && record.owesNotice)
        record.notified(of: .uploadPermanentlyFailed(cause: "not allowed"))
        #expect(!record.isDone && !record.owesNotice && record.refusal == "not allowed")
        record.retry()
        #expect(record == self.record())
    }

    @Test("a stop does not change a document")
    func stopped() {
        var record = record()
        record.uploadFailed(.stopped)
        #expect(record == self.record())
    }

    @Test("a document that the service has does not change its state when an upload fails or is retried")
    func finished() {
        var record = record()
        record.uploaded(as: "document-1")
        let uploaded = record
        record.uploadFailed(.refused(cause: "no"))
        record.uploadFailed(.unknown)
        record.retry()
        record.uploaded(as: "document-2")
        #expect(record == uploaded && !record.needsContent)
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
            (SensibillAPIClient.TaskError.missingUserAccessToken, UploadFailure.unauthorized(.missing)),
            (.executionFailure(DelegateFailure()), .unauthorized(.missing)),
            (.executionFailure(TransportError(.unreachable, "offline")), .notStored),
            (.executionFailure(TransportError(.unreachable, "offline", sent: .everything)), .unknown),
            (.executionFailure(TransportError(.unreachable, "offline", sent: SendAccount(.nothing, hop: 1))), .unknown),
            (.executionFailure(TransportError(.timedOut, "slow")), .unknown),
            (.executionFailure(TransportError(.timedOut, "slow", sent: .nothing)), .notStored),
            (.serverCertificatePublicKeyUnknown, .unknown),
            (.cancelled, .stopped),
            (.invalidInput("too long"), .notStored),
            (.noResponse, .unknown),
            (.unusableResponse("<html>"), .unknown),
        ]
    )
    func meanings(error: SensibillAPIClient.TaskError, failure: UploadFailure) {
        #expect(UploadFailure(error) == failure)
    }

    @Test(
        "only the service's own error for an invalid request ends an upload",
        arguments: [
            (400, ErrorName.validationFailedError, true), (400, .invalidParameterError, true), (400, nil, false),
            (400, .authorizationError, false), (400, .databaseError, false), (401, .invalidCredentialError, false),
            (403, .accessError, false), (403, .validationFailedError, false), (404, nil, false), (413, nil, false),
            (408, nil, false), (409, nil, false), (409, .validationFailedError, false), (429, nil, false),
            (500, .genericInternalError, false), (503, nil, false),
        ]
    )
    func statuses(status: Int, name: ErrorName?, isRefused: Bool) {
        let details = name.map { SensibillAPIModel.ErrorDetails(name: $0, correlationID: "trace-1") }
        let failure = UploadFailure(.apiFailure(.init(status: status), details))
        guard case .refused(let cause) = failure else {
            #expect(!isRefused)
            // A conflict, a time-out of a proxy and errors of the service leave open whether it has the document.
            let mayBeStored = status == 408 || status == 409 || status >= 500
            let expected: UploadFailure = status == 401 ? .unauthorized(.refused) : mayBeStored ? .unknown : .notStored
            return #expect(failure == expected && failure.isWithoutEffect == !mayBeStored)
        }
        #expect(isRefused && cause.contains("trace-1"))
    }

    @Test(
        "delays double up to the maximum, each between half of its value and all of it",
        arguments: [(1, 2.0), (2, 4), (5, 32), (6, 60), (50, 60)]
    )
    func delays(failures: Int, seconds: Double) {
        #expect(policy.delay(afterFailures: failures) / .seconds(1) == seconds)
        #expect(
            UploadPolicy(maximumDelay: .seconds(60), random: { 0 }).delay(afterFailures: failures) / .seconds(1)
                == seconds / 2
        )
    }
}
