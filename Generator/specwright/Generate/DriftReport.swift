import GeneratorCore

/// A report of the changes that a run would make, for people or programs.
struct DriftReport {

    /// The changes of the runs.
    let plans: [OutputPlan]

    /// Maximum number of lines of differences, for all files.
    private static let limit = 200

    /// Whether there are no changes.
    var isEmpty: Bool {
        plans.allSatisfy { $0.changed.isEmpty }
    }

    /// Whether a run would change no file; it does not remove a file that no list names.
    var changesNothing: Bool {
        plans.allSatisfy { $0.changed.allSatisfy { $0.kind == .unlisted } }
    }

    /// The reason for which a check fails, and advice.
    var failure: String {
        guard !changesNothing else {
            return "The output contains generated files that '.specwright' does not list. Delete them"
        }
        let hasOthers = plans.contains { $0.changed.contains { $0.kind == .unlisted } }
        let others = hasOthers ? ". Delete the unlisted files, which no run removes" : ""
        return "The generated code is out of date. \(advice)\(others)"
    }

    /// Advice for output that is not up to date: the command of the configuration, or that of this run, which writes the
    /// files.
    var advice: String {
        let command = plans.lazy.compactMap(\.run.job.command).first.map { VisibleText($0).line } ?? Self.command
        return "Run `\(command)` and commit the result"
    }

    /// The command of this run that writes the files, without the options that affect only what is printed.
    private static var command: String {
        var arguments = Array(CommandLine.arguments.dropFirst()).filter {
            !["--check", "--dry-run", "--quiet"].contains($0)
        }
        if let index = arguments.firstIndex(of: "--format") {
            arguments.removeSubrange(index..<min(index + 2, arguments.count))
        }
        arguments.removeAll { $0.hasPrefix("--format=") }
        let words = ["specwright"] + (arguments.first == "check" ? ["generate"] + arguments.dropFirst() : arguments)
        return words.map(ShellWord.quoted).joined(separator: " ")
    }

    /// Returns the report.
    ///
    /// - Parameters:
    ///   - format: With `text`, a list and, for a failure, the differences. With any other format, one record per file.
    ///   - isFailure: Whether output that is not up to date is a failure.
    /// - Returns: The lines of the report.
    func lines(_ format: DiagnosticPrinter.Format, isFailure: Bool) -> [String] {
        let changes = plans.flatMap(\.changed).filter { isFailure || $0.kind != .unlisted }
        guard format == .text else { return changes.map { record($0, format, isFailure) } }
        let longest: OutputPlan.Change.Kind = changes.contains { $0.kind == .unlisted } ? .unlisted : .changed
        let list = changes.map { $0.line(width: longest.rawValue.count) }
        return isFailure ? list + differences(changes) : list
    }

    private func record(
        _ change: OutputPlan.Change,
        _ format: DiagnosticPrinter.Format,
        _ isFailure: Bool
    ) -> String {
        let what =
            switch change.kind {
            case .new: "This file is missing"
            case .changed: "This file is out of date"
            case .removed: "The specs no longer produce this file"
            case .unlisted: "This generated file is not listed in '.specwright'"
            }
        let severity: Diagnostic.Severity = isFailure ? .error : .note
        let line = change.kind == .changed ? UnifiedDiff(change.old, change.new).firstLine : 1
        let diagnostic =
            change.kind == .unlisted
            ? Diagnostic(severity, "unlisted-file", what, hint: "Delete it", line: line)
            : Diagnostic(severity, "stale-output", what, hint: advice, line: line)
        return DiagnosticPrinter(format: format, path: change.path).print(diagnostic)
    }

    /// Returns the differences in unified format, starting with those of changed files.
    private func differences(_ changes: [OutputPlan.Change]) -> [String] {
        var lines: [String] = []
        var (hiddenLines, hiddenFiles) = (0, 0)
        for change in changes.filter({ $0.kind == .changed }) + changes.filter({ [.new, .removed].contains($0.kind) }) {
            let diff = UnifiedDiff(change.old, change.new).lines
            let head = [
                "--- \(change.kind == .new ? "/dev/null" : change.path)",
                "+++ \(change.kind == .removed ? "/dev/null" : change.path)",
            ]
            let shown = max(0, min(diff.count, Self.limit - lines.count))
            lines += shown > 0 ? head.map { VisibleText($0).line } + diff.prefix(shown) : []
            hiddenLines += diff.count - shown
            hiddenFiles += diff.count > shown ? 1 : 0
        }
        guard hiddenLines > 0 else { return lines }
        return lines + [
            "… \(hiddenLines) more \(hiddenLines == 1 ? "line" : "lines") of difference in "
                + "\(hiddenFiles) \(hiddenFiles == 1 ? "file" : "files")"
        ]
    }
}
