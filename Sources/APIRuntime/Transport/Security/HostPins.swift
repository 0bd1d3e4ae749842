import Foundation

/// Keys that the servers of a domain must have, one of them at least.
public struct HostPins: Hashable, Sendable {
    /// The domain in lower case, without a dot at its end.
    public let domain: String

    /// Whether the rule holds for hosts below the domain as well.
    public let includesSubdomains: Bool

    /// The keys; empty refuses every server.
    ///
    /// Name a second one that is kept in a safe: a server whose only pinned key is lost can never be reached again.
    public let keys: Set<PublicKeyHash>

    /// Creates a rule.
    public init(_ domain: String, includesSubdomains: Bool = true, keys: Set<PublicKeyHash>) {
        self.domain = Self.normal(domain)
        self.includesSubdomains = includesSubdomains
        self.keys = keys
    }

    /// Whether the rule is about a host.
    public func matches(_ host: String) -> Bool {
        let host = Self.normal(host)
        return host == domain || includesSubdomains && host.hasSuffix(".\(domain)")
    }

    /// Whether a chain satisfies the rule: one of its certificates carries one of the keys.
    ///
    /// The chain must have been judged trustworthy before; this looks at keys only.
    ///
    /// - Parameter chain: Certificates (DER). One that cannot be read satisfies nothing.
    /// - Returns: Whether the server may be talked to.
    public func accepts(_ chain: [[UInt8]]) -> Bool {
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
/// It stays the same when a certificate is renewed with the same key.
public struct PublicKeyHash: Hashable, Sendable, CustomStringConvertible {
    /// The digest: 32 bytes.
    public let bytes: [UInt8]

    /// Takes a digest in Base64, with or without `sha256/` in front; `nil` for anything else.
    public init?(_ base64: String) {
        let text = base64.hasPrefix("sha256/") ? String(base64.dropFirst(7)) : base64
        guard let data = Data(base64Encoded: text), data.count == 32, data.base64EncodedString() == text else {
            return nil
        }
        bytes = Array(data)
    }

    /// The digest of a certificate's key; `nil` when the bytes are no certificate.
    ///
    /// - Parameter certificate: An X.509 certificate (DER).
    public init?(certificate: [UInt8]) {
        guard let key = CertificateReader.publicKey(of: certificate) else { return nil }
        bytes = SHA256Digest.bytes(of: key)
    }

    /// `sha256/` and the digest in Base64.
    public var description: String { "sha256/" + Data(bytes).base64EncodedString() }
}
