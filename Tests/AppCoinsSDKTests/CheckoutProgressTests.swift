import Foundation
import Testing

@testable import AppCoinsSDK

@Suite("Progress of a checkout in a web view")
struct CheckoutProgressTests {
    private static let page = "https://pay.example/iap/sdk?product=gas"

    private static func progress() throws -> CheckoutProgress {
        CheckoutProgress(page: try #require(URL(string: page)))
    }

    @Test("a page that cannot be loaded ends the checkout, and a later document does not")
    func failures() throws {
        var progress = try Self.progress()
        #expect(progress.failed(status: 503) == .loadFailed(status: 503))
        #expect(progress.closing == .closed)
        progress.displayed(URL(string: Self.page))
        #expect(progress.closing == .closed)
        #expect(progress.failed(status: nil) == nil)
        #expect(progress.closing == .leftUnsettled)
    }

    @Test("a load that another one replaces does not end the checkout, and another failure does")
    func replaced() throws {
        var progress = try Self.progress()
        #expect(progress.failed(code: -999) == nil)
        #expect(progress.closing == .closed)
        #expect(progress.failed(code: -1009) == .loadFailed(status: nil))
        progress.displayed(URL(string: Self.page))
        #expect(progress.failed(code: -999) == nil)
        #expect(progress.closing == .closed)
    }

    @Test(
        "closing the sheet on another site leaves the payment unsettled",
        arguments: [
            ("https://pay.example/iap/sdk?step=2", CheckoutEvent.closed), ("https://PAY.example/other", .closed),
            ("https://bank.example/3ds", .leftUnsettled), ("http://pay.example/iap/sdk", .leftUnsettled),
            ("https://pay.example:8443/iap/sdk", .leftUnsettled),
        ]
    )
    func sites(url: String, closing: CheckoutEvent) throws {
        var progress = try Self.progress()
        progress.displayed(URL(string: Self.page))
        progress.displayed(URL(string: url))
        #expect(progress.closing == closing)
        // The buyer may have paid there and come back.
        progress.displayed(URL(string: Self.page))
        #expect(progress.closing == closing)
    }
}
