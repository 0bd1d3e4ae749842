// Calls by the names of 1.x. Not part of any target: MigrationTests compiles it and compares what the compiler says of
// each line with the text behind `expect:`.

import AnybillBase
import Foundation

func types() {
    let _: Bill? = nil  // expect: 'Bill' has been renamed to 'Receipt'
    let _: AnybillBill? = nil  // expect: 'AnybillBill' has been renamed to 'Receipt'
    let _: ScannedBill? = nil  // expect: 'ScannedBill' has been renamed to 'Receipt'
    let _: BillBase? = nil  // expect: 'BillBase' has been renamed to 'Receipt'
    let _: BillProvider? = nil  // expect: 'BillProvider' has been renamed to 'ReceiptProvider'
}

func mark(of receipt: Receipt) -> Bool {
    receipt.isFavourite  // expect: 'isFavourite' has been renamed to 'misc.isFavourite'
}

@MainActor
func lists(_ provider: ReceiptProvider) {
    _ = provider.observableBills  // expect: 'observableBills' is deprecated: renamed to 'observableReceipts'
    provider.getAllBillsFromApi { _ in }  // expect: Call initiateReceiptQuery, then continueReceiptQuery
    provider.updateBills { _ in }  // expect: Begin with initiateReceiptQuery; edits and deletions
    provider.continueReceiptsQuery { _ in }  // expect: renamed to 'continueReceiptQuery(take:completion:)'
}

@MainActor
func edits(_ provider: ReceiptProvider) {
    provider.exportsBillAsPDF(billId: "id") { _ in }  // expect: renamed to 'getReceiptPdf(
    provider.updateBill(billId: "id", note: nil) { _ in }  // expect: renamed to 'updateReceiptNote(
    provider.setIsFavourite(billId: "id", isFavourite: true) { _ in }  // expect: Use toggleIsFavourite(receiptId:)
}
