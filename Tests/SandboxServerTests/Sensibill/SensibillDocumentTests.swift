import APIRuntime
import Foundation
import HTTPTypes
import SandboxServer
import SensibillAPI
import Testing

@Suite("Sensibill: documents", .timeLimit(.minutes(1)))
struct SensibillDocumentTests {

    @Test("an upload is processed after a delay with the content that its file specifies")
    func reading() async throws {
        try await SensibillHarness.run(delay: 10) { sandbox in
            let user = try await sandbox.newUser()
            let link = AccountMetadata(account: "acc-12345", transactionId: "tx-12345")
            let id = try await user.upload(
                "MERCHANT=Cafe Nord;TOTAL=25.60;DATE=2024-04-30;CURRENCY=EUR;TIME=12:31:00",
                foreignId: "scan-1",
                description: "Team lunch",
                account: link
            )
            let early = try #require(try await user.documents.get(id: id).document)
            #expect(early.status == .inProcessing)
            #expect(early.content?.merchant == nil)

            sandbox.server.clock.advance(by: 10)
            let response = try await user.documents.get(id: id)
            let document = try #require(response.document)
            #expect(response.error == nil)
            #expect(document.status == .completedSuccess)
            #expect(document.accountMetadata == link)
            #expect(document.description as String? == "Team lunch")
            #expect(document.content?.merchant?.merchantName == "Cafe Nord")
            #expect(document.content?.merchant?.categoryCode == "meals")
            #expect(document.content?.total?.afterTax == Decimal(string: "25.6"))
            #expect(document.content?.documentDate == CalendarDate("2024-04-30"))
            #expect(document.content?.currencyCode == .eur)
            #expect(document.lastUpdateDateTime == SensibillHarness.start.addingTimeInterval(10))
        }
    }

    @Test("a file that contains FAIL fails to be processed with the given reason")
    func failing() async throws {
        try await SensibillHarness.run(delay: 0) { sandbox in
            let user = try await sandbox.newUser()
            let id = try await user.upload("FAIL=too_blurry")
            let response = try await user.documents.get(id: id)
            #expect(response.document?.status == .completedFailed)
            #expect(response.error?.code == "too_blurry")
            #expect(try await user.documents.list(status: [.completedFailed]).count == 1)
        }
    }

    @Test("a sandbox script controls how a document is processed")
    func script() async throws {
        try await SensibillHarness.run(delay: 5) { sandbox in
            let user = try await sandbox.newUser()
            let script = #"{"foreignId": "scan-9", "failureCode": "no_receipt", "readingTime": 60}"#
            #expect(try await sandbox.send(.post, "/sandbox/sensibill/scripts", body: script).status == 204)
            let id = try await user.upload("", foreignId: "scan-9")
            sandbox.server.clock.advance(by: 59)
            #expect(try await user.documents.get(id: id).document?.status == .inProcessing)
            sandbox.server.clock.advance(by: 1)
            #expect(try await user.documents.get(id: id).error?.code == "no_receipt")
        }
    }

    @Test("documents of one user are processed one after another")
    func serialReading() async throws {
        try await SensibillHarness.run(delay: 10) { sandbox in
            let user = try await sandbox.newUser()
            let ids = [try await user.upload("A"), try await user.upload("B")]
            sandbox.server.clock.advance(by: 10)
            let states = try await user.documents.status(ids: ids).documents.map(\.status)
            #expect(states == [.completedSuccess, .inProcessing])
        }
    }

    @Test("the same foreign ID returns the same document")
    func idempotency() async throws {
        try await SensibillHarness.run { sandbox in
            let user = try await sandbox.newUser()
            let first = try await user.upload("A", foreignId: "scan-1")
            #expect(try await user.upload("A", foreignId: "scan-1") == first)
            #expect(try await user.upload("A", foreignId: "scan-2") != first)
            #expect(try await user.documents.list().count == 2)
        }
    }

