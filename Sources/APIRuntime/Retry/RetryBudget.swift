/// Keeps retries of each host to a fraction of its calls, so that a server in trouble is not buried by them.
///
/// A bucket of tokens per host: it starts full, each retry takes one, each call puts a fraction back. Knows no time.
public final class RetryBudget: Sendable {
    private let capacity: Double
    private let deposit: Double
    private let hostLimit: Int
    private let spent = LockedState<[String: Double]>([:])

    /// Creates a budget with a full bucket for every host.
    ///
    /// - Parameters:
    ///   - capacity: Retries that can follow each other without any call between them; 1 or more.
    ///   - deposit: Share of a retry that each call earns, from 0 to 1.
    ///   - hostLimit: Hosts to remember; when more are in use the fullest bucket is forgotten, which refills it.
    public init(capacity: Int = 10, deposit: Double = 0.2, hostLimit: Int = 256) {
        precondition(capacity > 0 && hostLimit > 0, "A budget needs room for a retry and a host.")
        precondition((0...1).contains(deposit), "A call earns between none and one retry.")
        self.capacity = Double(capacity)
        self.deposit = deposit
        self.hostLimit = hostLimit
    }

    /// Counts the first attempt of a call.
    package func noteCall(to host: String) {
        spent.withLock { spent in
            guard let former = spent[host] else { return }
            let rest = former - deposit
            spent[host] = rest > 0.000_001 ? rest : nil
        }
    }

    /// Takes a retry, if there is one.
    ///
    /// - Returns: Whether the retry may be sent.
    package func take(for host: String) -> Bool {
        spent.withLock { spent in
            let next = spent[host, default: 0] + 1
            guard next <= capacity + 0.000_001 else { return false }
            spent[host] = next
            if spent.count > hostLimit, let fullest = spent.filter({ $0.key != host }).min(by: { $0.value < $1.value })
            {
                spent[fullest.key] = nil
            }
            return true
        }
    }

    /// Retries that could be sent to a host now, whole.
    package func available(for host: String) -> Int {
        spent.withLock { Int(capacity - $0[host, default: 0] + 0.000_001) }
    }
}
