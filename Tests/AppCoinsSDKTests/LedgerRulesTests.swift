import APIRuntime
import AppCoinsAPI
import Foundation
import Testing

@testable import AppCoinsSDK

/// Tests of the ledger's rules about time and number, without a service.
@Suite("The rules of the ledger")
struct LedgerRulesTests {
    private static let start = Date(timeIntervalSince1970: 1_750_000_000)
    private static let day: TimeInterval = 86_400

    private static func order(_ id: String, opened: Date = start, openedAtService: Date? = nil) -> LedgerEntry {
        LedgerEntry(
            id: id,
            domain: ModelSigner.domain,
            sku: "gas",
            payload: "",
            reference: id,
            guestUID: "guest",
            opened: opened,
            openedAtService: openedAtService
        )
    }

    private static func payment(_ uid: String, state: PurchaseState = .pending) -> LedgerEntry.Payment {
        LedgerEntry.Payment(
            uid: uid,
            orderUID: "O-\(uid)",
            address: "0x1",
            isVerified: true,
            found: start,
            state: state.rawValue
        )
    }

    private static func notice(_ uid: String, sku: String = "gas", in ledger: inout Ledger, at now: Date) -> Bool {
        ledger.notice(NoticedPurchase(uid: uid, domain: ModelSigner.domain, sku: sku, payload: ""), at: now)
    }

    // MARK: - Orders without a purchase

    @Test("forged claims do not push an honest one out, and a refuted one makes room for another")
    func claims() {
        var entry = Self.order("1")
        entry.on(.claimed("honest"), at: Self.start)
        for number in 0..<200 { entry.on(.claimed("forged-\(number)"), at: Self.start) }
        #expect(entry.claims.count == LedgerEntry.maximumClaims)
        #expect(entry.claims.first == "honest")
        entry.on(.rejected(["forged-0"]), at: Self.start)
        entry.on(.claimed("late"), at: Self.start)
        #expect(entry.claims.last == "late")
    }

    @Test(
        "an honest claim is kept that follows any number of forged ones, and others follow it",
        arguments: 1...20 as ClosedRange<UInt64>
    )
    func lateClaim(seed: UInt64) {
        var random = ModelRandom(seed: seed)
        var entry = Self.order("1")
        for number in 0..<LedgerEntry.maximumClaims + random.below(100) {
            entry.on(.claimed("forged-\(number)"), at: Self.start)
            if random.chance(30) { entry.on(.missed(entry.claims), at: Self.start) }
        }
        entry.on(.claimed("honest"), at: Self.start)
        #expect(entry.claims.last == "honest")
        entry.on(.missed(entry.claims.filter { $0 != "honest" }), at: Self.start)
        for number in 0..<100 { entry.on(.claimed("later-\(number)"), at: Self.start) }
        #expect(entry.claims.contains("honest"))
        #expect(entry.claims.count == LedgerEntry.maximumClaims)
    }

    @Test("an honest claim that the service did not know for longer than later ones is kept")
    func slowClaim() {
        var entry = Self.order("1")
        entry.on(.claimed("honest"), at: Self.start)
        entry.on(.missed(["honest"]), at: Self.start)
        for number in 1..<LedgerEntry.maximumClaims { entry.on(.claimed("forged-\(number)"), at: Self.start) }
        entry.on(.missed(entry.claims), at: Self.start)
        entry.on(.claimed("late"), at: Self.start)
        #expect(entry.claims.first == "honest")
        #expect(entry.claims.last == "late")
        #expect(entry.claims.count == LedgerEntry.maximumClaims)
    }

    @Test("absences are counted over days, so that neither a burst nor a jump of the clock ends the care for an order")
    func absences() {
        var entry = Self.order("1")
        var now = Self.start
        for _ in 0..<100 {
            now += 1
            entry.on(.absent, at: now)
        }
        #expect(entry.absences == 1)
        for _ in 0..<10 {
            // A year ahead and back adds one absence each time.
            entry.on(.absent, at: now + 365 * Self.day)
            entry.on(.absent, at: now + 365 * Self.day + 60)
        }
        #expect(entry.absences == 2)
        #expect(!entry.isDormant && entry.openDuties.contains(.look))
    }

    @Test("after a week without a purchase, an order waits for a purchase to be named")
    func dormant() {
        var ledger = Ledger([Self.order("1")])
        var now = Self.start
        for _ in 0..<LedgerRules.maximumAbsences {
            now += LedgerRules.absencePause
            _ = ledger.record(.absent, of: "1", at: now)
        }
        #expect(ledger["1"]?.isDormant == true)
        #expect(ledger["1"]?.dueDuties(at: now, all: true) == [])
        #expect(Self.notice("p", sku: "oil", in: &ledger, at: now) == false)
        #expect(Self.notice("p", in: &ledger, at: now))
        #expect(Self.notice("p", in: &ledger, at: now) == false)
        #expect(ledger["1"]?.dueDuties(at: now) == [.look])
        _ = ledger.record(.rejected(["p"]), of: "1", at: now)
        #expect(ledger["1"]?.dueDuties(at: now, all: true) == [])
        #expect(Self.notice("p", in: &ledger, at: now) == false)
        #expect(Self.notice("q", in: &ledger, at: now))
        _ = ledger.record(.found(Self.payment("q")), of: "1", at: now)
        #expect(ledger["1"]?.openDuties.contains(.acknowledge) == true)
    }

