#if canImport(UserNotifications)
public import UserNotifications
#endif

/// Anything that carries a push message: a `UNNotification` on Apple systems, ``AnybillNotificationInfo`` everywhere.
public protocol AnybillNotificationPayload {
    /// The message as the system delivered it.
    var anybillUserInfo: [AnyHashable: Any] { get }
}

/// A push message's content by itself, for apps that got it by other ways than the system's notifications.
public struct AnybillNotificationInfo: AnybillNotificationPayload {
    /// The message.
    public var anybillUserInfo: [AnyHashable: Any]

    /// Wraps a message.
    public init(_ userInfo: [AnyHashable: Any]) {
        anybillUserInfo = userInfo
    }
}

#if canImport(UserNotifications)
extension UNNotification: AnybillNotificationPayload {
    /// The content's user info.
    public var anybillUserInfo: [AnyHashable: Any] { request.content.userInfo }
}
#endif
