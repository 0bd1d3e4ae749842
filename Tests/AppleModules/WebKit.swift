// swift-format-ignore-file
public import Foundation
public import FoundationNetworking
public import UIKit

public struct CGRect: Sendable { public static let zero = CGRect() }

@MainActor open class WKUserContentController: NSObject {
    public func add(_ handler: any WKScriptMessageHandler, name: String) {}
    public func removeScriptMessageHandler(forName name: String) {}
}

@MainActor open class WKWebViewConfiguration: NSObject {
    public var userContentController: WKUserContentController { WKUserContentController() }
    public override nonisolated init() { super.init() }
}

@MainActor open class WKContentWorld: NSObject {
    public static var page: WKContentWorld { fatalError() }
}

@MainActor open class WKNavigation: NSObject {}
@MainActor open class WKFrameInfo: NSObject {
    public var isMainFrame: Bool { true }
    public var securityOrigin: WKSecurityOrigin { fatalError() }
}

@MainActor open class WKSecurityOrigin: NSObject {
    public var `protocol`: String { "" }
    public var host: String { "" }
    public var port: Int { 0 }
}

@MainActor open class WKNavigationResponse: NSObject {
    public var isForMainFrame: Bool { true }
    public var response: URLResponse { fatalError() }
}

public enum WKNavigationResponsePolicy: Sendable { case cancel, allow, download }

@MainActor open class WKScriptMessage: NSObject {
    public var body: Any { () }
    public var frameInfo: WKFrameInfo { fatalError() }
}

@MainActor public protocol WKScriptMessageHandler: AnyObject {
    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage)
}

@MainActor public protocol WKNavigationDelegate: AnyObject {
    func webView(_ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse) async -> WKNavigationResponsePolicy
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation?)
    func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation?, withError error: any Error)
}

@MainActor open class WKWebView: UIView {
    public init(frame: CGRect, configuration: WKWebViewConfiguration) { self.configuration = configuration; super.init() }
    public let configuration: WKWebViewConfiguration
    public var customUserAgent: String?
    public var url: URL? { nil }
    public weak var navigationDelegate: (any WKNavigationDelegate)?
    @discardableResult public func load(_ request: URLRequest) -> WKNavigation? { nil }
    public func callAsyncJavaScript(_ body: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil, contentWorld: WKContentWorld) async throws -> Any? { nil }
}
