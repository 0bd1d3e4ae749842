import ArgumentParser
import Foundation

/// A command that makes thousands of mixed calls against a sandbox with faults, and checks invariants.
@main
struct SoakCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Calls a sandbox with faults for a while; exits with 1 when a rule is broken."
    )

    @Option(help: "Calls in all.")
    var calls = 12_000

    @Option(help: "Calls at a time.")
    var workers = 24

    @Option(help: "Start of every random choice.")
    var seed: UInt64 = 1

    func run() async throws {
        let report = try await Soak(plan: SoakPlan(calls: calls, workers: workers, seed: seed)).run()
        print(report.table)
        if !report.violations.isEmpty { throw ExitCode.failure }
    }
}
