import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import RelayAPI
@testable import RelayServer
import Testing
import URLSessionTransport

/// A service of the golden module of OpenAPI 3.2, which records what it receives.
private struct RelayDouble: SignalsService, ArchiveService {
    let seen = LockedState<[String]>([])

    private func note(_ text: String) {
        seen.withLock { $0.append(text) }
    }

    private func text(_ filter: Filter?) -> String {
        "\(filter?.text ?? "-") \(filter?.limit.map(String.init) ?? "-")"
    }

    func find(body: Filter, request: ServerRequest) async throws -> ServerResponse<[Signal]> {
        note("find \(text(body))")
        return .init([.flash(Flash(color: "red", kind: "flash"))])
    }

    func list(filter: Filter?, session: String?, request: ServerRequest) async throws -> ServerResponse<[Signal]> {
        note("list \(text(filter)) \(session ?? "-")")
        return .init([])
    }

    func search(search: Filter, request: ServerRequest) async throws -> ServerResponse<[Signal]> {
        note("search \(text(search))")
        return .init([])
    }

    func listTagged(query: ListTaggedQuery?, request: ServerRequest) async throws -> ServerResponse<[Signal]> {
        note("tagged \(query?.tags ?? []) \(query?.limit ?? 0)")
        return .init([])
    }

    func sendBatch(body: BodyItems<Filter>, request: ServerRequest) async throws -> ServerResponse<Void> {
        for try await filter in body { note("batch \(text(filter))") }
        return .empty()
    }

    func sendBundle(body: HTTPBody, request: ServerRequest) async throws -> ServerResponse<Void> { .empty() }

    func watchFrames(request: ServerRequest) async throws -> ServerResponse<ResponseSequence<ResponsePart<Data>>> {
        .init(ResponseSequence([ResponsePart(value: Data("JPG".utf8))]))
    }

    func sendFrames(body: BodyItems<Data>, request: ServerRequest) async throws -> ServerResponse<Void> {
        for try await frame in body { note("frame \(String(decoding: frame, as: UTF8.self))") }
        return .empty()
    }

    func copySignal(id: String, request: ServerRequest) async throws -> ServerResponse<Void> {
        note("copy \(id)")
        return .empty()
    }

    func readRecord(request: ServerRequest) async throws -> ServerResponse<ResponseSequence<ResponsePart<Data>>> {
        .init(ResponseSequence([]))
    }

    func watchAlerts(
        request: ServerRequest
    ) async throws -> ServerResponse<ResponseSequence<ServerSentEvent<WatchAlertsEvent>>> {
        .init(ResponseSequence([ServerSentEvent(data: .started(Started(data: Flash(color: "red"))))]))
    }

    func watchBeats(request: ServerRequest) async throws -> ServerResponse<ResponseSequence<ServerSentEvent<Sound>>> {
        .init(ResponseSequence([ServerSentEvent(name: "beat", data: Sound(tone: 5))]))
    }

    /// Starts a server with the routes of the service.
    func run(_ body: (RawServer) async throws -> Void) async throws {
        try await RawServer.run(
            { routes in
                addSignalsRoutes(to: routes, security: .unchecked)
                addArchiveRoutes(to: routes, security: .unchecked)
            },
            body
        )
    }
}

@Suite("Generated servers: OpenAPI 3.2")
struct RelayServerTests {

    @Test("QUERY and COPY select their routes")
    func methods() async throws {
        let relay = RelayDouble()
        try await relay.run { server in
            let query = try #require(HTTPRequest.Method("QUERY"))
            let filter = #"{"text":"a"}"#
            let found = try await server.send(query, "/signals", [.contentType: "application/json"], body: filter)
            #expect(found.status == 200 && found.text == #"[{"kind":"flash","color":"red"}]"#, "\(found)")
            let copy = try #require(HTTPRequest.Method("COPY"))
            let copied = try await server.send(copy, "/signals/x%2Fy")
            #expect(copied.status == 204)
            let wrong = try await server.send(.post, "/signals/x")
            #expect(wrong.status == 405 && wrong.headers[.allow] == "COPY, OPTIONS")
        }
        #expect(relay.seen.withLock { $0 } == ["find a -", "copy x/y"])
    }

    @Test("whole queries are JSON or forms, and a raw cookie is not decoded")
    func queries() async throws {
        let relay = RelayDouble()
        try await relay.run { server in
            let cookies: HTTPFields = [.cookie: "session=a/b%3D=c"]
            let json = try await server.send(.get, "/signals?%7B%22text%22%3A%22a%26b%22%7D", cookies)
            let form = try await server.send(.get, "/signals/search?limit=1&text=a%26b")
            let tagged = try await server.send(.get, "/signals/tagged?limit=2&tags=a%7Cb%26c")
            let none = try await server.send(.get, "/signals")
            #expect([json, form, tagged, none].map(\.status) == [200, 200, 200, 200])
            let broken = try await server.send(.get, "/signals?%7B%22text")
            #expect(broken.status == 400)
        }
        #expect(
            relay.seen.withLock { $0 } == [
                "list a&b - a/b%3D=c", "search a&b 1", #"tagged ["a", "b&c"] 2"#, "list - - -",
            ]
        )
    }

    @Test("a server receives the parts of a request one by one, as values or as bytes")
    func receivedParts() async throws {
        let relay = RelayDouble()
        try await relay.run { server in
            let client = RelayClient(
                servers: RelayServers(all: server.url),
                credentials: RelayCredentials(device: .bearer("t")),
                transport: .urlSession
            )
            try await client.signals.sendBatch(body: [Filter(text: "a"), Filter(limit: 2)])
            let frames = AsyncStream<Data> { continuation in
                for text in ["A\r\n--", "", "C"] { continuation.yield(Data(text.utf8)) }
                continuation.finish()
            }
            try await client.signals.sendFrames(body: BodyItems(frames))
            let type: HTTPFields = [.contentType: "multipart/mixed; boundary=b"]
            let part = { (text: String) in "--b\r\nContent-Type: application/json\r\n\r\n\(text)\r\n" }
            let wrong = try await server.send(.post, "/batches", type, body: part("{}") + part("[1]") + "--b--\r\n")
            #expect(wrong.status == 400)
            let cut = try await server.send(.post, "/batches", type, body: part(#"{"text":"z"}"#) + part("{}"))
            #expect(cut.status == 400)
            let none = try await server.send(.post, "/batches", [.contentType: "multipart/mixed"], body: part("{}"))
            #expect(none.status == 400)
        }
        #expect(
            relay.seen.withLock { $0 } == [
                "batch a -", "batch - 2", "frame A\r\n--", "frame ", "frame C", "batch - -", "batch z -",
            ]
        )
    }

    @Test("parts of any type and typed events are written as documented")
    func streams() async throws {
        try await RelayDouble().run { server in
            let frames = try await server.send(.get, "/frames")
            #expect(frames.headers[.contentType]?.hasPrefix("multipart/mixed; boundary=") == true)
            #expect(frames.text.contains("\r\nContent-Type: image/jpg\r\n\r\nJPG\r\n--"))
            // Content that a client has stored must not be able to contain the boundary of a later response.
            let again = try await server.send(.get, "/frames")
            #expect(again.headers[.contentType] != frames.headers[.contentType])
            let alerts = try await server.send(.get, "/alerts")
            #expect(alerts.text == "event: started\ndata: {\"kind\":\"flash\",\"color\":\"red\"}\n\n")
            let beats = try await server.send(.get, "/beats")
            #expect(beats.text == "event: beat\ndata: {\"kind\":\"sound\",\"tone\":5}\n\n")
        }
    }
}
