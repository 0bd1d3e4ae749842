import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import RelayAPI
@testable import RelayServer
import Testing

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

    func sendBatch(body: HTTPBody, request: ServerRequest) async throws -> ServerResponse<Void> { .empty() }

    func sendBundle(body: HTTPBody, request: ServerRequest) async throws -> ServerResponse<Void> { .empty() }

    func watchFrames(request: ServerRequest) async throws -> ServerResponse<ResponseSequence<ResponsePart<Data>>> {
        let headers: HTTPFields = [.contentType: "image/jpg"]
        return .init(ResponseSequence([ResponsePart(headers: headers, value: Data("JPG".utf8))]))
    }

    func sendFrames(body: HTTPBody, request: ServerRequest) async throws -> ServerResponse<Void> { .empty() }

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
