import ArgumentParser
import Foundation

/// A command that measures the project's promised figures, prints a table, and writes the figures as JSON.
@main
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measures the codec, the generator and whole calls."
    )

    @Option(help: ArgumentHelp("The generator, built for release.", valueName: "file"))
    var generator: String?

    @Option(help: ArgumentHelp("Where the figures are written.", valueName: "file"))
    var output: String?

    @Flag(help: "Fail when a figure misses its goal.")
    var check = false

    @Option(help: .hidden)
    var memory: MemoryProbe.Task?

    @Option(help: .hidden)
    var document: String?

    func run() async throws {
        if let memory, let document { return try MemoryProbe.run(memory, document: document) }
        var figures = try MemoryFigures().measure() + CodecFigures().measure()
        if let generator {
            figures += try GeneratorFigures(executable: generator).measure()
        }
        figures += try await CallFigures().measure()
        print(Figure.table(figures))
        if let output {
            try Figure.json(figures).write(to: URL(fileURLWithPath: output))
        }
        if check, figures.contains(where: { !$0.isReached }) {
            throw ExitCode.failure
        }
    }
}
