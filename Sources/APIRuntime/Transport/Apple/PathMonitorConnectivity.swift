#if canImport(Network)
import Dispatch
import Network

/// The system's belief about the way to the network.
///
/// Thin: it passes on what `NWPathMonitor` says, to a ``ManualConnectivity``.
public final class PathMonitorConnectivity: ConnectivityHint {
    private let monitor = NWPathMonitor()
    private let known = ManualConnectivity()

    /// Starts to listen to the system.
    public init() {
        monitor.pathUpdateHandler = { [known] path in
            // A way that needs a connection first, such as a dial-up VPN, is made by the request itself.
            known.set(path.status != .unsatisfied)
        }
        monitor.start(queue: DispatchQueue(label: "connectivity"))
    }

    deinit {
        monitor.cancel()
    }

    /// What the system said last; `nil` before it said anything.
    public var isReachable: Bool? { known.isReachable }

    /// What the system says from now on, beginning with what it said last.
    public func changes() -> AsyncStream<Bool> { known.changes() }
}
#endif
