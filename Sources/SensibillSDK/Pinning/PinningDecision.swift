/// The pinning requirement for a connection to one host.
enum PinningDecision: Equatable, Sendable {
    /// The system's trust evaluation is sufficient.
    case systemTrust
    /// One of these keys must appear in the server's chain.
    case pinned([PinnedCertificate])
    /// No request may be sent: keys are required, but none are configured.
    case refused

    /// The domains that the service documents as pinned.
    static let vendorDomains = ["getsensibill.com", "sensibill.io"]

    /// Returns the decision for a host.
    static func make(isEnabled: Bool, host: String, pins: [DomainCertificatePins]) -> PinningDecision {
        guard isEnabled else { return .systemTrust }
        let keys = keys(for: host, among: pins)
        if !keys.isEmpty { return .pinned(keys) }
        let isNamed = pins.contains { matches(host, $0.domain) }
        return isNamed || vendorDomains.contains { matches(host, $0) } ? .refused : .systemTrust
    }

    /// Returns the keys of the domains to which a host belongs.
    static func keys(for host: String, among pins: [DomainCertificatePins]) -> [PinnedCertificate] {
        pins.filter { matches(host, $0.domain) }.flatMap(\.pinnedCertificates)
    }

    private static func matches(_ host: String, _ domain: String) -> Bool {
        let host = host.lowercased()
        let domain = domain.lowercased()
        return host == domain || host.hasSuffix(".\(domain)")
    }
}
