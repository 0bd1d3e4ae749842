import Foundation
import SandboxServer
import SensibillAPI
import SensibillSDK
import Testing

@testable import CaptureExample

/// Tests of the example app `Capture` with the sandbox.
@Suite("example: capture", .timeLimit(.minutes(1)))
@MainActor
struct CaptureExampleTests {
    /// A picture that the sandbox can read.
    private let readable = picture("MERCHANT=Cafe Nord;TOTAL=25.60;")

    /// A picture that the sandbox cannot read.
    private let unreadable = picture("FAIL=too_dark;")

    @Test("a captured picture is sent and read, and the app shows the shop and the sum")
    func reading() async throws {
        try await withApp { app, _ in
            app.queue.add(readable, title: "Lunch")
            #expect(app.queue.items.map(\.title) == ["Lunch"])
            await wait(for: app.queue.$items) { isRead($0.first) }
            let item = try #require(app.queue.items.first)
            let receipt = try #require(await app.queue.receipt(of: item))
            #expect(receipt.merchant == "Cafe Nord")
            #expect(receipt.total?.contains("25") == true)
        }
    }

    @Test("a picture that cannot be read is marked, and can be removed")
    func notReadable() async throws {
        try await withApp { app, _ in
            app.queue.add(unreadable, title: "Dark")
            await wait(for: app.queue.$items) { $0.first?.state == .unreadable }
            let item = try #require(app.queue.items.first)
            #expect(!item.canRetry)
            #expect(await app.queue.receipt(of: item) == nil)
            app.queue.remove(item)
            #expect(app.queue.items.isEmpty && app.queue.failure == nil)
        }
    }

    @Test("a file that is no picture is reported, and not added")
    func notAPicture() async throws {
        try await withApp { app, _ in
            app.queue.add(Data("text".utf8), title: "Text")
            #expect(app.queue.items.isEmpty)
            #expect(app.queue.failure?.isEmpty == false)
        }
    }

    @Test("a picture is sent despite a failing service")
    func failingService() async throws {
        try await withApp { app, server in
            server.faults.add(Fault(.status(503), operation: "postDocument", times: 2))
            app.queue.add(readable, title: "Lunch")
            await wait(for: app.queue.$items) { isRead($0.first) }
            #expect(app.queue.items.count == 1)
        }
    }

    @Test("a refused picture can be sent again")
    func retry() async throws {
        try await withApp { app, server in
            server.faults.add(Fault(.status(400), operation: "postDocument", times: 1))
            app.queue.add(readable, title: "Lunch")
            await wait(for: app.queue.$items) { $0.first?.canRetry == true }
            app.queue.retry(try #require(app.queue.items.first))
            await wait(for: app.queue.$items) { isRead($0.first) }
        }
    }

    @Test("after signing out, the app shows no pictures and accepts none")
    func signOut() async throws {
        try await withApp { app, _ in
            app.queue.add(readable, title: "Lunch")
            await app.signOut()
            #expect(!app.isRunning && app.queue.items.isEmpty)
            app.queue.add(readable, title: "Dinner")
            #expect(app.queue.items.isEmpty && app.queue.failure?.isEmpty == false)
        }
    }

    // MARK: - Helpers

    /// Runs a closure with an app whose user is signed in.
    private func withApp(_ body: @MainActor (CaptureModel, SandboxServer) async throws -> Void) async throws {
        try await withSandbox { server in
            try await withFolder { folder in
                let uploads = UploadPolicy(
                    directory: folder,
                    baseDelay: .milliseconds(5),
                    maximumDelay: .milliseconds(50),
                    pollTimeout: 1,
                    pollInterval: .milliseconds(5)
                )
                let api = SensibillAPIClient.Configuration(
                    baseUrl: server.baseURL.absoluteString,
                    certificatePinningEnabled: false
                )
                let tokens = BackendTokens { try await userToken(of: server) }
                let app = CaptureModel(
                    configuration: SensibillSDK.Configuration(api: api, uploads: uploads),
                    tokens: tokens,
                    sdk: SensibillSDK()
                )
                await app.signIn(as: "ada")
                try #require(app.isRunning, "\(app.failure ?? "")")
                try await body(app, server)
                if app.isRunning { await app.signOut() }
            }
        }
    }

    private func isRead(_ item: UploadItem?) -> Bool {
        if case .read = item?.state { true } else { false }
    }
}

/// Returns a picture with a text that the sandbox recognizes.
private func picture(_ text: String) -> Data {
    Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(text.utf8) + Data([0xFF, 0xD9])
}

/// Returns a token of the sandbox's user, as an app's backend requests it.
@Sendable
private func userToken(of server: SandboxServer) async throws -> String {
    let account = server.credentials.sensibill
    let configuration = SensibillAPIClient.Configuration(
        baseUrl: server.baseURL.absoluteString,
        certificatePinningEnabled: false
    )
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
        clientCredentials: .init(key: account.clientKey, secret: account.clientSecret)
    )
    .value()
    return token.accessToken ?? ""
}
