// swift-format-ignore-file
// The optional methods of delegates in the samples, as Apple's documentation spells them.
import UIKit

@MainActor protocol BackgroundMethods {
    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void)
}

extension ReceiptsAppDelegate: BackgroundMethods {}
