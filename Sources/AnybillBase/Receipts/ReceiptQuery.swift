import AnybillAPI

/// A running query: what it asks for, and where its next page starts.
///
/// Kept beside the receipts.
struct ReceiptQuery: Codable, Hashable, Sendable {
    /// What the receipts are ordered by.
    var orderBy: OrderBy
    /// Direction of the order.
    var orderDirection: OrderDirection
    /// Where the next page starts; `nil` after the last page.
    var continuationToken: String?
    /// Receipts of the user in all; `nil` when the service did not say.
    ///
    /// Falls with every receipt that is removed here.
    var totalCount: Int?
}

/// Decides what the calls of a query do, without doing it.
struct ReceiptQueryState: Hashable, Sendable {
    /// What a continuing call has to do.
    enum Step: Hashable, Sendable {
        /// No query was ever begun: begin one, by date, newest first.
        case initiate
        /// Every page is there: response with an empty page, without a request.
        case finished
        /// Fetch the next page.
        case fetch(ReceiptQuery)
    }

    /// The query whose pages are in the list; `nil` before the first one.
    private(set) var query: ReceiptQuery?

    /// Number of the newest initiating call; continuing calls made before it no longer count.
    private(set) var generation = 0

    /// Takes over the stored query.
    mutating func restore(_ stored: ReceiptQuery?) {
        query = stored
    }

    /// Notes that an initiating call was made; it has no other effect until its page arrives.
    mutating func beganInitiating() {
        generation += 1
    }

    /// Whether a continuing call that was made in a generation still counts.
    func isCurrent(_ generation: Int) -> Bool { generation == self.generation }

    /// What a continuing call has to do now.
    var step: Step {
        guard let query else { return .initiate }
        return query.continuationToken == nil ? .finished : .fetch(query)
    }

    /// The query as it is after its first page.
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

    /// The query as it is after a further page; `nil` when there is none.
    mutating func continued(with page: ContinuationReceiptList) -> ReceiptQuery? {
        guard var continued = query else { return nil }
        continued.continuationToken = page.continuationToken
        continued.totalCount = page.totalCount ?? continued.totalCount
        query = continued
        return continued
    }

    /// The query as it is after receipts were removed; `nil` when there is none.
    mutating func removed(_ count: Int) -> ReceiptQuery? {
        if let total = query?.totalCount { query?.totalCount = max(0, total - count) }
        return query
    }
}
