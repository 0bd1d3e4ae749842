import APIRuntime
import AnybillBase
import Foundation
import SandboxServer

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// A test setup with a running sandbox and providers under the names that the samples use.
@MainActor
struct SampleBench {
    let server: SandboxServer
    let context: AnybillContext
    let authService: AuthProvider
    let receiptService: ReceiptProvider

    var account: AnybillSandboxCredentials.User { server.credentials.anybill.user }

    /// Starts a sandbox, runs a closure with or without a logged-in user, and stops the sandbox.
    static func run(
        loggedIn: Bool = true,
        receipts: Int = 12,
        _ body: @MainActor (SampleBench) async throws -> Void
    ) async throws {
        let server = try await SandboxServer.start(SandboxConfiguration(receipts: receipts))
        let context = AnybillContext(
            AnybillConfiguration(
                clientID: server.credentials.anybill.clientID,
                servers: AnybillServers(all: server.baseURL),
                storage: .memory
            )
        )
        let bench = SampleBench(
            server: server,
            context: context,
            authService: AuthProvider(context: context),
            receiptService: ReceiptProvider(context: context)
        )
        do {
            if loggedIn { try await bench.authService.loginTokenUser(tokenUser: bench.account.token) }
            try await body(bench)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}

/// Waits until a published value meets a condition.
@MainActor
func wait<P: Publisher>(for publisher: P, until isWanted: @escaping (P.Output) -> Bool) async where P.Failure == Never {
    var cancellable: AnyCancellable?
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        var isWaiting = true
        cancellable = publisher.sink { value in
            guard isWaiting, isWanted(value) else { return }
            isWaiting = false
            continuation.resume()
        }
    }
    cancellable?.cancel()
}

/// An app's reaction to a kind of failure, as distinguished in the samples.
enum Reaction: Equatable {
    case went, refused(Int), offline, nobody, ended, other
}
