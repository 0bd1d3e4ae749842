// swift-format-ignore-file
public import Foundation
public import UIKit

public typealias ASPresentationAnchor = UIWindow

// Not isolated, as in older versions of the library: the code must compile with and without isolation.
public protocol ASWebAuthenticationPresentationContextProviding: AnyObject {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

// The handler is not Sendable in Apple's interface: a closure in code of the main actor is isolated to it.
open class ASWebAuthenticationSession: NSObject {
    public typealias CompletionHandler = (URL?, (any Error)?) -> Void
    public init(url: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {}
    public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
    @discardableResult public func start() -> Bool { true }
}
