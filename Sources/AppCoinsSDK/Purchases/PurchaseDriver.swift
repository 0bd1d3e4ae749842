import APIRuntime
import AppCoinsAPI
import Foundation

/// A driver that performs one purchase: it passes events to the machine and performs the machine's actions.
struct PurchaseDriver: Sendable {
    /// The instance that makes the purchase.
    let billing: AppcBilling
    /// The order and its page.
    let request: CheckoutRequest
    /// The open checkout.
    let sheet: any CheckoutSheet
    /// The events of the sheet and of links.
    let inbox: AsyncStream<PurchaseMachine.Event>

    /// Performs the purchase until its end.
    func run() async -> PurchaseResult {
        var machine = PurchaseMachine()
        var account: WalletAccount?
        for await event in inbox {
            var actions = machine.on(event)
            while !actions.isEmpty {
                let action = actions.removeFirst()
                if case .end(let result) = action {
                    await sheet.close()
                    return result
                }
                if let next = await perform(action, &account) { actions += machine.on(next) }
            }
        }
        return .userCancelled
    }

    private func perform(_ action: PurchaseMachine.Action, _ account: inout WalletAccount?) async -> PurchaseMachine
        .Event?
    {
        switch action {
        case .activate(let change):
            await billing.activate(change)
            return nil
        case .follow(let redirect):
            await sheet.follow(redirect)
            return nil
        case .verify(let data):
            await billing.reporter.paid(order: data.orderId)
            billing.flushReports()
            let (reading, owner) = await billing.reading.read(
                data,
                sku: request.product.sku,
                domain: request.domain,
                billing: billing
            )
            account = owner
            return .verified(reading)
        case .acknowledge(let purchase): return .acknowledged(await acknowledge(purchase, account))
        case .end: return nil
        }
    }

    private func acknowledge(_ purchase: Purchase, _ account: WalletAccount?) async -> AppCoinsSDKError? {
        guard let account else { return AppCoinsSDKError(.unknown, "The purchase has no wallet.") }
        do {
            let state = try await billing.calls.take(
                .acknowledge,
                uid: purchase.uid,
                domain: request.domain,
                account: account
            )
            purchase.move(to: state)
            return nil
        } catch {
            return AppCoinsSDKError(error, while: "The purchase could not be acknowledged")
        }
    }
}
