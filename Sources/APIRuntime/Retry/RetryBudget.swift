/// A limit on the retries of each host that protects an overloaded server.
///
/// Each host has a bucket of tokens that starts full. A retry removes one, and a call adds a fraction of one. Time has no
/// influence.
public final class RetryBudget: Sendable {
    private let capacity: Double
    private let deposit: Double
    private let hostLimit: Int
    private let spent = LockedState<[String: Double]>([:])

    /// Creates a budget with a full bucket for each host.
    ///
    /// - Parameters:
    ///   - capacity: The number of retries without any call between them; 1 or more.
    ///   - deposit: The fraction of a retry that each call adds, from 0 to 1.
    ///   - hostLimit: The number of hosts to track. Beyond it, the fullest bucket is dropped and thereby refilled.
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

    /// Removes one retry from the bucket of a host.
    ///
    /// - Returns: Whether a retry was available and may be sent.
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

    /// Returns the number of retries that may be sent to a host now.
    package func available(for host: String) -> Int {
        spent.withLock { Int(capacity - $0[host, default: 0] + 0.000_001) }
    }
}
