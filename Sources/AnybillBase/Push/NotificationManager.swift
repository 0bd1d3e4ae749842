#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

/// A receipt that a push message told about.
public struct AnybillNotificationResult: Hashable, Sendable {
    /// Id of the receipt; `nil` when the message does not say.
    public var receiptId: String?

    /// Heading of the message.
    public var title: String?

    /// Text of the message.
    public var body: String?

    /// Whether the receipt was found through a banking card.
    public var isMatchedByBankingCard: Bool

    /// Takes over a message; `nil` when it is not about a new receipt.
    public init?(_ message: AnybillPushMessage) {
        guard message.kind == .newReceipt else { return nil }
        receiptId = message.receiptId
        title = message.title
        body = message.body
        isMatchedByBankingCard = message.isMatchedByBankingCard
    }
}

/// Tells views that a push message about a new receipt came, so that they can show it.
@preconcurrency
@MainActor
public final class NotificationManager: ObservableObject {
    /// The manager of the app.
    public static let shared = NotificationManager()

    /// The new receipt of the newest message; `nil` before the first one and after a message about something else.
    @Published public private(set) var anybillNotificationResult: AnybillNotificationResult?

    /// The newest message, as the app got it: set it for every message, shown or tapped.
    public var dumbData: (any AnybillNotificationPayload)? {
        didSet {
            let message = dumbData.flatMap { AnybillPushMessage(userInfo: $0.anybillUserInfo) }
            anybillNotificationResult = message.flatMap { AnybillNotificationResult($0) }
        }
    }

    /// Creates a manager of its own, for tests.
    public init() {}
}
