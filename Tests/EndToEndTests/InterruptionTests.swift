@_spi(Generated) import APIRuntime
import AnybillAPI
import AsyncHTTPTransport
import Foundation
import Testing
import URLSessionTransport

/// Tests of calls whose server ends or whose caller cancels.
@Suite("Interruptions of calls", .timeLimit(.minutes(2)))
struct InterruptionTests {

    /// The two transports.
    enum Kind: CaseIterable, Sendable {
        case session, asynchronous

        func make() -> any HTTPTransport {
            switch self {
            case .session: URLSessionTransport()
            case .asynchronous: AsyncHTTPTransport.shared
            }
        }
    }

    @Test("a sandbox that is killed during a call causes the transport case", arguments: Kind.allCases)
    func killed(kind: Kind) async throws {
        let sandbox = try SandboxProcess()
        let client = try await hangingClient(sandbox, kind)
        let call = Task { try await client.users.current() }
        try await untilItArrived(sandbox, kind)
        sandbox.kill()
        let error = await #expect(throws: GetCurrentUserError.self) { try await call.value }
        guard case .transport = error else {
            Issue.record("Expected the transport case, but got \(String(describing: error))")
            return
        }
    }

    @Test("a cancelled call returns the cancelled case", arguments: Kind.allCases)
    func cancelled(kind: Kind) async throws {
        let sandbox = try SandboxProcess()
        let client = try await hangingClient(sandbox, kind)
        let call = Task { try await client.users.current() }
        try await untilItArrived(sandbox, kind)
        call.cancel()
        let error = await #expect(throws: GetCurrentUserError.self) { try await call.value }
        guard case .cancelled = error else {
            Issue.record("Expected the cancelled case, but got \(String(describing: error))")
            return
        }
    }

    @Test("a server that is not running causes the transport case", arguments: Kind.allCases)
    func nobody(kind: Kind) async throws {
        let sandbox = try SandboxProcess()
        sandbox.kill()
        let error = await #expect(throws: GetCurrentUserError.self) {
            try await client(sandbox, kind).users.current()
        }
        guard case .transport = error else {
            Issue.record("Expected the transport case, but got \(String(describing: error))")
            return
        }
    }

    private func client(_ sandbox: SandboxProcess, _ kind: Kind) -> AnybillClient {
        AnybillClient(
            servers: AnybillServers(all: sandbox.url),
            credentials: AnybillCredentials(userToken: .bearer(sandbox.userToken)),
            configuration: ClientConfiguration(transport: kind.make(), retry: .never)
        )
    }

    /// Returns a client of a sandbox whose next response takes ten minutes.
    private func hangingClient(_ sandbox: SandboxProcess, _ kind: Kind) async throws -> AnybillClient {
        var fault = OperationCall("addFault", .post, "/sandbox/faults")
        fault.json(
            JSONValue.object(["kind": "latency", "milliseconds": 600_000, "operation": "getCurrentUser", "times": 1])
        )
        try await control(sandbox, kind).sendEmpty(fault, CallOptions(), failing: CallFailure.self)
        return client(sandbox, kind)
    }

    /// Polls until the request has arrived.
    ///
    /// The sandbox counts the request before it starts to wait.
    private func untilItArrived(_ sandbox: SandboxProcess, _ kind: Kind) async throws {
        while true {
            let call = OperationCall("counts", .get, "/sandbox/counts")
            let counts: [String: Int] = try await control(sandbox, kind)
                .send(call, CallOptions(), failing: CallFailure.self)
            if counts["getCurrentUser"] == 1 {
                return
            }
        }
    }

    private func control(_ sandbox: SandboxProcess, _ kind: Kind) -> OperationSender {
        OperationSender(
            servers: [.main: sandbox.url],
            credentials: [:],
            configuration: ClientConfiguration(transport: kind.make(), retry: .never)
        )
    }
}
