import ArgumentParser
import Foundation
import GeneratorCore

/// The command `specwright init`.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Adds a generated client, a first call and a first test to the package in the current folder.",
        discussion: """
            Writes Specs/specwright.yaml with its JSON Schema, a small document if --spec names none, the generated \
            module with its mocks, and a client that sends requests with URLSession. Adds the targets to Package.swift, \
            or prints them if its structure is not a plain list. In a folder without a package, writes Package.swift. \
            Replaces no file. Completes what an earlier run left that was interrupted.

            Examples:
              swift run --package-path ../specwright specwright init
              specwright init --spec petstore.yaml
              specwright init --spec openapi.json --module ShopAPI --dependency https://git.example.com/specwright

            Then run: swift test
            """
    )

    @Option(help: ArgumentHelp("An OpenAPI document in the package. (default: an example)", valueName: "file"))
    var spec: String?

    @Option(help: ArgumentHelp("Name of the generated module. (default: after the document)", valueName: "name"))
    var module: String?

    @Option(
        help: ArgumentHelp(
            "URL or path of the package specwright. (default: that in Package.swift, or the clone with this executable)",
            valueName: "location"
        )
    )
    var dependency: String?

    @Flag(help: "Print only errors, warnings, and elements that must be added to the manifest.")
    var quiet = false

    func validate() throws {
        try HomeFolder.check([spec])
        if let module, !ModuleOptions.isName(module) {
            throw ValidationError(InputOptions.invalidName(module))
        }
        if let module, ReservedModules.contains(module) {
            throw ValidationError("'\(module)' is the name of a module of the system or of specwright. Choose another.")
        }
        if let spec, spec.hasPrefix("/") || spec.split(separator: "/").contains("..") {
            throw ValidationError("'\(spec)' is outside of the package. Copy the document into the package first.")
        }
    }

    func run() throws {
        let package = try PackageFolder(dependency: dependency)
        let names = ProjectNames(module: moduleName(in: package), isTaken: package.hasTarget)
        let wanted = ProjectTemplate(
            names: names,
            spec: spec.map(ProjectTemplate.path(ofDocument:)) ?? "notes.yaml",
            command: package.generateCommand,
            starter: try starter(names),
            isExample: spec == nil
        )
        let unfinished = package.unfinished(wanted)
        let template = unfinished ?? wanted
        if unfinished == nil { try package.checkAbsence(for: template) }
        try package.checkLayout(for: template)
        let edit = package.edited(adding: template)
        let report = try package.removingAfterFailure(template.paths) {
            for file in template.files {
                try DiskFile.write(file.text, to: file.path)
            }
            try GenerateCommand.parse(["--config", ProjectTemplate.configuration, "--quiet"]).run()
            return try package.finish(edit, template, isCompletion: unfinished != nil, isQuiet: quiet)
        }
        for text in report { try Terminal.output(text) }
    }

    private func moduleName(in package: PackageFolder) -> String {
        if let module { return module }
        return spec.map { ProjectNames.module(ofDocument: $0, fallback: package.name) } ?? "NotesAPI"
    }

    /// Generates the module without writing it, so that nothing is written if the document has an error.
    private func starter(_ names: ProjectNames) throws -> Starter {
        guard let starter = try result(names).starter else { throw Failure() }
        return starter
    }

    private func result(_ names: ProjectNames) throws -> Generator.Result {
        guard let spec else {
            var options = ModuleOptions(module: names.module, specName: "notes.yaml")
            options.hasMocks = true
            return Generator(options: options).run(path: "notes.yaml", bytes: Array(ProjectTemplate.exampleText.utf8))
        }
        let input = try InputOptions.parse(["--spec", spec, "--module", names.module])
        let runs = try Terminal.runs(input.modules(output: "Generated", mocks: "Mocks"))
        guard let result = runs.first?.result, !result.hasErrors else {
            try input.report(runs, isQuiet: quiet)
            throw Failure()
        }
        // The run that writes the files reports the warnings.
        return result
    }
}
