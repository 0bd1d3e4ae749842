// swift-format-ignore-file
// The declarations of the system's library that the samples use, for type-checking on other systems.
public import Foundation

@preconcurrency
@MainActor
open class UIApplication: NSObject {
    public struct LaunchOptionsKey: Hashable, Sendable {}
    public func registerForRemoteNotifications() {}
}

@preconcurrency
@MainActor
public protocol UIApplicationDelegate: AnyObject {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
}

@preconcurrency
@MainActor
open class UITabBarController {
    public init() {}
    public var selectedIndex = 0
    open func viewDidLoad() {}
}
