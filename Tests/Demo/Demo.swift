import APIRuntime
import AsyncHTTPTransport
import Foundation
import SandboxServer

/// Starts the sandbox and walks through all three services with the generated clients, over real HTTP on loopback.
///
/// Access tokens live ten seconds, and the sandbox's clock is moved on the way: what follows shows how sessions renew
/// themselves. Exits with 1 when a step does not do what it says.
@main
enum Demo {
    static func main() async throws {
        let configuration = SandboxConfiguration(tokenLifetime: 10, processingDelay: 4)
        do {
            try await SandboxServer.withServer(configuration) { @Sendable sandbox in
                Transcript.title("A sandbox on \(sandbox.baseURL.absoluteString), tokens live 10 seconds")
                try await AnybillTour(sandbox: sandbox).run()
                try await SensibillTour(sandbox: sandbox).run()
                try await AppCoinsTour(sandbox: sandbox).run()
            }
        } catch {
            Transcript.line("The demo ended early: \(error)")
            exit(1)
        }
        Transcript.title("Done")
    }
}

/// A step that did not do what it says.
struct DemoFailure: Error, CustomStringConvertible {
    let description: String

    /// Goes on when something holds.
    static func unless(_ holds: Bool, _ description: String) throws {
        guard holds else { throw DemoFailure(description: description) }
    }
}

/// What the demo prints.
enum Transcript {

    static func title(_ text: String) {
        write("\n\(text)\n\(String(repeating: "─", count: text.count))")
    }

    static func line(_ text: String) {
        write("  \(text)")
    }

    /// Writes at once, so that a reader in a pipe sees each step when it happens.
    static func write(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }
}

/// Prints a line for each attempt of a call.
struct Narrator: CallObserver {

    func observe(_ event: CallEvent) {
        let outcome = event.status.map { "\($0)" } ?? event.failure.map { "\($0.rawValue)" } ?? "-"
        let cache = event.cache.map { ", cache \($0.rawValue)" } ?? ""
        let size = event.bytes > 0 ? ", \(event.bytes) bytes" : ""
        Transcript.write("    \(event.method) \(event.path) → \(outcome)\(size)\(cache)")
    }
}

extension SandboxServer {

    /// A configuration of the clients: real HTTP, a narrator, and a cache.
    func clientConfiguration(cache: ResponseCache? = nil) -> ClientConfiguration {
        ClientConfiguration(transport: AsyncHTTPTransport.shared, cache: cache, observer: Narrator())
    }

    /// Lets time pass for the services, so that tokens end and work gets done.
    func pass(seconds: TimeInterval) {
        clock.advance(by: seconds)
        Transcript.line("(\(Int(seconds)) seconds pass for the services)")
    }
}
