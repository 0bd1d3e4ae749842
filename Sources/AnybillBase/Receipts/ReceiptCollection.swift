import AnybillAPI

/// The published list of receipts in the order of the query, with unique ids.
struct ReceiptCollection: Sendable {
    /// The receipts.
    private(set) var receipts: [Receipt] = []

    private var places: [String: Int] = [:]

    /// Creates a list; of receipts with the same id, the last one is used at the position of the first.
    init(_ receipts: [Receipt] = []) {
        self.receipts.reserveCapacity(receipts.count)
        places.reserveCapacity(receipts.count)
        append(receipts)
    }

    /// Returns a receipt; `nil` if the list does not contain it.
    subscript(id: String) -> Receipt? { places[id].map { receipts[$0] } }

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
}
