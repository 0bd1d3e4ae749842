import APIRuntime
import Foundation
import Testing

/// A sandbox in a separate process, which can be killed.
final class SandboxProcess: Sendable {

    /// The address of all services.
    let url: URL

    /// The bearer token of Anybill's demonstration user.
    let userToken: String

    private let process: Process

    /// Starts the executable that was built next to the tests, and waits until it listens.
    init() throws {
        let process = Process()
        process.executableURL = try Self.executable()
        process.arguments = ["--port", "0", "--receipts", "3", "--json"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        self.process = process
        let overview = try JSONCoding.decode(JSONValue.self, from: Self.firstLine(of: output.fileHandleForReading))
        let anybill = try #require(overview["anybill"])
        let text = try #require(anybill["url"]?.text)
        url = try #require(URL(string: text))
        userToken = try #require(anybill["user.accessToken"]?.text)
    }

    deinit {
        kill()
    }

    /// Kills the process immediately.
    func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static func firstLine(of file: FileHandle) -> [UInt8] {
        var line: [UInt8] = []
        while !line.contains(UInt8(ascii: "\n")) {
            let part = file.availableData
            guard !part.isEmpty else { break }
            line += part
        }
        return line
    }

    static func executable() throws -> URL {
        let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
        let places = bundles + [URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])]
        let candidates = places.map { $0.deletingLastPathComponent().appendingPathComponent("sandbox") }
        return try #require(candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) })
    }
}

extension JSONValue {
    /// The value of a JSON string.
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
