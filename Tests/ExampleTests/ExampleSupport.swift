import Foundation
import SandboxServer

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// Starts a sandbox, runs a closure with it, and stops it even if the closure throws.
@MainActor
func withSandbox(
    _ configuration: SandboxConfiguration = SandboxConfiguration(),
    _ body: @MainActor (SandboxServer) async throws -> Void
) async throws {
    let server = try await SandboxServer.start(configuration)
    do {
        try await body(server)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}

/// Creates a folder, runs a closure with it, and deletes it even if the closure throws.
@MainActor
func withFolder(_ body: @MainActor (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}

/// Waits until a published value meets a condition.
@MainActor
func wait<P: Publisher>(for publisher: P, until isWanted: @escaping (P.Output) -> Bool) async where P.Failure == Never {
    var subscription: AnyCancellable?
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        var isWaiting = true
        subscription = publisher.sink { value in
            guard isWaiting, isWanted(value) else { return }
            isWaiting = false
            continuation.resume()
        }
    }
    subscription?.cancel()
}
