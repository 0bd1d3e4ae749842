import ArgumentParser
import FileSupport
import GeneratorCore

/// The command `specwright upgrade`.
struct UpgradeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrade",
        abstract: "Writes a Swagger 2.0 or OpenAPI 3.0 document as OpenAPI 3.1.",
        discussion: """
            Writes YAML without comments. The generator reads such documents directly, so an upgrade is only needed to \
            continue with the new version. The files that the document refers to are upgraded too and written next to \
            the output, which is then in another folder than the document.

            Examples:
              specwright upgrade swagger.json
              specwright upgrade Specs/old.yaml --output Specs/petstore.yaml
            """
    )

    @Argument(help: ArgumentHelp("The document, in YAML or JSON.", valueName: "file"))
    var document: String

    @Option(help: ArgumentHelp("The file to write. Without it, the document is printed.", valueName: "file"))
    var output: String?

    @Flag(help: "Print only errors and warnings.")
    var quiet = false

    func validate() throws {
        try HomeFolder.check([document, output])
        if let output, output.lowercased().hasSuffix(".json") {
            throw ValidationError("The output is YAML. Choose a name that ends with .yaml instead of '\(output)'.")
        }
    }

    func run() throws {
        guard let bytes = DiskFile.read(document) else {
            let error = Diagnostic.unreadable(document, isFolder: SystemFile.isFolder(document))
            Terminal.error(DiagnosticPrinter(format: .text, path: document).print(error))
            throw Failure()
        }
        let folder = DiskFile.folder(of: document)
        let result = DocumentUpgrade().run(path: document, bytes: bytes) { DiskFile.read($0, inside: folder) }
        let printer = DiagnosticPrinter(files: result.sources)
        for diagnostic in result.diagnostics where !quiet || diagnostic.severity != .note {
            Terminal.error(printer.print(diagnostic))
        }
        guard let text = result.text else { throw Failure() }
        try check(result.others, in: folder)
        guard let output else {
            try Terminal.output(text, terminator: "")
            return
        }
        guard !DiskFile.hasOther(than: text, at: output) else {
            throw Failure(
                message: "The file '\(output)' exists, and 'specwright upgrade' replaces nothing. "
                    + "Choose another name for the output, or delete the file"
            )
        }
        for file in others(result.others, below: folder) {
            try DiskFile.write(file.text, to: file.path)
        }
        try DiskFile.write(text, to: output)
        if !quiet { try Terminal.output("\(VisibleText(output).line): written as OpenAPI 3.1") }
    }

    /// Returns the files that are written next to the output, with their new paths; none if the output is in the folder
    /// of the document.
    private func others(_ files: [DocumentUpgrade.File], below folder: String) -> [(path: String, text: String)] {
        guard let target = output.map(DiskFile.folder), DiskFile.join("", target) != DiskFile.join("", folder) else {
            return []
        }
        return files.map { file in
            let name = folder.isEmpty ? file.path : String(file.path.dropFirst(folder.count + 1))
            return (DiskFile.join(target, name), file.text)
        }
    }

    /// Checks that the upgraded files can be written without replacing others.
    private func check(_ files: [DocumentUpgrade.File], in folder: String) throws {
        let written = others(files, below: folder)
        guard written.isEmpty else {
            if let existing = written.first(where: { DiskFile.hasOther(than: $0.text, at: $0.path) }) {
                throw Failure(message: "The file '\(existing.path)' exists. Choose another folder for the output")
            }
            return
        }
        if let file = files.first(where: \.isChanged) {
            throw Failure(
                message: """
                    The document refers to '\(file.path)', which needs an upgrade too. Name an output in another folder: \
                    all files are written there
                    """
            )
        }
    }
}
