import APIRuntime
import APITesting
import AnybillBase
import AnybillContentArea
import Foundation
import Testing

@Suite("Content areas", .timeLimit(.minutes(1)))
@MainActor
struct ContentAreaTests {
    private let area = ContentArea(
        id: "c",
        receiptId: "a",
        title: "News",
        contents: [ContentAreaEntry(id: "e", type: .text, text: "Hello")]
    )

    private func provider(_ responses: [ScriptedResponse]) async throws -> (ContentAreaProvider, AuthProvider) {
        var client = ClientConfiguration.testing(ScriptedTransport(responses))
        client.retry = .never
        let servers = AnybillServers(all: try #require(URL(string: "https://app.example")))
        let context = AnybillContext(AnybillConfiguration(servers: servers, storage: .memory, client: client))
        let auth = AuthProvider(context: context)
        try await auth.loginTokenUser(tokenUser: TokenUser(accessToken: "a", expiresIn: 3600, refreshToken: "r"))
        return (ContentAreaProvider(context: context), auth)
    }

    private func failure(_ call: @MainActor () async throws -> ContentArea) async -> (any AnybillError)? {
        do {
            _ = try await call()
            return nil
        } catch {
            return error as? any AnybillError
        }
    }

    @Test("a content area is fetched, and the stored one is returned without a connection")
    func offline() async throws {
        let lost = ScriptedResponse.failure(TransportError(.unreachable, "offline"))
        let (provider, _) = try await provider([.value(area), lost, lost])
        #expect(try await provider.getContentArea(receiptId: "a") == area)
        #expect(try await provider.getContentArea(receiptId: "a") == area)
        #expect(await failure { try await provider.getContentArea(receiptId: "other") }?.type == .networkError)
    }

    @Test("a server error is not replaced by the stored content area")
    func serverFailure() async throws {
        let (provider, _) = try await provider([.value(area), .status(500)])
        _ = try await provider.getContentArea(receiptId: "a")
        #expect(await failure { try await provider.getContentArea(receiptId: "a") }?.type == .unknown)
    }

    @Test("a content area that the service deleted is deleted locally")
    func gone() async throws {
        let lost = ScriptedResponse.failure(TransportError(.unreachable, "offline"))
        let (provider, _) = try await provider([.value(area), .status(404), lost])
        _ = try await provider.getContentArea(receiptId: "a")
        #expect(await failure { try await provider.getContentArea(receiptId: "a") }?.code == 404)
        #expect(await failure { try await provider.getContentArea(receiptId: "a") }?.type == .networkError)
    }

    @Test("17: a logout deletes content areas")
    func logout() async throws {
        let lost = ScriptedResponse.failure(TransportError(.unreachable, "offline"))
        let (provider, auth) = try await provider([.value(area), lost])
        _ = try await provider.getContentArea(receiptId: "a")
        try await auth.logoutUser()
        #expect(await failure { try await provider.getContentArea(receiptId: "a") }?.type == .noUserError)
        try await auth.loginTokenUser(tokenUser: TokenUser(accessToken: "b", expiresIn: 3600, refreshToken: "r"))
        #expect(await failure { try await provider.getContentArea(receiptId: "a") }?.type == .networkError)
    }

    @Test("a failed call has the documented type of error, with the status of the response")
    func errors() async throws {
        let lost = ScriptedResponse.failure(TransportError(.unreachable, "offline"))
        let refusal = ScriptedResponse.json(#"{"error": "invalid_grant"}"#, status: 400)
        let (provider, _) = try await provider([.status(403), .status(503), lost, .status(401), refusal])
        var errors: [any AnybillError] = []
        for _ in 0..<5 {
            errors.append(try #require(await failure { try await provider.getContentArea(receiptId: "a") }))
        }
        #expect(
            errors.map(\.type) == [.genericError, .unknown, .networkError, .invalidRefreshTokenError, .noUserError]
        )
        #expect(errors.map(\.code) == [403, 503, 0, 400, 401])
    }

    @Test("the callback runs on the main actor")
    func callback() async throws {
        let (provider, _) = try await provider([.value(area)])
        let found = await withCheckedContinuation { continuation in
            provider.getContentArea(receiptId: "a") { result in
                MainActor.assertIsolated()
                continuation.resume(returning: try? result.get())
            }
        }
        #expect(found == area)
    }
}
