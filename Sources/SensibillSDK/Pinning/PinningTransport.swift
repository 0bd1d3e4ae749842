import APIRuntime

extension TransportError.Code {
    /// The server's certificate carries none of the expected keys.
    static let certificatePin = TransportError.Code(rawValue: "certificatePin")
}

/// A transport that sends nothing, because the server's key cannot be compared with anything.
struct RefusingTransport: Transport {
    let reason: String

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
        throw TransportError(.certificatePin, reason)
    }
}

/// Makes the transport that a pinning decision asks for.
struct PinningTransports: Sendable {
    /// Makes a transport that compares keys; `nil` where the platform cannot.
    var compare: @Sendable ([PinnedCertificate]) -> (any Transport)?

    /// What this platform can do.
    static let platform = PinningTransports { keys in
        #if canImport(Security)
        return KeyComparingTransport(keys: keys)
        #else
        // URLSession does not show the server's chain here, so that nothing could be compared.
        return nil
        #endif
    }

    /// The transport for a host.
    func transport(for decision: PinningDecision, else other: any Transport) -> any Transport {
        switch decision {
        case .systemTrust: other
        case .refused: RefusingTransport(reason: "Pinning is on, but no keys were given for the host.")
        case .pinned(let keys):
            compare(keys) ?? RefusingTransport(reason: "The keys of a server cannot be compared on this platform.")
        }
    }
}
