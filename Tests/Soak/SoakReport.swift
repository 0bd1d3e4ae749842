import Foundation

/// Memory and file descriptors of this process.
struct SoakUsage: Sendable {
    /// Bytes in memory; 0 where the system does not say.
    var bytes = 0
    /// Open file descriptors; 0 where the system does not say.
    var descriptors = 0

    /// What is in use now.
    static var now: SoakUsage {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let kilobytes = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
        return SoakUsage(bytes: kilobytes << 10, descriptors: open)
    }
}

/// The figures of a soak, and the rules that it broke.
struct SoakReport: Sendable {
    var outcomes: [SoakOutcome: Int] = [:]
    var violations: [String] = []
    var sent = 0
    var renewals = 0
    var expiries = 0
    /// Changes that the server told, and those whose response was lost.
    var changes = 0
    var unknown = 0
    /// Requests for a change that were sent, and those that the server counted.
    var asked = 0
    var arrived = 0
    var warm = SoakUsage()
    var end = SoakUsage()
    var duration = Duration.zero

    /// Growth of memory, behind the first rounds, that counts as a leak; the allocator keeps some pages.
    static let memoryAllowance = 48 << 20

    /// File descriptors that pools may open later than in the first rounds.
    static let descriptorAllowance = 48

    var calls: Int { outcomes.values.reduce(0, +) }

    /// Notes the rules that the figures break.
    mutating func judge() {
        for (outcome, count) in outcomes {
            switch outcome {
            case .wrong: violations.append("\(count) × \(outcome.name)")
            // 503 is what the sandbox throws in, 500 to 599 may always come from something on the way.
            case .undocumented(let status) where status < 500: violations.append("\(count) × \(outcome.name)")
            case .unauthenticated(let code) where code != "tooManyRefreshes":
                violations.append("\(count) × \(outcome.name)")
            default: break
            }
        }
        let growth = end.bytes - warm.bytes
        if growth > Self.memoryAllowance { violations.append("memory grew by \(growth >> 20) MiB") }
        let opened = end.descriptors - warm.descriptors
        if opened > Self.descriptorAllowance { violations.append("\(opened) file descriptors were left open") }
    }

    /// The figures in lines.
    var table: String {
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        var lines = [
            "calls                 \(calls) in \(String(format: "%.1f", seconds)) s",
            "requests              \(sent)",
            "renewals              \(renewals), \(expiries) of them for an expiry each",
            "changes               \(changes) made and told, \(unknown) with their response lost",
            "requests for changes  \(asked) sent, \(arrived) counted by the server",
            "memory                \(warm.bytes >> 20) MiB behind the first rounds, \(end.bytes >> 20) MiB at the end",
            "file descriptors      \(warm.descriptors) behind the first rounds, \(end.descriptors) at the end",
        ]
        for (outcome, count) in outcomes.sorted(by: { $0.value > $1.value }) {
            lines.append("  \(outcome.name.padding(toLength: 30, withPad: " ", startingAt: 0)) \(count)")
        }
        lines += violations.map { "VIOLATION: \($0)" }
        if violations.isEmpty { lines.append("every rule held") }
        return lines.joined(separator: "\n")
    }
}
