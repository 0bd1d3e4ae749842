import APIRuntime
import APITesting
import APIWebhooks
import Foundation
import HTTPTypes
import ShopAPI
import Testing

/// Tests of webhook and callback requests, decoded by generated functions.
@Suite("Webhooks and callbacks")
struct ShopHookTests {

    private static let header = HTTPField.Name.authorization
    private let verifier = SharedSecretVerifier(secrets: ["s3cret"], header: Self.header)

    private func request(_ body: String, secret: String? = "s3cret", type: String? = nil) -> WebhookRequest {
        var headers = HTTPFields()
        headers[.contentType] = type
        headers[Self.header] = secret
        return WebhookRequest(headers: headers, body: body.utf8)
    }

    @Test("a webhook's body is decoded after its sender is verified")
    func webhook() throws {
        let order = try ShopWebhooks.orderPaid(request(#"{"id":"o-1","total":12.50}"#), verifiedBy: verifier)
        #expect(order.id == "o-1")
        #expect(order.total == Decimal(string: "12.5"))
    }

    @Test("no request content is read before the request is verified")
    func rejection() {
        let forged = request("not even JSON", secret: "guess")
        #expect(throws: WebhookError.rejected(.mismatch)) {
            try ShopWebhooks.orderPaid(forged, verifiedBy: verifier)
        }
        #expect(throws: WebhookError.rejected(.unsigned)) {
            try ShopWebhooks.ping(request("", secret: nil), verifiedBy: verifier)
        }
    }

    @Test("a body that does not match the specification causes a different error than a forged one")
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

    @Test("a missing optional body is nil, and other bodies are strings or empty")
    func kinds() throws {
        #expect(try ShopWebhooks.textNote(request("Hello"), verifiedBy: verifier) == "Hello")
        try ShopWebhooks.ping(request(""), verifiedBy: verifier)
        try ShopWebhooks.ping(request(""), verifiedBy: UnverifiedWebhooks())
    }

    @available(*, deprecated, message: "Calls what the spec calls deprecated.")
    @Test("an optional body is nil when it is missing")
    func optional() throws {
        #expect(try ShopWebhooks.stockChanged(request(""), verifiedBy: verifier) == nil)
        let articles = try ShopWebhooks.stockChanged(request(#"[{"name":"Tea"}]"#), verifiedBy: verifier)
        #expect(articles?.map(\.name) == ["Tea"])
    }

    @Test("a callback is named after its operation, and a shared one after itself")
    func callbacks() throws {
        let body = #"{"order":{"id":"o-1","total":1},"parcels":2}"#
        let packed = try ShopCallbacks.placeOrderPacked(request(body), verifiedBy: verifier)
        #expect(packed.order.id == "o-1")
        #expect(packed.parcels == 2)
        #expect(try ShopCallbacks.delivered(request("order=o-1"), verifiedBy: verifier).order == "o-1")
    }

    @Test("a form is encoded from its model in the styles of its properties")
    func form() throws {
        let text = "order=o+1%26&parcels=2&isWhole=true&labels=a%20b%7Cc&place%5Bfloor%5D=3&place%5Bdoors%5D%5B0%5D=x"
        let body = try ShopCallbacks.delivered(request(text), verifiedBy: verifier)
        #expect(
            body
                == DeliveredCallbackBody(
                    order: "o 1&",
                    parcels: 2,
                    isWhole: true,
                    labels: ["a b", "c"],
                    place: .init(floor: 3, doors: ["x"])
                )
        )
        #expect(throws: WebhookError.self) { try ShopCallbacks.delivered(request("parcels=2"), verifiedBy: verifier) }
        #expect(throws: WebhookError.rejected(.mismatch)) {
            try ShopCallbacks.delivered(request(text, secret: "guess"), verifiedBy: verifier)
        }
    }

    @Test("parts become properties, and a body with files is returned as bytes")
    func parts() throws {
        let text = """
            --x\r\nContent-Disposition: form-data; name="parcel"\r\n\r\n7\r
            --x\r\nContent-Disposition: form-data; name="by"\r\n\r\nAnn\r
            --x\r\nContent-Disposition: form-data; name="marks"\r\n\r\na%2C|b\r
            --x\r\nContent-Disposition: form-data; name="gate[floor]"\r\n\r\n2\r\n--x--\r\n
            """
        let scan = try ShopWebhooks.scanned(
            request(text, type: "multipart/form-data; boundary=x"),
            verifiedBy: verifier
        )
        #expect(scan?.parcel == 7)
        #expect(scan?.by == "Ann")
        #expect(scan?.marks == ["a%2C", "b"])
        #expect(scan?.gate?.floor == 2)
        #expect(try ShopWebhooks.scanned(request(""), verifiedBy: verifier) == nil)
        #expect(throws: WebhookError.self) { try ShopWebhooks.scanned(request("no parts"), verifiedBy: verifier) }
        #expect(try ShopWebhooks.photographed(request(text), verifiedBy: verifier) == Data(text.utf8))
    }
}
