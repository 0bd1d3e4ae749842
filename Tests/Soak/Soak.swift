import APIRuntime
import AnybillAPI
import AsyncHTTPTransport
import Foundation
import SandboxServer
import URLSessionTransport

/// A test that runs mixed calls in rounds with faults, and checks invariants after each round.
struct Soak: Sendable {
    let plan: SoakPlan

    /// Runs all rounds.
    ///
    /// - Returns: The figures and the violations.
    func run() async throws -> SoakReport {
        let sandbox = try await SandboxServer.start(SandboxConfiguration(receipts: 60))
        var report = SoakReport()
        do {
            try await soak(sandbox, &report)
        } catch {
            await sandbox.stop()
            throw error
        }
        await sandbox.stop()
        return report
    }

    private func soak(_ sandbox: SandboxServer, _ report: inout SoakReport) async throws {
        let transports: [any HTTPTransport] = [AsyncHTTPTransport(), URLSessionTransport()]
        let stage = try await SoakStage(sandbox, transports)
        var random = SoakRandom(seed: plan.seed)
        let before = try await stage.marks()
        let start = ContinuousClock.now
        for round in 0..<plan.rounds {
            let trouble = SoakTrouble.allCases[round % SoakTrouble.allCases.count]
            try await self.round(round, trouble, stage, &random, &report)
            // After the first rounds, all connections, pools and pages exist.
            if round == 3 { report.warm = SoakUsage.now }
        }
        report.duration = ContinuousClock.now - start
        report.end = SoakUsage.now
        sandbox.faults.clear()
        try await check(stage, before, &report)
        if let client = transports[0] as? AsyncHTTPTransport { try await client.shutdown() }
        report.judge()
    }

    private func round(
        _ number: Int,
        _ trouble: SoakTrouble,
        _ stage: SoakStage,
        _ random: inout SoakRandom,
        _ report: inout SoakReport
    ) async throws {
        let sandbox = stage.sandbox
        sandbox.faults.clear()
        for fault in trouble.faults(&random) { sandbox.faults.add(fault) }
        if trouble == .expiry { sandbox.tokens.expireAccessTokens(realm: "anybill.user") }
        let renewals = stage.witness.current.renewals
        let share = plan.roundLength / plan.workers
        let outcomes = await withTaskGroup(of: [SoakOutcome].self) { group in
            for worker in 0..<plan.workers {
                let seed = plan.seed &+ UInt64(number * 1000 + worker)
                group.addTask { await stage.work(SoakRandom(seed: seed), count: share, name: "\(number)-\(worker)") }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        for outcome in outcomes { report.outcomes[outcome, default: 0] += 1 }
        let renewed = stage.witness.current.renewals - renewals
        if trouble == .expiry {
            report.expiries += 1
            if renewed != 1 { report.violations.append("round \(number): \(renewed) renewals for one expiry") }
        } else if trouble != .refusals, renewed != 0 {
            report.violations.append("round \(number): \(renewed) renewals without an expiry")
        }
    }

    /// Compares the server's records with the changes that the calls made.
    private func check(_ stage: SoakStage, _ before: [String: Bool], _ report: inout SoakReport) async throws {
        let notes = stage.witness.current
        report.sent = notes.sent
        report.renewals = notes.renewals
        report.changes = notes.changes.values.reduce(0, +)
        report.unknown = notes.unknown.values.reduce(0, +)
        report.asked = notes.asked
        report.arrived = stage.sandbox.counter.count("toggleReceiptFavourite")
        let after = try await stage.marks()
        for (id, mark) in before {
            let path = "/api/v4/receipt/\(id)/favourite"
            let changes = notes.changes[path] ?? 0
            // Each change toggles the mark, so that a repeated change is detected unless the result of another change
            // is unknown.
            if notes.unknown[path] == nil, after[id] != (changes % 2 == 0 ? mark : !mark) {
                report.violations.append("receipt \(id): \(changes) changes, and the mark does not fit")
            }
        }
        if notes.repeated > 0 { report.violations.append("\(notes.repeated) changes were sent again") }
        if report.arrived > report.asked {
            report.violations.append("the server saw \(report.arrived) changes, \(report.asked) were sent")
        }
        if report.arrived < report.changes {
            report.violations.append("the server counted fewer changes than it confirmed")
        }
    }
}
