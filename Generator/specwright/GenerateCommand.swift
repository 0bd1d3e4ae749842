import ArgumentParser
import Foundation
import GeneratorCore

/// The command `specwright generate`.
struct GenerateCommand: ParsableCommand, ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes the Swift module of each document.",
        discussion: """
            Without options, reads Specs/specwright.yaml. With --spec, --module and --output, reads a single document. \
            Writes only files whose content changes, and removes files of an earlier run that are no longer generated. \
            Writes no files if a document has an error.

            Examples:
              specwright generate
              specwright generate --config Specs/specwright.yaml --check
              specwright generate --spec petstore.yaml --module PetstoreAPI --output Sources/PetstoreAPI/Generated

            'specwright init' writes Specs/specwright.schema.json, which describes the keys of the configuration. Editors \
            read it if the first line is
              # yaml-language-server: $schema=specwright.schema.json
            """
    )

    @OptionGroup var input: InputOptions

    @Option(help: ArgumentHelp("Folder of the module's files.", valueName: "dir"))
    var output: String?

    @Option(help: ArgumentHelp("Folder of a second module with doubles and examples, for --spec.", valueName: "dir"))
    var mocks: String?

    @Option(help: ArgumentHelp("Folder of a server for the same operations, for --spec.", valueName: "dir"))
    var server: String?

    @Flag(help: "Write nothing, and fail with a list of files and their differences if the output would change.")
    var check = false

    @Flag(help: "Write nothing, and list the files that would change.")
    var dryRun = false

    @Flag(help: "Print only errors and warnings.")
    var quiet = false

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

    @Option(
        help: ArgumentHelp(
            "Generate only the part whose output folder is in this folder, for a build-tool plugin.",
            valueName: "dir"
        )
    )
    var target: String?

    @Option(help: ArgumentHelp("Folder for the files of --target.", valueName: "dir"))
    var into: String?

    func validate() throws {
        try input.validate(output: output, mocks: mocks, server: server, needsOutput: true)
        if check && dryRun {
            throw ValidationError("--check and --dry-run do not go together.")
        }
        if (target == nil) != (into == nil) || (target != nil && input.config == nil) {
            throw ValidationError("--target, --into and --config require each other.")
        }
    }

    func run() throws {
        var jobs = try input.modules(output: output, mocks: mocks, server: server)
        try OutputClaims.check(jobs)
        if let target, let into, let config = input.config {
            jobs = try TargetSelection(config: config, target: target, output: into).jobs(of: jobs)
        }
        for index in jobs.indices {
            jobs[index].options.hasFixedLayout = layout == .fixed
        }
        let runs = Terminal.runs(jobs)
        try input.report(runs, isQuiet: quiet)
        let plans = try runs.map { try OutputPlan($0) }
        try OutputClaims.check(plans)
        if check || dryRun {
            try show(plans)
            if check, input.format == .text, !quiet {
                print(Terminal.confirmation(plans))
            }
        } else {
            for plan in plans {
                try plan.apply()
            }
            if input.format == .text, !quiet {
                Terminal.table(plans)
                print(Terminal.summary(plans))
            }
        }
        if runs.contains(where: { !$0.result.omitted.isEmpty }) {
            throw Failure(code: 3)
        }
    }

    private func show(_ plans: [OutputPlan]) throws {
        let report = DriftReport(plans: plans)
        report.lines(input.format, isFailure: check).forEach { print($0) }
        guard check, !report.isEmpty else { return }
        // Other formats report it in the record of each file.
        guard input.format == .text else { throw Failure() }
        throw Failure(message: "the generated code is not what the specs say. \(DriftReport.advice)")
    }
}

/// The command `specwright lint`.
struct LintCommand: ParsableCommand, ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Reports errors and warnings in the documents, and writes nothing.",
        discussion: """
            Each fault is an error, even one that the generator would read in the only reasonable way.

            `swift run specwright lint` builds the tool first, which takes some minutes the first time, and SwiftPM \
            reports nothing meanwhile with --quiet. `swift build --product specwright` shows the progress.

            Examples:
              specwright lint
              specwright lint --spec petstore.yaml --format github
            """
    )

    @OptionGroup var input: InputOptions

    @Flag(help: "Report what other generators commonly drop, for documents that have clients in other languages.")
    var portable = false

    @Flag(help: "Print only errors and warnings.")
    var quiet = false

    func validate() throws {
        try input.validate(output: nil, needsOutput: false)
    }

    func run() throws {
        let jobs = try input.modules(output: nil).map { job in
            var job = job
            job.options.refusesExtensions = job.options.refusesExtensions ?? job.options.isStrict
            job.options.isStrict = true
            job.options.checksPortability = portable
            job.options.makesSuggestions = true
            return job
        }
        let runs = Terminal.runs(jobs)
        let warnings = try input.report(runs, isQuiet: quiet)
        if runs.contains(where: { !$0.result.omitted.isEmpty }) {
            throw Failure(code: 3)
        }
        if input.format == .text, !quiet {
            print(Terminal.confirmation(runs, warnings: warnings))
        }
    }
}
