import APIRuntime
import APITesting

@testable import AppCoinsSDK

/// Which responses get lost on the way back, after the server has done its work.
///
/// Not the sandbox's dropped connections: the system's transport on Linux sends a call again by itself when a kept
/// connection proves closed.
final class Losses: Sendable {
    private let left = LockedState<[String: Int]>([:])

    /// Loses the next responses to calls whose path ends like this.
    func lose(_ ending: String, times: Int = 1) {
        left.withLock { $0[ending] = times }
    }

    /// A transport that loses them.
    func transport(_ next: any HTTPTransport = URLSessionTransport.shared) -> FaultInjectingTransport {
        FaultInjectingTransport(next) { _, request in
            let path = String(request.url.prefix { $0 != "?" })
            return self.left.withLock { left in
                guard let ending = left.keys.first(where: { path.hasSuffix($0) }), let times = left[ending], times > 0
                else { return nil }
                left[ending] = times - 1
                return .lost
            }
        }
    }
}
