package import APIRuntime
import Foundation
import HTTPTypes

/// The result of one scenario.
package struct ScenarioReport: Codable, Sendable {
    /// The outcome of each request: a status with the body, or the code of the error.
    package var outcomes: [String]
    /// The outcome of a request to another server afterwards.
    package var recovery: String
    /// Seconds from the first request to the last outcome.
    package var seconds: Double
    /// Memory in bytes that the process needed in addition, at most; `nil` where it cannot be measured.
    package var memory: Int?
}

/// Plays a scenario with a transport in this process.
package struct ScenarioRun: Sendable {
    private let transport: any HTTPTransport

    package init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    /// Runs a scenario and sends a request to a server without faults afterwards.
    ///
    /// - Throws: ``RawServerError`` when no port can be opened.
    package func report(on scenario: Scenario) async throws -> ScenarioReport {
        let server = try RawServer(scenario.server)
        defer { server.stop() }
        let before = ProcessMemory.resetPeak()
        let start = ContinuousClock.now
        var outcomes: [String] = []
        for request in scenario.requests {
            if request.pause > 0 { try await Task.sleep(for: .milliseconds(request.pause)) }
            outcomes.append(await outcome(request, port: server.port, path: "/start"))
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        let peak = ProcessMemory.peak()
        let healthy = try RawServer(.responding("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"))
        defer { healthy.stop() }
        let recovery = await outcome(Scenario.Request(), port: healthy.port, path: "/")
        let memory = before.flatMap { before in peak.map { $0 - before } }
        return ScenarioReport(outcomes: outcomes, recovery: recovery, seconds: seconds, memory: memory)
    }

    private func outcome(_ request: Scenario.Request, port: Int, path: String) async -> String {
        var head = HTTPRequest(method: request.method, scheme: "http", authority: "127.0.0.1:\(port)", path: path)
        head.headerFields = request.headers
        let body = request.bodyLength.map { HTTPBody.bytes([UInt8](repeating: 0x62, count: $0)) }
        let timeout = request.timeout
        let sent = TransportRequest(head, body: body, timeout: timeout, maximumBytes: request.maximumBytes)
        do {
            let response = try await transport.send(sent)
            let bytes = try await response.body.collect(upTo: request.maximumBytes)
            return "\(response.head.status.code)" + Self.description(of: bytes)
        } catch {
            return error.code.rawValue
        }
    }

    /// A short printable body, or the length of another one; nothing for an empty one.
    private static func description(of bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "" }
        let isPrintable = bytes.count <= 32 && bytes.allSatisfy { (0x20..<0x7F).contains($0) }
        return isPrintable ? " \(String(decoding: bytes, as: UTF8.self))" : " #\(bytes.count)"
    }
}

/// The memory of this process, where the system has it in `/proc`.
enum ProcessMemory {
    /// Resets the largest memory use to the current one, and returns that in bytes.
    static func resetPeak() -> Int? {
        try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        return field("VmRSS:")
    }

    /// The largest memory use in bytes since it was reset.
    static func peak() -> Int? { field("VmHWM:") }

    private static func field(_ name: String) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) })
        else { return nil }
        return Int(line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first ?? "").map { $0 * 1024 }
    }
}
