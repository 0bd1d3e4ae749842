// swift-format-ignore-file
// The optional methods of delegates in the samples, as Apple's documentation spells them.
import UIKit

@MainActor protocol LaunchMethods {
    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
}

extension SampleAppDelegate: LaunchMethods {}
