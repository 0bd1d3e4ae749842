public import Foundation

/// A type that presents the hosted checkout page.
///
/// On Apple systems, the SDK presents the page in a web view. Conform to present it elsewhere, for example in a
/// browser, or to simulate it in tests. A minimal conformance returns a sheet that closes immediately:
///
/// ```swift
/// struct ClosedAtOnce: CheckoutPresenter {
///     func open(_ request: CheckoutRequest) async -> any CheckoutSheet { ClosedSheet() }
/// }
/// ```
public protocol CheckoutPresenter: Sendable {
    /// Presents the page of a request.
    func open(_ request: CheckoutRequest) async -> any CheckoutSheet
}

/// A presented checkout.
public protocol CheckoutSheet: Sendable {
    /// The events of the page; the stream ends after the sheet has closed. The SDK is its only reader.
    var events: AsyncStream<CheckoutEvent> { get }

    /// Passes a link that the app received to the page by calling its function `handleIOSRedirect`.
    func forward(_ link: String) async

    /// Redirects the buyer as the page requests.
    func follow(_ redirect: CheckoutRedirection) async

    /// Closes the sheet; does nothing if it is already closed.
    func close() async
}

/// An event of a checkout.
public enum CheckoutEvent: Sendable, Hashable {
    /// The page posted a message to the handler `iOSSDKWebPaymentInterface`; the value is its JSON.
    ///
    /// Use this case only if no other page can post; a web view reports ``posted(_:by:)``.
    case message(Data)

    /// A frame posted a message to the handler `iOSSDKWebPaymentInterface`; the value is its JSON.
    ///
    /// The SDK ignores messages of other frames than the page itself, and of other origins.
    case posted(Data, by: CheckoutMessageSource)

    /// The payment is in progress, and the page does not wait for its end.
    case leftUnsettled

    /// The page could not be loaded; the status of the response, or `nil` if no response was received.
    case loadFailed(status: Int?)

    /// The buyer closed the sheet.
    case closed
}

/// The target of a redirection that the page requests.
public enum CheckoutRedirection: Sendable, Hashable {
    /// A sign-in in the system's authentication session, which returns to the app through a link.
    case authentication(URL)

    /// Another app or the browser, if the system can open the URL.
    case external(URL)

    /// Another app, without checking whether the system can open the URL.
    case application(URL)

    /// A page inside the app.
    case inApp(URL)
}

/// A presenter for systems without a web view; its checkout fails to load.
public struct NoCheckout: CheckoutPresenter {
    /// Creates a presenter.
    public init() {}

    /// Returns a sheet that reports a failed load.
    public func open(_ request: CheckoutRequest) async -> any CheckoutSheet {
        UnloadableSheet()
    }
}

/// A sheet whose page cannot be loaded.
private struct UnloadableSheet: CheckoutSheet {
    let events = AsyncStream<CheckoutEvent> { events in
        events.yield(.loadFailed(status: nil))
        events.finish()
    }

    func forward(_ link: String) async {}
    func follow(_ redirect: CheckoutRedirection) async {}
    func close() async {}
}
