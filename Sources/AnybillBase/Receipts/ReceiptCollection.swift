import AnybillAPI

/// The published list: receipts in the order of the query, each id once.
struct ReceiptCollection: Sendable {
    /// What a merged page did to the list.
    enum Change: Hashable, Sendable {
        /// The receipt took the place of the one with its id.
        case replaced(Receipt)
        /// The receipt is new, behind the one with the id; `nil` puts it in front.
        case inserted(Receipt, after: String?)
    }

    /// The receipts.
    private(set) var receipts: [Receipt] = []

    private var places: [String: Int] = [:]

    /// Creates a list; of receipts with the same id the last one counts, in the place of the first.
    init(_ receipts: [Receipt] = []) {
        append(receipts)
    }

    /// Whether a receipt is in the list.
    func contains(_ id: String) -> Bool { places[id] != nil }

    /// Adds a page at the end; a receipt that is there already is replaced in its place.
    mutating func append(_ page: [Receipt]) {
        for receipt in page where !replace(receipt) {
            places[receipt.id] = receipts.count
            receipts.append(receipt)
        }
    }

    /// Replaces a receipt that is in the list.
    ///
    /// - Returns: Whether it is.
    mutating func replace(_ receipt: Receipt) -> Bool {
        guard let place = places[receipt.id] else { return false }
        receipts[place] = receipt
        return true
    }

    /// Merges a page that does not belong to the query: known receipts are replaced, others inserted by date.
    ///
    /// - Parameters:
    ///   - page: The receipts.
    ///   - direction: Direction in which the list is ordered.
    /// - Returns: What happened to each receipt, in the order of the page.
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
    /// - Returns: Ids that were in the list.
    mutating func remove(_ ids: [String]) -> [String] {
        let removed = ids.filter { places[$0] != nil }
        guard let first = removed.compactMap({ places[$0] }).min() else { return [] }
        for id in removed { places[id] = nil }
        // Whatever has no place any more goes; the receipts in front of the first one stay where they are.
        let kept = receipts[first...].filter { places[$0.id] != nil }
        receipts.replaceSubrange(first..., with: kept)
        renumber(from: first)
        return removed
    }

    private mutating func renumber(from place: Int) {
        for index in place..<receipts.count { places[receipts[index].id] = index }
    }

    /// First place whose receipt comes after the new one; equal dates keep the order of arrival.
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
