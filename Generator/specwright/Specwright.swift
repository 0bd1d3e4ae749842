import ArgumentParser
import Foundation
import GeneratorCore

/// The command-line tool.
struct Specwright: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "specwright",
        abstract: "Makes Swift API clients from OpenAPI documents.",
        subcommands: [GenerateCommand.self, LintCommand.self]
    )
}

/// Starts the tool.
///
/// Exit codes: 0 done, 1 an error in a document or on the disk, 2 wrong usage, 3 done without parts that hold errors.
@main
enum Main {
    static func main() {
        var format = DiagnosticPrinter.Format.text
        do {
            var command = try Specwright.parseAsRoot()
            format = (command as? any ReportingCommand)?.input.format ?? .text
            try command.run()
        } catch let failure as Failure {
            if let message = failure.message {
                Terminal.error(DiagnosticPrinter.print(failure: message, format: format))
            }
            exit(failure.code)
        } catch {
            let message = Specwright.fullMessage(for: error)
            if Specwright.exitCode(for: error).isSuccess {
                print(message)
                exit(0)
            }
            Terminal.error(message)
            exit(2)
        }
    }
}

/// A command that reports on documents.
protocol ReportingCommand {
    /// What to read, and how to report.
    var input: InputOptions { get }
}

/// An end without success whose reason was told, or is told by its message.
struct Failure: Error {
    var message: String?
    var code: Int32 = 1
}
