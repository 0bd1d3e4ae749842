import ArgumentParser
import Foundation
import GeneratorCore

/// The command-line tool.
struct Specwright: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "specwright",
        abstract: "Generates Swift API clients from OpenAPI documents.",
        discussion: """
            Examples:
              specwright init                      adds a generated client and a first test to a package
              specwright lint petstore.yaml        reports errors and warnings in a document
              specwright generate                  writes the modules of Specs/specwright.yaml
              specwright check                     fails if they are not up to date

            'specwright help generate' lists the keys of the configuration.

            Exit codes: 0 for success, 1 for an error in a document or on the disk, 2 for incorrect usage, 3 for output \
            without the parts that contain errors.
            """,
        version: ToolVersion.current,
        subcommands: [
            InitCommand.self, GenerateCommand.self, CheckCommand.self, LintCommand.self, UpgradeCommand.self,
        ]
    )
}

/// Starts the tool.
///
/// Exit codes: 0 for success, 1 for an error in a document or on the disk, 2 for incorrect usage, 3 for output without
/// the parts that contain errors.
@main
enum Main {
    static func main() {
        var format = DiagnosticPrinter.Format.text
        // Its usage is printed with an error that it finds when it runs.
        var type: any ParsableCommand.Type = Specwright.self
        do {
            try checkName(Array(CommandLine.arguments.dropFirst()))
            var command = try Specwright.parseAsRoot()
            type = Swift.type(of: command)
            format = (command as? any ReportingCommand)?.input.format ?? .text
            try command.run()
        } catch let failure as Failure {
            end(failure, format)
        } catch {
            let message = type.fullMessage(for: error)
            guard Specwright.exitCode(for: error).isSuccess else {
                Terminal.error(message)
                exit(2)
            }
            do { try Terminal.output(message) } catch { end(error as? Failure ?? Failure(), format) }
        }
    }

    /// Checks the name of the command, for which the parser suggests none, and which it ignores after `help`.
    private static func checkName(_ arguments: [String]) throws {
        let names = Specwright.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        guard let word = words.first, !word.hasPrefix("-"), !names.contains(word) else { return }
        let hint = Suggestion.nearest(to: word, among: names).map { "Did you mean '\($0)'?" }
        let list = "The commands are: \(names.joined(separator: ", "))."
        throw ValidationError("'\(VisibleText(word).line)' is not a command. \(hint ?? list)")
    }

    /// Prints the message of a failure, and ends the process.
    private static func end(_ failure: Failure, _ format: DiagnosticPrinter.Format) -> Never {
        if let message = failure.message {
            Terminal.error(DiagnosticPrinter.print(failure: message, format: format))
        }
        exit(failure.code)
    }
}

/// A command that reports on documents.
protocol ReportingCommand {
    /// Options for the input and the report.
    var input: InputOptions { get }
}
