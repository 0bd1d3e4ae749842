import Foundation

/// A server's base URL in the parts that a request needs.
struct ServerBase: Hashable, Sendable {
    /// `http` or `https`.
    let scheme: String

    /// Host, and port unless it is the scheme's own.
    let authority: String

    /// Path in front of every call's path, without a `/` at its end; often empty.
    let prefix: String

    /// Creates a base; `nil` for a URL that is not an absolute `http` or `https` one.
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
