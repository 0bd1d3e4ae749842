import AppCoinsSDK
import Foundation

#if canImport(UIKit)
import UIKit
#endif

/// The entry points of an app with scenes.
final class GameSceneDelegate: UIResponder, UISceneDelegate {
    /// The app's actions, in order.
    private(set) var steps: [String] = []

    private func setUpInterface() { steps.append("interface") }

    /// Called when the running app receives a link, which is handled first and may require no further action.
    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        AppcSDK.initialize()

        if AppcSDK.handle(redirectURL: contexts.first?.url) {
            steps.append("link")
            return
        }

        setUpInterface()
    }

    /// Called when the app starts: sets up the interface first, and then handles the link that the app was opened with.
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
