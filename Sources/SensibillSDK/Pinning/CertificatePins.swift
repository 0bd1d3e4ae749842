/// Keys that the certificates of a domain may carry.
public struct DomainCertificatePins: Hashable, Sendable {
    /// The domain; its subdomains count too.
    public let domain: String

    /// The keys, one of which has to appear in the server's chain.
    ///
    /// Empty refuses every server.
    public let pinnedCertificates: [PinnedCertificate]

    /// Names the keys of a domain.
    public init(domain: String, pinnedCertificates: [PinnedCertificate]) {
        self.domain = domain
        self.pinnedCertificates = pinnedCertificates
    }
}

/// The same type under the spelling of the documentation.
public typealias DomainCerificatePins = DomainCertificatePins

/// A public key that a certificate may carry.
public struct PinnedCertificate: Hashable, Sendable {
    /// A name for people; not compared.
    public let name: String

    /// SHA-256 of the certificate's public key information (DER), in Base64.
    public let publicKeyHash: String

    /// Names a key.
    public init(name: String, publicKeyHash: String) {
        self.name = name
        self.publicKeyHash = publicKeyHash
    }
}
