import APIRuntime
import Foundation

/// Compares the most memory that decoding a large document takes with what its result keeps.
///
/// The system counts both, where it keeps such counts; elsewhere there are no figures.
struct MemoryFigures {

    func measure() throws -> [Figure] {
        let page = ReceiptPage(receipts: (0..<20_000).map(Receipt.init), total: 20_000, next: nil)
        let document = JSON.encode(page)
        // Freed, its memory would hold the result and hide it from the system's count.
        defer { withExtendedLifetime(page) {} }
        guard let before = Self.bytes("VmRSS:"), Self.forgetPeak() else { return [] }
        let result = try JSON.decode(ReceiptPage.self, from: document)
        guard let after = Self.bytes("VmRSS:"), let peak = Self.bytes("VmHWM:"), after > before,
            result.receipts.count == 20_000
        else { return [] }
        return [
            Figure(name: "decode 20,000 receipts, result", value: Double(after - before) / 1e6, unit: "MB"),
            Figure(
                name: "  most memory on the way, of the result",
                value: Double(peak - before) / Double(after - before),
                unit: "×",
                goal: 2,
                direction: .atMost
            ),
        ]
    }

    /// Lets the system count the peak anew.
    private static func forgetPeak() -> Bool {
        (try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))) != nil
    }

    private static func bytes(_ name: String) -> Int? {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 << 10 }
    }
}
