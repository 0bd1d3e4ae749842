import APIRuntime
import AnybillAPI
import Foundation
import HTTPTypes
import Testing

@testable import SandboxServer

@Suite("Anybill receipts", .timeLimit(.minutes(1)))
struct AnybillReceiptTests {
    private let small = SandboxConfiguration(receipts: 12)

    @Test("toggling a favourite twice restores its first state")
    func favourite() async throws {
        try await AnybillFixture.run(small) { fixture in
            let receipt = try #require(try await fixture.page().items.first)
            let once = try await fixture.user.receipts.toggleFavourite(receiptId: receipt.id)
            #expect(once.misc.isFavourite != receipt.misc.isFavourite)
            #expect(try await fixture.user.receipts.get(receiptId: receipt.id) == once)
            #expect(try await fixture.user.receipts.toggleFavourite(receiptId: receipt.id) == receipt)
        }
    }

    @Test("a note is stored, an empty one removes it, and 1,025 characters are too many")
    func note() async throws {
        try await AnybillFixture.run(small) { fixture in
            let id = try #require(try await fixture.page().items.first).id
            let receipts = fixture.user.receipts
            let noted = try await receipts.updateNote(receiptId: id, body: ReceiptNoteUpdate(note: "für die Steuer"))
            #expect(noted.misc.note == "für die Steuer")
            #expect(try await receipts.get(receiptId: id).misc.note == "für die Steuer")
            #expect(try await receipts.updateNote(receiptId: id, body: ReceiptNoteUpdate(note: "")).misc.note == nil)
            let long = ReceiptNoteUpdate(note: String(repeating: "x", count: 1025))
            let error = await #expect(throws: UpdateReceiptNoteError.self) {
                try await receipts.updateNote(receiptId: id, body: long)
            }
            guard case .badRequest(let problem) = error else { throw Unexpected() }
            #expect(problem.errors?["note"]?.count == 1)
        }
    }

    @Test("a deleted receipt is not found, and neither is another user's")
    func delete() async throws {
        try await AnybillFixture.run(small) { fixture in
            let id = try #require(try await fixture.page().items.first).id
            let other = fixture.client(user: StaticCredential.bearer(fixture.accounts.otherUser.accessToken))
            let foreign = await #expect(throws: DeleteReceiptError.self) {
                try await other.receipts.delete(receiptId: id)
            }
            #expect(foreign?.status == 404)
            try await fixture.user.receipts.delete(receiptId: id)
            let error = await #expect(throws: GetReceiptError.self) {
                try await fixture.user.receipts.get(receiptId: id)
            }
            #expect(error?.status == 404)
            #expect(try await fixture.page().total == "11")
        }
    }

    @Test("a batch with one unknown ID deletes the others and names the failed one")
    func batch() async throws {
        try await AnybillFixture.run(small) { fixture in
            let ids = try await fixture.page().items.prefix(2).map(\.id)
            let error = await #expect(throws: DeleteReceiptBatchError.self) {
                try await fixture.user.receipts.deleteMany(body: DeleteReceiptsRequest(receiptIds: ids + ["unknown"]))
            }
            guard case .badRequest(let problem) = error else { throw Unexpected() }
            #expect(problem.failedReceipts == ["unknown"] && problem.type == "DeleteReceiptsError")
            #expect(try await fixture.page().total == "10")
        }
    }

    @Test("a deletion of 0 or 101 IDs is refused and deletes nothing", arguments: [0, 101])
    func batchSize(count: Int) async throws {
        try await AnybillFixture.run(small) { fixture in
            let id = try #require(try await fixture.page().items.first).id
            let error = await #expect(throws: DeleteReceiptBatchError.self) {
                try await fixture.user.receipts.deleteMany(
                    body: DeleteReceiptsRequest(receiptIds: Array(repeating: id, count: count))
                )
            }
            guard case .badRequest(let problem) = error else { throw Unexpected() }
            #expect(problem.errors?["receiptIds"] != nil && problem.failedReceipts == nil)
            #expect(try await fixture.page().total == "12")
        }
    }

    @Test("a printed PDF has several pages, and the PDF of a return has more")
    func pdf() async throws {
        try await AnybillFixture.run { fixture in
            let receipts = try await fixture.page().items
            let returned = try #require(
                receipts.first { $0.misc.receiptReferences?.contains { $0.type == .return } == true }
            )
            let client = fixture.user.receipts
            let plain = try await client.pdf(receiptId: returned.id)
            let printed = try await client.pdf(receiptId: returned.id, isPrintedVersion: true)
            let both = try await client.pdf(receiptId: returned.id, isPrintedVersion: true, includeReturnReceipts: true)
            #expect(plain.starts(with: Data("%PDF-".utf8)) && plain.suffix(6) == Data("%%EOF\n".utf8))
            #expect(pages(plain) == 1 && pages(printed) == 2 && pages(both) == 4)
            let slips = try await client.pdf(receiptId: returned.id, includeReturnReceipts: true)
            #expect(pages(slips) == 2)
        }
    }

    private func pages(_ pdf: Data) -> Int {
        String(decoding: pdf, as: UTF8.self).split(separator: "/Type /Page ").count - 1
    }

    @Test("some receipts have a content area, and the others return 404")
    func contentArea() async throws {
        try await AnybillFixture.run(SandboxConfiguration(receipts: 30)) { fixture in
            var found = 0
            var missing = 0
            for receipt in try await fixture.page().items {
                do {
                    let area = try await fixture.user.contentAreas.get(receiptId: receipt.id)
                    #expect(area.receiptId == receipt.id && area.contents?.map(\.type) == [.image, .text, .link])
                    found += 1
                } catch let error as GetContentAreaError {
                    #expect(error.status == 404)
                    missing += 1
                }
            }
            #expect(found > 0 && missing > 0 && found + missing == 30)
        }
    }

    @Test("a device is registered, listed in the configuration, and removed once")
    func pushTokens() async throws {
        try await AnybillFixture.run(small) { fixture in
            let tokens = fixture.user.pushTokens
            #expect(try await fixture.user.users.current().notificationConfiguration?.isPushEnabled == false)
            try await tokens.register(
                body: PushTokenRegistration(token: "a:b/c", platform: .iOS),
                clientID: "sandbox-app"
            )
            #expect(try await fixture.user.users.current().notificationConfiguration?.isPushEnabled == true)
            try await tokens.remove(token: "a:b/c")
            let error = await #expect(throws: RemovePushTokenError.self) { try await tokens.remove(token: "a:b/c") }
            #expect(error?.status == 404)
        }
    }

    @Test("a body that is not JSON is refused with problem details")
    func brokenBody() async throws {
        try await AnybillFixture.run(small) { fixture in
            let token = fixture.accounts.user.accessToken
            let response = try await fixture.send(.post, "/api/v4/receipt/delete", "{", token: token)
            #expect(response.status == 400)
            #expect(response.headers[.contentType]?.hasPrefix("application/problem+json") == true)
        }
    }
}
