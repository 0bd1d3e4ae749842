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

/// The state of a query, which determines the effects of calls without performing them.
struct ReceiptQueryState: Hashable, Sendable {
    /// The next step of a continuing call.
    enum Step: Hashable, Sendable {
        /// No query was ever started: start one, by date, newest first.
        case initiate
        /// All pages have been fetched: return an empty page without a request.
        case finished
        /// Fetch the next page.
        case fetch(ReceiptQuery)
    }

    /// The query whose pages are in the list; `nil` before the first query.
    private(set) var query: ReceiptQuery?

    /// The number of the newest initiating call; continuing calls from earlier generations have no effect.
    private(set) var generation = 0

    /// Restores the stored query.
    mutating func restore(_ stored: ReceiptQuery?) {
        query = stored
    }

    /// Records that an initiating call was made; it has no other effect until its page is received.
    mutating func beganInitiating() {
        generation += 1
    }

    /// Returns whether a continuing call from a generation is still valid.
    func isCurrent(_ generation: Int) -> Bool { generation == self.generation }

    /// The next step of a continuing call.
    var step: Step {
        guard let query else { return .initiate }
        return query.continuationToken == nil ? .finished : .fetch(query)
    }

    /// Returns the query after its first page.
    mutating func began(
        by orderBy: OrderBy,
        _ orderDirection: OrderDirection,
        page: ContinuationReceiptList
    ) -> ReceiptQuery {
        let begun = ReceiptQuery(
            orderBy: orderBy,
            orderDirection: orderDirection,
            continuationToken: page.continuationToken,
            totalCount: page.totalCount
        )
        query = begun
        return begun
    }

    /// Returns the query after a further page; `nil` if there is no query.
    mutating func continued(with page: ContinuationReceiptList) -> ReceiptQuery? {
        guard var continued = query else { return nil }
        continued.continuationToken = page.continuationToken
        continued.totalCount = page.totalCount ?? continued.totalCount
        query = continued
        return continued
    }

    /// Returns the query after receipts were removed; `nil` if there is no query.
    mutating func removed(_ count: Int) -> ReceiptQuery? {
        if let total = query?.totalCount { query?.totalCount = max(0, total - count) }
        return query
    }
}
