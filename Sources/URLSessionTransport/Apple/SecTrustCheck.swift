#if canImport(Security)
import APIRuntime
import Foundation
import Security

/// Evaluates the trust of a server: first by the system, then by ``HostPins``.
struct SecTrustCheck: Sendable {
    let security: TransportSecurity

    /// Returns the reason why a server is not trusted; `nil` for a trusted one.
    func problem(with trust: SecTrust, host: String) -> TransportError? {
        if case .certificates(let roots) = security.roots {
            let anchors = roots.compactMap { SecCertificateCreateWithData(nil, Data($0) as CFData) }
            guard anchors.count == roots.count,
                SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess,
                SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess
            else { return TransportError(.tls, "A trust root cannot be read.") }
        }
        guard SecTrustEvaluateWithError(trust, nil) else {
            return TransportError(.tls, "The server's certificate is not trusted.")
        }
        guard let rule = security.rule(for: host) else { return nil }
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
        let certificates = chain.map { Array(SecCertificateCopyData($0) as Data) }
        return rule.accepts(certificates) ? nil : .notPinned
    }
}
#endif
