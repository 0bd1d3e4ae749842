public import APIRuntime
public import Foundation
import URLSessionTransport

/// The retry settings of uploads and the folder of the queue.
public struct UploadPolicy: Sendable {
    /// The folder of the queue; `nil` uses a folder in the app's Application Support directory.
    public var directory: URL?

    /// The upper bound of the delay after the first failure; it doubles with every further one.
    public var baseDelay: Duration

    /// The upper bound of every delay.
    ///
    /// A delay also ends when the network becomes reachable, when a document is added, and when the user has a token
    /// again; after the service has refused a new token, only when a newer one has worked.
    public var maximumDelay: Duration

    /// The longest time in seconds that the service delays its response to a status request, from 1 to 25.
    public var pollTimeout: Int

    /// The shortest time between two status requests.
    public var pollInterval: Duration

    /// The source of hints that the network is reachable again; `nil` for none.
    public var connectivity: (any ConnectivityHint)?

    /// The transfers that continue while the app is not running; `nil` sends documents only while it runs.
    public var transfers: BackgroundTransfers?

    /// A source of random numbers for the delays, from 0 up to but not including 1.
    public var random: @Sendable () -> Double

    /// Creates a policy; the defaults suit an app.
    public init(
        directory: URL? = nil,
        baseDelay: Duration = .seconds(2),
        maximumDelay: Duration = .seconds(3600),
        pollTimeout: Int = 25,
        pollInterval: Duration = .seconds(1),
        connectivity: (any ConnectivityHint)? = UploadPolicy.platformConnectivity,
        transfers: BackgroundTransfers? = nil,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.directory = directory
        self.baseDelay = baseDelay
        self.maximumDelay = maximumDelay
        self.pollTimeout = pollTimeout
        self.pollInterval = pollInterval
        self.connectivity = connectivity
        self.transfers = transfers
        self.random = random
    }

    /// The hints of the system on Apple platforms; `nil` elsewhere.
    public static var platformConnectivity: (any ConnectivityHint)? {
        #if canImport(Network)
        return PathMonitorConnectivity()
        #else
        return nil
        #endif
    }

    /// Returns the delay after a number of consecutive failures: between half of the bound and the bound.
    func delay(afterFailures count: Int) -> Duration {
        var bound = baseDelay
        for _ in 1..<max(count, 1) where bound < maximumDelay { bound = bound * 2 }
        return min(bound, maximumDelay) * (0.5 + min(max(random(), 0), 1) / 2)
    }
}
