import APIRuntime
import APITesting
import HTTPTypes
import NotesAPI
import Testing

/// Tests of the configuration for tests that ignore time.
@Suite("Configuration for tests")
struct TestingConfigurationTests {

    @Test("without a clock, calls are retried at once")
    func repeated() async throws {
        let transport = ScriptedTransport([.status(503), .json(#"{"id": "u1", "email": "ada@notes.example"}"#)])
        let account = try await client(transport).account.get()
        #expect(account.id == "u1")
        #expect(transport.requests.count == 2)
    }

    @Test("without a clock, a server's Retry-After is not followed")
    func waiting() async throws {
        let transport = ScriptedTransport([.status(503, headers: [.retryAfter: "5"])])
        let failure = await #expect(throws: GetAccountError.self) {
            try await client(transport).account.get()
        }
        #expect(failure?.status == 503)
    }

    @Test("an exhausted script fails the call, which is not retried")
    func exhausted() async throws {
        let transport = ScriptedTransport([.status(503)])
        let failure = await #expect(throws: GetAccountError.self) {
            try await client(transport).account.get()
        }
        guard case .transport(let error) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(error.code == .unsupported)
        #expect(transport.requests.count == 2)
    }

    @Test("a success response that cannot be decoded reports its status and the response")
    func unreadable() async throws {
        let transport = ScriptedTransport([.json(#"{"error": "no such thing"}"#)])
        let failure = await #expect(throws: GetAccountError.self) { try await client(transport).account.get() }
        #expect(failure?.status == 200)
        guard case .decoding(let error) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(error.status == 200)
        #expect(error.response.map { String(decoding: $0.body, as: UTF8.self) } == #"{"error": "no such thing"}"#)
        #expect(!"\(error)".contains("no such thing"))
        #expect(!String(reflecting: error).contains("no such thing"))
    }

    private func client(_ transport: ScriptedTransport) -> NotesClient {
        NotesClient(credentials: NotesCredentials(userToken: .bearer("t")), configuration: .testing(transport))
    }
}
