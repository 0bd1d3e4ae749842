import Foundation

/// The progress of a checkout in a web view, which determines the meaning of its ending.
///
/// A value without side effects.
struct CheckoutProgress: Sendable, Hashable {
    /// The checkout page.
    let page: URL
    /// Whether the page was displayed.
    private(set) var isLoaded = false
    /// Whether the buyer was on another site, where the payment may continue.
    private(set) var hasLeftPage = false

    /// Creates the progress of a checkout whose page is being loaded.
    init(page: URL) {
        self.page = page
    }

    /// Records that a document is displayed.
    mutating func displayed(_ url: URL?) {
        isLoaded = true
        if let url, !Self.isSameSite(url, page) { hasLeftPage = true }
    }

    /// Records that a document could not be loaded.
    ///
    /// - Parameter status: The status of the response; `nil` if none was received.
    /// - Returns: The event of the checkout; `nil` if it continues.
    mutating func failed(status: Int?) -> CheckoutEvent? {
        guard isLoaded else { return .loadFailed(status: status) }
        // A step of the payment failed to load; the buyer may have paid already, and may continue.
        hasLeftPage = true
        return nil
    }

    /// Records that a document could not be loaded.
    ///
    /// - Parameter code: The code of the error. A load that another one replaces is cancelled, which is no failure.
    /// - Returns: The event of the checkout; `nil` if it continues.
    mutating func failed(code: Int) -> CheckoutEvent? {
        code == Self.cancelled ? nil : failed(status: nil)
    }

    /// The code of a cancelled load, `NSURLErrorCancelled`.
    private static let cancelled = -999

    /// The event for a sheet that the buyer closes.
    var closing: CheckoutEvent { hasLeftPage ? .leftUnsettled : .closed }

    private static func isSameSite(_ first: URL, _ second: URL) -> Bool {
        first.scheme?.lowercased() == second.scheme?.lowercased()
            && first.host?.lowercased() == second.host?.lowercased() && first.port == second.port
    }
}
