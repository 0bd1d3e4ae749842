import APIRuntime
import Foundation
import Testing

/// A date that a test moves by hand.
final class TestDate: Sendable {
    private let value: LockedState<Date>

    /// Starts at an arbitrary time.
    init(_ start: Date = Date(timeIntervalSince1970: 1_000_000)) {
        value = LockedState(start)
    }

    /// The time now.
    var now: Date { value.withLock { $0 } }

    /// Moves the time; backwards when negative.
    func advance(_ seconds: Double) {
        value.withLock { $0 += seconds }
    }
}

/// An error with a status, as operations throw it.
struct StatusError: Error, StatusCarrying {
    let status: Int?
}

/// A server that renews tokens when the test lets it, and counts.
actor RefreshServer {
    private(set) var spent: [String?] = []
    private var responses: [Result<OAuthToken, StatusError>] = []
    private var pending: [CheckedContinuation<Result<OAuthToken, StatusError>, Never>] = []

    var count: Int { spent.count }

    /// Lets the next renewal, running or to come, end like this.
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

/// Gives other tasks turns until a condition holds; records an issue when it never does.
func until(_ condition: () async -> Bool, at location: SourceLocation = #_sourceLocation) async {
    for _ in 0..<1_000_000 {
        if await condition() { return }
        await Task.yield()
    }
    Issue.record("The condition never came true.", sourceLocation: location)
}

extension OAuthToken {
    /// A token that never expires by itself.
    static func pair(_ number: Int) -> OAuthToken {
        OAuthToken(accessToken: "access-\(number)", refreshToken: "refresh-\(number)")
    }
}

/// The code of the failure of an expression, for comparisons.
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
