import ArgumentParser
import Foundation

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
        do {
            var command = try Specwright.parseAsRoot()
            try command.run()
        } catch let failure as Failure {
            if let message = failure.message {
                Terminal.error("error: \(message)")
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

/// An end without success whose reason was told, or is told by its message.
struct Failure: Error {
    var message: String?
    var code: Int32 = 1
}
