import AppCoinsSDK
import Foundation

#if canImport(UIKit)
import UIKit
#endif

/// Entry points of an app with scenes.
final class GameSceneDelegate: UIResponder, UISceneDelegate {
    /// What the app did, in order.
    private(set) var steps: [String] = []

    private func setUpInterface() { steps.append("interface") }

    /// A link arrives while the app runs: it comes first, and may be all there is to do.
    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        AppcSDK.initialize()

        if AppcSDK.handle(redirectURL: contexts.first?.url) {
            steps.append("link")
            return
        }

        setUpInterface()
    }

    /// The app starts: its interface comes first, then a link that it was started with.
    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        let contexts = connectionOptions.urlContexts
        AppcSDK.initialize()
        setUpInterface()

        if AppcSDK.handle(redirectURL: contexts.first?.url) {
            steps.append("link")
            return
        }
    }
}
