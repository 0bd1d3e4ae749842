/// Shows messages inside the app, in the way of the app's own interface.
@preconcurrency
@MainActor
public protocol AnybillNotificationPresenter: AnyObject {
    /// Whether an interface of this module's receipts is visible, so that a message can be shown in it.
    var isAnybillUIVisible: Bool { get }

    /// Shows a short message over the interface.
    func showSnackbar(_ message: AnybillPushMessage)
}

/// Does what a push message asks for: refreshes the receipts, and shows the message when the interface is visible.
@preconcurrency
@MainActor
public final class AnybillNotificationCenter {
    /// The centre of the app.
    public static let shared = AnybillNotificationCenter(receipts: .shared)

    /// Shows messages; without one nothing is shown.
    public weak var presenter: (any AnybillNotificationPresenter)?

    private let receipts: ReceiptProvider

    /// The refresh that the newest message has started; for tests.
    private(set) var refresh: Task<Void, Never>?

    /// Creates a centre over a provider.
    public init(receipts: ReceiptProvider) {
        self.receipts = receipts
    }

    /// Whether an interface of this module is visible: if so, let this centre handle messages, otherwise show them by
    /// the system.
    public var isAnybillUIVisible: Bool { presenter?.isAnybillUIVisible ?? false }

    /// Handles a message; one of somebody else is left alone.
    ///
    /// - Parameter notification: A `UNNotification`, or an ``AnybillNotificationInfo``.
    public func handleAnybillNotification(notification: any AnybillNotificationPayload) {
        guard let message = AnybillPushMessage(userInfo: notification.anybillUserInfo) else { return }
        if message.kind == .newReceipt {
            refresh = Task { [receipts] in await receipts.refreshQuery() }
        }
        if let presenter, presenter.isAnybillUIVisible { presenter.showSnackbar(message) }
    }
}

extension ReceiptProvider {
    /// Begins the running query anew in its own order; a failure leaves the list as it is.
    func refreshQuery() async {
        let query = await context.library.queryState.query
        _ = try? await initiateReceiptQuery(
            orderBy: query?.orderBy ?? .date,
            orderDirection: query?.orderDirection ?? .descending
        )
    }
}
