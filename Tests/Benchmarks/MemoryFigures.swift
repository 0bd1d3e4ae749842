import APIRuntime
import Foundation

/// The comparison of the peak memory for decoding a large document with the memory of the result.
///
/// Each measurement runs this executable in a separate process, which counts the blocks allocated while it decodes. The
/// document itself is read beforehand and not counted. There are no figures on systems without allocation counts.
struct MemoryFigures {

    func measure() throws -> [Figure] {
        guard MemoryProbe.isAvailable else { return [] }
        let count = 20_000
        let page = ReceiptPage(receipts: (0..<count).map(Receipt.init), total: count, next: nil)
        let numbers = (0..<150_000).map { $0 * 7_919 }
        return try whole(.page, JSONCoding.encode(page), "20,000 receipts")
            + whole(.numbers, JSONCoding.encode(numbers), "150,000 numbers")
    }

    private func whole(_ task: MemoryProbe.Task, _ document: [UInt8], _ name: String) throws -> [Figure] {
        let counted = try run(task, document)
        return [
            Figure(name: "decode \(name): the document, not counted", value: megabytes(document.count), unit: "MB"),
            Figure(name: "  the result without room to grow", value: megabytes(counted.result), unit: "MB"),
            Figure(name: "  kept afterwards", value: megabytes(counted.kept), unit: "MB"),
            Figure(
                name: "  most memory on the way, of the result",
                value: Double(counted.peak) / Double(max(counted.result, 1)),
                unit: "×",
                goal: 2,
                direction: .atMost
            ),
        ]
    }

    private func megabytes(_ bytes: Int) -> Double { Double(bytes) / 1e6 }

    /// Runs one measurement in a separate process.
    private func run(_ task: MemoryProbe.Task, _ document: [UInt8]) throws -> MemoryProbe.Counts {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString).json")
        try Data(document).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["--memory", task.rawValue, "--document", file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let response = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CocoaError(.executableLoad, userInfo: [NSLocalizedDescriptionKey: "measuring memory failed"])
        }
        return try JSONDecoder().decode(MemoryProbe.Counts.self, from: response)
    }
}
