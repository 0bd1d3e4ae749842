import APIRuntime
import Foundation
import Testing

/// A date that a test moves manually.
final class TestDate: Sendable {
    private let value: LockedState<Date>

    /// Creates a date with an arbitrary time.
    init(_ start: Date = Date(timeIntervalSince1970: 1_000_000)) {
        value = LockedState(start)
    }

    /// The current time.
    var now: Date { value.withLock { $0 } }

    /// Moves the time by a number of seconds, backwards if it is negative.
    func advance(_ seconds: Double) {
        value.withLock { $0 += seconds }
    }
}

/// An error with a status, like the errors that operations throw.
struct StatusError: Error, StatusCarrying {
    let status: Int?
}

/// A server that renews tokens when the test permits it, and counts renewals.
actor RefreshServer {
    private(set) var spent: [String?] = []
    private var responses: [Result<OAuthToken, StatusError>] = []
    private var pending: [CheckedContinuation<Result<OAuthToken, StatusError>, Never>] = []

    var count: Int { spent.count }

    /// Sets the result of the next renewal, whether it is running or not started yet.
    func response(_ result: Result<OAuthToken, StatusError>) {
        if pending.isEmpty {
            responses.append(result)
        } else {
            pending.removeFirst().resume(returning: result)
        }
    }

    func renew(_ token: OAuthToken) async throws -> OAuthToken {
        spent.append(token.refreshToken)
        if !responses.isEmpty { return try responses.removeFirst().get() }
        return try await withCheckedContinuation { pending.append($0) }.get()
    }

    nonisolated var refresher: TokenRefresher {
        TokenRefresher { try await self.renew($0) }
    }
}

/// Yields to other tasks until a condition holds, and records an issue if it never does.
func until(_ condition: () async -> Bool, at location: SourceLocation = #_sourceLocation) async {
    for _ in 0..<1_000_000 {
        if await condition() { return }
        await Task.yield()
    }
    Issue.record("The condition never came true.", sourceLocation: location)
}

extension OAuthToken {
    /// Returns a numbered token without expiry.
    static func pair(_ number: Int) -> OAuthToken {
        OAuthToken(accessToken: "access-\(number)", refreshToken: "refresh-\(number)")
    }
}

/// Returns the error code of an expression's failure, for comparisons.
func failureCode<Value>(
    of body: () async throws(AuthenticationError) -> Value
) async -> AuthenticationError.Code? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error.code
    }
}
