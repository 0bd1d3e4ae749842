public import AnybillAPI
public import Foundation

/// The forms with a call-back, which always comes on the main actor.
extension ReceiptProvider {
    /// Fetches one page of receipts, as ``getReceipts(take:orderBy:orderDirection:continuationToken:)`` does.
    public func getReceipts(
        take: Int = 100,
        orderBy: OrderBy = .Date,
        orderDirection: OrderDirection = .Descending,
        continuationToken: String? = nil,
        completion: @escaping @MainActor (AnybillResult<ContinuationReceiptList>) -> Void
    ) {
        deliver(to: completion) {
            try await self.getReceipts(
                take: take,
                orderBy: orderBy,
                orderDirection: orderDirection,
                continuationToken: continuationToken
            )
        }
    }

    /// Begins a new query, as ``initiateReceiptQuery(take:orderBy:orderDirection:)`` does.
    public func initiateReceiptQuery(
        take: Int = 100,
        orderBy: OrderBy = .Date,
        orderDirection: OrderDirection = .Descending,
        completion: @escaping @MainActor (AnybillResult<ContinuationReceiptList>) -> Void
    ) {
        deliver(to: completion) {
            try await self.initiateReceiptQuery(take: take, orderBy: orderBy, orderDirection: orderDirection)
        }
    }

    /// Fetches the next page of the query, as ``continueReceiptQuery(take:)`` does.
    public func continueReceiptQuery(
        take: Int = 100,
        completion: @escaping @MainActor (AnybillResult<ContinuationReceiptList>) -> Void
    ) {
        deliver(to: completion) { try await self.continueReceiptQuery(take: take) }
    }

    /// Marks a receipt, as ``toggleIsFavourite(receiptId:)`` does.
    public func toggleIsFavourite(
        receiptId: String,
        completion: @escaping @MainActor (AnybillResult<Receipt>) -> Void
    ) {
        deliver(to: completion) { try await self.toggleIsFavourite(receiptId: receiptId) }
    }

    /// Sets the user's note, as ``updateReceiptNote(receiptId:note:)`` does.
    public func updateReceiptNote(
        receiptId: String,
        note: String?,
        completion: @escaping @MainActor (AnybillResult<Receipt>) -> Void
    ) {
        deliver(to: completion) { try await self.updateReceiptNote(receiptId: receiptId, note: note) }
    }

    /// Deletes a receipt, as ``deleteReceipt(receiptId:)`` does.
    public func deleteReceipt(receiptId: String, completion: @escaping @MainActor (AnybillResult<Void>) -> Void) {
        deliver(to: completion) { try await self.deleteReceipt(receiptId: receiptId) }
    }

    /// Deletes up to 100 receipts, as ``deleteReceipts(receiptIds:)`` does.
    public func deleteReceipts(
        receiptIds: [String],
        completion: @escaping @MainActor (AnybillResult<Void>) -> Void
    ) {
        deliver(to: completion) { try await self.deleteReceipts(receiptIds: receiptIds) }
    }

    /// Fetches the original as a PDF, as ``getReceiptPdf(receiptId:isPrintedVersion:includeReturnReceipts:)`` does.
    public func getReceiptPdf(
        receiptId: String,
        isPrintedVersion: Bool = false,
        includeReturnReceipts: Bool = false,
        completion: @escaping @MainActor (AnybillResult<Data>) -> Void
    ) {
        deliver(to: completion) {
            try await self.getReceiptPdf(
                receiptId: receiptId,
                isPrintedVersion: isPrintedVersion,
                includeReturnReceipts: includeReturnReceipts
            )
        }
    }
}
