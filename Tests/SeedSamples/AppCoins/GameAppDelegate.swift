import AppCoinsSDK
import Foundation

#if canImport(UIKit)
import UIKit
#endif

/// Entry points of an app without scenes.
final class GameAppDelegate: UIResponder, UIApplicationDelegate {
    /// What the app did, in order.
    private(set) var steps: [String] = []

    private func setUpInterface() { steps.append("interface") }

    /// The app starts.
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

    /// A link arrives while the app runs.
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
