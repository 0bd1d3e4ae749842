import AnybillAPI

/// The published list of receipts in the order of the query, with unique ids.
struct ReceiptCollection: Sendable {
    /// A change of the list by a merged page.
    enum Change: Hashable, Sendable {
        /// The receipt replaced the one with the same id.
        case replaced(Receipt)
        /// The receipt was inserted after the one with the id; `nil` means at the start.
        case inserted(Receipt, after: String?)
    }

    /// The receipts.
    private(set) var receipts: [Receipt] = []

    private var places: [String: Int] = [:]

    /// Creates a list; of receipts with the same id, the last one is used at the position of the first.
    init(_ receipts: [Receipt] = []) {
        append(receipts)
    }

    /// Returns whether the list contains a receipt.
    func contains(_ id: String) -> Bool { places[id] != nil }

    /// Appends a page; a receipt that the list already contains is replaced at its position.
    mutating func append(_ page: [Receipt]) {
        for receipt in page where !replace(receipt) {
            places[receipt.id] = receipts.count
            receipts.append(receipt)
        }
    }

    /// Replaces a receipt if the list contains it.
    ///
    /// - Returns: Whether the list contains it.
    mutating func replace(_ receipt: Receipt) -> Bool {
        guard let place = places[receipt.id] else { return false }
        receipts[place] = receipt
        return true
    }

    /// Merges a page from outside the query: known receipts are replaced, others are inserted by date.
    ///
    /// - Parameters:
    ///   - page: The receipts.
    ///   - direction: The direction in which the list is sorted.
    /// - Returns: The change for each receipt, in the order of the page.
    mutating func merge(_ page: [Receipt], direction: OrderDirection) -> [Change] {
        var changes: [Change] = []
        for receipt in page {
            if replace(receipt) {
                changes.append(.replaced(receipt))
            } else {
                let place = place(for: receipt, direction: direction)
                changes.append(.inserted(receipt, after: place > 0 ? receipts[place - 1].id : nil))
                receipts.insert(receipt, at: place)
                renumber(from: place)
            }
        }
        return changes
    }

    /// Removes receipts.
    ///
    /// - Returns: The ids that the list contained.
    mutating func remove(_ ids: [String]) -> [String] {
        let removed = ids.filter { places[$0] != nil }
        guard let first = removed.compactMap({ places[$0] }).min() else { return [] }
        for id in removed { places[id] = nil }
        // Removes the receipts without a position; the receipts before the first removed one do not move.
        let kept = receipts[first...].filter { places[$0.id] != nil }
        receipts.replaceSubrange(first..., with: kept)
        renumber(from: first)
        return removed
    }

    private mutating func renumber(from place: Int) {
        for index in place..<receipts.count { places[receipts[index].id] = index }
    }

    /// Returns the first index whose receipt follows the new one; equal dates keep the order of insertion.
    private func place(for receipt: Receipt, direction: OrderDirection) -> Int {
        let date = receipt.head.date
        var low = 0
        var high = receipts.count
        while low < high {
            let middle = (low + high) / 2
            let other = receipts[middle].head.date
            let comesAfter = direction == .ascending ? other > date : other < date
            if comesAfter { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
