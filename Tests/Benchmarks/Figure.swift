import Foundation

/// A measured figure with its goal.
struct Figure: Encodable {
    /// The direction in which a figure may deviate from its goal.
    enum Direction: String, Encodable {
        case atLeast = "at least"
        case atMost = "at most"
    }

    let name: String
    let value: Double
    let unit: String
    var goal: Double?
    var direction: Direction?

    /// Whether the goal is reached; `true` if there is none.
    var isReached: Bool {
        switch (goal, direction) {
        case (let goal?, .atLeast): value >= goal
        case (let goal?, .atMost): value <= goal
        default: true
        }
    }

    /// Returns a table of the figures.
    static func table(_ figures: [Figure]) -> String {
        let rows = figures.map { figure -> [String] in
            let goal = figure.goal.map { "\(figure.direction?.rawValue ?? "") \(format($0)) \(figure.unit)" } ?? ""
            return [figure.name, format(figure.value), figure.unit, goal, figure.isReached ? "" : "missed"]
        }
        let all = [["figure", "value", "unit", "goal", ""]] + rows
        let widths = all[0].indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            row.enumerated().map { column, text in
                let padding = String(repeating: " ", count: widths[column] - text.count)
                return column == 1 ? padding + text : text + padding
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// Returns the figures as a JSON array.
    static func json(_ figures: [Figure]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(figures)
    }

    private static func format(_ value: Double) -> String {
        String(format: value >= 100 ? "%.0f" : "%.2f", value)
    }
}

/// A stopwatch for benchmarks.
enum Stopwatch {

    /// Returns the duration of one run in seconds: the fastest of several rounds.
    static func best(rounds: Int, count: Int = 1, _ body: () throws -> Void) rethrows -> Double {
        var best = Double.infinity
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            for _ in 0..<count {
                try body()
            }
            best = min(best, seconds(ContinuousClock.now - start) / Double(count))
        }
        return best
    }

    static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
