#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

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
            let host = parts.percentEncodedHost?.lowercased(), !host.isEmpty, Self.hasValidPort(url.absoluteString)
        else { return nil }
        self.scheme = scheme
        let isDefaultPort = parts.port == nil || parts.port == (scheme == "https" ? 443 : 80)
        authority = isDefaultPort ? host : "\(host):\(parts.port ?? 0)"
        let path = parts.percentEncodedPath
        prefix = path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Creates the origin of a request, without a path; `nil` without an `http` or `https` URL.
    init?(origin head: HTTPRequest) {
        guard let url = URL(string: "\(head.scheme ?? "")://\(head.authority ?? "")") else { return nil }
        self.init(url)
    }

    /// Whether the other URL has the same scheme, host and port.
    func isSameOrigin(as other: ServerBase) -> Bool {
        scheme == other.scheme && authority == other.authority
    }

    /// Whether an absolute URL has no port, or a number from 1 to 65535.
    ///
    /// A port of more digits than an `Int` has is none to a parser, and the request would go to the scheme's default port.
    private static func hasValidPort(_ url: String) -> Bool {
        guard let start = url.firstRange(of: "://")?.upperBound else { return false }
        let authority = url[start...].prefix { !"/?#".contains($0) }
        // The colons of an IPv6 address are in brackets.
        let end = authority.lastIndex { $0 == "]" || $0 == "@" } ?? authority.startIndex
        guard let colon = authority[end...].lastIndex(of: ":") else { return true }
        let port = authority[authority.index(after: colon)...]
        return port.isEmpty || (Int(port).map { (1...65535).contains($0) } ?? false)
    }
}
