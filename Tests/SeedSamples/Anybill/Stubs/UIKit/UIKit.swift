// swift-format-ignore-file
// Declares just what the samples use of the system's library, to type-check them where it is missing.
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
