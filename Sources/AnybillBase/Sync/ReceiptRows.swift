import AnybillAPI

/// The receipts as the service returned them, in the order of the query, and those fetched outside the query.
struct ReceiptRows: Sendable {
    /// A receipt with the time of the request that returned it.
    struct Row: Sendable {
        /// The receipt as the service returned it.
        var base: Receipt
        /// The time of the request; a response to an earlier request does not replace the receipt.
        var readAt: Int
        /// Whether the receipt was fetched outside the query.
        var isExtra: Bool
    }

    /// The ids of the query's receipts in the service's order.
    private(set) var order: [String] = []
    /// The ids of the receipts outside the query.
    private(set) var extras: [String] = []

    private var rows: [String: Row] = [:]

    /// The number of receipts.
    var count: Int { rows.count }

    /// Returns a receipt; `nil` if it is unknown.
    subscript(id: String) -> Row? { rows[id] }

    /// All ids: those of the query in its order, and then the others.
    var ids: [String] { order + extras }

    /// Adds a receipt at the end, unless it is known; replaces its content if it was requested later.
    ///
    /// - Returns: Whether the receipt is new in the query, or new among the extras.
    mutating func put(_ receipt: Receipt, readAt: Int, isExtra: Bool) -> Bool {
        guard let row = rows[receipt.id] else {
            rows[receipt.id] = Row(base: receipt, readAt: readAt, isExtra: isExtra)
            if isExtra { extras.append(receipt.id) } else { order.append(receipt.id) }
            return true
        }
        if row.readAt <= readAt { set(receipt, readAt: readAt) }
        guard row.isExtra, !isExtra else { return false }
        rows[receipt.id]?.isExtra = false
        extras.removeAll { $0 == receipt.id }
        order.append(receipt.id)
        return true
    }

    /// Replaces the content of a known receipt.
    mutating func set(_ receipt: Receipt, readAt: Int) {
        guard rows[receipt.id] != nil else { return }
        rows[receipt.id]?.base = receipt
        rows[receipt.id]?.readAt = readAt
    }

    /// Removes receipts.
    ///
    /// - Returns: The ids that were known.
    mutating func remove(_ ids: [String]) -> [String] {
        let removed = ids.filter { rows.removeValue(forKey: $0) != nil }
        guard !removed.isEmpty else { return [] }
        let gone = Set(removed)
        order.removeAll { gone.contains($0) }
        extras.removeAll { gone.contains($0) }
        return removed
    }

    /// Removes all receipts of the query, and the others that were requested before a time.
    ///
    /// - Returns: The former receipts of the query, by id.
    mutating func restart(at time: Int) -> [String: Row] {
        let former = rows
        extras.removeAll { (former[$0]?.readAt ?? 0) < time }
        rows = [:]
        for id in extras { rows[id] = former[id] }
        order = []
        return former
    }
}
