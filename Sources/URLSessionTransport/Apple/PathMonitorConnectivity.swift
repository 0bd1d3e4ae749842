#if canImport(Network)
public import APIRuntime
import Dispatch
import Network

/// Hints about the network connection from `NWPathMonitor`.
public final class PathMonitorConnectivity: ConnectivityHint {
    private let monitor = PathMonitor()
    private let known = ManualConnectivity()

    /// Starts observing the system.
    public init() {
        // A path that requires a connection first, such as a dial-up VPN, is established by the request itself.
        monitor.start { [known] status in known.set(status != .unsatisfied) }
    }

    deinit {
        monitor.cancel()
    }

    /// The last hint of the system; `nil` before the first one.
    public var isReachable: Bool? { known.isReachable }

    /// The current hint and all later ones.
    public func changes() -> AsyncStream<Bool> { known.changes() }
}

/// A monitor of the system that is started and cancelled once.
///
/// Whether `NWPathMonitor` is Sendable depends on the version of the system's library. `@unchecked`, because its owner
/// calls ``start(_:)`` in its initializer and ``cancel()`` in its deinitializer, and nothing else uses the monitor: the
/// calls cannot overlap.
private struct PathMonitor: @unchecked Sendable {
    private let monitor = NWPathMonitor()

    func start(_ update: @escaping @Sendable (NWPath.Status) -> Void) {
        monitor.pathUpdateHandler = { path in update(path.status) }
        monitor.start(queue: DispatchQueue(label: "connectivity"))
    }

    func cancel() { monitor.cancel() }
}
#endif
