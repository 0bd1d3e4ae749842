import Foundation
import HostilePeers
import Testing

/// Every scenario with every transport, each in a process that may crash without ending the others.
@Suite("Hostile peers", .serialized, .timeLimit(.minutes(10)))
struct HostilePeersTests {
    /// Whether all scenarios run, also those that take long because of a known fault of the system.
    private static let isWhole = ProcessInfo.processInfo.environment["SPECWRIGHT_HOSTILE"] != nil

    @Test(
        "a hostile server has only the expected effect on a transport",
        arguments: ClientKind.allCases,
        ScenarioFamily.all
    )
    func matrix(_ kind: ClientKind, _ family: ScenarioFamily) throws {
        if kind == .reusingSession, family.name != "kept connections", !Self.isWhole { return }
        let client = ClientProcess(kind)
        for scenario in family.scenarios {
            if scenario.expectation(kind).contains(where: { $0.contains("hang") }), !Self.isWhole { continue }
            let problems = try problems(of: scenario, kind, client)
            for problem in problems { Issue.record("\(kind.rawValue): \(scenario.name): \(problem)") }
        }
    }

    /// The largest number of plays of a scenario.
    ///
    /// The order in which `URLSession` on Linux and the system process packets and timers depends on the load of the
    /// machine. Without the whole matrix, only a result that repeats counts.
    private static let plays = isWhole ? 1 : 3

    private func problems(of scenario: Scenario, _ kind: ClientKind, _ client: ClientProcess) throws -> [String] {
        var problems: [String] = []
        for _ in 0..<Self.plays {
            let end = try client.play(scenario.name)
            problems = judge(end, scenario, kind)
            // No peer may end or stall a process that uses AsyncHTTPTransport, not even once.
            if problems.isEmpty || (kind == .asyncHTTP && end.isFatal) { break }
        }
        return problems
    }

    @Test("the matrix has at least 150 scenarios with different names")
    func size() {
        let names = ScenarioFamily.all.flatMap { $0.scenarios.map(\.name) }
        #expect(names.count >= 150)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { !$0.contains("\n") })
    }

    private func judge(_ end: ScenarioEnd, _ scenario: Scenario, _ kind: ClientKind) -> [String] {
        let expected = scenario.expectation(kind)
        switch end {
        case .crash: return expected.contains { names($0, "crash") } ? [] : ["the process ended"]
        case .hang: return expected.contains { names($0, "hang") } ? [] : ["the process hung"]
        case .report(let report):
            var problems: [String] = []
            if !fit(report.outcomes, expected) { problems.append("\(report.outcomes) in place of \(expected)") }
            // Where the process may hang, the next request may be the one that does.
            let mayHang = expected.contains { names($0, "hang") }
            if report.recovery != "200 ok", !mayHang {
                problems.append("the next request to a sound server: \(report.recovery)")
            }
            if report.seconds > 8 { problems.append("\(report.seconds) seconds") }
            if let memory = report.memory, memory > scenario.maximumMemory {
                problems.append("\(memory >> 20) MiB of memory")
            }
            return problems
        }
    }

    private func names(_ expected: String, _ outcome: String) -> Bool {
        expected.split(separator: "|", omittingEmptySubsequences: false).contains { $0 == outcome }
    }

    private func fit(_ outcomes: [String], _ expected: [String]) -> Bool {
        outcomes.count == expected.count
            && zip(outcomes, expected).allSatisfy { outcome, expected in
                names(expected, outcome)
            }
    }
}
