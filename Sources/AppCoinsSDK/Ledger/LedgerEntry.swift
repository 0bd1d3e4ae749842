import APIRuntime
import AppCoinsAPI
import Foundation

/// The order of one checkout, from before the page opens until the service has confirmed every step.
///
/// A value without side effects: events change it, and ``dueDuties(at:all:)`` returns the steps to perform next.
struct LedgerEntry: Sendable, Hashable, Codable, Identifiable, RedactedReflectable {
    /// A step whose success the service confirms.
    enum Duty: String, Sendable, Hashable, Codable, CaseIterable {
        /// Find out whether the order was paid.
        case look
        /// Acknowledge the verified purchase.
        case acknowledge
        /// Consume the purchase that the app has delivered.
        case finish
        /// Report the system's token of the checkout.
        case reportToken
        /// Report the order of the purchase.
        case reportOrder
        /// Report the refund of the purchase.
        case reportRefund
        /// Read the purchase, to detect that it was consumed elsewhere or refunded.
        case watch
    }

    /// The purchase that paid for the order.
    struct Payment: Sendable, Hashable, Codable {
        /// The identifier of the purchase.
        let uid: String
        /// The identifier of the order at the service.
        let orderUID: String
        /// The address of the wallet that paid.
        let address: String
        /// Whether the signature of the purchase is valid.
        var isVerified: Bool
        /// The time at which the ledger learned of the purchase.
        let found: Date
        /// The state of the purchase at the service: `PENDING`, `ACKNOWLEDGED` or `CONSUMED`.
        var state: String
        /// Whether the purchase was refunded.
        var isRefunded = false
    }

    /// The attempts at a duty.
    struct Attempts: Sendable, Hashable, Codable {
        /// The number of failed attempts.
        var count = 0
        /// The time of the next attempt.
        var due: Date
    }

    /// The right to perform a duty, so that two instances or processes do not perform it at the same time.
    struct Lease: Sendable, Hashable, Codable {
        /// The identifier of the holder.
        let holder: String
        /// The time at which the right ends, in case the process of the holder has ended.
        let end: Date
    }

    /// The identifier of the entry.
    let id: String
    /// The bundle identifier of the app that sells the product.
    let domain: String
    /// The product.
    let sku: String
    /// The developer's payload; empty if there is none.
    let payload: String
    /// The caller's order reference; empty for a purchase that was not made through this ledger.
    let reference: String
    /// Whether the SDK has created the reference, so that no other order has it; `nil` if that is unknown.
    let isReferenceUnique: Bool?
    /// The guest that pays unless a user signs in on the page; `nil` if there is none.
    let guestUID: String?
    /// The time at which the entry was stored, by the clock of the device.
    let opened: Date
    /// The same time by the clock of the service; `nil` if it was unknown.
    let openedAtService: Date?
    /// The system's token for the report of the purchase; `nil` if purchases are not reported here.
    var token: ExternalPurchaseToken?
    /// The identifiers of purchases that a result has named, the latest last.
    private(set) var claims: [String] = []
    /// The number of searches in which the service did not know a claim, by claim; `nil` if there is none.
    private(set) var misses: [String: Int]?
    /// The identifiers of purchases that belong to other orders, the latest last.
    private(set) var rejected: [String] = []
    /// The addresses of the users who may pay; `nil` in entries of earlier versions.
    private(set) var payers: [String]?
    /// The purchase that paid for the order; `nil` while it is unknown.
    private(set) var payment: Payment?
    /// The duties that the service has confirmed.
    private(set) var confirmed: Set<Duty> = []
    /// Whether the app has asked to consume the purchase.
    private(set) var isFinishRequested = false
    /// The number of times the service had no purchase for the order, counted at most once in a while.
    private(set) var absences = 0
    /// The time of the latest absence that was counted; `nil` if there is none.
    private(set) var lastAbsence: Date?
    /// The failed attempts, by duty.
    private(set) var attempts: [String: Attempts] = [:]
    /// The duties in progress.
    private(set) var leases: [String: Lease] = [:]

    /// Creates the entry of a checkout that is about to open.
    init(
        id: String = UUID().uuidString,
        domain: String,
        sku: String,
        payload: String,
        reference: String,
        isReferenceUnique: Bool? = nil,
        guestUID: String?,
        opened: Date,
        openedAtService: Date? = nil,
        payers: [String] = [],
        token: ExternalPurchaseToken? = nil
    ) {
        self.id = id
        self.domain = domain
        self.sku = sku
        self.payload = payload
        self.reference = reference
        self.isReferenceUnique = isReferenceUnique
        self.guestUID = guestUID
        self.opened = opened
        self.openedAtService = openedAtService
        self.payers = payers
        self.token = token
    }
}

extension LedgerEntry {
    /// An event of an entry.
    enum Event: Sendable, Hashable {
        /// A result has named a purchase, which may belong to another order.
        case claimed(String)
        /// The service does not know the named purchases.
        case missed([String])
        /// The named purchases belong to other orders.
        case rejected([String])
        /// A user has signed in at the checkout, who may pay.
        case payer(String)
        /// The service has a purchase that belongs to the order.
        case found(Payment)
        /// The service has no purchase for the order.
        case absent
        /// The app has delivered the purchase.
        case finishRequested
        /// The service has confirmed a duty.
        case confirmed(Duty)
        /// The purchase was read.
        case observed(state: String, isRefunded: Bool)
        /// A duty failed and is tried again later.
        case failed(Duty)
    }

