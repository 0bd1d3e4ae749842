public import AnybillAPI
public import Foundation

/// The `async` forms. All of them throw an ``AnybillError``.
extension ReceiptProvider {
    /// Fetches one page of receipts, outside the running query.
    ///
    /// The receipts are also merged by id into ``observableReceipts``: known ones are replaced, others inserted by date.
    ///
    /// - Parameters:
    ///   - take: Most receipts on the page, 1 to 100.
    ///   - orderBy: What to order by; the same for every page.
    ///   - orderDirection: Direction of the order; the same for every page.
    ///   - continuationToken: Where the page starts, from the page before; `nil` begins anew.
    /// - Returns: The page; its token is `nil` when it is the last one.
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

    /// Begins a new query: its first page replaces ``observableReceipts`` and what is stored.
    ///
    /// A failure changes nothing. A continuing call that is still running ends without effect.
    ///
    /// - Parameters:
    ///   - take: Most receipts on the page, 1 to 100.
    ///   - orderBy: What to order by.
    ///   - orderDirection: Direction of the order.
    /// - Returns: The page, with the total of the user's receipts.
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

    /// Fetches the next page of the query, in its order, and adds it to ``observableReceipts``.
    ///
    /// Works from the start of the app with the query of an earlier session; begins one when there never was any. After
    /// the last page it gives an empty page and sends nothing.
    ///
    /// - Parameter take: Most receipts on the page, 1 to 100; may differ from call to call.
    /// - Returns: The page.
    /// - Throws: An ``AnybillError``; one of the type `unknown` when a new query was begun meanwhile.
    @discardableResult
    public func continueReceiptQuery(take: Int = 100) async throws -> ContinuationReceiptList {
        try await call { [context] in
            try await context.library.proceed(context.receiptCalls, take: take)
        }
    }

    /// Marks a receipt as a favourite, or removes the mark.
    ///
    /// - Returns: The receipt as it is now.
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
    ///   - receiptId: The receipt.
    ///   - note: The note; an empty one or `nil` removes it.
    /// - Returns: The receipt as it is now.
    /// - Throws: An ``AnybillError``.
    @discardableResult
    public func updateReceiptNote(receiptId: String, note: String?) async throws -> Receipt {
        try await call { [context] in
            try await context.library.edit { try await context.receiptCalls.updateNote(receiptId, note: note) }
        }
    }

    /// Deletes a receipt.
    ///
    /// One that the service does not know is also removed here, and the failure still reported.
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
    /// - Parameter receiptIds: 1 to 100 ids.
    /// - Throws: A ``DeleteReceiptsError`` when some of them could not be deleted, which removes the others; otherwise
    ///   an ``AnybillDefaultError``. More than 100 ids are refused without a call.
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
    ///   - receiptId: The receipt.
    ///   - isPrintedVersion: Whether to lay it out on pages of A4 for a printer.
    ///   - includeReturnReceipts: Whether to append the return receipts it refers to, which may take minutes.
    /// - Returns: The file.
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

    /// Ids that are gone after a batch failed: those that the failure does not name.
    nonisolated private static func deleted(of ids: [String], after failure: any AnybillError) -> [String] {
        guard let failure = failure as? DeleteReceiptsError else { return [] }
        let failed = Set(failure.failedReceipts)
        return ids.filter { !failed.contains($0) }
    }
}
