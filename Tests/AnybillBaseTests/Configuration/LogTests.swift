import APIRuntime
import APITesting
import AnybillAPI
import Foundation
import Logging
import Testing

@testable import AnybillBase

@Suite("The log of all clients", .timeLimit(.minutes(1)))
@MainActor
struct LogTests {
    @Test("every call is logged by its operation: logins, renewals, push tokens and logouts too; no secret is")
    func operations() async throws {
        let lines = LogLines()
        let transport = ScriptedTransport { request in
            switch request.path {
            case let path where path.contains("oauth2"): .tokens("token-1", "renewal-1")
            case let path where path.contains("pushtoken"): .status(204)
            default: .page([], total: 0)
            }
        }
        let date = TestDate()
        var client = ClientConfiguration.testing(transport, date: date)
        client.logger = Logger(label: "test") { _ in LogLines.Handler(lines: lines) }
        let context = AnybillContext(
            AnybillConfiguration(
                clientID: "app-1",
                servers: AnybillServers(
                    app: URL(string: "https://app.example"),
                    partner: nil,
                    vendor: nil,
                    identity: URL(string: "https://identity.example")
                ),
                storage: .memory,
                client: client
            )
        )
        let auth = AuthProvider(context: context)
        context.push.set("push-1")
        try await auth.loginUser(username: "ada@example.com", password: "password-1")
        await context.registerPushToken()
        date.advance(by: 1_000_000)
        try await ReceiptProvider(context: context).initiateReceiptQuery()
        try await auth.logoutUser()
        for operation in ["requestToken", "registerPushToken", "listReceipts", "removePushToken"] {
            #expect(lines.all.contains { $0.contains(operation) }, "\(operation)")
        }
        let tokenCalls = transport.requests.filter { $0.path.contains("oauth2") }
        #expect(tokenCalls.count == 2)
        #expect(lines.all.filter { $0.contains("requestToken") }.count >= tokenCalls.count)
        for secret in ["token-1", "renewal-1", "password-1", "push-1", "ada@example.com"] {
            #expect(!lines.all.contains { $0.contains(secret) }, "\(secret)")
        }
    }

    @Test("a context without a log of its own uses the log of the module")
    func shared() {
        // At this level the other tests log nothing.
        AnybillLogger.initLogger(level: .critical)
        let clients = Bench().context.clients
        #expect(clients.logger?.label == "anybill" && clients.logger?.logLevel == .critical)
    }
}
