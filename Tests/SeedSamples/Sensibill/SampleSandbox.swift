import Foundation
import SandboxServer
import SensibillSDK

/// A running sandbox with the data for signing its user in.
@MainActor
final class SampleSandbox {
    let server: SandboxServer
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    private init(_ server: SandboxServer) {
        self.server = server
    }

    /// Runs a closure with a new sandbox.
    static func run(_ body: @MainActor (SampleSandbox) async throws -> Void) async throws {
        let sandbox = SampleSandbox(try await SandboxServer.start(SandboxConfiguration(receipts: 0)))
        do {
            try await body(sandbox)
        } catch {
            await sandbox.end()
            throw error
        }
        await sandbox.end()
    }

    private func end() async {
        await server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    var configuration: SensibillAPIClient.Configuration {
        .init(baseUrl: server.baseURL.absoluteString, certificatePinningEnabled: false)
    }

    /// Returns a token of the predefined user, in the way that a backend requests it.
    func userToken() async throws -> String {
        let account = server.credentials.sensibill
        let client = SensibillAPIModel.ClientCredentials(key: account.clientKey, secret: account.clientSecret)
        let authentication = SensibillAPIClient.get(configuration: configuration).authentication
        let grant = try await authentication.authorizationGrant(
            userCredentials: .init(username: account.accessID, password: account.accessSecret),
            clientKey: account.clientKey,
            redirectUri: account.redirectURI
        )
        .value()
        let token = try await authentication.accessToken(
            withAuthorizationCode: grant.code ?? "",
            redirectUri: account.redirectURI,
            clientCredentials: client
        )
        .value()
        return token.accessToken ?? ""
    }
}

/// A token provider that requests tokens for the SDK in the way of an app's backend.
@MainActor
final class SampleTokenProvider: TokenProvider {
    private let sandbox: SampleSandbox

    init(_ sandbox: SampleSandbox) {
        self.sandbox = sandbox
    }

    func provideTokenReplacement(
        userIdentifier: String,
        completion: @escaping (Result<SensibillSDK.Credentials, Error>) -> Void
    ) {
        Task { @MainActor in
            do {
                completion(.success(.init(accessToken: try await self.sandbox.userToken())))
            } catch {
                completion(.failure(error))
            }
        }
    }
}
