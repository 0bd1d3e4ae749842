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
}
