import APIRuntime
import APITesting
import URLSessionTransport

@testable import AppCoinsSDK

/// A fault that drops responses after the server has processed the request.
///
/// The sandbox's dropped connections are not suitable: the system's transport on Linux repeats a call if a reused
/// connection turns out to be closed. connection proves closed.
final class Losses: Sendable {
    private let left = LockedState<[String: Int]>([:])

    /// Drops the next responses to calls whose path has a suffix.
    func lose(_ ending: String, times: Int = 1) {
        left.withLock { $0[ending] = times }
    }

    /// Returns a transport that drops these responses.
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
