import APIRuntime
import AsyncHTTPTransport
import Foundation
import SandboxServer

/// A demonstration that starts the sandbox and uses all three services with the generated clients, over HTTP on
/// loopback.
///
/// Access tokens live ten seconds, and the demonstration moves the sandbox's clock to show how sessions renew
/// themselves. Exits with 1 if a step fails.
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

/// An error for a step that failed.
struct DemoFailure: Error, CustomStringConvertible {
    let description: String

    /// Throws an error unless a condition holds.
    static func unless(_ holds: Bool, _ description: String) throws {
        guard holds else { throw DemoFailure(description: description) }
    }
}

/// The output of the demonstration.
enum Transcript {

    static func title(_ text: String) {
        write("\n\(text)\n\(String(repeating: "─", count: text.count))")
    }

    static func line(_ text: String) {
        write("  \(text)")
    }

    /// Writes without buffering, so that a process reading a pipe sees each step immediately.
    static func write(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }
}

/// An observer that prints a line for each attempt of a call.
struct Narrator: CallObserver {

    func observe(_ event: CallEvent) {
        let outcome = event.status.map { "\($0)" } ?? event.failure.map { "\($0.rawValue)" } ?? "-"
        let cache = event.cache.map { ", cache \($0.rawValue)" } ?? ""
        let size = event.bytes > 0 ? ", \(event.bytes) bytes" : ""
        Transcript.write("    \(event.method) \(event.path) → \(outcome)\(size)\(cache)")
    }
}

extension SandboxServer {

    /// Returns a configuration for the clients: HTTP, an observer that prints, and a cache.
    func clientConfiguration(cache: ResponseCache? = nil) -> ClientConfiguration {
        ClientConfiguration(transport: AsyncHTTPTransport.shared, cache: cache, observer: Narrator())
    }

    /// Advances the time of the services, so that tokens expire and work completes.
    func pass(seconds: TimeInterval) {
        clock.advance(by: seconds)
        Transcript.line("(\(Int(seconds)) seconds pass for the services)")
    }
}
