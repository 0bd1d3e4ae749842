import Foundation

/// The parts of a server's base URL.
struct ServerBase: Hashable, Sendable {
    /// `http` or `https`.
    let scheme: String

    /// Host, and port unless it is the scheme's default.
    let authority: String

    /// Path that precedes every call's path, without a trailing `/`; often empty.
    let prefix: String

    /// Creates a base from an absolute `http` or `https` URL; `nil` for any other URL.
    init?(_ url: URL) {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = parts.percentEncodedHost?.lowercased(), !host.isEmpty,
            parts.port.map({ (1...65535).contains($0) }) ?? true
        else { return nil }
        self.scheme = scheme
        let isDefaultPort = parts.port == nil || parts.port == (scheme == "https" ? 443 : 80)
        authority = isDefaultPort ? host : "\(host):\(parts.port ?? 0)"
        let path = parts.percentEncodedPath
        prefix = path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Whether the other URL has the same scheme, host and port.
    func isSameOrigin(as other: ServerBase) -> Bool {
        scheme == other.scheme && authority == other.authority
    }
}
