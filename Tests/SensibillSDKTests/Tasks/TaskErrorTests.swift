import APIRuntime
import APITesting
import SensibillSDK
import Testing

@MainActor
@Suite("Task errors")
struct TaskErrorTests {
    private func error(_ response: ScriptedResponse) async throws -> SensibillAPIClient.TaskError? {
        let scripted = ScriptedProvider([response])
        let delegate = TestDelegate(token: "secret-token")
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        let task = try scripted.provider.documents.documents()
        await task.execute()
        guard case .failure(let error) = task.result else { return nil }
        return error as? SensibillAPIClient.TaskError
    }

    @Test(
        "a failed connection differs from a server that does not respond",
        arguments: [
            (TransportError.Code.unreachable, true), (.timedOut, true), (.tls, false), (.redirectRefused, false),
        ]
    )
    func transport(code: TransportError.Code, canRetry: Bool) async throws {
        let failure = TransportError(code, "failed")
        let found = try await error(.failure(failure))
        #expect(found == .executionFailure(failure))
        #expect(found?.canRetry == canRetry)
    }

    @Test("a connection that closes without a response is the noResponse error")
    func noResponse() async throws {
        let found = try await error(.failure(TransportError(.connection, "closed")))
        #expect(found == .noResponse)
        #expect(found?.canRetry == true)
    }

    @Test("an undocumented success response is unusable")
    func unusable() async throws {
        guard case .unusableResponse? = try await error(.json("[1]")) else {
            return #expect(Bool(false), "A list is not a page of documents.")
        }
    }

    @Test(
        "401, 408, 429 and 5xx responses can be retried, and others cannot",
        arguments: [
            (400, false), (401, true), (403, false), (404, false), (408, true), (409, false), (418, false), (429, true),
            (500, true), (502, true), (503, true),
        ]
    )
    func canRetry(status: Int, expected: Bool) async throws {
        let found = try await error(.refusal(status))
        #expect(found?.canRetry == expected)
        #expect(SensibillAPIClient.APIError(status: status).status == status)
    }

    @Test("an undocumented error body provides no details")
    func foreignBody() async throws {
        let found = try await error(.json("<html>", status: 502))
        #expect(found == .apiFailure(.externalError(502), nil))
    }

    @Test("no error message contains the token or the service's message")
    func texts() async throws {
        let found = try await error(.json(#"{"name":"X","correlationID":"c","message":"secret-message"}"#, status: 400))
        let text = found?.errorDescription ?? ""
        #expect(text.contains("400") && text.contains("c"))
        #expect(!text.contains("secret"))
    }
}
