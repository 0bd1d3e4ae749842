import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import ShopAPI
import Testing

/// What the service sends: read by generated functions.
@Suite("Webhooks and callbacks")
struct ShopHookTests {

    private static let header = HTTPField.Name.authorization
    private let verifier = SharedSecretVerifier(secrets: ["s3cret"], header: Self.header)

    private func request(_ body: String, secret: String? = "s3cret") -> WebhookRequest {
        var headers = HTTPFields()
        headers[Self.header] = secret
        return WebhookRequest(headers: headers, body: body.utf8)
    }

    @Test("a webhook's body is its model, once its sender is known")
    func webhook() throws {
        let order = try ShopWebhooks.orderPaid(request(#"{"id":"o-1","total":12.50}"#), verifiedBy: verifier)
        #expect(order.id == "o-1")
        #expect(order.total == Decimal(string: "12.5"))
    }

    @Test("nothing is read of a request that is not believed")
    func rejection() {
        let forged = request("not even JSON", secret: "guess")
        #expect(throws: WebhookError.rejected(.mismatch)) {
            try ShopWebhooks.orderPaid(forged, verifiedBy: verifier)
        }
        #expect(throws: WebhookError.rejected(.unsigned)) {
            try ShopWebhooks.ping(request("", secret: nil), verifiedBy: verifier)
        }
    }

    @Test("a body that is not what the specification says is told from a forged one")
    func unreadable() {
        do {
            _ = try ShopWebhooks.orderPaid(request(#"{"id":1}"#), verifiedBy: verifier)
            Issue.record("An order without its members was read")
        } catch .decoding(let failure) {
            #expect(failure.path == "id")
        } catch {
            Issue.record(error)
        }
    }

    @Test("a body that may be missing is nil, others are text or nothing")
    func kinds() throws {
        #expect(try ShopWebhooks.textNote(request("Hello"), verifiedBy: verifier) == "Hello")
        try ShopWebhooks.ping(request(""), verifiedBy: verifier)
        try ShopWebhooks.ping(request(""), verifiedBy: UnverifiedWebhooks())
    }

    @available(*, deprecated, message: "Calls what the spec calls deprecated.")
    @Test("an optional body is nil when nothing came")
    func optional() throws {
        #expect(try ShopWebhooks.stockChanged(request(""), verifiedBy: verifier) == nil)
        let articles = try ShopWebhooks.stockChanged(request(#"[{"name":"Tea"}]"#), verifiedBy: verifier)
        #expect(articles?.map(\.name) == ["Tea"])
    }

    @Test("a callback is named after its operation, a common one after itself")
    func callbacks() throws {
        let body = #"{"order":{"id":"o-1","total":1},"parcels":2}"#
        let packed = try ShopCallbacks.placeOrderPacked(request(body), verifiedBy: verifier)
        #expect(packed.order.id == "o-1")
        #expect(packed.parcels == 2)
        #expect(try ShopCallbacks.delivered(request("order=o-1"), verifiedBy: verifier) == Data("order=o-1".utf8))
    }
}
