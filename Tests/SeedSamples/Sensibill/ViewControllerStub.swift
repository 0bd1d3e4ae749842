#if canImport(UIKit)
import UIKit

#else
/// A replacement for the view controller of the samples on systems without UIKit.
@MainActor
class UIViewController {
    init() {}

    func viewWillAppear(_ animated: Bool) {}
    func viewWillDisappear(_ animated: Bool) {}
}
#endif
