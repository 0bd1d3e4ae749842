public import APIRuntime
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A date that changes only when a test advances it.
public final class TestDate: Sendable {
    private let current: LockedState<Date>

    /// Creates a date; by default 1 January 2025, midnight UTC.
    public init(_ date: Date = Date(timeIntervalSince1970: 1_735_689_600)) {
        current = LockedState(date)
    }

    /// The current date.
    public var now: Date { current.withLock { $0 } }

    /// Advances the date, or moves it back by a negative number of seconds.
    public func advance(by seconds: TimeInterval) {
        current.withLock { $0 += seconds }
    }
}

/// An observer that records the events it receives.
public final class RecordingObserver: CallObserver {
    private let kept = LockedState<[CallEvent]>([])

    /// Creates an observer without events.
    public init() {}

    /// All events so far, in order.
    public var events: [CallEvent] { kept.withLock { $0 } }

    /// Records an event.
    public func observe(_ event: CallEvent) {
        kept.withLock { $0.append(event) }
    }
}

/// A source of scripted credentials that counts requests and renewals.
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
    ///   - values: The first credential, followed by one for each renewal. After the last one, a refusal is final.
    ///   - partition: The owner of cached responses.
    public init(_ values: [String], partition: String = "user") {
        precondition(!values.isEmpty, "A source needs one value at least.")
        self.values = values
        owner = partition
    }

    /// The number of times that a credential was requested.
    public var askedCount: Int { state.withLock { $0.asked } }

    /// The versions of the refused credentials, in order.
    public var refusedVersions: [Int] { state.withLock { $0.refused } }

    /// Returns the current credential.
    ///
    /// - Returns: The credential.
    /// - Throws: No error.
    public func credential() async throws(AuthenticationError) -> AuthCredential {
        let version = state.withLock { state in
            state.asked += 1
            return state.current
        }
        return credential(version)
    }

    /// Returns the current credential if an older one was refused, or the next one if the current one was refused.
    ///
    /// - Parameter credential: The refused credential.
    /// - Returns: The credential to send instead; `nil` after the last one.
    /// - Throws: No error.
    public func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? {
        let next = state.withLock { state -> Int? in
            state.refused.append(credential.version)
            if credential.version == state.current { state.current += 1 }
            return state.current < values.count ? state.current : nil
        }
        return next.map { self.credential($0) }
    }

    /// Returns the owner passed to the initializer.
    public func partition() async -> String? { owner }

    private func credential(_ version: Int) -> AuthCredential {
        AuthCredential(value: values[min(version, values.count - 1)], version: version, partition: owner)
    }
}

extension ClientConfiguration {
    /// Returns a configuration for tests that ignore time: calls are retried without delay, and the clock does not
    /// advance.
    ///
    /// A response that requests a delay before a retry is returned to the caller. Deadlines never expire.
    ///
    /// - Parameters:
    ///   - transport: The transport that receives the requests.
    ///   - date: The current date.
    ///   - isStrict: Whether JSON that deviates from the spec is rejected.
    /// - Returns: The configuration, which a test can change further.
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

    /// Returns a configuration for tests that control the clock: delays are not random, and time does not advance by
    /// itself.
    ///
    /// - Parameters:
    ///   - transport: The transport that receives the requests.
    ///   - clock: The clock for delays and deadlines.
    ///   - date: The current date.
    ///   - isStrict: Whether JSON that deviates from the spec is rejected.
    /// - Returns: The configuration, which a test can change further.
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
