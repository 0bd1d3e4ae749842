public import APIRuntime
public import AppCoinsAPI

/// A purchase of an in-app product.
///
/// ``state`` changes when the purchase is finished; all other properties are constant.
public final class Purchase: Sendable, Identifiable {
    /// The identifier of the purchase, such as `catappult.inapp.purchase.ABCDEFGHIJ1234`.
    public let uid: String

    /// The identifier of the product that was purchased.
    public let sku: String

    /// The identifier of the order.
    public let orderUid: String

    /// The developer's payload; empty if there is none.
    public let payload: String

    /// The time of the purchase, such as `2023-01-01T10:21:29.014456Z`.
    public let created: String

    /// The data and signature for the verification of the purchase.
    public let verification: PurchaseVerification

    /// The address of the wallet that made the purchase; `nil` if unknown.
    let walletAddress: String?

    private let current: LockedState<String>
    private let billing: AppcBilling?

    /// Creates a purchase from the service's response.
    ///
    /// - Throws: ``AppCoinsSDKError/systemError(_:)`` with the identifier of the purchase if its signed data cannot
    ///   be decoded.
    init(_ record: PurchaseRecord, walletAddress: String?, billing: AppcBilling?) throws {
        guard let data = PurchaseVerificationData(signedText: record.verification.data) else {
            throw AppCoinsSDKError(.system, "The signed data of the purchase \(record.uid) cannot be decoded.")
        }
        uid = record.uid
        sku = record.sku
        orderUid = record.orderUid
        payload = record.payload ?? ""
        created = record.created
        verification = PurchaseVerification(
            type: record.verification.type.rawValue,
            signature: record.verification.signature,
            data: data,
            signedText: record.verification.data
        )
        current = LockedState(record.state.rawValue)
        self.walletAddress = walletAddress
        self.billing = billing
    }

    /// The state of the purchase: `PENDING`, `ACKNOWLEDGED` or `CONSUMED`.
    public var state: String { current.withLock { $0 } }

    /// Whether the purchase was cancelled or refunded.
    var isRefunded: Bool { verification.data.purchaseState == 1 }

    /// Whether the purchase is consumed.
    var isConsumed: Bool { state == PurchaseState.consumed.rawValue }

    /// The same value as ``uid``.
    public var id: String { uid }

    /// Consumes the purchase; afterwards, the product can be purchased again.
    ///
    /// Call this method after you have delivered the item.
    ///
    /// Does nothing if the purchase is already consumed. If a response is lost, the SDK reads the state before it sends
    /// the request again.
    ///
    /// - Parameter domain: The bundle identifier of the app; `nil` uses that of the environment.
    /// - Throws: ``AppCoinsSDKError`` if the service does not confirm it now. The SDK then repeats it until the service
    ///   does, over restarts; ``unfinished(domain:)`` does not return the purchase again. If the device cannot store the
    ///   delivery, which is logged, the SDK tries again before each list of unfinished purchases, until the app ends.
    public func finish(domain: String? = nil) async throws {
        try await (billing ?? .current).finish(self, domain: domain)
    }

    /// Changes the state to one that the service has confirmed.
    func move(to state: PurchaseState) {
        current.withLock { $0 = state.rawValue }
    }
}

extension Purchase {
    /// Returns all purchases that the user has made in the app, newest first.
    ///
    /// - Parameter domain: The bundle identifier of the app; `nil` uses that of the environment.
    /// - Returns: The purchases that can be read; empty if there are none.
    ///   ``AppcBilling/purchaseList(domain:sku:unfinishedOnly:)`` names the others.
    /// - Throws: ``AppCoinsSDKError`` if no wallet can be read.
    public static func all(domain: String? = nil) async throws -> [Purchase] {
        try await AppcBilling.current.purchases(domain: domain)
    }

    /// Returns the latest purchase of a product; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - domain: The bundle identifier of the app; `nil` uses that of the environment.
    ///   - sku: The identifier of the product.
    /// - Returns: The purchase, in any state.
    /// - Throws: ``AppCoinsSDKError`` if the purchases cannot be read.
    public static func latest(domain: String? = nil, sku: String) async throws -> Purchase? {
        try await AppcBilling.current.latestPurchase(domain: domain, sku: sku)
    }

    /// Returns the verified purchases that have not been consumed, newest first.
    ///
    /// Call this method at every start of the app: the service refunds purchases that are not consumed within 24 hours.
    /// A purchase is returned until it is finished, so deliver the results of one call before the next one.
    ///
    /// Each purchase is verified like the result of a checkout. One that cannot be verified, because the app's key cannot
    /// be fetched, is returned by a later call; one that is not genuine is never returned.
    /// ``AppcBilling/purchaseList(domain:sku:unfinishedOnly:)`` names both.
    ///
    /// - Parameter domain: The bundle identifier of the app; `nil` uses that of the environment.
    /// - Returns: The purchases in the states `PENDING` and `ACKNOWLEDGED` that can be read, except for those that the
    ///   app has finished and whose consumption the SDK repeats, and for one that an open checkout is about to return.
    /// - Throws: ``AppCoinsSDKError`` if no wallet can be read.
    public static func unfinished(domain: String? = nil) async throws -> [Purchase] {
        try await AppcBilling.current.unfinishedPurchases(domain: domain)
    }

    /// A stream of intents to purchase a product.
    ///
    /// Every observer has its own stream. Intents that were received without an observer are delivered to the first
    /// one; a pending intent is delivered to every new observer.
    public static var updates: AsyncStream<PurchaseIntent> { AppcBilling.current.intentUpdates() }

    /// The pending intent; `nil` if there is none or it has expired.
    public static var intent: PurchaseIntent? { AppcBilling.current.pendingIntent }
}

extension Purchase: CustomStringConvertible {
    /// The identifier, product and state.
    public var description: String { "Purchase(\(uid), \(sku), \(state))" }
}

/// The data and signature for the verification of a purchase.
public struct PurchaseVerification: Sendable, Hashable, RedactedReflectable {
    /// The layout of the signed data, such as `GOOGLE`.
    public let type: String

    /// The signature over the signed string, in Base64.
    public let signature: String

    /// The signed data.
    public let data: PurchaseVerificationData

    /// The exact string that is signed.
    let signedText: String

    init(type: String, signature: String, data: PurchaseVerificationData, signedText: String) {
        self.type = type
        self.signature = signature
        self.data = data
        self.signedText = signedText
    }
}
