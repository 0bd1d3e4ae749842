import FileSupport
import Foundation
import GeneratorCore

/// Writes to the standard output and the standard error.
enum Terminal {

    /// Writes a line to the standard error; does nothing if it cannot be written, because nothing can report that.
    static func error(_ text: String) {
        write(text + "\n")
    }

    /// Writes a line to the standard output.
    ///
    /// - Parameters:
    ///   - text: The line, or several.
    ///   - terminator: The text after it.
    /// - Throws: ``Failure`` with the system's reason if it cannot be written.
    static func output(_ text: String, terminator: String = "\n") throws {
        do {
            try SystemFile.append(Array((text + terminator).utf8), to: STDOUT_FILENO)
        } catch {
            throw Failure(message: "The standard output cannot be written: \(error.reason)")
        }
    }

    /// Runs jobs one after another, and shows the current one if the standard error is a terminal.
    static func runs(_ jobs: [Job]) -> [ModuleRun] {
        let isShown = isatty(STDERR_FILENO) == 1
        // Moves to the first column and clears the line.
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
        try? SystemFile.append(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Prints a short table at the end of a run if the standard output is a terminal.
    ///
    /// - Throws: ``Failure`` if the table cannot be written.
    static func table(_ plans: [OutputPlan]) throws {
        guard isatty(STDOUT_FILENO) == 1 else { return }
        let head = ["module", "operations", "models", "omitted", "written", "unchanged", "removed", "time"]
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
            try output(cells.joined(separator: "  "))
        }
    }

    /// Returns the line that ends a successful run.
    static func summary(_ plans: [OutputPlan]) -> String {
        let written = plans.map { $0.count { $0.written.count } }.reduce(0, +)
        let removed = plans.map { $0.count { $0.removed.count } }.reduce(0, +)
        let unchanged = plans.map { $0.count { $0.unchanged } }.reduce(0, +)
        return "\(count(plans.count, "module")): \(count(written, "file")) written, \(removed) removed, "
            + "\(unchanged) unchanged"
    }

    /// Returns the line that ends a check of output that is up to date.
    static func confirmation(_ plans: [OutputPlan]) -> String {
        let files = plans.map { $0.count { $0.unchanged } }.reduce(0, +)
        return "\(count(plans.count, "module")): \(count(files, "file")) \(files == 1 ? "is" : "are") up to date"
    }

    /// Returns the line that ends a check of documents without errors.
    static func confirmation(_ runs: [ModuleRun], warnings: Int) -> String {
        let found = warnings == 0 ? "no errors or warnings" : "no errors, \(count(warnings, "warning"))"
        return "\(count(runs.count, "module")): \(found)"
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000) ms"
    }
}
