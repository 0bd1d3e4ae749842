public import APIRuntime
public import Foundation

/// A time of day that moves only when it is told to.
public final class TestDate: Sendable {
    private let current: LockedState<Date>

    /// Creates a date; by default 1 January 2025, midnight UTC.
    public init(_ date: Date = Date(timeIntervalSince1970: 1_735_689_600)) {
        current = LockedState(date)
    }

    /// The time of day.
    public var now: Date { current.withLock { $0 } }

    /// Moves it forward, or back by a negative number of seconds.
    public func advance(by seconds: TimeInterval) {
        current.withLock { $0 += seconds }
    }
}

/// An observer that keeps the events it is told.
public final class RecordingObserver: CallObserver {
    private let kept = LockedState<[CallEvent]>([])

    /// Creates an observer without events.
    public init() {}

    /// All events so far, in order.
    public var events: [CallEvent] { kept.withLock { $0 } }

    /// Keeps an event.
    public func observe(_ event: CallEvent) {
        kept.withLock { $0.append(event) }
    }
}

/// A source of credentials that counts, and renews as often as it was given values.
public final class ScriptedCredentials: CredentialSource {
    private struct State: Sendable {
        var current: Int = 0
        var asked = 0
        var refused: [Int] = []
    }

    private let values: [String]
    private let owner: String
    private let state = LockedState(State())

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - values: The first credential, then one for each renewal. After the last one a refusal is final.
    ///   - partition: Owner of what is cached.
    public init(_ values: [String], partition: String = "user") {
        precondition(!values.isEmpty, "A source needs one value at least.")
        self.values = values
        owner = partition
    }

    /// Number of times that a credential was asked for.
    public var askedCount: Int { state.withLock { $0.asked } }

    /// Versions of the credentials that were refused, in order.
    public var refusedVersions: [Int] { state.withLock { $0.refused } }

    /// The current credential.
    public func credential() async throws(AuthenticationError) -> AuthCredential {
        let version = state.withLock { state in
            state.asked += 1
            return state.current
        }
        return credential(version)
    }

    /// The current credential when an older one was refused, the next one otherwise; `nil` after the last.
    public func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? {
        let next = state.withLock { state -> Int? in
            state.refused.append(credential.version)
            if credential.version == state.current { state.current += 1 }
            return state.current < values.count ? state.current : nil
        }
        return next.map { self.credential($0) }
    }

    /// The owner that was given.
    public func partition() async -> String? { owner }

    private func credential(_ version: Int) -> AuthCredential {
        AuthCredential(value: values[min(version, values.count - 1)], version: version, partition: owner)
    }
}

extension ClientConfiguration {
    /// A configuration for tests that do not look at time: calls are repeated at once, and time stands still.
    ///
    /// A server's wish to wait is not granted: its response goes to the caller. A deadline never comes.
    ///
    /// - Parameters:
    ///   - transport: Where requests go.
    ///   - date: Time of day.
    ///   - isStrict: Whether JSON that differs from the spec is refused.
    /// - Returns: The configuration, to be changed where a test wants it otherwise.
    public static func testing(
        _ transport: any HTTPTransport,
        date: TestDate = TestDate(),
        isStrict: Bool = false
    ) -> ClientConfiguration {
        var configuration = testing(transport, clock: TestClock(), date: date, isStrict: isStrict)
        configuration.retry.baseDelay = .zero
        configuration.retry.maximumDelay = .zero
        configuration.retry.maximumRetryAfter = .zero
        return configuration
    }

    /// A configuration for tests that move the clock: no waits by chance, a clock and a date that stand still.
    ///
    /// - Parameters:
    ///   - transport: Where requests go.
    ///   - clock: Clock for waits and deadlines.
    ///   - date: Time of day.
    ///   - isStrict: Whether JSON that differs from the spec is refused.
    /// - Returns: The configuration, to be changed where a test wants it otherwise.
    public static func testing(
        _ transport: any HTTPTransport,
        clock: any Clock<Duration>,
        date: TestDate = TestDate(),
        isStrict: Bool = false
    ) -> ClientConfiguration {
        ClientConfiguration(
            transport: transport,
            limits: Limits(isStrict: isStrict),
            clock: clock,
            now: { date.now },
            random: { 0.5 }
        )
    }
}
