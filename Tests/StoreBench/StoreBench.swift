import APIRuntime
import APITesting
import AnybillBase
import Foundation

/// A benchmark of the receipt store with more receipts than a user could ever have.
///
/// The argument is the number of receipts, 100,000 by default. The tool fills a store in a temporary folder, and then
/// measures in separate processes, as an app opens the store when it starts. It fails if a goal is missed.
@main
struct StoreBench {
    /// The number of processes that measure the launch.
    private static let launches = 25

    static func main() async throws {
        let arguments = CommandLine.arguments
        let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
        if arguments.count > 2 {
            let figures = StoreFigures(folder: URL(fileURLWithPath: arguments[2]), count: count)
            guard arguments.count > 3 else { return print(await figures.launch() / .nanoseconds(1)) }
            let launches = arguments.dropFirst(3).compactMap { Double($0) }.map { Duration.nanoseconds(Int64($0)) }
            exit(try await figures.print(launches: launches) ? 0 : 1)
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-store-\(UUID().uuidString)")
        let status: Int32
        do {
            try await fill(folder, count)
            var times: [String] = []
            for _ in 0..<launches { times.append(try run([arguments[0], "\(count)", folder.path]).output) }
            status = try run([arguments[0], "\(count)", folder.path] + times, prints: true).status
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        try? FileManager.default.removeItem(at: folder)
        exit(status)
    }

    /// Runs a process to its end.
    private static func run(_ words: [String], prints: Bool = false) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        let pipe = Pipe()
        if !prints { process.standardOutput = pipe }
        try process.run()
        let output = prints ? Data() : pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return (process.terminationStatus, text)
    }

    private static func fill(_ folder: URL, _ count: Int) async throws {
        let bench = await ReceiptBench(folder: folder, count: count)
        let time = try await ContinuousClock().measure {
            try await bench.signIn()
            _ = try await bench.provider.initiateReceiptQuery(take: 100, orderBy: .date, orderDirection: .descending)
            while try await !bench.provider.continueReceiptQuery(take: 100).receipts.isEmpty {}
        }
        let bytes = try FileManager.default.subpathsOfDirectory(atPath: folder.path).reduce(0) { sum, name in
            let size = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(name).path)[.size]
            return sum + ((size as? NSNumber)?.intValue ?? 0)
        }
        print("\(count) receipts stored in \(Row.text(time)), \(bytes / 1_000_000) MB on the disk\n")
    }
}
