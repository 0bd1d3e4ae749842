import APIRuntime
import AppCoinsAPI
import Foundation

/// A reader that waits until a purchase reported by a checkout can be read, and verifies it.
struct PurchaseReading: Sendable {
    /// The calls that read purchases.
    let calls: PurchaseCalls
    /// The public keys of apps.
    let keys: PublicKeys
    /// The environment, with the clock and the time limit.
    let environment: AppcEnvironment

    /// The result of one attempt.
    private enum Attempt {
        case found(PurchaseCalls.Found)
        case notYet
        case failed(AppCoinsSDKError)
    }

    /// Reads and verifies a purchase.
    ///
    /// - Parameters:
    ///   - data: The purchase as reported by the page.
    ///   - sku: The product that was ordered.
    ///   - domain: The bundle identifier of the app that ordered it.
    ///   - billing: The instance that the purchase belongs to.
    /// - Returns: The result, and the wallet that owns the purchase, if one does.
    func read(
        _ data: CheckoutPurchaseData,
        sku: String,
        domain: String,
        billing: AppcBilling?
    ) async -> (PurchaseMachine.Reading, WalletAccount?) {
        var pause = Duration.seconds(1)
        var waited = Duration.zero
        while true {
            switch await attempt(data.purchaseToken, domain: domain) {
            case .found(let found): return (await check(found, sku: sku, domain: domain, billing), found.account)
            case .failed(let error): return (.failed(error), nil)
            case .notYet:
                guard waited + pause <= environment.patience,
                    (try? await environment.configuration.clock.sleep(for: pause)) != nil
                else { return (.unreadable, nil) }
                waited += pause
                pause = min(pause * 2, .seconds(8))
            }
        }
    }

    private func attempt(_ uid: String, domain: String) async -> Attempt {
        do {
            return try await calls.find(uid, domain: domain).map { .found($0) } ?? .notYet
        } catch let error as GetPurchaseError where Self.mayPass(error) {
            return .notYet
        } catch {
            return .failed(AppCoinsSDKError(error, while: "The purchase could not be read"))
        }
    }

    /// Returns whether another attempt to read may succeed.
    static func mayPass(_ error: GetPurchaseError) -> Bool {
        if let status = error.status { return status >= 500 || status == 408 || status == 429 }
        if case .transport = error.failure { return true }
        return false
    }

    private func check(
        _ found: PurchaseCalls.Found,
        sku: String,
        domain: String,
        _ billing: AppcBilling?
    ) async -> PurchaseMachine.Reading {
        let record = found.record
        let expected = ExpectedPurchase(domain: domain, sku: sku, uid: record.uid, orderUid: record.orderUid)
        do {
            let purchase = try Purchase(record, walletAddress: found.account.address, billing: billing)
            if record.sku != sku { return .unverified(purchase, .otherProduct) }
            let failure = try await keys.failure(of: record.verification, expecting: expected)
            return failure.map { .unverified(purchase, $0) } ?? .genuine(purchase)
        } catch {
            return .failed(AppCoinsSDKError(error, while: "The purchase could not be verified"))
        }
    }
}
