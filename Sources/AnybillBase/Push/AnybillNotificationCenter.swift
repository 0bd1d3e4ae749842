/// A presenter that shows messages inside the app, in the style of the app's interface.
@preconcurrency
@MainActor
public protocol AnybillNotificationPresenter: AnyObject {
    /// Whether a view with this module's receipts is visible, so that a message can be shown in it.
    var isAnybillUIVisible: Bool { get }

    /// Shows a short message over the interface.
    func showSnackbar(_ message: AnybillPushMessage)
}

/// A center that handles push messages: it refreshes the receipts and shows the message if a receipt view is visible.
@preconcurrency
@MainActor
public final class AnybillNotificationCenter {
    /// The notification center of the app.
    public static let shared = AnybillNotificationCenter(receipts: .shared)

    /// The presenter of messages; `nil` shows no messages.
    public weak var presenter: (any AnybillNotificationPresenter)?

    private let receipts: ReceiptProvider

    /// The refresh that the newest message has started; for tests.
    private(set) var refresh: Task<Void, Never>?

    /// Creates a notification center for a provider.
    public init(receipts: ReceiptProvider) {
        self.receipts = receipts
    }

    /// Whether a view of this module is visible; if so, let this center handle messages, and if not, let the system
    /// show them.
    public var isAnybillUIVisible: Bool { presenter?.isAnybillUIVisible ?? false }

    /// Handles a message; ignores messages of other services.
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
    /// Restarts the current query in its order; a failure leaves the list unchanged.
    func refreshQuery() async {
        let query = await context.library.query
        _ = try? await initiateReceiptQuery(
            orderBy: query?.orderBy ?? .date,
            orderDirection: query?.orderDirection ?? .descending
        )
    }
}
