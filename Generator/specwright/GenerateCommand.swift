import ArgumentParser
import Foundation
import GeneratorCore

/// `specwright generate`.
struct GenerateCommand: ParsableCommand, ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes the Swift module of each document.",
        discussion: """
            Without options it reads Specs/specwright.yaml. With --spec, --module and --output it takes one document \
            from anywhere. Only files whose content changes are written; files that an earlier run wrote and this one \
            does not are removed. While a document has an error, nothing is written at all.
            """
    )

    @OptionGroup var input: InputOptions

    @Option(help: ArgumentHelp("Folder of the module's files.", valueName: "dir"))
    var output: String?

    @Option(help: ArgumentHelp("Folder of a second module with doubles and examples, for --spec.", valueName: "dir"))
    var mocks: String?

    @Option(help: ArgumentHelp("Folder of a server of the same operations, for --spec.", valueName: "dir"))
    var server: String?

    @Flag(help: "Write nothing; fail with a list and the difference when the output would change.")
    var check = false

    @Flag(help: "Write nothing; list what would change.")
    var dryRun = false

    func validate() throws {
        try input.validate(output: output, mocks: mocks, server: server, needsOutput: true)
        if check && dryRun {
            throw ValidationError("--check and --dry-run do not go together.")
        }
    }

    func run() throws {
        let jobs = try input.modules(output: output, mocks: mocks, server: server)
        try OutputClaims.check(jobs)
        let runs = Terminal.runs(jobs)
        try input.report(runs)
        let plans = try runs.map { try OutputPlan($0) }
        try OutputClaims.check(plans)
        if check || dryRun {
            try show(plans)
        } else {
            for plan in plans {
                try plan.apply()
            }
            Terminal.table(plans)
        }
        if runs.contains(where: { !$0.result.omitted.isEmpty }) {
            throw Failure(code: 3)
        }
    }

    private func show(_ plans: [OutputPlan]) throws {
        let report = DriftReport(plans: plans)
        report.lines(input.format, isFailure: check).forEach { print($0) }
        guard check, !report.isEmpty else { return }
        // Records say it with each file.
        guard input.format == .text else { throw Failure() }
        throw Failure(message: "the generated code is not what the specs say. \(DriftReport.advice)")
    }
}

/// `specwright lint`.
struct LintCommand: ParsableCommand, ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Reports what is wrong or has no effect in the documents, and writes nothing."
    )

    @OptionGroup var input: InputOptions

    func validate() throws {
        try input.validate(output: nil, needsOutput: false)
    }

    func run() throws {
        let runs = Terminal.runs(try input.modules(output: nil))
        try input.report(runs)
        if runs.contains(where: { !$0.result.omitted.isEmpty }) {
            throw Failure(code: 3)
        }
    }
}
