#if canImport(Network)
public import APIRuntime
import Dispatch
import Network

/// Hints about the network connection from `NWPathMonitor`.
public final class PathMonitorConnectivity: ConnectivityHint {
    private let monitor = NWPathMonitor()
    private let known = ManualConnectivity()

    /// Starts observing the system.
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

    /// The last hint of the system; `nil` before the first one.
    public var isReachable: Bool? { known.isReachable }

    /// The current hint and all later ones.
    public func changes() -> AsyncStream<Bool> { known.changes() }
}
#endif
