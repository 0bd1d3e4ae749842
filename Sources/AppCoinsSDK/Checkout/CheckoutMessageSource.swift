import Foundation

/// The frame that posted a message, as the web view reports it.
public struct CheckoutMessageSource: Sendable, Hashable {
    /// Whether the frame is the page itself and not embedded in it.
    public var isMainFrame: Bool

    /// The scheme of the frame's origin, such as `https`.
    public var scheme: String

    /// The host of the frame's origin.
    public var host: String

    /// The port of the frame's origin; 0 for the default port of the scheme.
    public var port: Int

    /// Creates a source.
    public init(isMainFrame: Bool, scheme: String, host: String, port: Int = 0) {
        self.isMainFrame = isMainFrame
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// Returns whether the frame is the checkout page itself: the main frame with the origin of the page's URL.
    func isPage(at url: URL) -> Bool {
        guard isMainFrame, let pageScheme = url.scheme?.lowercased(), let pageHost = url.host?.lowercased() else {
            return false
        }
        return pageScheme == scheme.lowercased() && pageHost == host.lowercased()
            && Self.port(url.port ?? 0, pageScheme) == Self.port(port, pageScheme)
    }

    private static func port(_ port: Int, _ scheme: String) -> Int {
        if port != 0 { return port }
        return scheme == "https" ? 443 : 80
    }
}
