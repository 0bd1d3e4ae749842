// Compiled by `make check-apple` on systems without UIKit.
#if canImport(UIKit)
import SensibillAPI
import SensibillSDK
import UIKit
import URLSessionTransport

// region background
final class ReceiptsAppDelegate: UIResponder, UIApplicationDelegate {
    let transfers = BackgroundTransfers {
        BackgroundSessionUploads(name: "example.receipts", security: $0)
    }

    func settings(
        _ api: SensibillAPIClient.Configuration
    ) -> SensibillSDK.Configuration {
        let uploads = UploadPolicy(transfers: transfers)
        return SensibillSDK.Configuration(api: api, uploads: uploads)
    }

    func application(
        _ application: UIApplication,
        handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        BackgroundSessionUploads.whenEventsAreDelivered(
            to: identifier,
            completionHandler
        )
    }
}
// endregion
#endif
