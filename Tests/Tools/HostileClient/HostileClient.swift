import APIRuntime
import AsyncHTTPTransport
import Foundation
import HostilePeers
import URLSessionTransport

/// Plays scenarios whose names it reads from standard input, and prints a report for each.
///
/// The matrix of hostile peers runs it as a separate process, because a fault may end it.
@main
enum HostileClient {
    static func main() async throws {
        guard let kind = CommandLine.arguments.dropFirst().first.flatMap({ ClientKind(rawValue: $0) }) else {
            print("usage: hostile-client KIND")
            exit(64)
        }
        let run = ScenarioRun(transport(kind))
        let encoder = JSONEncoder()
        while let name = readLine() {
            guard let scenario = ScenarioFamily.scenario(name) else { exit(65) }
            let report = try await run.report(on: scenario)
            var line = try encoder.encode(report)
            line.append(0x0A)
            FileHandle.standardOutput.write(line)
        }
        // Does not wait for connections of peers that never end.
        exit(0)
    }

    private static func transport(_ kind: ClientKind) -> any HTTPTransport {
        switch kind {
        case .asyncHTTP: AsyncHTTPTransport()
        case .session: URLSessionTransport()
        case .reusingSession: URLSessionTransport(reusesConnections: true)
        }
    }
}
