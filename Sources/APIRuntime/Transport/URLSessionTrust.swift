import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import HTTPTypes

/// What a `URLSession` is asked beyond the system's own judgement, and whether it can do it here.
struct URLSessionTrust: Sendable {
    let security: TransportSecurity
    let proxy: ProxyServer?
    let challenge: URLSessionTransport.ChallengeHandler?

    /// Fails for a request that could be sent only by leaving out what was asked for.
    func validate(_ request: TransportRequest) throws(TransportError) {
        try security.validate(request)
        #if !canImport(Security)
        if request.head.scheme == "https", security.concerns(request.host) { throw .cannotCheck }
        if proxy != nil { throw .cannotProxy }
        #endif
    }

    /// What to do about a question of the system.
    enum Verdict {
        case response(URLSession.AuthChallengeDisposition, URLCredential?)
        case refuse(TransportError)
    }

    /// Responds to a question of the system about trust or identity.
    func verdict(on question: URLAuthenticationChallenge) -> Verdict {
        if let proxy, let user = proxy.user, question.protectionSpace.isProxy() {
            guard question.previousFailureCount == 0 else { return .response(.performDefaultHandling, nil) }
            let credential = URLCredential(user: user, password: proxy.password ?? "", persistence: .forSession)
            return .response(.useCredential, credential)
        }
        #if canImport(Security)
        let host = question.protectionSpace.host
        if security.concerns(host), let trust = question.protectionSpace.serverTrust {
            if let problem = SecTrustCheck(security: security).problem(with: trust, host: host) {
                return .refuse(problem)
            }
            return .response(.useCredential, URLCredential(trust: trust))
        }
        #endif
        let (disposition, credential) = challenge?(question) ?? (.performDefaultHandling, nil)
        return .response(disposition, credential)
    }
}

extension URLSessionConfiguration {
    /// A configuration that keeps no cookies, cache or stored passwords.
    static func stateless(connectionsPerHost: Int, proxy: ProxyServer?) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        if let proxy {
            // The values of kCFNetworkProxies…, which the system does not declare everywhere.
            configuration.connectionProxyDictionary = [
                "HTTPEnable": 1, "HTTPProxy": proxy.host, "HTTPPort": proxy.port,
                "HTTPSEnable": 1, "HTTPSProxy": proxy.host, "HTTPSPort": proxy.port,
            ]
        }
        return configuration
    }
}
