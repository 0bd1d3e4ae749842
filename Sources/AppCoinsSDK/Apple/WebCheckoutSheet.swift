#if canImport(UIKit) && canImport(WebKit)
import AuthenticationServices
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import SafariServices
import UIKit
import WebKit

/// A presenter that shows the checkout page in a web view over the app.
///
/// Makes no decisions: it converts everything that happens to events.
struct WebCheckoutPresenter: CheckoutPresenter {
    func open(_ request: CheckoutRequest) async -> any CheckoutSheet {
        await WebCheckoutSheet(request: request)
    }
}

/// The web view and its connection to the SDK.
@MainActor
final class WebCheckoutSheet: NSObject, CheckoutSheet {
    nonisolated let events: AsyncStream<CheckoutEvent>

    private static let handlerName = "iOSSDKWebPaymentInterface"

    private let continuation: AsyncStream<CheckoutEvent>.Continuation
    private let scheme: String
    private let controller = CheckoutController()
    private let webView: WKWebView
    private var session: ASWebAuthenticationSession?
    private var progress: CheckoutProgress

    init(request: CheckoutRequest) {
        progress = CheckoutProgress(page: request.url)
        (events, continuation) = AsyncStream.makeStream()
        scheme = RedirectLink.scheme(of: request.domain)
        webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
        super.init()
        webView.customUserAgent = BuildFacts.userAgent
        webView.configuration.userContentController.add(self, name: Self.handlerName)
        webView.navigationDelegate = self
        controller.view = webView
        controller.modalPresentationStyle = .pageSheet
        controller.presentationController?.delegate = self
        controller.onDisappearance = { [weak self] in self?.dismissed() }
        webView.load(.init(url: request.url))
        present()
    }

    /// Presents the sheet, after the transition of another one if there is one.
    ///
    /// UIKit ignores a presentation during a transition, and reports nothing.
    private func present() {
        let top = Self.topController
        let isDeferred = top?.transitionCoordinator?.animate(alongsideTransition: nil) { [weak self] _ in
            self?.present(on: Self.topController)
        }
        if isDeferred != true { present(on: top) }
    }

    private func present(on top: UIViewController?) {
        top?.present(controller, animated: true)
        // UIKit has begun the transition, unless it has ignored the presentation.
        let isBegun = controller.transitionCoordinator?.animate(alongsideTransition: nil) { [weak self] _ in
            self?.checkPresentation()
        }
        if isBegun != true { checkPresentation() }
    }

    /// Reports a sheet that UIKit has not presented; has no effect after an event that ends the checkout.
    private func checkPresentation() {
        if controller.presentingViewController == nil { continuation.yield(.loadFailed(status: nil)) }
    }

    func forward(_ link: String) async {
        // The link is an argument and never part of a script, so that its content cannot be executed.
        _ = try? await webView.callAsyncJavaScript(
            "window.handleIOSRedirect(link)",
            arguments: ["link": link],
            contentWorld: .page
        )
    }

    func follow(_ redirect: CheckoutRedirection) async {
        switch redirect {
        case .authentication(let url): authenticate(url)
        case .external(let url) where !UIApplication.shared.canOpenURL(url): return
        case .external(let url), .application(let url): _ = await UIApplication.shared.open(url)
        case .inApp(let url): controller.present(SFSafariViewController(url: url), animated: true)
        }
    }

    func close() async {
        continuation.finish()
        webView.configuration.userContentController.removeScriptMessageHandler(forName: Self.handlerName)
        controller.presentingViewController?.dismiss(animated: true)
    }

    /// Reports that the sheet was closed, by the buyer or by the app; has no effect after ``close()``.
    private func dismissed() {
        continuation.yield(progress.closing)
    }

    private func authenticate(_ url: URL) {
        // Sendable, so that it is not isolated to the main actor: the system may call it on any queue.
        let complete: @Sendable (URL?, (any Error)?) -> Void = { [weak self] url, _ in
            guard let link = url?.absoluteString.split(separator: ":", maxSplits: 1).last?.drop(while: { $0 == "/" })
            else { return }
            Task { [weak self] in await self?.forward(String(link)) }
        }
        let session = ASWebAuthenticationSession(
            url: url,
            callbackURLScheme: scheme,
            completionHandler: complete
        )
        session.presentationContextProvider = self
        session.start()
        self.session = session
    }

    private static var topController: UIViewController? {
        let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
        var top = scenes.flatMap(\.windows).first(where: \.isKeyWindow)?.rootViewController
        while let next = top?.presentedViewController { top = next }
        return top
    }
}

extension WebCheckoutSheet: WKScriptMessageHandler {
    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
        guard JSONSerialization.isValidJSONObject(message.body),
            let json = try? JSONSerialization.data(withJSONObject: message.body)
        else { return }
        let origin = message.frameInfo.securityOrigin
        let source = CheckoutMessageSource(
            isMainFrame: message.frameInfo.isMainFrame,
            scheme: origin.`protocol`,
            host: origin.host,
            port: origin.port
        )
        continuation.yield(.posted(json, by: source))
    }
}

extension WebCheckoutSheet: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
        guard navigationResponse.isForMainFrame, let response = navigationResponse.response as? HTTPURLResponse,
            response.statusCode >= 400
        else { return .allow }
        guard let event = progress.failed(status: response.statusCode) else { return .allow }
        continuation.yield(event)
        return .cancel
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation?) {
        progress.displayed(webView.url)
    }

    func webView(
        _ webView: WKWebView,
        didFailProvisionalNavigation navigation: WKNavigation?,
        withError error: any Error
    ) {
        if let event = progress.failed(code: (error as NSError).code) { continuation.yield(event) }
    }
}

extension WebCheckoutSheet: UIAdaptivePresentationControllerDelegate {
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
        dismissed()
    }
}

/// The controller of the sheet, which reports that the app has dismissed it, because no delegate method does.
private final class CheckoutController: UIViewController {
    var onDisappearance: (() -> Void)?

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        if isBeingDismissed || presentingViewController == nil { onDisappearance?() }
    }
}

extension WebCheckoutSheet: ASWebAuthenticationPresentationContextProviding {
    // Nonisolated, because whether the protocol is isolated to the main actor depends on the version of the system's
    // library. The system calls the method on the main thread.
    nonisolated func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        MainActor.assumeIsolated { webView.window ?? ASPresentationAnchor() }
    }
}
#endif
