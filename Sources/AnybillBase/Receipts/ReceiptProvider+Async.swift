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
        let request = PageRequest(
            take: take,
            orderBy: orderBy,
            orderDirection: orderDirection,
            continuationToken: continuationToken
        )
        return try await page { .direct(ticket: $0, request) }
    }

    /// Starts a new query, whose first page replaces ``observableReceipts`` and the stored receipts.
    ///
    /// A failure changes nothing. A starting or continuing call that is still running ends without effect and fails with
    /// an error of the type `unknown`; it does not delay this one.
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
        let request = PageRequest(take: take, orderBy: orderBy, orderDirection: orderDirection)
        return try await page { .initiate(ticket: $0, request) }
    }

    /// Fetches the next page of the query, in its order, and appends it to ``observableReceipts``.
    ///
    /// After a launch of the app, continues the query of an earlier session; starts a query if there never was one.
    /// After the last page, returns an empty page without sending a request. If the service no longer accepts the
    /// position in its list, the earlier pages are read again. If another context of the folder has begun another query
    /// in the meantime, returns the next page of that query.
    ///
    /// - Parameter take: The largest number of receipts on the page, 1 to 100; may differ from call to call.
    /// - Returns: The page.
    /// - Throws: An ``AnybillError``, of the type `unknown` if a new query was started in the meantime.
    @discardableResult
    public func continueReceiptQuery(take: Int = 100) async throws -> ContinuationReceiptList {
        try await page { .proceed(ticket: $0, take: take) }
    }

    /// Toggles the favorite flag of a receipt.
    ///
    /// The list shows the change at once, and reverts it if the call fails. If the response is lost, the receipt is read
    /// before the result is returned.
    ///
    /// - Returns: The changed receipt.
    /// - Throws: An ``AnybillError``.
    @discardableResult
    public func toggleIsFavourite(receiptId: String) async throws -> Receipt {
        try await edit(receiptId, .favourite(nil))
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
        try await edit(receiptId, .note(note ?? ""))
    }

    /// Deletes a receipt.
    ///
    /// If the service does not have the receipt, it is also removed from the device, and the error is still thrown.
    ///
    /// - Throws: An ``AnybillError``.
    public func deleteReceipt(receiptId: String) async throws {
        _ = try await perform { .edit(ticket: $0, .deletion(isBatch: false), ids: [receiptId]) }
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
        var known: Set<String> = []
        let ids = receiptIds.filter { known.insert($0).inserted }
        _ = try await perform { .edit(ticket: $0, .deletion(isBatch: true), ids: ids) }
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
        try await call { [context] login in
            try await context.pdf(
                of: receiptId,
                isPrintedVersion: isPrintedVersion,
                includeReturnReceipts: includeReturnReceipts,
                login: login
            )
        }
    }

    /// Sends the edits that were made without a connection and kept, in their order; does nothing if there are none.
    ///
    /// They are also sent after every page or edit with which the service responds. Only apps that set
    /// ``AnybillConfiguration/keepsOfflineEdits`` have such edits, and those whose process ended during an edit. Does not
    /// wait for the service; an edit that it refuses is added to ``refusedEdits``.
    ///
    /// - Throws: An ``AnybillError`` if no user is logged in.
    public func sendOfflineEdits() async throws {
        try await call { [context] login in
            guard try await context.isLoggedIn() else { throw ErrorMapping.noUser }
            try await context.library.sendKept(of: login, context.receiptCalls)
        }
    }

    /// Removes the current ``refusedEdits``, after the user has seen them.
    ///
    /// Edits that are refused later, or that another process has added and this provider has not published yet, remain.
    ///
    /// - Throws: An ``AnybillError`` if no user is logged in.
    public func dismissRefusedEdits() async throws {
        let seen = refusals
        try await call { [context] login in
            guard try await context.isLoggedIn() else { throw ErrorMapping.noUser }
            try await context.library.dismiss(seen, of: login, context.receiptCalls)
        }
    }
}

extension ReceiptProvider {
    private func page(_ event: @Sendable (Int) -> SyncEvent) async throws -> ContinuationReceiptList {
        guard case .page(let page) = try await perform(followsLogin: true, event) else { throw ErrorMapping.cancelled }
        return page
    }

    private func edit(_ id: String, _ change: ReceiptChange) async throws -> Receipt {
        let outcome = try await perform { .edit(ticket: $0, change, ids: [id]) }
        guard case .receipt(let receipt) = outcome else { throw ErrorMapping.cancelled }
        return receipt
    }

    private func perform(
        followsLogin: Bool = false,
        _ event: @Sendable (Int) -> SyncEvent
    ) async throws -> SyncOutcome {
        try await call(followsLogin: followsLogin, isOrdered: true) { [context] login in
            guard try await context.isLoggedIn() else { throw ErrorMapping.noUser }
            return try await context.library.perform(of: login, context.receiptCalls, event)
        }
    }
}
