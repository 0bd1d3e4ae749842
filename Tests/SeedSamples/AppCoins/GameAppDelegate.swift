import AppCoinsSDK
import Foundation

#if canImport(UIKit)
import UIKit
#endif

/// The entry points of an app without scenes.
final class GameAppDelegate: UIResponder, UIApplicationDelegate {
    /// The app's actions, in order.
    private(set) var steps: [String] = []

    private func setUpInterface() { steps.append("interface") }

    /// Called when the app starts.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        AppcSDK.initialize()
        setUpInterface()

        if let url = launchOptions?[.url] as? URL {
            if AppcSDK.handle(redirectURL: url) { return true }
        }
        return true
    }

    /// Called when the running app receives a link.
    func application(
        _ app: UIApplication,
        open url: URL,
        options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
        AppcSDK.initialize()

        if AppcSDK.handle(redirectURL: url) { return true }

        setUpInterface()
        return true
    }
}