    @Test("files that are too large or of another type are refused with 400")
    func badFiles() async throws {
        try await SensibillHarness.run { sandbox in
            let user = try await sandbox.newUser()
            let jpeg = Data([0xFF, 0xD8, 0xFF])
            let files = [Data("plain text".utf8), jpeg + Data(count: 5 * 1024 * 1024)]
            for file in files {
                let body = DocumentCreationRequestDto(
                    filePart: FilePart(data: file, fileName: "scan.jpg", contentType: "image/jpeg"),
                    documentType: .receipt
                )
                let error = try await #require(throws: PostDocumentError.self) {
                    try await user.documents.create(body: body)
                }
                #expect(error.status == 400)
            }
            let largest = DocumentCreationRequestDto(
                filePart: FilePart(data: jpeg + Data(count: 5 * 1024 * 1024 - 3)),
                documentType: .receipt
            )
            _ = try await user.documents.create(body: largest)
        }
    }

    @Test("an invoice requires a client that can process invoices")
    func invoices() async throws {
        try await SensibillHarness.run(delay: 0) { sandbox in
            let user = try await sandbox.newUser()
            let id = try await user.upload("TOTAL=10.00", type: .invoice)
            #expect(try await user.documents.get(id: id).document?.content?.amountDue?.afterTax == 10)
            let change = #"{"allowsInvoices": false}"#
            #expect(try await sandbox.send(.post, "/sandbox/sensibill/settings", body: change).status == 204)
            let error = try await #require(throws: PostDocumentError.self) {
                try await user.upload("", type: .invoice)
            }
            #expect(error.status == 403)
        }
    }

    @Test("a long poll responds as soon as a document is processed")
    func longPoll() async throws {
        try await SensibillHarness.run(delay: 10) { sandbox in
            let user = try await sandbox.newUser()
            let id = try await user.upload("A")
            async let waiting = user.documents.status(ids: [id, "doc-unknown-000000000"], timeout: 25)
            while sandbox.server.counter.count("getDocumentsStatus") == 0 {
                try Task.checkCancellation(); await Task.yield()
            }
            sandbox.server.clock.advance(by: 10)
            let response = try await waiting
            #expect(response.documents.map(\.status) == [.completedSuccess])
            #expect(response.errors?.map(\.id) == ["doc-unknown-000000000"])
        }
    }

    @Test("a long poll ends with its timeout, which must be 1 to 25 seconds")
    func pollTimeout() async throws {
        try await SensibillHarness.run(delay: 100) { sandbox in
            let user = try await sandbox.newUser()
            let id = try await user.upload("A")
            async let waiting = user.documents.status(ids: [id], timeout: 20)
            while sandbox.server.counter.count("getDocumentsStatus") == 0 {
                try Task.checkCancellation(); await Task.yield()
            }
            sandbox.server.clock.advance(by: 20)
            #expect(try await waiting.documents.map(\.status) == [.inProcessing])
            let error = try await #require(throws: GetDocumentsStatusError.self) {
                try await user.documents.status(ids: [id], timeout: 26)
            }
            #expect(error.status == 400)
        }
    }

    @Test("a deletion removes all documents or none")
    func deletion() async throws {
        try await SensibillHarness.run(delay: 0) { sandbox in
            let user = try await sandbox.newUser()
            let ids = [try await user.upload("A"), try await user.upload("B")]
            let error = try await #require(throws: DeleteDocumentsError.self) {
                try await user.documents.deleteMany(body: DocumentDeleteRequestDto(ids: ids + ["doc-unknown"]))
            }
            guard case .badRequest(let problem) = error else { throw error }
            #expect(problem.message?.contains("doc-unknown") == true)
            #expect(try await user.documents.list().count == 2)
            #expect(try await user.documents.deleteMany(body: DocumentDeleteRequestDto(ids: ids)).ids == ids)
            #expect(try await user.documents.list().count == 0)
            let gone = try await #require(throws: GetDocumentByIdError.self) {
                try await user.documents.get(id: ids[0])
            }
            #expect(gone.status == 404)
        }
    }

    @Test("every document has an image, and only a PDF has an original PDF")
    func files() async throws {
        try await SensibillHarness.run(delay: 0) { sandbox in
            let user = try await sandbox.newUser()
            let image = try await user.upload("A")
            let pdf = Data("%PDF-1.4 TOTAL=5.00".utf8)
            let document = try await user.documents.create(
                body: DocumentCreationRequestDto(filePart: FilePart(data: pdf), documentType: .receipt)
            ).id
            #expect(try await user.documents.image(id: image).starts(with: [0xFF, 0xD8, 0xFF]))
            #expect(try await user.documents.image(id: document).starts(with: [0xFF, 0xD8, 0xFF]))
            #expect(try await user.documents.pdf(id: document) == pdf)
            let error = try await #require(throws: DocumentPdfError.self) { try await user.documents.pdf(id: image) }
            #expect(error.status == 400)
            #expect(try await user.documents.get(id: document).document?.source?.format == .pdf)
        }
    }
}
