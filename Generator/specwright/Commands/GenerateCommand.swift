import ArgumentParser
import GeneratorCore

/// The command `specwright generate`.
struct GenerateCommand: ParsableCommand, ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes the Swift module of each document.",
        discussion: """
            Without a document, reads Specs/specwright.yaml. With a document, --module and --output, reads that document \
            alone. Writes only files whose content changes, and removes files of an earlier run that are no longer \
            generated. Writes no files if a document has an error.

            Examples:
              specwright generate
              specwright generate --config Specs/specwright.yaml
              specwright generate pets.yaml --module PetsAPI --output Sources/PetsAPI

            Keys of the configuration:
            \(ConfigurationSchema.help)

            'specwright init' writes Specs/specwright.schema.json, which describes all keys. Editors read it if the \
            first line is
              # yaml-language-server: $schema=specwright.schema.json
            """
    )

    @OptionGroup var input: InputOptions
    @OptionGroup var folders: OutputOptions

    @Flag(help: "Write nothing, and fail if the output would change. The same as 'specwright check'.")
    var check = false

    @Flag(help: "Write nothing, and list the files that would change.")
    var dryRun = false

    @Flag(help: "Print only errors and warnings.")
    var quiet = false

    @Option(
        help: ArgumentHelp(
            "Generate only the module, mocks or server whose output folder is inside this folder, for a build-tool plugin.",
            valueName: "dir"
        )
    )
    var target: String?

    @Option(help: ArgumentHelp("Folder for the files of --target.", valueName: "dir"))
    var into: String?

    func validate() throws {
        try folders.validate(input)
        if check && dryRun {
            throw ValidationError("--check and --dry-run cannot be combined.")
        }
        if target != nil || into != nil, input.spec != nil {
            throw ValidationError("--target and --into apply to --config, not to a document.")
        }
        if (target == nil) != (into == nil) || (target != nil && input.config == nil) {
            throw ValidationError("--target, --into and --config require each other.")
        }
    }

    func run() throws {
        var generation = Generation(input: input, folders: folders, isQuiet: quiet)
        if let target, let into, let config = input.config {
            generation.selection = TargetSelection(config: config, target: target, output: into)
        }
        try generation.run(check ? .check : dryRun ? .list : .write)
    }
}

/// The command `specwright check`.
struct CheckCommand: ParsableCommand, ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Fails if the generated files are not what the documents require, and writes nothing.",
        discussion: """
            Takes the documents and folders of 'specwright generate', and prints a list of the files that would change, \
            with their differences.

            Examples:
              specwright check
              specwright check --format github
              swift package --allow-writing-to-package-directory specwright check
            """
    )

    @OptionGroup var input: InputOptions
    @OptionGroup var folders: OutputOptions

    @Flag(help: "Print only errors and warnings.")
    var quiet = false

    func validate() throws {
        try folders.validate(input)
    }

    func run() throws {
        try Generation(input: input, folders: folders, isQuiet: quiet).run(.check)
    }
}

/// The command `specwright lint`.
struct LintCommand: ParsableCommand, ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Reports errors and warnings in the documents, and writes nothing.",
        discussion: """
            Reports mistakes with one obvious reading, which 'generate' repairs with a warning, as errors.

            Examples:
              specwright lint
              specwright lint petstore.yaml
              specwright lint petstore.yaml --portable --format github
            """
    )

    @OptionGroup var input: InputOptions

    @Flag(help: "Also report features that other generators often ignore.")
    var portable = false

    @Flag(help: "Print only errors and warnings.")
    var quiet = false

    func validate() throws {
        try input.validate(output: nil)
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
            try Terminal.output(Terminal.confirmation(runs, warnings: warnings))
        }
    }
}
