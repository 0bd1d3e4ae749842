import Foundation

/// The measurement of `specwright generate` for all specs of the project, including the start of the process.
struct GeneratorFigures {

    let executable: String

    func measure() throws -> [Figure] {
        let time = try Stopwatch.best(rounds: 10) { try run(["generate"]) }
        return [
            Figure(
                name: "generate all three specs, nothing to write",
                value: time * 1e3,
                unit: "ms",
                goal: 100,
                direction: .atMost
            )
        ]
    }

    private func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CocoaError(.executableLoad, userInfo: [NSLocalizedDescriptionKey: "specwright failed"])
        }
    }
}
