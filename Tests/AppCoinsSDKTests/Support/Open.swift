import APIRuntime
import AppCoinsAPI
import AppCoinsTesting
import Foundation

@testable import AppCoinsSDK

/// An open checkout of a bench's app, whose page the test plays.
struct Open: Sendable {
    let request: CheckoutRequest
    let sheet: PlayedSheet
    let billing: AppcBilling

    /// Opens a checkout, performs its events and passes the result on, with the purchases of the sandbox.
    static func run(
        _ bench: Bench,
        payload: String? = nil,
        orderID: String? = nil,
        _ events: (Open) async throws -> Void,
        result: (PurchaseResult, [String]) async throws -> Void
    ) async throws {
        let keeper = RequestKeeper()
        let sheet = PlayedSheet()
        var environment = bench.environment
        environment.presenter = KeepingPresenter(next: SheetPresenter(sheet: sheet), keeper: keeper)
        let billing = AppcBilling(environment)
        billing.initialize()
        let product = Product(try await bench.item(), billing: billing)
        async let ended = product.purchase(payload: payload, orderID: orderID)
        while billing.active.sheet == nil { try Task.checkCancellation(); await Task.yield() }
        guard let request = keeper.requests.first else { throw Missing(what: "request") }
        try await events(Open(request: request, sheet: sheet, billing: billing))
        try await result(await ended, try await bench.control.purchases())
    }

    /// Reports a purchase as the page does.
    ///
    /// - Parameters:
    ///   - purchase: The purchase.
    ///   - isLink: Whether a link reports it, and not a message.
    ///   - more: The rest of the link.
    ///   - user: The user's wallet in the message.
    func tell(_ purchase: Purchase, byLink isLink: Bool, more: String = "", wallet user: UserWalletTokens? = nil) {
        if isLink {
            _ = billing.handle(redirectURL: URL(string: Self.link(purchase) + more))
            return
        }
        let data = purchase.verification.data
        let result = CheckoutPurchaseResult(
            responseCode: 0,
            purchaseData: CheckoutPurchaseData(
                orderId: data.orderId,
                packageName: data.packageName,
                productId: data.productId,
                purchaseTime: data.purchaseTime,
                purchaseToken: data.purchaseToken,
                purchaseState: 0,
                developerPayload: data.developerPayload,
                productType: .inApp,
                isAutoRenewing: false
            ),
            dataSignature: purchase.verification.signature,
            wallet: user.map { .userWallet(PayingUserWallet(user: $0)) }
        )
        let message = CheckoutMessage.purchaseResultMessage(PurchaseResultMessage(params: result))
        sheet.play(.message(Data(JSONCoding.encode(message))))
    }

    /// Returns the part of a link that names a user's wallet.
    static func wallet(_ user: UserWalletTokens) -> String { wallet(user.address, token: user.refreshToken) }

    /// Returns the part of a link that names a wallet by its address and refresh token.
    static func wallet(_ address: String, token: String) -> String {
        "&wallet.type=USER_WALLET&wallet.user.address=\(address)&wallet.user.auth_token=a"
            + "&wallet.user.refresh_token=\(token)"
    }

    /// Returns the link that reports a purchase.
    static func link(_ purchase: Purchase) -> String {
        let data = purchase.verification.data
        return """
            \(Bench.domain).iap://wallet.appcoins.io/checkout/success?response_code=0&data_signature=QQ%3D%3D\
            &purchase_data.order_id=\(data.orderId)&purchase_data.package_name=\(data.packageName)\
            &purchase_data.product_id=\(data.productId)&purchase_data.purchase_time=\(data.purchaseTime)\
            &purchase_data.purchase_token=\(data.purchaseToken)&purchase_data.purchase_state=0\
            &purchase_data.developer_payload=\(data.developerPayload)&purchase_data.product_type=INAPP\
            &purchase_data.is_auto_renewing=false
            """
    }
}
