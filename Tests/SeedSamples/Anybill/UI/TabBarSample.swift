#if canImport(UIKit)
import AnybillBase
import UIKit

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// A counterpart of the navigation to the receipts in UIKit.
final class SampleTabBarController: UITabBarController {
    let notificationManager = NotificationManager.shared

    var cancellableBag = Set<AnyCancellable>()

    override func viewDidLoad() {
        super.viewDidLoad()

        notificationManager.$anybillNotificationResult.sink { value in
            self.selectedIndex = 1
        }.store(in: &cancellableBag)
    }
}
#endif
