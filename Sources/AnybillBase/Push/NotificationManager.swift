#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

/// A receipt that a push message announced.
public struct AnybillNotificationResult: Hashable, Sendable {
    /// The id of the receipt; `nil` if the message names none.
    public var receiptId: String?

    /// The title of the message.
    public var title: String?

    /// The body of the message.
    public var body: String?

    /// Whether the receipt was found through a bank card.
    public var isMatchedByBankingCard: Bool

    /// Creates the result of a message; `nil` if it does not announce a new receipt.
    public init?(_ message: AnybillPushMessage) {
        guard message.kind == .newReceipt else { return nil }
        receiptId = message.receiptId
        title = message.title
        body = message.body
        isMatchedByBankingCard = message.isMatchedByBankingCard
    }
}

/// A manager that publishes push messages about new receipts, so that views can show them.
@preconcurrency
@MainActor
public final class NotificationManager: ObservableObject {
    /// The notification manager of the app.
    public static let shared = NotificationManager()

    /// The new receipt of the newest message; `nil` before the first one and after a message of another kind.
    @Published public private(set) var anybillNotificationResult: AnybillNotificationResult?

    /// The newest message as received by the app: set it for every message, shown or tapped.
    public var dumbData: (any AnybillNotificationPayload)? {
        didSet {
            let message = dumbData.flatMap { AnybillPushMessage(userInfo: $0.anybillUserInfo) }
            let result = message.flatMap { AnybillNotificationResult($0) }
            guard result != nil || anybillNotificationResult != nil else { return }
            anybillNotificationResult = result
        }
    }

    /// Creates a separate manager, for tests.
    public init() {}

    /// Forgets the messages of a user who has logged out.
    func reset() {
        if dumbData != nil { dumbData = nil }
    }
}
