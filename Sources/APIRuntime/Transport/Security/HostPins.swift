#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The pinned keys of a domain, of which a server must have at least one.
public struct HostPins: Hashable, Sendable {
    /// The domain in lower case, without a trailing dot.
    public let domain: String

    /// Whether the rule applies to subdomains, too.
    public let includesSubdomains: Bool

    /// The keys; empty refuses every server.
    ///
    /// Add a backup key that is stored safely: without one, a server that loses its only pinned key is unreachable forever.
    public let keys: Set<PublicKeyHash>

    /// Creates a rule.
    public init(_ domain: String, includesSubdomains: Bool = true, keys: Set<PublicKeyHash>) {
        self.domain = Self.normal(domain)
        self.includesSubdomains = includesSubdomains
        self.keys = keys
    }

    /// Returns whether the rule applies to a host.
    package func matches(_ host: String) -> Bool {
        let host = Self.normal(host)
        return host == domain || includesSubdomains && host.hasSuffix(".\(domain)")
    }

    /// Returns whether a chain satisfies the rule: one of its certificates has one of the keys.
    ///
    /// Only the keys are compared. Evaluate the trust of the chain first.
    ///
    /// - Parameter chain: Certificates (DER). Invalid ones are ignored.
    /// - Returns: Whether the server is trusted.
    package func accepts(_ chain: [[UInt8]]) -> Bool {
        chain.contains { certificate in
            PublicKeyHash(certificate: certificate).map(keys.contains) ?? false
        }
    }

    private static func normal(_ host: String) -> String {
        let host = host.lowercased()
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }
}

/// The SHA-256 digest of a public key as certificates encode it (SubjectPublicKeyInfo, RFC 5280).
///
/// It does not change when a certificate is renewed with the same key.
public struct PublicKeyHash: Hashable, Sendable, CustomStringConvertible {
    /// The digest: 32 bytes.
    public let bytes: [UInt8]

    /// Creates a digest from Base64, with or without the prefix `sha256/`; `nil` for an invalid string.
    public init?(_ base64: String) {
        let text = base64.hasPrefix("sha256/") ? String(base64.dropFirst(7)) : base64
        guard let data = Data(base64Encoded: text), data.count == 32, data.base64EncodedString() == text else {
            return nil
        }
        bytes = Array(data)
    }

    /// Creates the digest of a certificate's key; `nil` for an invalid certificate.
    ///
    /// - Parameter certificate: An X.509 certificate (DER).
    public init?(certificate: [UInt8]) {
        guard let key = CertificateReader.publicKey(of: certificate) else { return nil }
        bytes = SHA256Digest.bytes(of: key)
    }

    /// `sha256/` and the digest in Base64.
    public var description: String { "sha256/" + Data(bytes).base64EncodedString() }
}
