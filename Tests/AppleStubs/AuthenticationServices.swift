// swift-format-ignore-file
public import Foundation
public import UIKit

public typealias ASPresentationAnchor = UIWindow

@MainActor public protocol ASWebAuthenticationPresentationContextProviding: AnyObject {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

@MainActor open class ASWebAuthenticationSession: NSObject {
    public init(url: URL, callbackURLScheme: String?, completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void) {}
    public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
    @discardableResult public func start() -> Bool { true }
}
