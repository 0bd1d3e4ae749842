import AnybillBase
import Foundation

/// The measurements of a filled store.
struct StoreFigures {
    /// The folder of the store.
    let folder: URL
    /// The number of receipts in the store.
    let count: Int

    private let clock = ContinuousClock()

    /// Creates the measurements of a folder.
    init(folder: URL, count: Int) {
        self.folder = folder
        self.count = count
    }

    /// Measures the store, and prints a table.
    ///
    /// - Returns: Whether all goals are met.
    /// - Throws: The error of a call.
    func print() async throws -> Bool {
        var launches: [Duration] = []
        for _ in 0..<25 { launches.append(try launchProcess()) }
        var rows = [Row("first page from the store", goal: 50, launches)]
        let began = clock.now
        let bench = await ReceiptBench(folder: folder, count: count)
        for await list in await bench.provider.receiptUpdates where list.count == count { break }
        rows.append(Row("whole list from the store", [began.duration(to: clock.now)]))
        rows += try await searches(bench)
        rows += try await edits(bench)
        _ = try await bench.provider.getReceipts(continuationToken: ReceiptBench.newestToken)
        rows.append(try await search(bench, "search after a new receipt", ReceiptSearch("markt")))
        rows.append(try await directAccess(bench))
        rows.forEach { Swift.print($0.line) }
        Swift.print(
            "\nmemory \(Self.residentMegabytes) MB, a receipt \(MemoryLayout<Receipt>.size) bytes without its parts"
        )
        let missed = rows.filter(\.isMissed)
        if !missed.isEmpty { Swift.print("error: missed \(missed.map(\.name).joined(separator: "; "))") }
        return missed.isEmpty
    }

    /// Returns the milliseconds from the creation of a context to its first receipts.
    func launch() async -> Double {
        let began = clock.now
        let bench = await ReceiptBench(folder: folder, count: count)
        for await list in await bench.provider.receiptUpdates where !list.isEmpty { break }
        // A provider that nobody holds would publish nothing.
        return withExtendedLifetime(bench) { Row.milliseconds(began.duration(to: clock.now)) }
    }

    /// Measures ``launch()`` in a separate process, because releasing the list of a former context takes time.
    private func launchProcess() throws -> Duration {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["\(count)", folder.path, "launch"]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return .seconds((Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .infinity) / 1000)
    }

    private func searches(_ bench: ReceiptBench) async throws -> [Row] {
        var rows: [Row] = []
        func search(_ name: String, _ search: ReceiptSearch) async throws {
            rows.append(try await self.search(bench, name, search))
        }
        for text in ["apf", "markt", "brot milch", "7,48", "a", "regensburg", "notiz", "zzz", "café käs 97"] {
            try await search("search \"\(text)\"", ReceiptSearch(text))
        }
        try await search("search among favourites", ReceiptSearch("markt", favouritesOnly: true))
        let dates = Date(timeIntervalSince1970: 1_650_000_000)...Date(timeIntervalSince1970: 1_660_000_000)
        try await search("search among dates", ReceiptSearch("markt", dates: dates))
        return rows
    }

    private func search(_ bench: ReceiptBench, _ name: String, _ search: ReceiptSearch) async throws -> Row {
        try await row(name, goal: 10) { _ in _ = try await bench.provider.search(search) }
    }

    private func edits(_ bench: ReceiptBench) async throws -> [Row] {
        let ids = await bench.provider.observableReceipts.map(\.id)
        // Half of the time goes into the copy of the whole list that is published, outside the main actor.
        return [
            try await row("an edit, stored and published", goal: 40) { number in
                _ = try await bench.provider.toggleIsFavourite(receiptId: ids[(number * 7919) % ids.count])
            }
        ]
    }

    /// Fetches receipts outside the query, page by page.
    private func directAccess(_ bench: ReceiptBench) async throws -> Row {
        var token: String?
        var pages: [Duration] = []
        repeat {
            let began = clock.now
            let page = try await bench.provider.getReceipts(orderDirection: .ascending, continuationToken: token)
            pages.append(began.duration(to: clock.now))
            token = page.continuationToken
        } while token != nil
        return Row("a page by direct access", goal: 100, pages)
    }

    private func row(_ name: String, goal: Double, _ body: (_ number: Int) async throws -> Void) async throws -> Row {
        // The first calls fill the caches of the database.
        for number in 0..<3 { try await body(number) }
        var times: [Duration] = []
        for number in 0..<200 { times.append(try await clock.measure { try await body(number) }) }
        return Row(name, goal: goal, times)
    }

    private static var residentMegabytes: String {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return "unknown" }
        return "\(pages * 4096 / 1_000_000)"
    }
}

/// A line of the table: the samples of one measurement.
struct Row {
    /// The name of the measurement.
    let name: String
    /// The goal for the 99th percentile, in milliseconds; `nil` for none.
    let goal: Double?
    /// The durations, in ascending order.
    let samples: [Duration]

    /// Creates a line.
    init(_ name: String, goal: Double? = nil, _ samples: [Duration]) {
        self.name = name
        self.goal = goal
        self.samples = samples.sorted()
    }

    /// Whether the 99th percentile is above the goal.
    var isMissed: Bool { goal.map { Self.milliseconds(percentile(99)) > $0 } ?? false }

    /// The text of the line.
    var line: String {
        let goalText = goal.map { " (goal \(Int($0)) ms\(isMissed ? ", missed" : ""))" } ?? ""
        let title = name.padding(toLength: 32, withPad: " ", startingAt: 0)
        guard samples.count > 1 else { return title + "one   " + Self.text(percentile(99)) }
        let figures = "median\(Self.text(percentile(50)))  p99\(Self.text(percentile(99)))"
        return "\(title)\(figures) of \(samples.count)\(goalText)"
    }

    /// Returns the smallest sample that is not exceeded by this part of the samples.
    private func percentile(_ percent: Int) -> Duration {
        samples.isEmpty ? .zero : samples[(samples.count * percent + 99) / 100 - 1]
    }

    /// Returns a duration in milliseconds.
    static func text(_ time: Duration) -> String { String(format: "%9.1f ms", milliseconds(time)) }

    /// Returns a duration as a number of milliseconds.
    static func milliseconds(_ time: Duration) -> Double {
        Double(time.components.seconds) * 1000 + Double(time.components.attoseconds) / 1e15
    }
}
