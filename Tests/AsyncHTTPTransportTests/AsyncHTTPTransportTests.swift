@_spi(Generated) import APIRuntime
import AsyncHTTPClient
import AsyncHTTPTransport
import Foundation
import HTTPTypes
import Testing

@Suite("Connection ownership", .timeLimit(.minutes(1)))
struct AsyncHTTPTransportTests {
    @Test("a transport that is shut down sends no requests")
    func shutdown() async throws {
        try await LoopbackServer.run { server in
            let transport = AsyncHTTPTransport()
            let first = try await transport.send(server.request("/echo"))
            #expect(first.head.status.code == 200)
            try await transport.shutdown()
            await expect(.unsupported, from: transport, server.request("/echo"))
            #expect(server.log.all.count == 1)
        }
    }

    @Test("a deallocated transport closes its connections")
    func dropped() async throws {
        try await LoopbackServer.run { server in
            // The deinitializer of the client traps if the client has not been shut down.
            let response = try await AsyncHTTPTransport().send(server.request("/echo"))
            #expect(response.head.status.code == 200)
        }
    }

    @Test("an injected client is not closed")
    func given() async throws {
        try await LoopbackServer.run { server in
            let client = HTTPClient(configuration: HTTPClient.Configuration(redirectConfiguration: .disallow))
            let transport = AsyncHTTPTransport(client: client)
            _ = try await transport.send(server.request("/echo"))
            try await transport.shutdown()
            let again = try await transport.send(server.request("/echo"))
            #expect(again.head.status.code == 200)
            try await client.shutdown()
        }
    }

    @Test("an HTTP client that follows redirects by itself is detected")
    func followingClient() async throws {
        try await LoopbackServer.run { server in
            let client = HTTPClient()
            let transport = AsyncHTTPTransport(client: client)
            let request = server.request("/redirect?status=302&to=%2Fecho")
            await expect(.redirectRefused, from: transport, request)
            try await client.shutdown()
        }
    }

    @Test("a generated client works with both transports", arguments: TransportKind.allCases)
    func sender(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let sender = OperationSender(
                servers: [.main: try #require(URL(string: "http://127.0.0.1:\(server.port)/base"))],
                credentials: ["user": StaticCredential.bearer("t")],
                configuration: ClientConfiguration(transport: kind.transport)
            )
            var call = OperationCall(
                "add",
                .post,
                "/notes/{noteId}",
                security: SecurityRequirement(SecurityScheme("user", .bearer))
            )
            call.path("noteId", "a b")
            call.query("q", "ü")
            call.text("hello")
            let echo: JSONValue = try await sender.send(call, CallOptions(), failing: CallFailure.self)
            #expect(echo["path"] == "/base/notes/a%20b?q=%C3%BC")
            #expect(echo["bytes"] == 5)
            #expect(echo["headers"]?["authorization"] == "Bearer t")
        }
    }
}
