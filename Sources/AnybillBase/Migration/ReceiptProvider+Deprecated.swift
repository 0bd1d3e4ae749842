public import AnybillAPI
public import Foundation

extension ReceiptProvider {
    /// Fetches the next page; another spelling of ``continueReceiptQuery(take:completion:)`` that occurs in the
    /// documentation.
    @available(*, deprecated, renamed: "continueReceiptQuery(take:completion:)")
    public func continueReceiptsQuery(
        take: Int = 100,
        completion: @escaping @MainActor (AnybillResult<ContinuationReceiptList>) -> Void
    ) {
        continueReceiptQuery(take: take, completion: completion)
    }

    /// Fetches the next page; another spelling of ``continueReceiptQuery(take:)`` that occurs in the documentation.
    ///
    /// - Throws: An ``AnybillError``.
    @available(*, deprecated, renamed: "continueReceiptQuery(take:)")
    @discardableResult
    public func continueReceiptsQuery(take: Int = 100) async throws -> ContinuationReceiptList {
        try await continueReceiptQuery(take: take)
    }

    /// The former name of ``getReceiptPdf(receiptId:isPrintedVersion:includeReturnReceipts:completion:)``.
    @available(*, deprecated, renamed: "getReceiptPdf(receiptId:completion:)")
    public func exportsBillAsPDF(billId: String, completion: @escaping @MainActor (AnybillResult<Data>) -> Void) {
        getReceiptPdf(receiptId: billId, completion: completion)
    }

    /// The former name of ``updateReceiptNote(receiptId:note:completion:)``.
    @available(*, deprecated, renamed: "updateReceiptNote(receiptId:note:completion:)")
    public func updateBill(
        billId: String,
        note: String?,
        completion: @escaping @MainActor (AnybillResult<Receipt>) -> Void
    ) {
        updateReceiptNote(receiptId: billId, note: note, completion: completion)
    }

    /// A former method to set the favorite flag; since 2.0 the flag can only be toggled.
    @available(
        *,
        unavailable,
        message:
            "Use toggleIsFavourite(receiptId:) if receipt.misc.isFavourite differs: since 2.0 the mark is toggled, not set."
    )
    public func setIsFavourite(
        billId: String,
        isFavourite: Bool,
        completion: @escaping @MainActor (AnybillResult<Receipt>) -> Void
    ) {}

    /// A former method to fetch all receipts; since 2.0 receipts are fetched page by page.
    @available(
        *,
        unavailable,
        message: "Call initiateReceiptQuery, then continueReceiptQuery."
    )
    public func getAllBillsFromApi(completion: @escaping @MainActor (AnybillResult<[Receipt]>) -> Void) {}

    /// A former method to update the receipts; since 2.0 receipts are fetched page by page.
    @available(
        *,
        unavailable,
        message: "Begin with initiateReceiptQuery; edits and deletions keep the list up to date by themselves."
    )
    public func updateBills(completion: @escaping @MainActor (AnybillResult<[Receipt]>) -> Void) {}
}
