// swift-format-ignore-file
// Declares just what this package and its samples use of the system's library, to type-check them where it is missing.
public import Foundation

open class UNNotificationContent: NSObject {
    public var userInfo: [AnyHashable: Any] = [:]
}

open class UNNotificationRequest: NSObject {
    public var content = UNNotificationContent()
}

open class UNNotification: NSObject {
    public var request = UNNotificationRequest()
}

open class UNNotificationResponse: NSObject {
    public var notification = UNNotification()
}

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let banner = UNNotificationPresentationOptions(rawValue: 1)
    public static let sound = UNNotificationPresentationOptions(rawValue: 2)
}

public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let alert = UNAuthorizationOptions(rawValue: 1)
    public static let badge = UNAuthorizationOptions(rawValue: 2)
    public static let sound = UNAuthorizationOptions(rawValue: 4)
}

// Neither the protocol nor the class is isolated, and the handlers are not Sendable: a closure in code of the main actor
// is isolated to it.
public protocol UNUserNotificationCenterDelegate: AnyObject {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    )
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    )
}

open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    private static let only = UNUserNotificationCenter()
    public static func current() -> UNUserNotificationCenter { only }
    public weak var delegate: (any UNUserNotificationCenterDelegate)?
    public func requestAuthorization(
        options: UNAuthorizationOptions,
        completionHandler: @escaping (Bool, (any Error)?) -> Void
    ) {}
}
