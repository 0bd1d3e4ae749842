import APIRuntime
import AppCoinsAPI
import Foundation
import Testing

@testable import AppCoinsSDK

@Suite("Purchase state machine")
struct PurchaseMachineTests {
    @Test("closing the sheet cancels the purchase")
    func closed() {
        var machine = PurchaseMachine()
        #expect(Self.result(machine.on(.closed)) == "userCancelled")
        #expect(machine.state == .ended)
    }

    @Test(
        "a page that fails to load ends with an error",
        arguments: [
            (Int?.none, "networkError"), (404, "productUnavailable"), (400, "systemError"), (503, "systemError"),
        ]
    )
    func loadFailed(status: Int?, error: String) {
        var machine = PurchaseMachine()
        #expect(Self.result(machine.on(.loadFailed(status: status))) == "failed \(error)")
    }

    @Test("an unsettled payment is pending")
    func unsettled() {
        var machine = PurchaseMachine()
        #expect(Self.result(machine.on(.leftUnsettled)) == "pending")
        machine = PurchaseMachine()
        #expect(Self.result(machine.on(.message(.paid(Self.paid(state: 2))))) == "pending")
    }

    @Test(
        "the page's errors map to the documented ones",
        arguments: [
            (CheckoutFailureKind.failed, "systemError"), (.network, "networkError"), (.unknown("x"), "unknown"),
        ]
    )
    func pageErrors(kind: CheckoutFailureKind, error: String) {
        var machine = PurchaseMachine()
        let failure = CheckoutFailure(checkoutError: kind, message: "title", description: "sentence")
        #expect(Self.result(machine.on(.message(.failed(failure)))) == "failed \(error)")
    }

    @Test("a genuine purchase is verified, acknowledged and returned")
    func genuine() throws {
        var machine = PurchaseMachine()
        let verify = machine.on(.message(.paid(Self.paid(wallet: true))))
        #expect(Self.names(verify) == ["activate", "verify"])
        let purchase = try Self.purchase(state: .pending)
        #expect(Self.names(machine.on(.verified(.genuine(purchase)))) == ["acknowledge"])
        #expect(Self.result(machine.on(.acknowledged(nil))) == "verified")
    }

    @Test(
        "a purchase that is already acknowledged is not acknowledged again",
        arguments: [PurchaseState.acknowledged, .consumed]
    )
    func acknowledgedBefore(state: PurchaseState) throws {
        var machine = PurchaseMachine()
        _ = machine.on(.message(.paid(Self.paid())))
        #expect(Self.result(machine.on(.verified(.genuine(try Self.purchase(state: state))))) == "verified")
    }

    @Test("an unverified purchase is never acknowledged")
    func unverified() throws {
        var machine = PurchaseMachine()
        _ = machine.on(.message(.paid(Self.paid())))
        let actions = machine.on(.verified(.unverified(try Self.purchase(state: .pending), .signatureMismatch)))
        #expect(Self.names(actions) == ["end"])
        #expect(Self.result(actions) == "unverified signatureMismatch")
    }

    @Test("a purchase that is not readable in time is pending, and one that cannot be verified fails")
    func unreadable() {
        var machine = PurchaseMachine()
        _ = machine.on(.message(.paid(Self.paid())))
        #expect(Self.result(machine.on(.verified(.unreadable))) == "pending")
        machine = PurchaseMachine()
        _ = machine.on(.message(.paid(Self.paid())))
        let error = AppCoinsSDKError(.network, "no key")
        #expect(Self.result(machine.on(.verified(.failed(error)))) == "failed networkError")
    }

    @Test("a second message of the checkout page or a late close of the sheet has no effect")
    func twice() throws {
        var machine = PurchaseMachine()
        _ = machine.on(.message(.paid(Self.paid())))
        #expect(machine.on(.message(.paid(Self.paid()))).isEmpty)
        #expect(machine.on(.closed).isEmpty)
        _ = machine.on(.verified(.genuine(try Self.purchase(state: .pending))))
        #expect(machine.on(.message(.paid(Self.paid()))).isEmpty)
        _ = machine.on(.acknowledged(nil))
        #expect(machine.on(.message(.paid(Self.paid()))).isEmpty)
        #expect(machine.on(.closed).isEmpty)
    }

    @Test("redirects and wallets keep the checkout open")
    func redirects() throws {
        var machine = PurchaseMachine()
        let url = try #require(URL(string: "https://pay.example/1"))
        #expect(Self.names(machine.on(.message(.redirect(.external(url))))) == ["follow"])
        #expect(Self.names(machine.on(.message(.activeWallet(.guest("g"))))) == ["activate"])
        #expect(machine.state == .open)
    }

    // MARK: - Helpers

    static func paid(state: Int = 0, wallet: Bool = false) -> CheckoutPurchaseResult {
        CheckoutPurchaseResult(
            responseCode: 0,
            purchaseData: CheckoutPurchaseData(
                orderId: "ORDER",
                packageName: "com.example.game",
                productId: "gas",
                purchaseTime: 1,
                purchaseToken: "uid",
                purchaseState: state,
                developerPayload: "",
                productType: .inApp,
                isAutoRenewing: false
            ),
            dataSignature: "QQ==",
            wallet: wallet
                ? .payingGuestWallet(PayingGuestWallet(guest: PayingGuest(guestUID: "g"))) : nil
        )
    }

    static func purchase(state: PurchaseState) throws -> Purchase {
        let record = PurchaseRecord(
            uid: Vector.expected.uid,
            sku: "gas",
            state: state,
            orderUid: "ORDER",
            created: "2026-01-01T10:21:29.014456Z",
            verification: Vector.signed
        )
        return try Purchase(record, walletAddress: nil, billing: nil)
    }

    private static func names(_ actions: [PurchaseMachine.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .activate: "activate"
            case .follow: "follow"
            case .verify: "verify"
            case .acknowledge: "acknowledge"
            case .end: "end"
            }
        }
    }

    private static func result(_ actions: [PurchaseMachine.Action]) -> String? {
        guard case .end(let result) = actions.last else { return nil }
        return result.outline
    }
}

extension PurchaseResult {
    /// A short description of the result.
    var outline: String {
        switch self {
        case .success(.verified): "verified"
        case .success(.unverified(_, let error)): "unverified \(error.verificationFailure?.rawValue ?? "")"
        case .pending: "pending"
        case .userCancelled: "userCancelled"
        case .failed(let error): "failed \(error.type)"
        }
    }
}
