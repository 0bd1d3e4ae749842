import APIRuntime
import Foundation
import HostilePeers
import Testing

/// The end of one scenario in a client process.
enum ScenarioEnd {
    case report(ScenarioReport)
    /// The process ended.
    case crash
    /// The process did not report in time and was killed.
    case hang

    /// Whether the process did not survive.
    var isFatal: Bool {
        if case .report = self { false } else { true }
    }
}

/// A process that plays scenarios, replaced by another one when it ends.
final class ClientProcess {
    private let kind: ClientKind
    private var process: Process?
    private var input: FileHandle?
    private var output: FileHandle?

    /// Seconds after which a scenario counts as hanging.
    static let patience: Double = 20

    init(_ kind: ClientKind) {
        self.kind = kind
    }

    deinit {
        process?.terminate()
    }

    /// Plays a scenario.
    func play(_ name: String) throws -> ScenarioEnd {
        if process?.isRunning != true { try start() }
        guard let process, let input, let output else { return .crash }
        let isDone = LockedState(false)
        let identifier = process.processIdentifier
        let didHang = LockedState(false)
        let watchdog = DispatchWorkItem {
            guard !isDone.withLock({ $0 }) else { return }
            didHang.withLock { $0 = true }
            kill(identifier, SIGKILL)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: watchdog)
        defer {
            isDone.withLock { $0 = true }
            watchdog.cancel()
        }
        try input.write(contentsOf: Data("\(name)\n".utf8))
        var line = Data()
        while line.last != 0x0A {
            let part = output.availableData
            if part.isEmpty {
                process.waitUntilExit()
                self.process = nil
                return didHang.withLock({ $0 }) ? .hang : .crash
            }
            line += part
        }
        return .report(try JSONDecoder().decode(ScenarioReport.self, from: line))
    }

    private func start() throws {
        let process = Process()
        let tool: URL = try #require(Self.tool, "Build the whole package: hostile-client is missing.")
        process.executableURL = tool
        // A backtrace of each expected crash would take longer than the matrix.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.arguments = [kind.rawValue]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // With a second writer, the end of the process would not be the end of its output.
        try output.fileHandleForWriting.close()
        self.process = process
        self.input = input.fileHandleForWriting
        self.output = output.fileHandleForReading
    }

    private static var tool: URL? {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<5 {
            let candidate = folder.appendingPathComponent("hostile-client")
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
            folder.deleteLastPathComponent()
        }
        return nil
    }
}
