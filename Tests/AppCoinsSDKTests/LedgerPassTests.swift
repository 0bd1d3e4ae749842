import Foundation
import Testing

@testable import AppCoinsSDK

/// Tests of the queue of passes over the ledger, without a service.
@Suite("Passes over the ledger")
struct LedgerPassTests {
    private static let start = Date(timeIntervalSince1970: 1_750_000_000)

    @Test("however many passes are requested while one runs, one follows it, with the duties of all")
    func queue() {
        var queue = LedgerPassQueue()
        var started = 0
        _ = queue.add(LedgerPass([.finish], all: true, until: nil)) { former in
            #expect(former == nil)
            started += 1
            return Task {}
        }
        let first = queue.next()
        #expect(first == LedgerPass([.finish], all: true, until: nil))
        for number in 1...100 {
            let isEven = number.isMultiple(of: 2)
            let pass = LedgerPass(isEven ? [.look] : [.watch], all: isEven, until: Self.start + Double(number))
            _ = queue.add(pass) { former in
                #expect(former != nil)
                started += 1
                return Task {}
            }
        }
        let second = queue.next()
        let third = queue.next()
        #expect(started == 2)
        #expect(second?.immediate == [.look] && second?.regular == [.watch])
        #expect(second?.end == Self.start + 100)
        #expect(third == nil)
    }

    @Test("a pass for several requests performs what each of them would", arguments: 1...50 as ClosedRange<UInt64>)
    func union(seed: UInt64) {
        var random = ModelRandom(seed: seed)
        var entry = LedgerEntry(
            domain: ModelSigner.domain,
            sku: "gas",
            payload: "",
            reference: "r",
            guestUID: nil,
            opened: Self.start,
            token: ExternalPurchaseToken(appAppleID: 1, bundleID: "b", externalPurchaseID: "t", tokenType: "T")
        )
        for duty in [LedgerEntry.Duty.look, .reportToken] where random.chance(50) {
            for _ in 0..<5 { entry.on(.failed(duty), at: Self.start) }
        }
        let passes = (0..<1 + random.below(4)).map { _ in
            let duties = LedgerEntry.Duty.allCases.filter { _ in random.chance(50) }
            return LedgerPass(Set(duties), all: random.chance(50), until: nil)
        }
        var union = passes[0]
        for pass in passes.dropFirst() { union.formUnion(pass) }
        let expected = Set(passes.flatMap { $0.duties(of: entry, at: Self.start) })
        #expect(Set(union.duties(of: entry, at: Self.start)) == expected)
    }
}
