import APIRuntime
import Foundation
import SandboxServer
import SensibillAPI
import SensibillSDK
import URLSessionTransport

/// A running sandbox with a client and a signed-in user.
@MainActor
struct LiveSandbox {
    let server: SandboxServer
    let provider: any SensibillAPIProvider
    let delegate: SessionTokenDelegate

    static let user = "ada"

    /// Task options that renew tokens automatically.
    static var patient: SensibillAPIClient.TaskOptions {
        var options = SensibillAPIClient.TaskOptions.defaults
        options.shouldRefreshTokenAndRetryOnStatusCode401 = true
        return options
    }

    /// Runs a closure with a new sandbox.
    static func run(delay: Double = 0, _ body: @MainActor (LiveSandbox) async throws -> Void) async throws {
        let server = try await SandboxServer.start(SandboxConfiguration(receipts: 0, processingDelay: delay))
        do {
            try await body(LiveSandbox(server))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private init(_ server: SandboxServer) {
        self.server = server
        provider = SensibillAPIClient.get(configuration: Self.configuration(server))
        let account = server.credentials.sensibill
        delegate = .oauth2(
            cacheIdentifier: Self.user,
            user: .init(username: account.accessID, password: account.accessSecret),
            client: .init(key: account.clientKey, secret: account.clientSecret),
            redirectUri: account.redirectURI,
            provider: provider
        )
        provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: Self.user)
    }

    static func configuration(_ server: SandboxServer) -> SensibillAPIClient.Configuration {
        .init(
            baseUrl: server.baseURL.absoluteString,
            defaultTaskOptions: patient,
            client: ClientConfiguration(transport: URLSessionTransport())
        )
    }

    /// Uploads a picture whose bytes contain the text to recognize.
    func upload(_ text: String, foreignId: String? = nil) async throws -> String {
        let file = try SensibillAPIModel.SourceFile(data: Samples.jpeg(showing: text))
        let request = SensibillAPIModel.DocumentCreationRequestDto(
            sourceFile: file,
            documentType: .receipt,
            foreignId: foreignId
        )
        return try await provider.documents.document(create: request).value().id
    }
}
