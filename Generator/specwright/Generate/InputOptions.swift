public import ArgumentParser
public import GeneratorCore
import FileSupport
import Foundation
import YAMLReader

extension DiagnosticPrinter.Format: ExpressibleByArgument {}
extension ModuleOptions.Access: ExpressibleByArgument {}

/// Options for the input and the report.
struct InputOptions: ParsableArguments {

    @Argument(
        help: ArgumentHelp(
            "A single OpenAPI document, in YAML or JSON, instead of the configuration. The same as --spec.",
            valueName: "document"
        )
    )
    var document: String?

    @Option(help: ArgumentHelp("The configuration file. (default: \(Self.configPath))", valueName: "file"))
    var config: String?

    @Option(name: .customLong("spec"), help: ArgumentHelp("A single OpenAPI document.", valueName: "file"))
    var namedDocument: String?

    /// The single document; `nil` reads a configuration.
    var spec: String? { document ?? namedDocument }

    @Option(help: ArgumentHelp("Name of the module of a single document. Not required for lint.", valueName: "name"))
    var module: String?

    @Option(help: ArgumentHelp("Name of the client type, for a single document.", valueName: "name"))
    var client: String?

    @Option(
        help: ArgumentHelp(
            """
            Access level of the generated declarations, for a single document. (default: public for the module and \
            its doubles, internal for a server)
            """
        )
    )
    var access: ModuleOptions.Access?

    @Option(help: "Format of the diagnostics.")
    var format = DiagnosticPrinter.Format.text

    @Flag(help: "Treat warnings as errors.")
    var warningsAsErrors = false

