public import AnybillAPI
public import Foundation

extension ReceiptProvider {
    /// Another spelling in the documentation of ``continueReceiptQuery(take:completion:)``.
    @available(*, deprecated, renamed: "continueReceiptQuery(take:completion:)")
    public func continueReceiptsQuery(
        take: Int = 100,
        completion: @escaping @MainActor (AnybillResult<ContinuationReceiptList>) -> Void
    ) {
        continueReceiptQuery(take: take, completion: completion)
    }

    /// Another spelling in the documentation of ``continueReceiptQuery(take:)``.
    @available(*, deprecated, renamed: "continueReceiptQuery(take:)")
    @discardableResult
    public func continueReceiptsQuery(take: Int = 100) async throws -> ContinuationReceiptList {
        try await continueReceiptQuery(take: take)
    }

    /// The list was called after bills.
    @available(*, deprecated, renamed: "observableReceipts")
    public var observableBills: [Receipt] { observableReceipts }

    /// PDFs are fetched by ``getReceiptPdf(receiptId:isPrintedVersion:includeReturnReceipts:completion:)``.
    @available(
        *,
        deprecated,
        renamed: "getReceiptPdf(receiptId:isPrintedVersion:includeReturnReceipts:completion:)"
    )
    public func exportsBillAsPDF(billId: String, completion: @escaping @MainActor (AnybillResult<Data>) -> Void) {
        getReceiptPdf(receiptId: billId, completion: completion)
    }

    /// Notes are set by ``updateReceiptNote(receiptId:note:completion:)``.
    @available(*, deprecated, renamed: "updateReceiptNote(receiptId:note:completion:)")
    public func updateBill(
        billId: String,
        note: String?,
        completion: @escaping @MainActor (AnybillResult<Receipt>) -> Void
    ) {
        updateReceiptNote(receiptId: billId, note: note, completion: completion)
    }

    /// The mark can only be flipped since 2.0, so a call that sets it has no counterpart.
    @available(
        *,
        unavailable,
        renamed: "toggleIsFavourite(receiptId:completion:)",
        message: "Since 2.0 the mark is flipped, not set: look at receipt.misc.isFavourite first."
    )
    public func setIsFavourite(
        billId: String,
        isFavourite: Bool,
        completion: @escaping @MainActor (AnybillResult<Receipt>) -> Void
    ) {}

    /// Receipts come page by page since 2.0.
    @available(
        *,
        unavailable,
        renamed: "initiateReceiptQuery(take:orderBy:orderDirection:completion:)",
        message: "Begin with initiateReceiptQuery and go on with continueReceiptQuery."
    )
    public func getAllBillsFromApi(completion: @escaping @MainActor (AnybillResult<[Receipt]>) -> Void) {}

    /// Receipts come page by page since 2.0.
    @available(
        *,
        unavailable,
        renamed: "initiateReceiptQuery(take:orderBy:orderDirection:completion:)",
        message: "Begin with initiateReceiptQuery; edits and deletions keep the list up to date by themselves."
    )
    public func updateBills(completion: @escaping @MainActor (AnybillResult<[Receipt]>) -> Void) {}
}
