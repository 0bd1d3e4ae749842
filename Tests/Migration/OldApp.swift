// Code of an app that uses 1.x. Not part of any target: MigrationTests applies the compiler's fix-its and compiles the
// result.

import AnybillBase
import Foundation

@MainActor
final class OldApp {
    let provider: BillProvider
    var bills: [Bill] = []
    var scanned: [ScannedBill] = []
    var pdf: Data?

    init(provider: BillProvider) {
        self.provider = provider
    }

    func isMarked(_ bill: Bill) -> Bool {
        bill.isFavourite
    }

    func title(of bill: BillBase) -> String {
        bill.isFavourite ? "* \(bill.id)" : bill.id
    }

    func add(_ bill: AnybillBill, _ other: ScannedBill) {
        let all: [BillBase] = [bill, other]
        scanned = all.filter { (bill: BillBase) in !bill.isFavourite }
        bills = Array<AnybillBill>(all)
    }

    func export(_ bill: Bill) {
        provider.exportsBillAsPDF(billId: bill.id) { result in
            if case .success(let data) = result { self.pdf = data }
        }
        provider.exportsBillAsPDF(billId: bill.id, completion: { _ in })
    }

    func note(_ bill: Bill, text: String) {
        provider.updateBill(billId: bill.id, note: text) { result in
            if case .success(let changed) = result { self.bills = [changed] }
        }
    }

    func show() {
        bills = provider.observableBills
        _ = provider.$observableBills
        provider.continueReceiptsQuery { _ in }
    }
}
