#if canImport(UserNotifications)
public import UserNotifications
#endif

/// A value that contains a push message: a `UNNotification` on Apple systems, ``AnybillNotificationInfo`` everywhere.
public protocol AnybillNotificationPayload {
    /// The message as delivered by the system.
    var anybillUserInfo: [AnyHashable: Any] { get }
}

/// The content of a push message, for apps that receive it by other means than the system's notifications.
public struct AnybillNotificationInfo: AnybillNotificationPayload {
    /// The message.
    public var anybillUserInfo: [AnyHashable: Any]

    /// Creates a payload from a message.
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
