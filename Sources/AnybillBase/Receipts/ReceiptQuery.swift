import AnybillAPI

/// A receipt query: its order, and the position of its next page.
///
/// Stored together with the receipts.
struct ReceiptQuery: Codable, Hashable, Sendable {
    /// The property to sort by.
    var orderBy: OrderBy
    /// The direction of the order.
    var orderDirection: OrderDirection
    /// The token of the next page; `nil` after the last page.
    var continuationToken: String?
    /// The total number of the user's receipts; `nil` if the service did not return it.
    ///
    /// Decreases with every receipt that is removed on the device.
    var totalCount: Int?
    /// The number of receipts of the service that could not be read, and are not in ``totalCount``; `nil` for none.
    var skippedCount: Int?
    /// The name of the list that the query's first page began; `nil` from an earlier version.
    ///
    /// Another context of the same folder may begin another list, whose pages do not fit to those of this one.
    var generation: String?

    /// The position of the next page.
    var position: ReceiptPosition { ReceiptPosition(generation: generation, token: continuationToken) }
}

/// A position in one list of the service.
struct ReceiptPosition: Hashable, Sendable {
    /// The name of the list; `nil` from an earlier version.
    var generation: String?
    /// The token of the page at the position.
    var token: String?
}
