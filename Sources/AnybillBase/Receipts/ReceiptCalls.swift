import APIRuntime
import AnybillAPI
import Foundation

/// The receipt operations, with the id of the integration and with results in the library's form.
struct ReceiptCalls: Sendable {
    /// The generated client.
    let client: AnybillClient
    /// The id of the integration; `nil` sends none.
    let clientID: String?

    /// Fetches a page.
    ///
    /// The service may return a bare list with total and token in header fields, or all three in one object: both
    /// result in the same page. An empty response is an empty page.
    ///
    /// - Throws: The error of the operation.
    func page(
        take: Int,
        orderBy: OrderBy,
        orderDirection: OrderDirection,
        continuationToken: String?
    ) async throws -> ContinuationReceiptList {
        let pages = client.receipts.listPages(
            orderBy: orderBy,
            orderDirection: orderDirection,
            take: take,
            clientID: clientID
        )
        var iterator = pages.starting(at: continuationToken).makeAsyncIterator()
        guard let page = try await iterator.next() else { return ContinuationReceiptList(receipts: [], totalCount: 0) }
        let isEmptyAccount = page.items.isEmpty && continuationToken == nil
        return ContinuationReceiptList(
            receipts: page.items,
            totalCount: page.total ?? (isEmptyAccount ? 0 : nil),
            continuationToken: page.next?.cursor
        )
    }

    /// Toggles the favorite flag of a receipt.
    ///
    /// - Throws: The error of the operation.
    func toggleFavourite(_ id: String) async throws -> Receipt {
        try await client.receipts.toggleFavourite(receiptId: id, clientID: clientID)
    }

    /// Sets a note; an empty string removes it.
    ///
    /// - Throws: The error of the operation.
    func updateNote(_ id: String, note: String?) async throws -> Receipt {
        let update = ReceiptNoteUpdate(note: note ?? "")
        return try await client.receipts.updateNote(receiptId: id, body: update, clientID: clientID)
    }

    /// Deletes one receipt.
    ///
    /// - Throws: The error of the operation.
    func delete(_ id: String) async throws {
        try await client.receipts.delete(receiptId: id, clientID: clientID)
    }

    /// Deletes several receipts.
    ///
    /// - Throws: The error of the operation.
    func delete(_ ids: [String]) async throws {
        try await client.receipts.deleteMany(body: DeleteReceiptsRequest(receiptIds: ids), clientID: clientID)
    }

    /// Requests the PDF of a receipt; merging return receipts may take three minutes.
    ///
    /// - Throws: The error of the operation.
    func pdf(_ id: String, isPrintedVersion: Bool, includeReturnReceipts: Bool) async throws -> Data {
        try await client.receipts.pdf(
            receiptId: id,
            isPrintedVersion: isPrintedVersion,
            includeReturnReceipts: includeReturnReceipts,
            clientID: clientID,
            options: CallOptions(timeout: .seconds(includeReturnReceipts ? 180 : 60))
        )
    }
}
