// swift-format-ignore-file
public import Foundation
public import UIKit

@MainActor open class SFSafariViewController: UIViewController {
    public init(url: URL) { super.init() }
}
