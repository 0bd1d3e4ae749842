import ArgumentParser
import Foundation
import GeneratorCore

/// Options for the folders of the generated files.
struct OutputOptions: ParsableArguments {

    @Option(help: ArgumentHelp("Folder of the module's files, for a single document.", valueName: "dir"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Folder of a second module with doubles and examples, for a single document.",
            valueName: "dir"
        )
    )
    var mocks: String?

    @Option(
        help: ArgumentHelp("Folder of a server for the same operations, for a single document.", valueName: "dir")
    )
    var server: String?

    /// The layout of the files of a module.
    enum Layout: String, ExpressibleByArgument, CaseIterable {
        /// A file for each schema and each group of operations.
        case split
        /// The files of ``FixedLayout``.
        case fixed
    }

    @Option(
        help: "A file for each schema and group (split), or five files with the same names for each module (fixed)."
    )
    var layout = Layout.split

    /// Validates the combination of the options with those for the input.
    ///
    /// - Throws: `ValidationError` if the options cannot be combined.
    func validate(_ input: InputOptions) throws {
        try input.validate(output: output, mocks: mocks, server: server)
    }
}

/// A run of the generator over the documents of a command.
struct Generation {

    /// The use of the output.
    enum Mode {
        /// Writes the files that change.
        case write
        /// Prints the files that would change, and fails if there are any.
        case check
        /// Prints the files that would change.
        case list
    }

    let input: InputOptions
    let folders: OutputOptions
    let isQuiet: Bool

    /// The part to generate; `nil` generates all parts.
    var selection: TargetSelection?

    /// Generates the modules.
    ///
    /// - Throws: ``Failure`` for an error in a document or on the disk, and for a check that fails.
    func run(_ mode: Mode) throws {
        try input.requireOutput(folders.output)
        var jobs = try input.modules(output: folders.output, mocks: folders.mocks, server: folders.server)
        try OutputClaims.check(jobs)
        if let selection {
            jobs = try selection.jobs(of: jobs)
        }
        for index in jobs.indices {
            guard folders.layout == .fixed else { continue }
            jobs[index].options.hasFixedLayout = true
            // A plugin has its own options, and nobody repeats its command.
            if jobs[index].command == nil, selection == nil { jobs[index].options.command += " --layout fixed" }
        }
        let runs = Terminal.runs(jobs)
        try input.report(runs, isQuiet: isQuiet)
        let rights = mode == .write ? FolderLocks.acquire(jobs.flatMap { $0.folders.map(\.path) }) : []
        defer { withExtendedLifetime(rights) {} }
        let plans = try runs.map { try OutputPlan($0) }
        let isTalkative = input.format == .text && !isQuiet
        switch mode {
        case .write:
            let unlisted = plans.flatMap { $0.unlisted(input.format) }
            unlisted.forEach { Terminal.error($0) }
            if input.warningsAsErrors, !unlisted.isEmpty { throw Failure() }
            for plan in plans {
                try plan.apply()
            }
            if isTalkative {
                try Terminal.table(plans)
                try Terminal.output(Terminal.summary(plans))
            }
        case .list:
            let report = DriftReport(plans: plans)
            plans.flatMap { $0.unlisted(input.format) }.forEach { Terminal.error($0) }
            try show(report, isFailure: false)
            if report.changesNothing, isTalkative { try Terminal.output("No file would change.") }
        case .check:
            try check(plans)
            if isTalkative { try Terminal.output(Terminal.confirmation(plans)) }
        }
        if runs.contains(where: { !$0.result.omitted.isEmpty }) {
            throw Failure(code: 3)
        }
    }

    private func check(_ plans: [OutputPlan]) throws {
        let report = DriftReport(plans: plans)
        try show(report, isFailure: true)
        guard !report.isEmpty else { return }
        // Other formats report it in the record of each file.
        guard input.format == .text else { throw Failure() }
        throw Failure(message: report.failure)
    }

    private func show(_ report: DriftReport, isFailure: Bool) throws {
        let lines = report.lines(input.format, isFailure: isFailure)
        if !lines.isEmpty { try Terminal.output(lines.joined(separator: "\n")) }
    }
}
