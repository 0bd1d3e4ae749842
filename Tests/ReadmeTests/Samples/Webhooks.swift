import APIWebhooks
import HTTPTypes
import ShopAPI

// region verify
func paidOrder(
    headers: HTTPFields,
    bytes: [UInt8],
    key: String
) throws(WebhookError) -> Order? {
    guard let field = HTTPField.Name("X-Signature") else { return nil }
    let verifier = HMACVerifier(secret: key, header: field, prefix: "sha256=")
    let request = WebhookRequest(headers: headers, body: bytes)
    return try ShopWebhooks.orderPaid(request, verifiedBy: verifier)
}
// endregion
