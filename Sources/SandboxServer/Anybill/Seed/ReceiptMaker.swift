import AnybillAPI
import APIRuntime
import Foundation

/// A generator of a user's receipts with distinct dates, the newest shortly before a given time.
struct ReceiptMaker {
    private var random: SeededRandom
    private let owner: String
    private let end: Date
    private var made: [StoredReceipt] = []
    private var soldLines: [[SoldLine]] = []

    init(random: SeededRandom, owner: String, end: Date) {
        self.random = random
        self.owner = owner
        self.end = end
    }

    /// Returns receipts, oldest first.
    mutating func receipts(_ count: Int) -> [StoredReceipt] {
        for index in 0..<count {
            let date = date(index, of: count)
            if let original = returnable(), random.oneIn(14) {
                addReturn(of: original, date: date)
            } else {
                addPurchase(date: date)
            }
        }
        return made
    }

    /// Returns a time within the receipt's own slot of 29 hours.
    ///
    /// Every fifth time has no fraction of a second.
    private mutating func date(_ index: Int, of count: Int) -> Date {
        let slot = 29 * 3600.0
        let seconds = end.timeIntervalSince1970.rounded(.down) - Double(count - index) * slot
        let milliseconds = random.oneIn(5) ? 0 : random.int(in: 1...999)
        return Date(timeIntervalSince1970: seconds + Double(random.int(in: 0...100_000)) + Double(milliseconds) / 1000)
    }

    /// Returns the index of the previous receipt, if it is a purchase without a discount on the total.
    private func returnable() -> Int? {
        guard let last = made.last, last.receipt.misc.receiptReferences?.isEmpty == true,
            last.receipt.data.fullAmountInclVat > 0
        else { return nil }
        return made.count - 1
    }

    // MARK: - Purchases

    private mutating func addPurchase(date: Date) {
        let shop = random.pick(ShopCatalogue.shops)
        var sold: [SoldLine] = []
        for _ in 0..<random.int(in: 1...7) { sold += position(random.pick(shop.goods)) }
        var draft = ReceiptDraft(shop: shop, date: date, sold: sold)
        draft.couponPercent = random.oneIn(11) ? 5 : nil
        draft.tipCents = shop.id == "S-8" ? random.int(in: 1...4) * 50 : 0
        draft.payment = random.pick(ReceiptDraft.payments)
        draft.isFavourite = random.oneIn(9)
        draft.note = random.oneIn(14) ? random.pick(Self.notes) : nil
        add(draft)
        soldLines.append(sold)
    }

    /// Returns the line of a sold good, and a line for its deposit.
    private mutating func position(_ good: Good) -> [SoldLine] {
        let thousandths = good.measure == .count ? random.int(in: 1...3) * 1000 : random.int(in: 250...9_750)
        let percent = random.oneIn(9) ? random.pick([10, 20, 25]) : 0
        var sold = SoldLine(
            text: good.text,
            thousandths: thousandths,
            measure: good.measure,
            unitCents: good.cents - good.cents * percent / 100,
            listCents: good.cents,
            vat: good.vat,
            number: String(random.int(in: 1_000...9_999))
        )
        if percent > 0 { sold.discountID = "SALE-\(percent)" }
        guard good.deposit > 0 else { return [sold] }
        return [
            sold,
            SoldLine(
                text: "Deposit",
                thousandths: thousandths,
                measure: .count,
                unitCents: good.deposit,
                listCents: good.deposit,
                vat: good.vat,
                number: nil
            ),
        ]
    }

    // MARK: - Returns

    /// Adds a receipt that returns the first line of another one.
    ///
    /// The two receipts refer to each other.
    private mutating func addReturn(of index: Int, date: Date) {
        let original = made[index]
        guard let shop = ShopCatalogue.shops.first(where: { $0.id == original.storeID }),
            let first = soldLines[index].first
        else { return addPurchase(date: date) }
        var draft = ReceiptDraft(shop: shop, date: date, sold: [first.returned])
        draft.references = [reference(to: original.receipt, .original)]
        add(draft)
        soldLines.append([])
        if let last = made.last {
            made[index].receipt.misc.receiptReferences = [reference(to: last.receipt, .return)]
        }
    }

    private func reference(to receipt: Receipt, _ type: ReceiptReferenceType) -> ReceiptReference {
        ReceiptReference(
            receiptId: receipt.id,
            type: type,
            date: receipt.head.date,
            fullAmountInclVat: receipt.data.fullAmountInclVat
        )
    }

    private mutating func add(_ draft: ReceiptDraft) {
        let receipt = draft.receipt(id: random.uuid(), number: made.count + 1, random: &random)
        made.append(
            StoredReceipt(
                receipt: receipt,
                owner: owner,
                storeID: draft.shop.id,
                hasContentArea: !random.oneIn(3)
            )
        )
    }

    private static let notes = ["For the tax folder", "Birthday present", "Split with the flat", "Check the warranty"]
}
