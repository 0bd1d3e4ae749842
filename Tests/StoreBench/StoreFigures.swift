import AnybillBase
import Foundation

/// The measurements of a filled store, starting with the launch of an app.
struct StoreFigures {
    /// The folder of the store.
    let folder: URL
    /// The number of receipts in the store.
    let count: Int

    /// Measures the store, and prints a table.
    func print() async throws {
        let clock = ContinuousClock()
        var rows: [Row] = []
        let began = clock.now
        let bench = await ReceiptBench(folder: folder, count: count)
        rows.append(Row("first page from the store", goal: 50, began.duration(to: clock.now)))
        for await list in await bench.provider.receiptUpdates where list.count == count { break }
        rows.append(Row("whole list from the store", began.duration(to: clock.now)))
        for text in ["apf", "markt", "brot milch", "7,48", "a", "regensburg", "notiz", "zzz", "café käs 97"] {
            rows.append(try await best("search \"\(text)\"", goal: 10) { _ = try await bench.provider.search(text) })
        }
        let favourites = ReceiptSearch("markt", favouritesOnly: true)
        rows.append(
            try await best("search among favourites", goal: 10) { _ = try await bench.provider.search(favourites) }
        )
        let dates = Date(timeIntervalSince1970: 1_650_000_000)...Date(timeIntervalSince1970: 1_660_000_000)
        let dated = ReceiptSearch("markt", dates: dates)
        rows.append(try await best("search among dates", goal: 10) { _ = try await bench.provider.search(dated) })
        let id = await bench.provider.observableReceipts[count / 2].id
        rows.append(
            try await best("an edit, stored and published", goal: 16) {
                _ = try await bench.provider.toggleIsFavourite(receiptId: id)
            }
        )
        rows.forEach { Swift.print($0.line) }
        Swift.print(
            "\nmemory \(Self.residentMegabytes) MB, a receipt \(MemoryLayout<Receipt>.size) bytes without its parts"
        )
    }

    private func best(_ name: String, goal: Double, _ body: () async throws -> Void) async throws -> Row {
        var best = Duration.seconds(3600)
        for _ in 0..<5 { best = min(best, try await ContinuousClock().measure(body)) }
        return Row(name, goal: goal, best)
    }

    private static var residentMegabytes: String {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return "unknown" }
        return "\(pages * 4096 / 1_000_000)"
    }
}

/// A line of the table.
struct Row {
    /// The text of the line.
    let line: String

    /// Creates a line.
    ///
    /// `goal` is in milliseconds, or `nil` for none.
    init(_ name: String, goal: Double? = nil, _ time: Duration) {
        let goalText = goal.map { " (goal \(Int($0)) ms\(Self.milliseconds(time) <= $0 ? "" : ", missed"))" } ?? ""
        line = name.padding(toLength: 32, withPad: " ", startingAt: 0) + Self.text(time) + goalText
    }

    /// Returns a duration in milliseconds.
    static func text(_ time: Duration) -> String { String(format: "%9.1f ms", milliseconds(time)) }

    private static func milliseconds(_ time: Duration) -> Double {
        Double(time.components.seconds) * 1000 + Double(time.components.attoseconds) / 1e15
    }
}
