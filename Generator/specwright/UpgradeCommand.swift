import ArgumentParser
import Foundation
import GeneratorCore

/// The command `specwright upgrade`.
struct UpgradeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrade",
        abstract: "Writes a Swagger 2.0 or OpenAPI 3.0 document as OpenAPI 3.1.",
        discussion: """
            Writes YAML without comments. The generator reads such documents directly, so an upgrade is only needed to \
            continue with the new version.

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

    func run() throws {
        guard let bytes = DiskFile.read(document) else {
            throw Failure(message: "'\(document)' cannot be read.")
        }
        let folder = DiskFile.folder(of: document)
        let result = DocumentUpgrade().run(path: document, bytes: bytes) { DiskFile.read($0, inside: folder) }
        let printer = DiagnosticPrinter(files: result.sources)
        for diagnostic in result.diagnostics where !quiet || diagnostic.severity != .note {
            Terminal.error(printer.print(diagnostic))
        }
        guard let text = result.text else { throw Failure() }
        guard let output else {
            print(text, terminator: "")
            return
        }
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: output))
        } catch {
            throw Failure(message: "'\(output)' cannot be written: \(error.localizedDescription)")
        }
        if !quiet { print("\(VisibleText(output).line): written as OpenAPI 3.1") }
    }
}
