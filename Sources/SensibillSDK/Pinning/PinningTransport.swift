public import APIRuntime
import URLSessionTransport

extension TransportError.Code {
    /// The server's certificate chain contains none of the pinned keys.
    static let certificatePin = TransportError.Code(rawValue: "certificatePin")
}

/// A transport that can compare the keys in a server's certificate chain with pinned ones.
///
/// Conform a custom transport to this protocol, and pass it to
/// ``SensibillAPIClient/Configuration/init(baseUrl:certificatePinningEnabled:pins:defaultTaskOptions:tokenUpdateLimit:client:)``.
/// For hosts with pinned keys, any other custom transport is replaced by the runtime's `URLSessionTransport`.
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
    /// The error as it is reported for a host with pinned keys.
    var asPinFailure: TransportError {
        guard code == .tls || code == .unsupported else { return self }
        return TransportError(.certificatePin, message, underlying: underlying)
    }
}

/// A factory that makes the transport for a pinning decision.
struct PinningTransports: Sendable {
    /// Makes a transport that checks pins, or one that rejects requests on platforms that cannot check them.
    var compare: @Sendable (TransportSecurity) -> any HTTPTransport

    /// The factory that uses the runtime's pinning.
    static let platform = PinningTransports { URLSessionTransport(security: $0) }

    /// Returns the settings for a host; `nil` if no request may be sent.
    func security(for decision: PinningDecision, host: String) -> TransportSecurity? {
        switch decision {
        case .systemTrust: return .system
        case .refused: return nil
        case .pinned(let keys):
            let hashes = Set(keys.compactMap { PublicKeyHash($0.publicKeyHash) })
            return hashes.isEmpty ? nil : TransportSecurity(pins: [HostPins(host, keys: hashes)])
        }
    }

    /// Returns the transport for a host.
    func transport(for decision: PinningDecision, host: String, else other: any HTTPTransport) -> any HTTPTransport {
        switch decision {
        case .systemTrust: return other
        case .refused: return RefusingTransport(reason: "Pinning is enabled, but no keys are configured for the host.")
        case .pinned:
            guard let security = security(for: decision, host: host) else {
                return RefusingTransport(reason: "None of the host's keys is a SHA-256 digest in Base64.")
            }
            let pinning = (other as? any CertificatePinningTransport)?.pinning(security)
            return PinnedTransport(next: pinning ?? compare(security))
        }
    }
}