    /// The largest number of claims, so that forged links do not make the entry grow.
    ///
    /// The latest claim that the service did not know makes room for a new one; the latest one if there is none.
    static let maximumClaims = 64

    /// The largest number of misses that are counted.
    private static let maximumMisses = 16

    /// The largest number of remembered purchases of other orders, more than a page of the service's list contains.
    static let maximumRejections = 256

    /// Processes an event.
    mutating func on(_ event: Event, at now: Date) {
        switch event {
        case .claimed(let uid):
            guard !claims.contains(uid), !rejected.contains(uid) else { return }
            claim(uid)
            attempts[Duty.look.rawValue] = nil
        case .missed(let uids):
            for uid in claims where uids.contains(uid) {
                let count = (misses?[uid] ?? 0) + 1
                misses = (misses ?? [:]).merging([uid: min(count, Self.maximumMisses)]) { $1 }
            }
        case .rejected(let uids):
            for uid in uids { removeClaim(uid) }
            rejected = Array((rejected.filter { !uids.contains($0) } + uids).suffix(Self.maximumRejections))
        case .payer(let address):
            if payers?.contains(address) != true { payers = (payers ?? []) + [address] }
        case .found(let payment):
            // The first purchase stays: an order is paid once.
            guard self.payment == nil else { return observe(payment.state, payment.isRefunded) }
            self.payment = payment
            confirm(.look)
            observe(payment.state, payment.isRefunded)
        case .absent: observeAbsence(now)
        case .finishRequested: isFinishRequested = true
        case .confirmed(let duty): confirm(duty)
        case .observed(let state, let isRefunded):
            observe(state, isRefunded)
            postpone(.watch, now)
        case .failed(let duty): postpone(duty, now)
        }
    }

    private mutating func claim(_ uid: String) {
        if claims.count >= Self.maximumClaims {
            let latest = claims.last { misses?[$0] != nil } ?? claims.last
            if let latest { removeClaim(latest) }
        }
        claims.append(uid)
    }

    private mutating func removeClaim(_ uid: String) {
        claims.removeAll { $0 == uid }
        misses?[uid] = nil
    }

    /// Acquires the right to perform a duty.
    ///
    /// - Parameters:
    ///   - duty: The duty.
    ///   - holder: The identifier of the new holder.
    ///   - now: The current time.
    ///   - isGone: A closure that returns whether the process of another holder is known to have ended.
    /// - Returns: `false` if another holder has it.
    mutating func begin(
        _ duty: Duty,
        by holder: String,
        at now: Date,
        unless isGone: (String) -> Bool = { _ in false }
    ) -> Bool {
        let limit = now.addingTimeInterval(LedgerRules.leaseTime)
        // An end that is too far away was set before the clock was set back.
        if let lease = leases[duty.rawValue], lease.holder != holder, lease.end > now, lease.end <= limit,
            !isGone(lease.holder)
        {
            return false
        }
        leases[duty.rawValue] = Lease(holder: holder, end: limit)
        return true
    }

    /// Counts an absence, unless one was counted a short time ago.
    ///
    /// A clock that is set forward thus adds one absence, however far it is set.
    private mutating func observeAbsence(_ now: Date) {
        // A dormant order is only asked about claims, and the service knows none of them.
        if isDormant { (claims, misses) = ([], nil) }
        let pause = lastAbsence.map { abs(now.timeIntervalSince($0)) } ?? .infinity
        if pause >= LedgerRules.absencePause {
            absences += 1
            lastAbsence = now
        }
        postpone(.look, now)
    }

    private mutating func confirm(_ duty: Duty) {
        confirmed.insert(duty)
        leases[duty.rawValue] = nil
        attempts[duty.rawValue] = nil
        switch duty {
        case .acknowledge where payment?.state == PurchaseState.pending.rawValue:
            payment?.state = PurchaseState.acknowledged.rawValue
        case .finish: payment?.state = PurchaseState.consumed.rawValue
        default: break
        }
    }

    private mutating func observe(_ state: String, _ isRefunded: Bool) {
        // States only advance; an old response must not revert a confirmed step.
        if Self.rank(state) > Self.rank(payment?.state ?? "") { payment?.state = state }
        if isRefunded { payment?.isRefunded = true }
    }

    private static func rank(_ state: String) -> Int {
        [PurchaseState.pending, .acknowledged, .consumed].firstIndex { $0.rawValue == state } ?? -1
    }

    private mutating func postpone(_ duty: Duty, _ now: Date) {
        leases[duty.rawValue] = nil
        let count = (attempts[duty.rawValue]?.count ?? 0) + 1
        attempts[duty.rawValue] = Attempts(count: count, due: now.addingTimeInterval(pause(duty, count, now)))
    }

    private func pause(_ duty: Duty, _ count: Int, _ now: Date) -> TimeInterval {
        // An order or a purchase is read more rarely the older it is.
        let age = max(0, now.timeIntervalSince(payment?.found ?? opened))
        switch duty {
        case .watch: return min(max(300, age / 12), LedgerRules.longestPause(of: duty))
        case .look where age > LedgerRules.closeLook: return LedgerRules.longestPause(of: duty)
        default: return min(pow(2, Double(min(count, 13) - 1)), LedgerRules.usualPause)
        }
    }
}
