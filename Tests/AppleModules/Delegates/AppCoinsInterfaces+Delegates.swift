// swift-format-ignore-file
// The optional methods of delegates in the samples, as Apple's documentation spells them.
import Foundation
import UIKit

@MainActor protocol LinkMethods {
    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool
}

@MainActor protocol SceneMethods {
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
}

extension GameAppDelegate: LinkMethods {}
extension GameSceneDelegate: SceneMethods {}
