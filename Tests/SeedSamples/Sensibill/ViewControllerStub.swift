#if canImport(UIKit)
import UIKit

#else
/// Stands for the view controller of the samples where there is no UIKit.
@MainActor
class UIViewController {
    init() {}

    func viewWillAppear(_ animated: Bool) {}
    func viewWillDisappear(_ animated: Bool) {}
}
#endif
