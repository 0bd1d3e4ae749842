public import APIRuntime
public import URLSessionTransport

extension TransportError.Code {
    /// The server's certificate chain contains none of the pinned keys.
    static let certificatePin = TransportError.Code(rawValue: "certificatePin")
}

/// A transport that can compare the keys in a server's certificate chain with pinned ones.
///
/// `URLSessionTransport` is one. Conform another transport, or a double in a test, to this protocol, and pass it to
/// ``SensibillAPIClient/Configuration/init(baseUrl:certificatePinningEnabled:pins:defaultTaskOptions:tokenUpdateLimit:client:)``.
/// Any other transport sends nothing to hosts with pinned keys, and a start of the SDK with it fails.
public protocol CertificatePinningTransport: HTTPTransport {
    /// Returns a transport with the same settings that fails with a `TransportError` of the code `tls` unless the server's
    /// chain contains one of the keys.
    func pinning(_ security: TransportSecurity) -> any HTTPTransport
}

/// A transport that rejects every request because no key is available for comparison.
struct RefusingTransport: HTTPTransport {
    let reason: String

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        throw TransportError(.certificatePin, reason)
    }
}

/// A transport to a host with pinned keys, which reports TLS failures as pin failures.
struct PinnedTransport: HTTPTransport {
    let next: any HTTPTransport

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        do {
            return try await next.send(request)
        } catch {
            throw error.asPinFailure
        }
    }
}

extension TransportError {
    /// The reported error for a host with pinned keys.
    var asPinFailure: TransportError {
        guard code == .tls || code == .unsupported else { return self }
        return TransportError(.certificatePin, message, underlying: underlying)
    }
}

extension PinningDecision {
    /// Returns the settings for a host and for the pinned hosts to which it may redirect.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - pins: The pinned keys of all hosts, by domain.
    /// - Returns: The settings; `nil` if no request may be sent.
    func security(for host: String, among pins: [DomainCertificatePins]) -> TransportSecurity? {
        switch self {
        case .systemTrust: return .system
        case .refused: return nil
        case .pinned(let keys):
            let hashes = Set(keys.compactMap(\.hash))
            guard !hashes.isEmpty else { return nil }
            let others = (pins.map(\.domain) + Self.vendorDomains).map { domain in
                // Without keys, the domain is refused.
                HostPins(domain, keys: Set(Self.keys(for: domain, among: pins).compactMap(\.hash)))
            }
            return TransportSecurity(pins: [HostPins(host, keys: hashes)] + others)
        }
    }

    /// Returns a transport to a host that makes the comparison.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - pins: The pinned keys of all hosts, by domain.
    ///   - other: The transport of the configuration.
    /// - Returns: The transport, which sends nothing if it cannot compare keys.
    func transport(
        for host: String,
        among pins: [DomainCertificatePins],
        over other: any HTTPTransport
    ) -> any HTTPTransport {
        switch self {
        case .systemTrust: return other
        case .refused: return RefusingTransport(reason: "Pinning is enabled, but no keys are configured for the host.")
        case .pinned:
            guard let security = security(for: host, among: pins) else {
                return RefusingTransport(reason: "None of the host's keys is a SHA-256 digest in Base64.")
            }
            guard let other = other as? any CertificatePinningTransport else {
                return RefusingTransport(reason: "The transport is no CertificatePinningTransport.")
            }
            return PinnedTransport(next: other.pinning(security))
        }
    }
}

extension PinnedCertificate {
    /// The digest; `nil` if ``publicKeyHash`` is not a SHA-256 digest in Base64.
    var hash: PublicKeyHash? { PublicKeyHash(publicKeyHash) }
}

extension URLSessionTransport: CertificatePinningTransport {
    /// Returns a transport with the same settings that also compares the keys of servers.
    ///
    /// `URLSession` compares keys on Apple systems only; on other systems nothing is sent to the pinned hosts.
    public func pinning(_ security: TransportSecurity) -> any HTTPTransport {
        withPins(security.pins)
    }
}
