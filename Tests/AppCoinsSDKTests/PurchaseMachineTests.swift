import APIRuntime
import AppCoinsAPI
import Foundation
import Testing

@testable import AppCoinsSDK

@Suite("Purchase state machine")
struct PurchaseMachineTests {
    @Test("every ending asks the service, and a closed sheet without a purchase is a cancellation")
    func closed() {
        var machine = PurchaseMachine()
        #expect(Self.names(machine.on(.closed)) == ["resolve"])
        #expect(Self.result(machine.on(.verified(.absent))) == "userCancelled")
        #expect(machine.on(.verified(.absent)).isEmpty)
    }

    @Test(
        "a page that fails to load ends with an error once the service has no purchase",
        arguments: [
            (Int?.none, "networkError"), (404, "productUnavailable"), (400, "systemError"), (503, "systemError"),
        ]
    )
    func loadFailed(status: Int?, error: String) {
        var machine = PurchaseMachine()
        #expect(Self.names(machine.on(.loadFailed(status: status))) == ["resolve"])
        #expect(Self.result(machine.on(.verified(.absent))) == "failed \(error)")
    }

    @Test(
        "while the service does not respond, every ending is pending",
        arguments: [
            PurchaseMachine.Event.closed, .loadFailed(status: nil), .loadFailed(status: 500), .leftUnsettled,
            .message(.paid(paid())), .message(.failed(failure(.failed))), .message(.failed(failure(.network))),
        ]
    )
    func silence(event: PurchaseMachine.Event) {
        var machine = PurchaseMachine()
        #expect(Self.names(machine.on(event)) == ["resolve"])
        #expect(Self.result(machine.on(.verified(.unreadable))) == "pending")
    }

    @Test(
        "a purchase that the service has is a success, whatever the page reported",
        arguments: [
            PurchaseMachine.Event.closed, .loadFailed(status: nil), .leftUnsettled, .message(.paid(paid())),
            .message(.failed(failure(.failed))),
        ]
    )
    func paidAnyway(event: PurchaseMachine.Event) throws {
        var machine = PurchaseMachine()
        _ = machine.on(event)
        #expect(Self.names(machine.on(.verified(.genuine(try Self.purchase(state: .pending))))) == ["acknowledge"])
        #expect(Self.result(machine.on(.acknowledged(nil))) == "verified")
    }

    @Test("an unsettled payment without a purchase is pending")
    func unsettled() {
        for event in [PurchaseMachine.Event.leftUnsettled, .message(.paid(Self.paid(state: 2)))] {
            var machine = PurchaseMachine()
            #expect(Self.names(machine.on(event)) == ["resolve"])
            #expect(Self.result(machine.on(.verified(.absent))) == "pending")
        }
    }

    @Test("a page that names another order's purchase fails, unless the buyer has left it to pay")
    func foreignAfterRedirection() throws {
        let url = try #require(URL(string: "https://pay.example/1"))
        for (redirect, outline) in [
            (CheckoutRedirection.external(url), "pending"), (.authentication(url), "failed systemError"),
        ] {
            var machine = PurchaseMachine()
            _ = machine.on(.message(.redirect(redirect)))
            _ = machine.on(.message(.paid(Self.paid())))
            #expect(Self.result(machine.on(.verified(.foreign))) == outline)
        }
    }

    @Test("closing the sheet after a redirection to a payment is pending; after a sign-in, it is a cancellation")
    func closedElsewhere() throws {
        let url = try #require(URL(string: "https://pay.example/1"))
        for (redirect, outline) in [
            (CheckoutRedirection.external(url), "pending"), (.application(url), "pending"), (.inApp(url), "pending"),
            (.authentication(url), "userCancelled"),
        ] {
            var machine = PurchaseMachine()
            _ = machine.on(.message(.redirect(redirect)))
            _ = machine.on(.closed)
            #expect(Self.result(machine.on(.verified(.absent))) == outline)
        }
    }

    @Test(
        "after a redirection to a payment, no failure of the page turns it into an error",
        arguments: [
            PurchaseMachine.Event.loadFailed(status: nil), .loadFailed(status: 503),
            .message(.failed(failure(.network))), .message(.failed(failure(.failed))),
        ]
    )
    func failedElsewhere(event: PurchaseMachine.Event) throws {
        let url = try #require(URL(string: "https://pay.example/1"))
        for (reading, outline) in [
            (PurchaseMachine.Reading.absent, "pending"), (.foreign, "pending"), (.unreadable, "pending"),
            (.genuine(try Self.purchase(state: .acknowledged)), "verified"),
        ] {
            var machine = PurchaseMachine()
            _ = machine.on(.message(.redirect(.external(url))))
            #expect(Self.names(machine.on(event)) == ["resolve"])
            #expect(Self.result(machine.on(.verified(reading))) == outline)
        }
    }

