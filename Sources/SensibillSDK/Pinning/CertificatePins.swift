/// The keys that are allowed in the certificate chain of a domain.
public struct DomainCertificatePins: Hashable, Sendable {
    /// The domain, which includes its subdomains.
    public let domain: String

    /// The allowed keys, one of which must appear in the server's chain.
    ///
    /// An empty array rejects every server.
    public let pinnedCertificates: [PinnedCertificate]

    /// Creates the pins of a domain.
    public init(domain: String, pinnedCertificates: [PinnedCertificate]) {
        self.domain = domain
        self.pinnedCertificates = pinnedCertificates
    }
}

/// The same type as the service's documentation spells it.
@available(*, deprecated, renamed: "DomainCertificatePins")
public typealias DomainCerificatePins = DomainCertificatePins

/// A public key that is allowed in a certificate chain.
public struct PinnedCertificate: Hashable, Sendable {
    /// A display name, which is not compared.
    public let name: String

    /// The SHA-256 digest of the certificate's public key information (DER), encoded in Base64.
    public let publicKeyHash: String

    /// Creates a key.
    public init(name: String, publicKeyHash: String) {
        self.name = name
        self.publicKeyHash = publicKeyHash
    }
}
