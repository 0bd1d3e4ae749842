public import APIRuntime
public import AppCoinsAPI

/// A purchase of an in-app product.
///
/// ``state`` changes when the purchase is finished; everything else stays as it was read.
public final class Purchase: Sendable, Identifiable {
    /// Identifier of the purchase, such as `catappult.inapp.purchase.ABCDEFGHIJ1234`.
    public let uid: String

    /// Product that was purchased.
    public let sku: String

    /// Identifier of the order.
    public let orderUid: String

    /// The developer's payload; empty when there is none.
    public let payload: String

    /// When it was made, such as `2023-01-01T10:21:29.014456Z`.
    public let created: String

    /// What it can be verified with.
    public let verification: PurchaseVerification

    /// Address of the wallet that made it, when that is known.
    let walletAddress: String?

    private let current: LockedState<String>
    private let billing: AppcBilling?

    /// Reads a purchase of the service.
    ///
    /// - Throws: ``AppCoinsSDKError/systemError(_:)`` that names the purchase when its signed text is not understood.
    init(_ record: PurchaseRecord, walletAddress: String?, billing: AppcBilling?) throws {
        guard let data = PurchaseVerificationData(signedText: record.verification.data) else {
            throw AppCoinsSDKError(.system, "The signed data of the purchase \(record.uid) is not understood.")
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

    /// `PENDING`, `ACKNOWLEDGED` or `CONSUMED`.
    public var state: String { current.withLock { $0 } }

    /// Same as ``uid``.
    public var id: String { uid }

    /// Consumes the purchase, after which it can be bought again.
    ///
    /// Call it when the item has been given.
    ///
    /// A purchase that is consumed already is left alone. When the response gets lost, the state is read before the call
    /// is sent again.
    ///
    /// - Parameter domain: Bundle identifier of the app; `nil` for the one that the SDK runs in.
    /// - Throws: ``AppCoinsSDKError``. The purchase is then still in ``unfinished(domain:)``, unless only the response was
    ///   lost.
    public func finish(domain: String? = nil) async throws {
        try await (billing ?? .current).finish(self, domain: domain)
    }

    /// Changes the state to one that the service has confirmed.
    func move(to state: PurchaseState) {
        current.withLock { $0 = state.rawValue }
    }
}

extension Purchase {
    /// All purchases that the user has made in the app, newest first.
    ///
    /// - Parameter domain: Bundle identifier of the app; `nil` for the one that the SDK runs in.
    /// - Returns: The purchases; empty when there are none.
    /// - Throws: ``AppCoinsSDKError``; also when only some could be read.
    public static func all(domain: String? = nil) async throws -> [Purchase] {
        try await AppcBilling.current.purchases(domain: domain)
    }

    /// The latest purchase of a product; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - domain: Bundle identifier of the app; `nil` for the one that the SDK runs in.
    ///   - sku: The product.
    /// - Returns: The purchase, in whatever state.
    /// - Throws: ``AppCoinsSDKError``.
    public static func latest(domain: String? = nil, sku: String) async throws -> Purchase? {
        try await AppcBilling.current.latestPurchase(domain: domain, sku: sku)
    }

    /// The purchases that have not been consumed, newest first.
    ///
    /// To be called at every start of the app: what is not consumed within 24 hours is paid back.
    ///
    /// - Parameter domain: Bundle identifier of the app; `nil` for the one that the SDK runs in.
    /// - Returns: The purchases in the states `PENDING` and `ACKNOWLEDGED`.
    /// - Throws: ``AppCoinsSDKError``; also when only some could be read.
    public static func unfinished(domain: String? = nil) async throws -> [Purchase] {
        try await AppcBilling.current.unfinishedPurchases(domain: domain)
    }

    /// Intents to purchase something, as they come in.
    ///
    /// Every observer gets its own stream. What came while nobody listened is delivered to the first one; a pending
    /// intent is delivered to every new one.
    public static var updates: AsyncStream<PurchaseIntent> { AppcBilling.current.intentUpdates() }

    /// The pending intent; `nil` when there is none or it has expired.
    public static var intent: PurchaseIntent? { AppcBilling.current.pendingIntent }
}

extension Purchase: CustomStringConvertible {
    /// Identifier, product and state.
    public var description: String { "Purchase(\(uid), \(sku), \(state))" }
}

/// What a purchase can be verified with.
public struct PurchaseVerification: Sendable, Hashable, RedactedReflectable {
    /// Layout of the signed data, such as `GOOGLE`.
    public let type: String

    /// Signature over the signed text, in base64.
    public let signature: String

    /// What is signed.
    public let data: PurchaseVerificationData

    /// The exact text that is signed.
    let signedText: String

    init(type: String, signature: String, data: PurchaseVerificationData, signedText: String) {
        self.type = type
        self.signature = signature
        self.data = data
        self.signedText = signedText
    }
}
