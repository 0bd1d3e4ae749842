import APIRuntime
import APITesting
import Foundation
import Testing

@testable import SensibillSDK

@MainActor
@Suite("Starting and stopping the SDK", .timeLimit(.minutes(1)))
final class StartAndStopTests {
    private let sdk = SensibillSDK()
    private let tokens = TestTokenProvider(tokens: ["one", "two"])
    private let transport = ScriptedTransport { request in
        request.path.hasSuffix("/invalidate") ? .status(200) : .noDocuments
    }
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    private var configuration: SensibillSDK.Configuration {
        SensibillSDK.Configuration(
            api: .init(
                baseUrl: "https://api.example",
                certificatePinningEnabled: false,
                client: ClientConfiguration(transport: transport)
            ),
            uploads: UploadPolicy(directory: directory)
        )
    }

    @Test("the client has its user after a start and none after a stop")
    func startAndStop() async throws {
        #expect(sdk.apiClient == nil)
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        #expect(tokens.questions == ["ada"])
        let client = try #require(sdk.apiClient)
        _ = try await client.documents.documents().value()
        #expect(transport.requests.last?.header("Authorization") == "Bearer one")
        try await sdk.stop()
        #expect(sdk.apiClient == nil)
        #expect(transport.requests.last?.path == "/api/v1/invalidate")
        let task = try client.documents.documents()
        await #expect(throws: SensibillAPIClient.TaskError.missingUserAccessToken) { try await task.value() }
    }

    @Test("the credential provider replaces a refused token")
    func replaced() async throws {
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        let delegateResponse = ScriptedTransport([.refusal(401), .noDocuments])
        try await sdk.stop(invalidateToken: false)
        var configuration = configuration
        configuration.api.client.transport = delegateResponse
        configuration.api.defaultTaskOptions.shouldRefreshTokenAndRetryOnStatusCode401 = true
        tokens.tokens = ["three", "four"]
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        _ = try await sdk.apiClient?.documents.documents().value()
        #expect(delegateResponse.requests.map { $0.header("Authorization") } == ["Bearer three", "Bearer four"])
        try await sdk.stop(invalidateToken: false)
    }

    @Test("a stop while the provider is fetching a token ends the start as interrupted")
    func interrupted() async throws {
        tokens.held = []
        let start = Task { [sdk, tokens, configuration] in
            try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        }
        while tokens.questions.isEmpty { try Task.checkCancellation(); await Task.yield() }
        try await sdk.stop()
        for response in tokens.held ?? [] { response(.success(.init(accessToken: "late"))) }
        await #expect(throws: SensibillSDK.StateError.startWasInterrupted) { try await start.value }
        #expect(sdk.apiClient == nil)
    }

    @Test("a failed start leaves the SDK stopped and reports the cause")
    func failed() async throws {
        tokens.failure = DelegateFailure()
        await #expect(throws: DelegateFailure.self) {
            try await self.sdk.start(
                userIdentifier: "ada",
                tokenProvider: self.tokens,
                configuration: self.configuration
            )
        }
        tokens.failure = nil
        tokens.tokens = [""]
        await #expect(throws: SensibillSDK.IdentityError.noToken) {
            try await self.sdk.start(
                userIdentifier: "ada",
                tokenProvider: self.tokens,
                configuration: self.configuration
            )
        }
        await #expect(throws: SensibillSDK.StateError.missingUserInContext) {
            try await self.sdk.start(userIdentifier: "", tokenProvider: self.tokens, configuration: self.configuration)
        }
        tokens.tokens = ["good"]
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        try await sdk.stop(invalidateToken: false)
    }

    @Test("a token of an earlier run is restored without a delegate call")
    func storedToken() async throws {
        var configuration = configuration
        configuration.tokenStore = MemoryTokenStore(
            StoredToken(token: OAuthToken(accessToken: "kept"), partition: "ada")
        )
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        #expect(tokens.questions.isEmpty)
        try await sdk.stop(invalidateToken: false)
        try await sdk.start(userIdentifier: "bob", tokenProvider: tokens, configuration: configuration)
        #expect(tokens.questions == ["bob"])
        try await sdk.stop(invalidateToken: false)
    }
}