    @Test("a purchase that the app has already delivered is pending, never a second success")
    func delivered() {
        for event in [PurchaseMachine.Event.closed, .message(.paid(Self.paid())), .link(Self.paid())] {
            var machine = PurchaseMachine()
            _ = machine.on(event)
            #expect(Self.result(machine.on(.verified(.delivered))) == "pending")
        }
    }

    @Test("a wallet that the page reports while the service is asked is stored")
    func lateWallet() throws {
        var machine = PurchaseMachine()
        _ = machine.on(.link(Self.paid()))
        #expect(Self.names(machine.on(.message(.activeWallet(.guest("g"))))) == ["activate"])
        _ = machine.on(.verified(.genuine(try Self.purchase(state: .pending))))
        #expect(Self.names(machine.on(.message(.activeWallet(.guest("g"))))) == ["activate"])
        _ = machine.on(.acknowledged(nil))
        #expect(machine.on(.message(.activeWallet(.guest("g")))).isEmpty)
    }

    @Test(
        "the page's errors map to the documented ones",
        arguments: [
            (CheckoutFailureKind.failed, "systemError"), (.network, "networkError"), (.unknown("x"), "unknown"),
        ]
    )
    func pageErrors(kind: CheckoutFailureKind, error: String) {
        var machine = PurchaseMachine()
        #expect(Self.names(machine.on(.message(.failed(Self.failure(kind))))) == ["resolve"])
        #expect(Self.result(machine.on(.verified(.absent))) == "failed \(error)")
    }

    @Test("a genuine purchase is verified, acknowledged and returned")
    func genuine() throws {
        var machine = PurchaseMachine()
        let resolve = machine.on(.message(.paid(Self.paid(wallet: true))))
        #expect(Self.names(resolve) == ["activate", "resolve"])
        let purchase = try Self.purchase(state: .pending)
        #expect(Self.names(machine.on(.verified(.genuine(purchase)))) == ["acknowledge"])
        #expect(Self.result(machine.on(.acknowledged(nil))) == "verified")
    }

    @Test("a purchase whose acknowledgement fails is verified; the acknowledgement is repeated in the background")
    func unacknowledged() throws {
        var machine = PurchaseMachine()
        _ = machine.on(.message(.paid(Self.paid())))
        _ = machine.on(.verified(.genuine(try Self.purchase(state: .pending))))
        #expect(Self.result(machine.on(.acknowledged(AppCoinsSDKError(.system, "no")))) == "verified")
    }

    @Test("an acknowledged purchase is not acknowledged again, and a consumed one is never a success")
    func acknowledgedBefore() throws {
        for (state, outline) in [(PurchaseState.acknowledged, "verified"), (.consumed, "pending")] {
            var machine = PurchaseMachine()
            _ = machine.on(.message(.paid(Self.paid())))
            #expect(Self.result(machine.on(.verified(.genuine(try Self.purchase(state: state))))) == outline)
            machine = PurchaseMachine()
            _ = machine.on(.message(.paid(Self.paid())))
            let unverified = PurchaseMachine.Reading.unverified(try Self.purchase(state: state), .signatureMismatch)
            let other = state == .consumed ? "pending" : "unverified signatureMismatch"
            #expect(Self.result(machine.on(.verified(unverified))) == other)
        }
    }

    @Test("an unverified purchase is never acknowledged")
    func unverified() throws {
        var machine = PurchaseMachine()
        _ = machine.on(.message(.paid(Self.paid())))
        let actions = machine.on(.verified(.unverified(try Self.purchase(state: .pending), .signatureMismatch)))
        #expect(Self.names(actions) == ["end"])
        #expect(Self.result(actions) == "unverified signatureMismatch")
    }

    @Test("a page's result that the service does not have yet is pending, and one of another order fails")
    func unreadable() {
        for (reading, outline) in [
            (PurchaseMachine.Reading.absent, "pending"), (.unreadable, "pending"), (.foreign, "failed systemError"),
        ] {
            var machine = PurchaseMachine()
            _ = machine.on(.message(.paid(Self.paid())))
            #expect(Self.result(machine.on(.verified(reading))) == outline)
        }
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
        #expect(Self.names(machine.on(.closed)) == ["resolve"])
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
                ? .guestWallet(PayingGuestWallet(guest: PayingGuest(guestUID: "g"))) : nil
        )
    }

    static func failure(_ kind: CheckoutFailureKind) -> CheckoutFailure {
        CheckoutFailure(checkoutError: kind, message: "title", description: "sentence")
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

    static func names(_ actions: [PurchaseMachine.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .activate: "activate"
            case .follow: "follow"
            case .check: "check"
            case .resolve: "resolve"
            case .acknowledge: "acknowledge"
            case .end: "end"
            }
        }
    }

    static func result(_ actions: [PurchaseMachine.Action]) -> String? {
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
