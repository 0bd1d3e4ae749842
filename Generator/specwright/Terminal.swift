import Foundation
import GeneratorCore

/// Writes for people.
enum Terminal {

    /// Writes a line where errors go.
    static func error(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    /// Runs jobs one after the other and shows which one is at work; nothing is shown unless errors go to a terminal.
    static func runs(_ jobs: [Job]) -> [ModuleRun] {
        let isShown = isatty(STDERR_FILENO) == 1
        // Back to the first column, and away with what stood on the line.
        let clear = "\r\u{1B}[K"
        let runs = ModuleRun.all(jobs) { index, job in
            if isShown {
                write(clear + "[\(index + 1)/\(jobs.count)] \(job.options.module)")
            }
        }
        if isShown {
            write(clear)
        }
        return runs
    }

    private static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }

    /// Ends a run with a short table; only on a terminal.
    static func table(_ plans: [OutputPlan]) {
        guard isatty(STDOUT_FILENO) == 1 else { return }
        let head = ["module", "operations", "models", "left out", "written", "unchanged", "removed", "time"]
        let rows = plans.map { plan in
            [
                plan.run.job.options.module, String(plan.run.result.summary.operations),
                String(plan.run.result.summary.models), String(plan.run.result.omitted.count),
                String(plan.count { $0.written.count }),
                String(plan.count { $0.unchanged }), String(plan.count { $0.removed.count }),
                milliseconds(plan.run.duration),
            ]
        }
        let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
        for row in [head] + rows {
            let cells = row.enumerated().map { column, text in
                let padding = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + padding : padding + text
            }
            print(cells.joined(separator: "  "))
        }
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000) ms"
    }
}
