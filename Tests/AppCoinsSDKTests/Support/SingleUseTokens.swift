import APIRuntime
import APITesting
import HTTPTypes
import URLSessionTransport

/// A service that accepts each refresh token once.
enum SingleUseTokens {
    /// Returns a transport to such a service.
    static func transport() -> FaultInjectingTransport {
        let used = LockedState<Set<String>>([])
        return FaultInjectingTransport(URLSessionTransport.shared) { _, request in
            guard request.url.hasSuffix("/user_wallet") else { return nil }
            let token = request.head.headerFields[.authorization] ?? ""
            return used.withLock { $0.insert(token).inserted } ? nil : .response(.status(401))
        }
    }
}
