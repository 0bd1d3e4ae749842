import APIRuntime
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import HTTPTypes

/// The security settings of a `URLSession` in addition to the system's, and the support for them on this platform.
struct URLSessionTrust: Sendable {
    let security: TransportSecurity
    let proxy: ProxyServer?
    let challenge: URLSessionTransport.ChallengeHandler?

    /// Checks that the platform supports the settings for a request.
    func validate(_ request: TransportRequest) throws(TransportError) {
        try security.validate(request)
        #if !canImport(Security)
        if request.head.scheme == "https", security.concerns(request.host) { throw .cannotCheck }
        if proxy != nil { throw .cannotProxy }
        #endif
    }

    /// The handling of a challenge.
    enum Verdict {
        case response(URLSession.AuthChallengeDisposition, URLCredential?)
        /// The response with the challenge is the response to the request.
        case deliver
        case refuse(TransportError)
    }

    /// Handles an authentication challenge of the system.
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
        #if !canImport(Darwin)
        // On Linux the default handling of a 401 waits for a credential that never comes, until the timeout.
        let hasCredential = disposition == .useCredential && credential != nil
        guard hasCredential, question.protectionSpace.authenticationMethod == NSURLAuthenticationMethodHTTPBasic else {
            return .deliver
        }
        #endif
        return .response(disposition, credential)
    }
}

extension URLSessionConfiguration {
    /// A configuration that stores no cookies, responses or passwords.
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
