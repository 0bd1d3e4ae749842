import APIRuntime
import AnybillAPI
import Foundation
import HTTPTypes
import Testing

@testable import SandboxServer

@Suite("Anybill receipt list", .timeLimit(.minutes(1)))
struct AnybillListTests {
    @Test("231 receipts arrive as pages of 100, 100 and 31, each with the total; the last has no token")
    func pages() async throws {
        try await AnybillFixture.run { fixture in
            let first = try await fixture.page(take: 100)
            let second = try await fixture.page(take: 100, token: first.next)
            let third = try await fixture.page(take: 100, token: second.next)
            #expect([first, second, third].map(\.items.count) == [100, 100, 31])
            #expect([first, second, third].map(\.total) == ["231", "231", "231"])
            #expect(first.next != nil && second.next != nil && third.next == nil)
            let all = [first, second, third].flatMap(\.items)
            #expect(Set(all.map(\.id)).count == 231)
            #expect(Set(all.map(\.head.date)).count == 231)
            #expect(all.map(\.head.date) == all.map(\.head.date).sorted(by: >))
        }
    }

    @Test("the generated sequence iterates in both directions")
    func sequence() async throws {
        try await AnybillFixture.run(SandboxConfiguration(receipts: 23)) { fixture in
            var up: [String] = []
            for try await receipt in fixture.user.receipts.listPages(
                orderBy: .date,
                orderDirection: .ascending,
                take: 7
            ).items { up.append(receipt.id) }
            let down = try await fixture.page(direction: .descending).items.map(\.id)
            #expect(up.count == 23 && up == down.reversed())
        }
    }

    @Test("take values of 0 and 101 are refused with errors.take", arguments: [0, 101, -1])
    func takeOutOfRange(take: Int) async throws {
        try await AnybillFixture.run(SandboxConfiguration(receipts: 3)) { fixture in
            let error = await #expect(throws: ListReceiptsError.self) { try await fixture.page(take: take) }
            guard case .badRequest(let problem) = error else { throw Unexpected() }
            #expect(problem.errors?["take"] == ["The field take must be between 1 and 100."])
            #expect(problem.status == 400 && problem.traceId?.hasPrefix("00-") == true)
        }
    }

    @Test("order and direction are required for every page")
    func orderRequired() async throws {
        try await AnybillFixture.run(SandboxConfiguration(receipts: 3)) { fixture in
            let response = try await fixture.send(
                .get,
                "/api/v4/receipt?take=5",
                token: fixture.accounts.user.accessToken
            )
            #expect(response.status == 400)
            #expect(response.body.contains("orderBy") && response.body.contains("orderByDirection"))
            #expect(response.headers[.contentType]?.hasPrefix("application/problem+json") == true)
        }
    }

    @Test("a continuation token of another direction or user, or an invented one, is refused")
    func foreignToken() async throws {
        try await AnybillFixture.run { fixture in
            let token = try await fixture.page(take: 10).next
            let other = fixture.client(user: StaticCredential.bearer(fixture.accounts.otherUser.accessToken))
            for (direction, token, client) in [
                (OrderDirection.ascending, token, fixture.user), (.descending, token, other),
                (.descending, "bm9uc2Vuc2U", fixture.user),
            ] {
                let error = await #expect(throws: ListReceiptsError.self) {
                    try await fixture.page(direction: direction, token: token, as: client)
                }
                guard case .badRequest(let problem) = error else { throw Unexpected() }
                #expect(problem.errors?["continuationToken"] != nil)
            }
        }
    }

    @Test("deleting the last receipt of a page does not affect the next page")
    func deletedPosition() async throws {
        try await AnybillFixture.run(SandboxConfiguration(receipts: 20)) { fixture in
            let all = try await fixture.page().items.map(\.id)
            let first = try await fixture.page(take: 5)
            try await fixture.user.receipts.delete(receiptId: all[4])
            let second = try await fixture.page(take: 5, token: first.next)
            #expect(second.items.map(\.id) == Array(all[5..<10]) && second.total == "19")
        }
    }

    @Test("an empty account has an empty page")
    func empty() async throws {
        try await AnybillFixture.run(SandboxConfiguration(receipts: 0)) { fixture in
            let page = try await fixture.page()
            #expect(page.items.isEmpty && page.total == "0" && page.next == nil)
        }
    }
}