    @Test("a delivered purchase is named to the orders that it may have paid for, also to old ones")
    func deliveredToDormant() {
        var ledger = Ledger([Self.order("1")])
        var now = Self.start
        for _ in 0..<LedgerRules.maximumAbsences {
            now += LedgerRules.absencePause
            _ = ledger.record(.absent, of: "1", at: now)
        }
        let delivery = LedgerEntry(
            domain: ModelSigner.domain,
            sku: "gas",
            payload: "",
            reference: "",
            guestUID: nil,
            opened: now
        )
        _ = ledger.requestFinish(delivery, Self.payment("p"), at: now)
        #expect(ledger["1"]?.claims == ["p"])
        #expect(ledger["1"]?.dueDuties(at: now) == [.look])
        #expect(!ledger.taken(besides: "1").contains("p"))
        #expect(ledger.delivered == ["p"])
    }

    @Test("old orders are looked for twice a day, and sooner after the clock is set back")
    func pauses() throws {
        var entry = Self.order("1")
        let late = Self.start + 5 * Self.day
        entry.on(.absent, at: late)
        #expect(entry.dueDuties(at: late + LedgerRules.absencePause - 1) == [])
        #expect(entry.dueDuties(at: late + LedgerRules.absencePause) == [.look])
        #expect(entry.dueDuties(at: Self.start) == [.look])
    }

    // MARK: - Settled purchases

    @Test("settled purchases are remembered, and the oldest are removed by number")
    func settled() {
        var ledger = Ledger()
        let count = LedgerRules.maximumSettled + 20
        for number in 0..<count {
            ledger.add(Self.order("\(number)"), now: Self.start)
            _ = ledger.record(.found(Self.payment("p\(number)")), of: "\(number)", at: Self.start)
            for duty in [LedgerEntry.Duty.acknowledge, .finish, .reportOrder] {
                _ = ledger.record(.confirmed(duty), of: "\(number)", at: Self.start)
            }
        }
        #expect(ledger.entries.count == LedgerRules.maximumSettled)
        #expect(ledger["0"] == nil && ledger["\(count - 1)"] != nil)
        #expect(ledger.taken(besides: "new").contains("p\(count - 1)"))
        #expect(ledger.delivered.contains("p\(count - 1)"))
        #expect(ledger.entries.allSatisfy { $0.dueDuties(at: Self.start + 1000 * Self.day, all: true).isEmpty })
    }

    @Test("of too many orders, those without hope are removed first, and never one with an open duty")
    func pruning() {
        var ledger = Ledger()
        for number in 0..<10 {
            ledger.add(Self.order("open \(number)"), now: Self.start)
            _ = ledger.record(.found(Self.payment("p\(number)")), of: "open \(number)", at: Self.start)
        }
        for number in 0..<LedgerRules.maximumEntries + 50 {
            ledger.add(Self.order("unpaid \(number)"), now: Self.start)
            _ = ledger.record(.absent, of: "unpaid \(number)", at: Self.start)
        }
        #expect(ledger.entries.count == LedgerRules.maximumEntries)
        #expect((0..<10).allSatisfy { ledger["open \($0)"] != nil })
        #expect(ledger["unpaid 0"] == nil && ledger["unpaid \(LedgerRules.maximumEntries + 49)"] != nil)
    }

    // MARK: - Leases

    @Test("two processes over one ledger never perform a duty at the same time; an ended one blocks nobody")
    func leases() {
        var ledger = Ledger([Self.order("1")])
        var granted: [Bool] = []
        let begin = { (holder: String, time: Date, gone: String) in
            granted.append(ledger.begin(.acknowledge, of: "1", by: holder, at: time, unless: { $0 == gone }))
        }
        begin("a", Self.start, "")
        begin("b", Self.start, "")
        begin("b", Self.start, "a")
        begin("a", Self.start, "")
        begin("a", Self.start + LedgerRules.leaseTime, "")
        // The clock was set back after the lease began.
        begin("b", Self.start - Self.day, "")
        #expect(granted == [true, false, true, false, true, true])
    }

    @Test("only the owner of the folder knows that former owners have ended")
    func owners() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (first, second) = (LeaseHolder(folder: folder), LeaseHolder(folder: folder))
        let (old, other) = (first.ticket(), second.ticket())
        #expect(!second.isGone(old) && !first.isGone(other) && !first.isGone(old))
        first.release()
        #expect(second.isGone(old))
        #expect(!second.isGone(other) && !second.isGone(second.ticket()))
        #expect(!LeaseHolder().isGone(old))
    }

    // MARK: - Time

    @Test(
        "a purchase from before the checkout is of another order, by the clock of the service, even with its reference",
        arguments: [
            (-Self.day, TimeInterval?.none, true, OrderMatch.same), (-Self.day, nil, false, .unclear),
            (-Self.day, 0, true, .other), (-Self.day, 0, false, .other), (-Self.day, -Self.day, false, .same),
            (60, 0, true, .same), (60, 0, false, .same), (60, nil, false, .same), (-60, 0, true, .same),
        ]
    )
    func times(bought: TimeInterval, service: TimeInterval?, isKnown: Bool, match: OrderMatch) throws {
        let entry = Self.order("r", openedAtService: service.map { Self.start + $0 })
        let sale = ModelService.Sale(
            uid: "p",
            orderUID: "O",
            sku: "gas",
            payload: "",
            reference: "r",
            wallet: "0x1",
            paid: Self.start + bought
        )
        let record = ModelSigner.record(sale, signed: false)
        let data = try #require(PurchaseVerificationData(signedText: record.verification.data))
        let reference = isKnown ? OrderMatch.Reference.known("r") : .none
        #expect(OrderMatch(record, data, of: entry, taken: [], reference: reference) == match)
        // Only the reference binds the purchase of a wallet that a link names.
        let suspected = OrderMatch(record, data, of: entry, taken: [], reference: reference, isSuspect: true)
        #expect(suspected == (isKnown || match == .other ? match : .unclear))
        #expect(OrderMatch(record, data, of: entry, taken: ["p"], reference: reference) == .other)
    }
}
