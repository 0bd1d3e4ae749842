import HTTPTypes

/// The TLS settings of a transport in addition to the system's.
///
/// ```swift
/// let security = TransportSecurity(pins: [
///     HostPins("api.example.com", keys: [current, backup])
/// ])
/// let transport = URLSessionTransport(security: security)
/// ```
///
/// A transport that cannot check a setting sends nothing to the hosts that the setting applies to, so that no pinned host
/// is ever reached without the check.
public struct TransportSecurity: Hashable, Sendable {
    /// The pinned keys of hosts; empty for none.
    public var pins: [HostPins]

    /// The trusted root certificates.
    public var roots: TrustRoots

    /// The system's settings only.
    public static let system = TransportSecurity()

    /// Creates settings.
    public init(pins: [HostPins] = [], roots: TrustRoots = .system) {
        self.pins = pins
        self.roots = roots
    }

    /// Returns the rule for a host: the first one with the longest domain.
    ///
    /// - Parameter host: A host's name, case-insensitive, with or without a trailing dot.
    /// - Returns: The rule; `nil` for a host that is not pinned.
    package func rule(for host: String) -> HostPins? {
        let matching = pins.filter { $0.matches(host) }
        let longest = matching.map(\.domain.utf8.count).max()
        return matching.first { $0.domain.utf8.count == longest }
    }

    /// Returns whether a setting applies to a host.
    package func concerns(_ host: String) -> Bool {
        roots != .system || rule(for: host) != nil
    }

    /// Validates that a request does not bypass the pins: without TLS, or with a host whose spelling cannot be
    /// compared.
    ///
    /// - Throws: ``TransportError`` with the code `tls` for a pinned host without TLS, or `invalidRequest` for such a
    ///   host.
    package func validate(_ request: TransportRequest) throws(TransportError) {
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
    package var host: String {
        let authority = head.authority ?? ""
        guard let colon = authority.lastIndex(of: ":") else { return authority }
        // In `[::1]` the last colon is part of the address.
        return authority[colon...].contains("]") ? authority : String(authority[..<colon])
    }
}

/// The root certificates that end the chain of a server.
public enum TrustRoots: Hashable, Sendable {
    /// The certificates that the system trusts.
    case system

    /// Only these X.509 certificates (DER).
    case certificates([[UInt8]])
}
