/// An HTTP proxy for requests.
///
/// `https` requests use a `CONNECT` tunnel, which hides the path and the header fields from the proxy.
public struct ProxyServer: Hashable, Sendable {
    /// Host name or address.
    public let host: String

    /// Port: 1 to 65,535.
    public let port: Int

    /// User name for the proxy; `nil` for none.
    public let user: String?

    /// Password for the proxy.
    public let password: String?

    /// Creates a proxy.
    public init(host: String, port: Int, user: String? = nil, password: String? = nil) {
        precondition((1...65535).contains(port), "The port is not between 1 and 65,535.")
        self.host = host
        self.port = port
        self.user = user
        self.password = password
    }
}

extension ProxyServer: CustomStringConvertible, PartlyReflectable {
    /// Host and port; the password may be private.
    public var description: String { "\(host):\(port)" }

    /// Host and port.
    var shownProperties: KeyValuePairs<String, Any> { ["host": host, "port": port] }
}
