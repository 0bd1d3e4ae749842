/// An HTTP proxy that requests go through.
///
/// `https` is tunnelled by `CONNECT`; the proxy sees neither path nor fields.
public struct ProxyServer: Hashable, Sendable {
    /// Host name or address.
    public let host: String

    /// Port: 1 to 65,535.
    public let port: Int

    /// Name at the proxy; `nil` for one that asks for none.
    public let user: String?

    /// Password at the proxy.
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

extension ProxyServer: CustomStringConvertible, CustomReflectable {
    /// Host and port; the password may be private.
    public var description: String { "\(host):\(port)" }

    /// Host and port.
    public var customMirror: Mirror { Mirror(self, children: ["host": host, "port": port]) }
}
