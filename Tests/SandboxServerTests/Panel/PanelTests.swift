import APIRuntime
import AnybillAPI
import AppCoinsAPI
import AsyncHTTPTransport
import Foundation
import HTTPTypes
import Testing

@testable import SandboxServer

@Suite("Sandbox: control panel", .timeLimit(.minutes(1)))
struct PanelTests {
    @Test(
        "the panel is at the root and at the control address, and loads nothing from elsewhere",
        arguments: ["/", "/sandbox"]
    )
    func page(path: String) async throws {
        try await AnybillFixture.run { fixture in
            let page = try await fixture.send(.get, path)
            #expect(page.status == 200)
            #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
            #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
            for text in [page.body, SandboxStyle.css, PanelScript.source] {
                #expect(!text.contains("http://") && !text.contains("https://"))
            }
            for (part, type) in [("/sandbox/style.css", "text/css"), ("/sandbox/panel.js", "text/javascript")] {
                #expect(page.body.contains(part))
                let loaded = try await fixture.send(.get, part)
                #expect(loaded.status == 200 && loaded.headers[.contentType]?.hasPrefix(type) == true)
            }
        }
    }

    @Test("the state shows users, tokens, receipts, documents, faults and the code for an app")
    func state() async throws {
        try await AnybillFixture.run { fixture in
            fixture.server.faults.add(Fault(.status(503), pathPrefix: "/api", times: 2))
            let state = try await fixture.panelState()
            #expect(state["anybill"]?["users"]?.array?.count == 2)
            let receipts = state["anybill"]?["users"]?.array?.compactMap { $0["count"]?.number?.description }
            #expect(Set(receipts ?? []) == ["231", "5"])
            #expect(state["sensibill"]?["users"]?.array?.first?["count"]?.number?.description == "25")
            #expect(state["appcoins"]?["next"]?.string == "success")
            #expect(state["faults"]?.array?.first?.string == "status 503 for /api, 2 more")
            #expect(state["tokens"]?.array?.allSatisfy { $0["state"]?.string == "valid" } == true)
            #expect(
                state["paste"]?.array?.first?["code"]?.string?.contains(fixture.server.baseURL.absoluteString) == true
            )
            let appCoins = try #require(state["paste"]?.array?.last?["code"]?.string)
            let servers = AppCoinsServers.sandbox(at: fixture.server.baseURL)
            let addresses = [servers.product, servers.wallet, servers.broker, servers.reports, servers.checkout]
            for address in addresses { #expect(appCoins.contains("\"\(try #require(address).absoluteString)\"")) }
            fixture.server.tokens.revoke()
            let revoked = try await fixture.panelState()["tokens"]?.array ?? []
            #expect(!revoked.isEmpty && revoked.allSatisfy { $0["state"]?.string == "revoked" })
        }
    }

    @Test("the panel adds a receipt, which is the newest of its user, and returns its push message")
    func receipt() async throws {
        try await AnybillFixture.run { fixture in
            let body = #"{"user": "\#(fixture.accounts.otherUser.id)"}"#
            let added = try await fixture.send(.post, "/sandbox/anybill/receipts", body)
            #expect(added.status == 201)
            let value = try JSONCoding.decode(JSONValue.self, from: Array(added.body.utf8))
            let id = try #require(value["id"]?.string)
            let push = try await fixture.send(.post, "/sandbox/anybill/push", body)
            #expect(push.status == 200 && push.body.contains(id))
            let users = try await fixture.panelState()["anybill"]?["users"]?.array ?? []
            let other = try #require(users.first { $0["id"]?.string == fixture.accounts.otherUser.id })
            #expect(other["count"]?.number?.description == "6")
            #expect(other["receipts"]?.array?.first?["id"]?.string == id)
            for path in ["/sandbox/anybill/receipts", "/sandbox/anybill/push"] {
                #expect(try await fixture.send(.post, path, #"{"user": "nobody"}"#).status == 404)
            }
        }
    }

    @Test("the last requests are listed newest first, without control operations")
    func exchanges() async throws {
        try await AnybillFixture.run { fixture in
            for _ in 0..<SandboxJournal.capacity { _ = try await fixture.send(.get, "/sandbox/counts") }
            _ = try await fixture.user.users.current()
            _ = try await fixture.page()
            let exchanges = try await fixture.panelState()["exchanges"]?.array ?? []
            #expect(exchanges.map { $0["operation"]?.string } == ["listReceipts", "getCurrentUser"])
            #expect(exchanges.first?["path"]?.string?.hasPrefix("/api/v4/receipt?") == true)
            #expect(exchanges.first?["status"]?.number?.description == "200")
        }
    }

    @Test("only the newest requests are kept")
    func capacity() async throws {
        try await AnybillFixture.run { fixture in
            for _ in 0..<(SandboxJournal.capacity + 5) { _ = try await fixture.user.users.current() }
            let numbers = try await fixture.panelState()["exchanges"]?.array?.compactMap {
                $0["number"]?.number?.description
            }
            #expect(numbers?.count == SandboxJournal.capacity && numbers?.first == "\(SandboxJournal.capacity + 5)")
        }
    }

    @Test("an event follows each request and each control operation")
    func events() async throws {
        try await AnybillFixture.run { fixture in
            let response = try await fixture.server.panelEvents()
            #expect(response.head.headerFields[.contentType] == "text/event-stream")
            var received = ""
            var steps = 0
            guard case .chunks(let chunks) = response.body else { throw Unexpected() }
            for try await chunk in chunks {
                received += String(decoding: chunk, as: UTF8.self)
                guard received.components(separatedBy: "\n\n").count > steps + 1 else { continue }
                steps += 1
                switch steps {
                case 1: _ = try await fixture.user.users.current()
                case 2: _ = try await fixture.send(.delete, "/sandbox/faults")
                default: break
                }
                if steps == 3 { break }
            }
            #expect(received == "id: 0\ndata: 0\n\nid: 1\ndata: 1\n\nid: 1\ndata: 1\n\n")
        }
    }

    @Test("the sandbox stops while a panel is connected")
    func stop() async throws {
        let server = try await SandboxServer.start()
        let response = try await server.panelEvents()
        await server.stop()
        #expect(response.head.status == .ok)
    }
}

extension AnybillFixture {
    /// Returns the state that the panel shows.
    func panelState() async throws -> JSONValue {
        let response = try await send(.get, "/sandbox/state")
        return try JSONCoding.decode(JSONValue.self, from: Array(response.body.utf8))
    }
}

extension SandboxServer {
    /// Connects to the events of the panel.
    func panelEvents() async throws -> TransportResponse {
        let head = HTTPRequest(method: .get, url: baseURL.appending(path: "sandbox/events"))
        var request = TransportRequest(head)
        request.delivery = .streamed
        return try await AsyncHTTPTransport.shared.send(request)
    }
}
