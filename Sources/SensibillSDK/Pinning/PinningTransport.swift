import APIRuntime

extension TransportError.Code {
    /// The server's certificate carries none of the expected keys.
    static let certificatePin = TransportError.Code(rawValue: "certificatePin")
}

/// A transport that sends nothing, because the server's key cannot be compared with anything.
struct RefusingTransport: HTTPTransport {
    let reason: String

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        throw TransportError(.certificatePin, reason)
    }
}

/// A transport to a host whose keys are pinned: what its TLS does not accept is a matter of the pins.
struct PinnedTransport: HTTPTransport {
    let next: any HTTPTransport

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        do {
            return try await next.send(request)
        } catch {
            guard error.code == .tls || error.code == .unsupported else { throw error }
            throw TransportError(.certificatePin, error.message, underlying: error.underlying)
        }
    }
}

/// Makes the transport that a pinning decision asks for.
struct PinningTransports: Sendable {
    /// Makes a transport that checks pins, or refuses where the platform cannot.
    var compare: @Sendable (TransportSecurity) -> any HTTPTransport

    /// The runtime's own pinning.
    static let platform = PinningTransports { URLSessionTransport(security: $0) }

    /// The transport for a host.
    func transport(for decision: PinningDecision, host: String, else other: any HTTPTransport) -> any HTTPTransport {
        switch decision {
        case .systemTrust: return other
        case .refused: return RefusingTransport(reason: "Pinning is on, but no keys were given for the host.")
        case .pinned(let keys):
            let hashes = Set(keys.compactMap { PublicKeyHash($0.publicKeyHash) })
            guard !hashes.isEmpty else {
                return RefusingTransport(reason: "None of the host's keys is a SHA-256 digest in Base64.")
            }
            return PinnedTransport(next: compare(TransportSecurity(pins: [HostPins(host, keys: hashes)])))
        }
    }
}
