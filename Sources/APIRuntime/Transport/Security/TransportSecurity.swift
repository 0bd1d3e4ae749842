import HTTPTypes

/// Which servers a transport trusts over TLS, beyond what the system decides.
///
/// ```swift
/// let security = TransportSecurity(pins: [
///     HostPins("api.example.com", keys: [current, backup])
/// ])
/// let transport = URLSessionTransport(security: security)
/// ```
///
/// A transport that cannot check what is asked for sends nothing to the hosts that it concerns; no host is ever reached
/// unpinned that should not be.
public struct TransportSecurity: Hashable, Sendable {
    /// Keys that servers must have, host by host; empty for none.
    public var pins: [HostPins]

    /// Certificates that chains of servers may end with.
    public var roots: TrustRoots

    /// What the system decides, and nothing more.
    public static let system = TransportSecurity()

    /// Creates a choice.
    public init(pins: [HostPins] = [], roots: TrustRoots = .system) {
        self.pins = pins
        self.roots = roots
    }

    /// The rule for a host: the one with the longest domain, and of those the first.
    ///
    /// - Parameter host: A host's name, in any case, with or without a dot at its end.
    /// - Returns: The rule; `nil` for a host that is not pinned.
    public func rule(for host: String) -> HostPins? {
        let matching = pins.filter { $0.matches(host) }
        let longest = matching.map(\.domain.utf8.count).max()
        return matching.first { $0.domain.utf8.count == longest }
    }

    /// Whether anything is asked of the connection to a host that the system does not do by itself.
    public func concerns(_ host: String) -> Bool {
        roots != .system || rule(for: host) != nil
    }

    /// Fails for a request that would go around the pins: without TLS, or to a host that is spelled so that it cannot be
    /// compared.
    public func validate(_ request: TransportRequest) throws(TransportError) {
        guard !pins.isEmpty else { return }
        let host = request.host
        guard host.utf8.allSatisfy(Self.isPlain) else {
            throw TransportError(.invalidRequest, "The host's spelling cannot be compared with the pinned domains.")
        }
        if request.head.scheme != "https", rule(for: host) != nil {
            throw TransportError(.tls, "The host is pinned and cannot be reached without TLS.")
        }
    }

    /// Letters, digits and what else a host's name or address is written with; not `%`.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: ".-_:[]".utf8.contains(byte)
        }
    }
}

extension TransportRequest {
    /// The host without its port; brackets of an IPv6 address stay.
    public var host: String {
        let authority = head.authority ?? ""
        guard let colon = authority.lastIndex(of: ":") else { return authority }
        // In `[::1]` the last colon is part of the address.
        return authority[colon...].contains("]") ? authority : String(authority[..<colon])
    }
}

/// Certificates that the chain of a server may end with.
public enum TrustRoots: Hashable, Sendable {
    /// Those that the system trusts.
    case system

    /// These alone, each an X.509 certificate (DER).
    case certificates([[UInt8]])
}
