public import AnybillAPI
public import Foundation

/// The `async` methods, which throw an ``AnybillError``.
extension ReceiptProvider {
    /// Fetches one page of receipts, independently of the current query.
    ///
    /// The receipts are also merged by id into ``observableReceipts``: known ones are replaced, others are inserted by
    /// date.
    ///
    /// - Parameters:
    ///   - take: The largest number of receipts on the page, 1 to 100.
    ///   - orderBy: The property to sort by; must be the same for every page.
    ///   - orderDirection: The direction of the order; must be the same for every page.
    ///   - continuationToken: The token of the previous page; `nil` requests the first page.
    /// - Returns: The page; its token is `nil` for the last page.
    /// - Throws: An ``AnybillError``.
    public func getReceipts(
        take: Int = 100,
        orderBy: OrderBy = .Date,
        orderDirection: OrderDirection = .Descending,
        continuationToken: String? = nil
    ) async throws -> ContinuationReceiptList {
        try await call { [context] in
            try await context.library.page(
                context.receiptCalls,
                take: take,
                orderBy: orderBy,
                orderDirection: orderDirection,
                continuationToken: continuationToken
            )
        }
    }

    /// Starts a new query, whose first page replaces ``observableReceipts`` and the stored receipts.
    ///
    /// A failure changes nothing. A continuing call that is still running ends without effect.
    ///
    /// - Parameters:
    ///   - take: The largest number of receipts on the page, 1 to 100.
    ///   - orderBy: The property to sort by.
    ///   - orderDirection: The direction of the order.
    /// - Returns: The page, with the user's total number of receipts.
    /// - Throws: An ``AnybillError``.
    @discardableResult
    public func initiateReceiptQuery(
        take: Int = 100,
        orderBy: OrderBy = .Date,
        orderDirection: OrderDirection = .Descending
    ) async throws -> ContinuationReceiptList {
        try await call { [context] in
            try await context.library.initiate(
                context.receiptCalls,
                take: take,
                orderBy: orderBy,
                orderDirection: orderDirection
            )
        }
    }

    /// Fetches the next page of the query, in its order, and appends it to ``observableReceipts``.
    ///
    /// After a launch of the app, continues the query of an earlier session; starts a query if there never was one.
    /// After the last page, returns an empty page without sending a request.
    ///
    /// - Parameter take: The largest number of receipts on the page, 1 to 100; may differ from call to call.
    /// - Returns: The page.
    /// - Throws: An ``AnybillError``, of the type `unknown` if a new query was started in the meantime.
    @discardableResult
    public func continueReceiptQuery(take: Int = 100) async throws -> ContinuationReceiptList {
        try await call { [context] in
            try await context.library.proceed(context.receiptCalls, take: take)
        }
    }

    /// Toggles the favorite flag of a receipt.
    ///
    /// - Returns: The changed receipt.
    /// - Throws: An ``AnybillError``.
    @discardableResult
    public func toggleIsFavourite(receiptId: String) async throws -> Receipt {
        try await call { [context] in
            try await context.library.edit { try await context.receiptCalls.toggleFavourite(receiptId) }
        }
    }

    /// Sets the user's note on a receipt.
    ///
    /// - Parameters:
    ///   - receiptId: The id of the receipt.
    ///   - note: The note; an empty string or `nil` removes it.
    /// - Returns: The changed receipt.
    /// - Throws: An ``AnybillError``.
    @discardableResult
    public func updateReceiptNote(receiptId: String, note: String?) async throws -> Receipt {
        try await call { [context] in
            try await context.library.edit { try await context.receiptCalls.updateNote(receiptId, note: note) }
        }
    }

    /// Deletes a receipt.
    ///
    /// If the service does not have the receipt, it is also removed from the device, and the error is still thrown.
    ///
    /// - Throws: An ``AnybillError``.
    public func deleteReceipt(receiptId: String) async throws {
        try await call { [context] in
            try await context.library.delete([receiptId], gone: { $0.code == 404 ? [receiptId] : [] }) {
                try await context.receiptCalls.delete(receiptId)
            }
        }
    }

    /// Deletes up to 100 receipts in one call.
    ///
    /// - Parameter receiptIds: The ids of 1 to 100 receipts.
    /// - Throws: A ``DeleteReceiptsError`` if some of them could not be deleted; the others are deleted. For any
    ///   other failure, an ``AnybillDefaultError``. More than 100 ids are rejected without a request.
    public func deleteReceipts(receiptIds: [String]) async throws {
        guard (1...100).contains(receiptIds.count) else {
            throw ErrorMapping.invalid("receiptIds", "Between 1 and 100 receipts can be deleted at once.")
        }
        try await call { [context] in
            try await context.library.delete(receiptIds, gone: { Self.deleted(of: receiptIds, after: $0) }) {
                try await context.receiptCalls.delete(receiptIds)
            }
        }
    }

    /// Fetches the original of a receipt as a PDF.
    ///
    /// - Parameters:
    ///   - receiptId: The id of the receipt.
    ///   - isPrintedVersion: Whether to lay the receipt out on A4 pages for a printer.
    ///   - includeReturnReceipts: Whether to append the return receipts that it refers to, which may take minutes.
    /// - Returns: The PDF file.
    /// - Throws: An ``AnybillError``.
    public func getReceiptPdf(
        receiptId: String,
        isPrintedVersion: Bool = false,
        includeReturnReceipts: Bool = false
    ) async throws -> Data {
        try await call { [context] in
            try await context.receiptCalls.pdf(
                receiptId,
                isPrintedVersion: isPrintedVersion,
                includeReturnReceipts: includeReturnReceipts
            )
        }
    }

    /// Returns the ids that were deleted by a failed batch: those that the error does not name.
    nonisolated private static func deleted(of ids: [String], after failure: any AnybillError) -> [String] {
        guard let failure = failure as? DeleteReceiptsError else { return [] }
        let failed = Set(failure.failedReceipts)
        return ids.filter { !failed.contains($0) }
    }
}