    @Option(help: ArgumentHelp("An overlay for a single document. May be repeated.", valueName: "file"))
    var overlay: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Generate only these operations of a single document: tag:NAME, path:/notes/*, operation:ID. With a leading !, exclude \
            these operations. May be repeated.
            """,
            valueName: "what"
        )
    )
    var filter: [String] = []

    @Flag(
        help: """
            Leave out parts with errors and the parts that require them, and generate the rest. The exit code is 3 if \
            a part was omitted.
            """
    )
    var keepGoing = false

    @Flag(help: "Report mistakes whose meaning is clear as errors too, even where the configuration does not.")
    var strict = false

    private static let configPath = "Specs/specwright.yaml"

    /// Validates the combination of the options.
    ///
    /// - Throws: `ValidationError` if the options cannot be combined.
    func validate(output: String?, mocks: String? = nil, server: String? = nil) throws {
        if document != nil, namedDocument != nil {
            throw ValidationError("Name one document: either with --spec or without it.")
        }
        guard spec != "", config != "" else {
            throw ValidationError("A document and --config need the path of a file.")
        }
        try HomeFolder.check([spec, config, output, mocks, server] + overlay)
        guard spec != nil else {
            let names = [module, output, client, access?.rawValue, mocks, server, overlay.first, filter.first]
            if names.contains(where: { $0 != nil }) {
                throw ValidationError(
                    "--module, --client, --access, --output, --mocks, --server, --overlay and --filter need a document."
                )
            }
            return
        }
        if Filter(arguments: filter) == nil {
            throw ValidationError(
                "--filter takes tag:NAME, path:/notes/* or operation:ID. Prefix it with ! to exclude these operations."
            )
        }
        if mocks != nil, access == .internal {
            throw ValidationError("--mocks needs --access public or package.")
        }
        if config != nil {
            throw ValidationError("A document and --config cannot be combined: name one of the two.")
        }
        if [output, mocks, server].contains("") {
            throw ValidationError("--output, --mocks and --server need a folder. '.' is the current one.")
        }
        for name in [module, client].compactMap({ $0 }) where !ModuleOptions.isName(name) {
            throw ValidationError(Self.invalidName(name))
        }
        if let module, ModuleOptions.isImported(module) {
            throw ValidationError("The generated code imports a module with the name '\(module)'. Choose another name.")
        }
    }

    /// Checks that a single document has the options that its output needs.
    ///
    /// A command calls this when it runs, so that a misspelled option is reported first.
    ///
    /// - Throws: `ValidationError` if one is missing.
    func requireOutput(_ output: String?) throws {
        if spec != nil, module == nil || output == nil {
            throw ValidationError("A document needs --module and --output.")
        }
    }

    /// Returns the message for the name of a module or a type that is not valid.
    static func invalidName(_ name: String) -> String {
        ModuleOptions.isKeyword(name)
            ? "'\(name)' is a keyword of Swift. Choose another name."
            : "'\(name)' is not a valid Swift identifier. Use letters, digits and '_', starting with a letter."
    }

    /// Returns the modules of the options or of the configuration.
    func modules(output: String?, mocks: String? = nil, server: String? = nil) throws -> [Job] {
        if let spec {
            let name = spec.split(separator: "/").last.map(String.init) ?? spec
            // Linting needs no module name.
            var options = ModuleOptions(module: module ?? "DocumentAPI", client: client, specName: name)
            options.access = access ?? .public
            options.hasMocks = mocks != nil
            options.server = server.map { _ in ModuleOptions.Server(access: access ?? .internal) }
            options.continuesOnError = keepGoing
            options.isStrict = strict
            let current = FileManager.default.currentDirectoryPath
            options.referenceFolder = [current, "."].first { spec.hasPrefix($0 + "/") } ?? ""
            options.command = command(spec, output: output, mocks: mocks, server: server)
            let document = Job.Document(
                file: Job.File(path: spec),
                overlays: overlay.map { Job.File(path: $0) },
                filter: Filter(arguments: filter)
            )
            return [
                Job(documents: [document], output: output ?? "", mocks: mocks, server: server, options: options)
            ]
        }
        let config = config ?? Self.configPath
        guard let bytes = DiskFile.read(config) else {
            guard !SystemFile.isFolder(config) else {
                throw Failure(message: "'\(config)' is a folder. Name a file in it with --config")
            }
            throw Failure(
                message: "'\(config)' cannot be read. Run this in the project's folder, name a file with --config, or "
                    + "start a project with: specwright init"
            )
        }
        let reading = Configuration.read(path: config, bytes: bytes)
        let printer = DiagnosticPrinter(format: format, files: [reading.source])
        reading.diagnostics.forEach { Terminal.error(printer.print($0)) }
        guard let configuration = reading.configuration else { throw Failure() }
        let warnings = reading.diagnostics.count { $0.severity == .warning }
        let folder = DiskFile.folder(of: config)
        let paths = HeaderPaths(configuration: config)
        return configuration.modules.map { module in
            var options = module.options
            options.specName = module.specs.map { paths.path(DiskFile.join(folder, $0.file.path)) }
                .joined(separator: ", ")
            options.command = configuration.command ?? Self.command(paths.path(config))
            options.continuesOnError = keepGoing
            options.isStrict = options.isStrict || strict
            options.referenceFolder = folder
            return Job(
                documents: module.specs.map { spec in
                    Job.Document(
                        file: Job.File(spec.file, in: folder),
                        prefix: spec.prefix,
                        overlays: spec.overlays.map { Job.File($0, in: folder) },
                        filter: spec.filter
                    )
                },
                output: DiskFile.joinFolder(folder, module.output),
                mocks: module.mocks.map { DiskFile.joinFolder(folder, $0) },
                server: module.server.map { DiskFile.joinFolder(folder, $0) },
                options: options,
                configuration: reading.source,
                configurationWarnings: warnings,
                names: module.names,
                command: configuration.command
            )
        }
    }

    /// Returns the command that reads a configuration, which is the same on every machine.
    private static func command(_ config: String) -> String {
        guard config != configPath else { return "specwright generate" }
        return "specwright generate --config \(ShellWord.quoted(config))"
    }

    /// Returns the command that reads a single document with the options of this run that affect the files.
    private func command(_ spec: String, output: String?, mocks: String?, server: String?) -> String {
        let paths = HeaderPaths(output: output ?? ".")
        var arguments: [(name: String, value: String)] = [("--spec", paths.path(spec))]
        func add(_ name: String, _ value: String?) {
            if let value { arguments.append((name, value)) }
        }
        add("--module", module)
        add("--output", output.map(paths.path))
        add("--mocks", mocks.map(paths.path))
        add("--server", server.map(paths.path))
        add("--client", client)
        add("--access", access?.rawValue)
        overlay.forEach { add("--overlay", paths.path($0)) }
        filter.forEach { add("--filter", $0) }
        let flags = (keepGoing ? " --keep-going" : "") + (strict ? " --strict" : "")
        let words = arguments.map { "\($0.name) \(ShellWord.quoted($0.value))" }
        return "specwright generate \(words.joined(separator: " "))\(flags)"
    }

    /// Prints the diagnostics of several runs, after those of the configuration.
    ///
    /// - Parameters:
    ///   - runs: The runs.
    ///   - isQuiet: Whether only errors and warnings are printed.
    /// - Returns: The number of printed warnings, with those of the configuration.
    /// - Throws: ``Failure`` if an error of a run prevents its output, or if a run has warnings and warnings are errors.
    @discardableResult
    func report(_ runs: [ModuleRun], isQuiet: Bool = false) throws -> Int {
        var warningCount = runs.first?.job.configurationWarnings ?? 0
        var isFailed = warningsAsErrors && warningCount > 0
        // Modules that read the same file have the same diagnostics for it.
        var printed: Set<String> = []
        for text in runs.flatMap({ $0.unmatched(format) }) where printed.insert(text).inserted {
            Terminal.error(text)
            warningCount += 1
            isFailed = isFailed || warningsAsErrors
        }
        for run in runs {
            let printer = DiagnosticPrinter(format: format, files: run.result.sources)
            // Notes about omitted parts follow below.
            for diagnostic in run.result.diagnostics where diagnostic.rule != "omitted" {
                guard !isQuiet || diagnostic.severity != .note else { continue }
                let text = printer.print(diagnostic)
                if printed.insert(text).inserted {
                    Terminal.error(text)
                    warningCount += diagnostic.severity == .warning ? 1 : 0
                }
            }
            let warnings = run.result.diagnostics.contains { $0.severity == .warning }
            let isSaved = !run.result.omitted.isEmpty
            isFailed = isFailed || (run.result.hasErrors && !isSaved) || (warningsAsErrors && warnings)
            for part in run.result.omitted where !isQuiet || part.diagnostic.severity != .note {
                let text = printer.printLine(part.diagnostic)
                if printed.insert(text).inserted {
                    Terminal.error(text)
                }
            }
        }
        if isFailed {
            throw Failure()
        }
        return warningCount
    }
}

/// The documents of a module and its output folders.
struct Job {

    /// A file to read.
    struct File {
        var path: String
        /// Position of the path in the configuration; `nil` for a path of the command line.
        var range: SourceRange?

        init(path: String) {
            self.path = path
        }

        /// Creates a file from one of a configuration in a folder.
        init(_ file: Configuration.File, in folder: String) {
            path = DiskFile.joinFolder(folder, file.path)
            range = file.range
        }
    }

    /// A document of a module.
    struct Document {
        var file: File
        /// Prefix of the names of its types, or `nil` for the only document of a module.
        var prefix: String?
        /// Overlays of the document, in order.
        var overlays: [File] = []
        var filter: Filter?
    }

    /// The documents; at least one.
    var documents: [Document]
    var output: String
    /// Folder of the module of doubles, or `nil` if there is none.
    var mocks: String?
    /// Folder of the server, or `nil` if there is none.
    var server: String?
    var options: ModuleOptions
    /// The configuration of the module; `nil` for a single document.
    var configuration: SourceFile?
    /// The number of warnings in the configuration, which are printed already.
    var configurationWarnings = 0
    /// The names of formats and schemas in the configuration.
    var names: [Configuration.Name] = []
    /// The command that generates the modules again, from the configuration; `nil` for that of the tool.
    var command: String?
    /// The only part to write, and its folder; `nil` to write all parts to their folders.
    var redirection: (part: Folder.Part, path: String)?
    /// Whether the module is generated for another one that imports its types, and not written.
    var isSource = false
}
