public import AnybillAPI
public import Foundation

/// The methods with a completion handler, which is always called on the main actor.
extension ReceiptProvider {
    /// Fetches one page of receipts like ``getReceipts(take:orderBy:orderDirection:continuationToken:)``.
    public func getReceipts(
        take: Int = 100,
        orderBy: OrderBy = .Date,
        orderDirection: OrderDirection = .Descending,
        continuationToken: String? = nil,
        completion: @escaping @MainActor (AnybillResult<ContinuationReceiptList>) -> Void
    ) {
        context.deliver(to: completion) {
            try await self.getReceipts(
                take: take,
                orderBy: orderBy,
                orderDirection: orderDirection,
                continuationToken: continuationToken
            )
        }
    }

    /// Starts a new query like ``initiateReceiptQuery(take:orderBy:orderDirection:)``.
    public func initiateReceiptQuery(
        take: Int = 100,
        orderBy: OrderBy = .Date,
        orderDirection: OrderDirection = .Descending,
        completion: @escaping @MainActor (AnybillResult<ContinuationReceiptList>) -> Void
    ) {
        context.deliver(to: completion) {
            try await self.initiateReceiptQuery(take: take, orderBy: orderBy, orderDirection: orderDirection)
        }
    }

    /// Fetches the next page of the query like ``continueReceiptQuery(take:)``.
    public func continueReceiptQuery(
        take: Int = 100,
        completion: @escaping @MainActor (AnybillResult<ContinuationReceiptList>) -> Void
    ) {
        context.deliver(to: completion) { try await self.continueReceiptQuery(take: take) }
    }

    /// Toggles the favorite flag of a receipt like ``toggleIsFavourite(receiptId:)``.
    public func toggleIsFavourite(
        receiptId: String,
        completion: @escaping @MainActor (AnybillResult<Receipt>) -> Void
    ) {
        context.deliver(to: completion) { try await self.toggleIsFavourite(receiptId: receiptId) }
    }

    /// Sets the user's note like ``updateReceiptNote(receiptId:note:)``.
    public func updateReceiptNote(
        receiptId: String,
        note: String?,
        completion: @escaping @MainActor (AnybillResult<Receipt>) -> Void
    ) {
        context.deliver(to: completion) { try await self.updateReceiptNote(receiptId: receiptId, note: note) }
    }

    /// Deletes a receipt like ``deleteReceipt(receiptId:)``.
    public func deleteReceipt(receiptId: String, completion: @escaping @MainActor (AnybillResult<Void>) -> Void) {
        context.deliver(to: completion) { try await self.deleteReceipt(receiptId: receiptId) }
    }

    /// Deletes up to 100 receipts like ``deleteReceipts(receiptIds:)``.
    public func deleteReceipts(
        receiptIds: [String],
        completion: @escaping @MainActor (AnybillResult<Void>) -> Void
    ) {
        context.deliver(to: completion) { try await self.deleteReceipts(receiptIds: receiptIds) }
    }

    /// Fetches the original as a PDF like ``getReceiptPdf(receiptId:isPrintedVersion:includeReturnReceipts:)``.
    public func getReceiptPdf(
        receiptId: String,
        isPrintedVersion: Bool = false,
        includeReturnReceipts: Bool = false,
        completion: @escaping @MainActor (AnybillResult<Data>) -> Void
    ) {
        context.deliver(to: completion) {
            try await self.getReceiptPdf(
                receiptId: receiptId,
                isPrintedVersion: isPrintedVersion,
                includeReturnReceipts: includeReturnReceipts
            )
        }
    }
}
