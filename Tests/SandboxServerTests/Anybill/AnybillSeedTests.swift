import AnybillAPI
import Foundation
import Testing

@testable import SandboxServer

@Suite("Seeded Anybill receipts")
struct AnybillSeedTests {
    private func receipts(_ count: Int, seed: UInt64 = 1) -> [Receipt] {
        var maker = ReceiptMaker(
            random: SeededRandom(seed: seed, stream: "test"),
            owner: "owner",
            end: Date(timeIntervalSince1970: 1_800_000_000)
        )
        return maker.receipts(count).map(\.receipt)
    }

    @Test("equal seeds produce equal receipts, and other seeds produce others")
    func deterministic() {
        #expect(receipts(40) == receipts(40))
        #expect(receipts(40) != receipts(40, seed: 2))
    }

    @Test("lines, rates and payments add up to the total")
    func sums() {
        for receipt in receipts(300) {
            let data = receipt.data
            let lines = (data.lines ?? []).reduce(Decimal(0)) { $0 + amount($1) }
            let rates = (data.vatAmounts ?? []).reduce(Decimal(0)) { $0 + ($1.inclVat ?? 0) }
            let paid = (data.paymentMethods ?? []).reduce(Decimal(0)) { $0 + $1.amount }
            #expect(rates + (data.tip ?? 0) == data.fullAmountInclVat)
            #expect(lines + (data.tip ?? 0) == data.fullAmountInclVat)
            #expect(paid == data.fullAmountInclVat)
            for rate in data.vatAmounts ?? [] { #expect((rate.exclVat ?? 0) + (rate.vat ?? 0) == rate.inclVat) }
        }
    }

    private func amount(_ line: Line) -> Decimal {
        switch line {
        case .defaultLine(let line): line.fullAmountInclVat
        case .discountLine(let line): line.fullAmountInclVat ?? 0
        case .textLine, .unknown: 0
        }
    }

    @Test("seeds contain returns, both kinds of discounts, deposits, tips, notes and several rates")
    func variety() {
        let all = receipts(231)
        let lines = all.flatMap { $0.data.lines ?? [] }
        #expect(Set(all.map(\.head.date)).count == 231)
        #expect(all.contains { $0.misc.receiptReferences?.contains { $0.type == .return } == true })
        #expect(all.contains { $0.data.fullAmountInclVat < 0 })
        #expect(all.contains { $0.data.discounts?.isEmpty == false })
        #expect(all.contains { ($0.data.vatAmounts?.count ?? 0) > 1 })
        #expect(all.contains { $0.data.tip != nil } && all.contains { $0.misc.note != nil })
        #expect(all.contains { $0.misc.isFavourite })
        #expect(lines.contains { if case .discountLine = $0 { true } else { false } })
        #expect(lines.contains { if case .defaultLine(let line) = $0 { line.text == "Deposit" } else { false } })
    }

    @Test("returns reference existing receipts, which reference them back")
    func references() throws {
        let all = Dictionary(uniqueKeysWithValues: receipts(231).map { ($0.id, $0) })
        for receipt in all.values {
            for reference in receipt.misc.receiptReferences ?? [] {
                let other = try #require(all[reference.receiptId])
                #expect(other.misc.receiptReferences?.map(\.receiptId) == [receipt.id])
                #expect(reference.fullAmountInclVat == other.data.fullAmountInclVat)
            }
        }
    }
}
