import APIRuntime
import AnybillAPI
import Foundation
import HTTPTypes
import Testing

@testable import SandboxServer

@Suite("Faults of real connections", .timeLimit(.minutes(1)))
struct FaultsOverHTTPTests {
    @Test("requests succeed again after a burst of failures with Retry-After")
    func burst() async throws {
        let unavailable = "GET /api/v4/user: response 503 status: is not documented"
        try await AnybillFixture.run(violations: [unavailable]) { fixture in
            fixture.server.faults.add(Fault(.status(503, retryAfter: 7), pathPrefix: "/api/v4/user", times: 2))
            for _ in 1...2 {
                let error = await #expect(throws: GetCurrentUserError.self) { try await fixture.user.users.current() }
                guard case .undocumented(let response) = error else { throw Unexpected() }
                #expect(response.status == 503 && response.headers[.retryAfter] == "7")
            }
            _ = try await fixture.user.users.current()
            #expect(fixture.server.counter.count("getCurrentUser") == 3)
        }
    }

    @Test("a dropped connection and a truncated body are transport errors")
    func connection() async throws {
        try await AnybillFixture.run { fixture in
            for kind in [Fault.Kind.droppedConnection, .truncatedBody] {
                fixture.server.faults.add(Fault(kind, operation: "listReceipts", times: 1))
                let error = await #expect(throws: ListReceiptsError.self) { try await fixture.page() }
                guard case .transport = error else { throw Unexpected() }
            }
            #expect(try await fixture.page().items.count == 100)
        }
    }

    @Test("the client leaves out a malformed item and keeps the others")
    func malformedItem() async throws {
        let malformed = "GET /api/v4/receipt: response 200 $: is a list, not object"
        try await AnybillFixture.run(violations: [malformed]) { fixture in
            fixture.server.faults.add(Fault(.malformedItem(index: 3), operation: "listReceipts", times: 1))
            let spoilt = try await fixture.page().items.count
            let whole = try await fixture.page().items.count
            #expect(spoilt == 99 && whole == 100)
        }
    }

    @Test("a fault without a path affects and counts the requests of the services, and none of the control panel")
    func controlPanel() async throws {
        let unavailable = "GET /api/v4/user: response 503 status: is not documented"
        try await AnybillFixture.run(violations: [unavailable]) { fixture in
            let fault = #"[{"kind": "status", "status": 503, "times": 2}, {"kind": "truncatedBody", "times": 2}]"#
            #expect(try await fixture.send(.post, "/sandbox/faults", fault).status == 204)
            for path in ["/", "/sandbox", "/sandbox/panel.js", "/sandbox/state", "/sandbox/counts"] {
                let response = try await fixture.send(.get, path)
                #expect(response.status == 200 && !response.body.isEmpty, "\(path)")
            }
            #expect(try await fixture.send(.post, "/sandbox/clock", #"{"seconds": 1}"#).status == 204)
            let receipt = #"{"user": "\#(fixture.accounts.user.id)"}"#
            #expect(try await fixture.send(.post, "/sandbox/anybill/receipts", receipt).status == 201)
            let remaining = fixture.server.faults.all.map { $0.remaining }
            #expect(remaining == [2, 2])
            fixture.server.faults.clear()
            fixture.server.faults.add(Fault(.status(503), times: 2))
            for _ in 1...2 {
                let error = await #expect(throws: GetCurrentUserError.self) { try await fixture.user.users.current() }
                guard case .undocumented(let response) = error else { throw Unexpected() }
                #expect(response.status == 503)
            }
            _ = try await fixture.user.users.current()
        }
    }

    @Test(
        "a fault that names a control operation or its path affects it",
        arguments: [
            Fault(.status(503), operation: "sandbox.counts", times: 1),
            Fault(.status(503), pathPrefix: "/sandbox", times: 1),
        ]
    )
    func namedControl(fault: Fault) async throws {
        try await AnybillFixture.run { fixture in
            fixture.server.faults.add(fault)
            let first = try await fixture.send(.get, "/sandbox/counts").status
            let second = try await fixture.send(.get, "/sandbox/counts").status
            #expect(first == 503 && second == 200)
        }
    }

    @Test("faults, the clock and counters can be controlled over HTTP")
    func control() async throws {
        try await AnybillFixture.run { fixture in
            let fault = #"{"kind": "status", "status": 500, "operation": "getCurrentUser", "times": 1}"#
            #expect(try await fixture.send(.post, "/sandbox/faults", fault).status == 204)
            #expect(fixture.server.faults.all == [Fault(.status(500), operation: "getCurrentUser", times: 1)])
            #expect(try await fixture.send(.delete, "/sandbox/faults").status == 204)
            #expect(fixture.server.faults.all.isEmpty)
            let before = fixture.server.clock.now
            #expect(try await fixture.send(.post, "/sandbox/clock", #"{"seconds": 3600}"#).status == 204)
            #expect(fixture.server.clock.now >= before.addingTimeInterval(3600))
            let counts = try await fixture.send(.get, "/sandbox/counts").body
            #expect(counts.contains(#""sandbox.advanceClock":1"#))
            #expect(try await fixture.send(.post, "/sandbox/faults", #"{"kind": "nothing"}"#).status == 400)
        }
    }

    @Test("a list is validated by its entity tag")
    func notModified() async throws {
        try await AnybillFixture.run { fixture in
            let path = "/api/v4/receipt?orderBy=Date&orderByDirection=Ascending&take=1"
            let first = try await fixture.send(.get, path, token: fixture.accounts.user.accessToken)
            let tag = try #require(first.headers[.eTag])
            let second = try await fixture.send(
                .get,
                path,
                token: fixture.accounts.user.accessToken,
                headers: [.ifNoneMatch: tag]
            )
            #expect(second.status == 304 && second.body.isEmpty)
        }
    }
}
