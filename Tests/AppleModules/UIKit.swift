// swift-format-ignore-file
public import Foundation

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIView: UIResponder {
    public var window: UIWindow? { nil }
}

@MainActor open class UIWindow: UIView {
    public var isKeyWindow: Bool { false }
    public var rootViewController: UIViewController?
}

public enum UIModalPresentationStyle: Sendable { case pageSheet, formSheet, fullScreen }

@MainActor open class UIViewController: UIResponder {
    public var view: UIView!
    public var modalPresentationStyle = UIModalPresentationStyle.pageSheet
    public var presentationController: UIPresentationController? { nil }
    public var presentedViewController: UIViewController? { nil }
    public var presentingViewController: UIViewController? { nil }
    public var isBeingDismissed: Bool { false }
    public var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { nil }
    open func viewDidLoad() {}
    open func viewDidDisappear(_ animated: Bool) {}
    public func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {}
    public func dismiss(animated: Bool, completion: (() -> Void)? = nil) {}
}

@MainActor public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {}

@MainActor public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

@MainActor open class UIPresentationController: NSObject {
    public weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
}

@MainActor public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}

@MainActor open class UITabBarController: UIViewController {
    public var selectedIndex = 0
}

@MainActor open class UIScene: UIResponder {
    @MainActor open class ConnectionOptions: NSObject {
        public var urlContexts: Set<UIOpenURLContext> { [] }
    }
}

@MainActor open class UISceneSession: NSObject {}

@MainActor open class UIOpenURLContext: NSObject {
    public var url: URL { fatalError() }
}

// All methods of this protocol and of the next one are optional. Tests/AppleModules/Delegates requires those in use.
@MainActor public protocol UISceneDelegate: AnyObject {}
@MainActor public protocol UIApplicationDelegate: AnyObject {}

@MainActor open class UIWindowScene: UIScene {
    public var windows: [UIWindow] { [] }
}

@MainActor open class UIApplication: UIResponder {
    // Only type-checked, never run; without the system there is no application to give.
    public static var shared: UIApplication { fatalError() }
    public var connectedScenes: Set<UIScene> { [] }
    public struct OpenExternalURLOptionsKey: Hashable, Sendable {}
    public struct OpenURLOptionsKey: Hashable, Sendable {}
    public struct LaunchOptionsKey: Hashable, Sendable { public static let url = LaunchOptionsKey() }
    public func registerForRemoteNotifications() {}
    public func canOpenURL(_ url: URL) -> Bool { false }
    @discardableResult
    public func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool { false }
}

@MainActor open class UIDevice: NSObject {
    public static var current: UIDevice { fatalError() }
    public var model: String { "" }
    public var identifierForVendor: UUID? { nil }
}
