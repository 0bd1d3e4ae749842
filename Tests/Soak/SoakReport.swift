import Foundation

/// The memory and file descriptors of this process.
struct SoakUsage: Sendable {
    /// The resident memory in bytes; 0 if the system does not report it.
    var bytes = 0
    /// The number of open file descriptors; 0 if the system does not report it.
    var descriptors = 0

    /// The current usage.
    static var now: SoakUsage {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let kilobytes = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
        return SoakUsage(bytes: kilobytes << 10, descriptors: open)
    }
}

/// The figures and violations of a soak test.
struct SoakReport: Sendable {
    var outcomes: [SoakOutcome: Int] = [:]
    var violations: [String] = []
    var sent = 0
    var renewals = 0
    var expiries = 0
    /// The changes that the server confirmed, and those whose response was lost.
    var changes = 0
    var unknown = 0
    /// The requests for a change that were sent, and those that the server counted.
    var asked = 0
    var arrived = 0
    var warm = SoakUsage()
    var end = SoakUsage()
    var duration = Duration.zero

    /// The growth of memory in bytes after the first rounds that counts as a leak; the allocator keeps some pages.
    static let memoryAllowance = 48 << 20

    /// The number of file descriptors that pools may open after the first rounds.
    static let descriptorAllowance = 48

    var calls: Int { outcomes.values.reduce(0, +) }

    /// Records the violations in the figures.
    mutating func judge() {
        for (outcome, count) in outcomes {
            switch outcome {
            case .wrong: violations.append("\(count) × \(outcome.name)")
            // 503 is injected by the sandbox. 500 to 599 may always originate from an intermediary.
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

    /// The figures as lines of text.
    var table: String {
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        var lines = [
            "calls                 \(calls) in \(String(format: "%.1f", seconds)) s",
            "requests              \(sent)",
            "renewals              \(renewals), \(expiries) of them for an expiry each",
            "changes               \(changes) confirmed, \(unknown) with their response lost",
            "requests for changes  \(asked) sent, \(arrived) counted by the server",
            "memory                \(warm.bytes >> 20) MiB after the first rounds, \(end.bytes >> 20) MiB at the end",
            "file descriptors      \(warm.descriptors) after the first rounds, \(end.descriptors) at the end",
        ]
        for (outcome, count) in outcomes.sorted(by: { $0.value > $1.value }) {
            lines.append("  \(outcome.name.padding(toLength: 30, withPad: " ", startingAt: 0)) \(count)")
        }
        lines += violations.map { "VIOLATION: \($0)" }
        if violations.isEmpty { lines.append("every rule held") }
        return lines.joined(separator: "\n")
    }
}
