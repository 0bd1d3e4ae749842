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
    static func main() async throws {
        let arguments = CommandLine.arguments
        let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
        if arguments.count > 2 {
            let figures = StoreFigures(folder: URL(fileURLWithPath: arguments[2]), count: count)
            guard arguments.count > 3 else { exit(try await figures.print() ? 0 : 1) }
            print(await figures.launch())
            exit(0)
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-store-\(UUID().uuidString)")
        do {
            try await fill(folder, count)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: arguments[0])
        process.arguments = ["\(count)", folder.path]
        try process.run()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
        exit(process.terminationStatus)
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
