public import Foundation

/// Shows the hosted checkout page.
///
/// The SDK has a web view for it on Apple systems. Conform to show it elsewhere, such as in a browser, or to play it in
/// tests. A minimal conformance responds with a sheet that is closed at once:
///
/// ```swift
/// struct ClosedAtOnce: CheckoutPresenter {
///     func open(_ request: CheckoutRequest) async -> any CheckoutSheet { ClosedSheet() }
/// }
/// ```
public protocol CheckoutPresenter: Sendable {
    /// Shows the page of a request.
    func open(_ request: CheckoutRequest) async -> any CheckoutSheet
}

/// A checkout that is shown.
public protocol CheckoutSheet: Sendable {
    /// What happens on the page; ends after the sheet has been closed. Read by one reader, the SDK.
    var events: AsyncStream<CheckoutEvent> { get }

    /// Gives the page a link that came into the app, by calling its function `handleIOSRedirect`.
    func forward(_ link: String) async

    /// Sends the buyer elsewhere, as the page asks.
    func follow(_ redirect: CheckoutRedirection) async

    /// Takes the sheet away; nothing happens when it is gone.
    func close() async
}

/// Something that happened on a checkout.
public enum CheckoutEvent: Sendable, Hashable {
    /// The page posted a message to the handler `iOSSDKWebPaymentInterface`: its JSON.
    case message(Data)

    /// The payment is under way, and the page does not wait for its end.
    case leftUnsettled

    /// The page could not be loaded; the status of the response, `nil` when none came.
    case loadFailed(status: Int?)

    /// The buyer closed the sheet.
    case closed
}

/// A place that the page wants the buyer to go to.
public enum CheckoutRedirection: Sendable, Hashable {
    /// A sign-in in the system's authentication session, which comes back as a link.
    case authentication(URL)

    /// Another app or the browser, when the system can open it.
    case external(URL)

    /// Another app, in any case.
    case application(URL)

    /// A page inside the app.
    case inApp(URL)
}

/// A presenter for systems without one: the checkout cannot be loaded.
public struct NoCheckout: CheckoutPresenter {
    /// Creates it.
    public init() {}

    /// A sheet whose page cannot be loaded.
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
