import Foundation
import Testing

@testable import AppCoinsSDK

@Suite("Redirections that the checkout page requests")
struct BridgeMessageTests {
    private func redirection(_ name: String, _ url: String) -> CheckoutRedirection? {
        let message = BridgeMessage(Data(#"{"method": "\#(name)", "params": {"URL": "\#(url)"}}"#.utf8))
        guard case .redirect(let redirection) = message else { return nil }
        return redirection
    }

    @Test("the views of the system for web pages receive http and https URLs only, because others end the process")
    func webPages() throws {
        let page = try #require(URL(string: "https://help.example.com/payments"))
        #expect(redirection("handleAuthenticationRedirect", page.absoluteString) == .authentication(page))
        #expect(redirection("handleInternalRedirect", page.absoluteString) == .inApp(page))
        let plain = try #require(URL(string: "HTTP://help.example.com"))
        #expect(redirection("handleInternalRedirect", plain.absoluteString) == .inApp(plain))
        let others = ["examplebank://pay/91", "file:///etc/hosts", "javascript:1", "about:blank", "https:", "/a"]
        for name in ["handleAuthenticationRedirect", "handleInternalRedirect"] {
            for url in others {
                #expect(redirection(name, url) == nil, "\(name) \(url)")
            }
        }
    }

    @Test("other apps receive URLs with any scheme")
    func otherApps() throws {
        let url = try #require(URL(string: "examplebank://pay/91"))
        #expect(redirection("handleExternalRedirect", url.absoluteString) == .external(url))
        #expect(redirection("handleApplicationRedirect", url.absoluteString) == .application(url))
        #expect(redirection("handleApplicationRedirect", "/pay") == nil)
    }
}
