import APIRuntime

/// The active faults of a sandbox.
public final class Faults: Sendable {
    private let active = LockedState([Fault]())

    /// Activates a fault.
    public func add(_ fault: Fault) { active.withLock { $0.append(fault) } }

    /// Deactivates all faults.
    public func clear() { active.withLock { $0 = [] } }

    /// The active faults.
    public var all: [Fault] { active.withLock { $0 } }

    /// Returns the faults that affect a request, and counts them down.
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
        guard (self.operation ?? operation) == operation, path.hasPrefix(pathPrefix), remaining != 0 else {
            return false
        }
        return !Self.isControl(path) || self.operation != nil || pathPrefix.hasPrefix(Self.controlPath)
    }

    /// The path of the control operations.
    private static let controlPath = "/sandbox"

    /// Whether a request belongs to the control panel, which keeps working while the services fail.
    private static func isControl(_ path: String) -> Bool {
        let path = path.prefix { $0 != "?" }
        return path == "/" || path == controlPath || path.hasPrefix(controlPath + "/")
    }
}
