import APIRuntime
import AsyncHTTPTransport
import Foundation
import HTTPTypes
import Testing

@Suite("Transport errors", .timeLimit(.minutes(2)))
struct TransportFailureTests {
    @Test("a truncated response is a connection error", arguments: TransportKind.allCases)
    func truncated(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            await expect(.connection, from: kind.transport, server.request("/truncated"))
        }
    }

    @Test("a refused connection reports that no request was sent", arguments: TransportKind.allCases)
    func refused(_ kind: TransportKind) async throws {
        let port = try await LoopbackServer.closedPort()
        await expect(.unreachable, from: kind.transport, .loopback(port))
    }

    @Test("the timeout includes the wait for the response", arguments: TransportKind.allCases)
    func timeout(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let request = server.request("/slow", timeout: .milliseconds(150))
            await expect(.timedOut, from: kind.transport, request)
        }
    }

    @Test("the timeout includes the response's body", arguments: TransportKind.allCases)
    func stall(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let request = server.request("/stalls", timeout: .milliseconds(150))
            await expect(.timedOut, from: kind.transport, request)
        }
    }

    @Test("cancelling ends a request in flight at once", arguments: TransportKind.allCases)
    func cancel(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let started = ContinuousClock.now
            let call = Task { await failure(of: kind.transport, server.request("/slow")) }
            while server.log.all.isEmpty { try Task.checkCancellation(); await Task.yield() }
            call.cancel()
            #expect(await call.value?.code == .cancelled)
            #expect(started.duration(to: .now) < .seconds(10))
        }
    }

    @Test("a cancelled task sends no request", arguments: TransportKind.allCases)
    func cancelledBefore(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let call = Task {
                while !Task.isCancelled { await Task.yield() }
                return await failure(of: kind.transport, server.request("/slow"))
            }
            call.cancel()
            #expect(await call.value?.code == .cancelled)
        }
    }

    @Test("no error contains a value of the request", arguments: TransportKind.allCases)
    func descriptions(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            for path in ["/truncated?key=s3cret", "/redirect?to=ftp%3A%2F%2Fs3cret.example%2F", "/../s3cret"] {
                let error = await failure(of: kind.transport, server.request(path))
                #expect(error != nil)
                #expect(error?.description.contains("s3cret") == false)
            }
        }
    }

    @Test("an invalid port is an invalid request", arguments: ["0", "65536", "x", ""])
    func port(_ port: String) async throws {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(port)", path: "/")
        await expect(.invalidRequest, from: AsyncHTTPTransport.shared, TransportRequest(head))
    }
}
