import APIRuntime

/// The faults that are switched on.
public final class Faults: Sendable {
    private let active = LockedState([Fault]())

    /// Switches a fault on.
    public func add(_ fault: Fault) { active.withLock { $0.append(fault) } }

    /// Switches all faults off.
    public func clear() { active.withLock { $0 = [] } }

    /// The faults that are on.
    public var all: [Fault] { active.withLock { $0 } }

    /// Takes the faults that a request meets, and counts them down.
    func take(operation: String, path: String) -> [Fault.Kind] {
        active.withLock { faults in
            var met: [Fault.Kind] = []
            for index in faults.indices where faults[index].applies(to: operation, path) {
                met.append(faults[index].kind)
                faults[index].remaining = faults[index].remaining.map { $0 - 1 }
            }
            faults.removeAll { $0.remaining == 0 }
            return met
        }
    }
}

extension Fault {
    fileprivate func applies(to operation: String, _ path: String) -> Bool {
        (self.operation ?? operation) == operation && path.hasPrefix(pathPrefix) && remaining != 0
    }
}
