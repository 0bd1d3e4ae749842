public import Foundation

/// When uploads are tried again, and where they are kept.
public struct UploadPolicy: Sendable {
    /// Folder of the queue; `nil` takes one in the app's Application Support.
    public var directory: URL?

    /// Attempts that may fail before a document is given up; being offline does not count.
    ///
    /// 1 or more.
    public var maximumAttempts: Int

    /// Upper bound of the wait after the first failure; it doubles with every further one.
    public var baseDelay: Duration

    /// Upper bound of every wait.
    public var maximumDelay: Duration

    /// Longest time that the service holds a question about states, in seconds from 1 to 25.
    public var pollTimeout: Int

    /// Shortest time between two questions about states.
    public var pollInterval: Duration

    /// Chance for the waits, from 0 up to 1.
    public var random: @Sendable () -> Double

    /// Creates a policy; what is not given suits an app.
    public init(
        directory: URL? = nil,
        maximumAttempts: Int = 5,
        baseDelay: Duration = .seconds(2),
        maximumDelay: Duration = .seconds(60),
        pollTimeout: Int = 25,
        pollInterval: Duration = .seconds(1),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.directory = directory
        self.maximumAttempts = maximumAttempts
        self.baseDelay = baseDelay
        self.maximumDelay = maximumDelay
        self.pollTimeout = pollTimeout
        self.pollInterval = pollInterval
        self.random = random
    }

    /// The wait after so many failures in a row: between half of the bound and the bound.
    func delay(afterFailures count: Int) -> Duration {
        var bound = baseDelay
        for _ in 1..<max(count, 1) where bound < maximumDelay { bound = bound * 2 }
        return min(bound, maximumDelay) * (0.5 + min(max(random(), 0), 1) / 2)
    }
}
