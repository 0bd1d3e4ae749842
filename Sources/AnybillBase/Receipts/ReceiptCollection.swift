import AnybillAPI
import Foundation

/// The published list of receipts in the order of the query, with unique ids.
struct ReceiptCollection: Sendable {
    /// The receipts.
    private(set) var receipts: [Receipt] = []

    /// The index of each receipt, plus ``origin``.
    private var places: [String: Int] = [:]
    /// The place of the first receipt, which decreases when receipts are inserted near the start.
    private var origin = 0

    /// Creates a list; of receipts with the same id, the last one is used at the position of the first.
    init(_ receipts: [Receipt] = []) {
        self.receipts.reserveCapacity(receipts.count)
        places.reserveCapacity(receipts.count)
        append(receipts)
    }

    /// Returns a receipt; `nil` if the list does not contain it.
    subscript(id: String) -> Receipt? { index(of: id).map { receipts[$0] } }

    /// Returns the index of a receipt; `nil` if the list does not contain it.
    func index(of id: String) -> Int? { places[id].map { $0 - origin } }

    /// Returns whether the list contains a receipt.
    func contains(_ id: String) -> Bool { places[id] != nil }

    /// Appends a page; a receipt that the list already contains is replaced at its position.
    mutating func append(_ page: [Receipt]) {
        for receipt in page where !replace(receipt) {
            places[receipt.id] = origin + receipts.count
            receipts.append(receipt)
        }
    }

    /// Inserts receipts that the list does not contain.
    ///
    /// - Parameters:
    ///   - added: The receipts in their order. Each is placed before the first receipt that it precedes, or at the end.
    ///   - precedes: Returns whether the date of a new receipt precedes that of a receipt of the list.
    mutating func insert(_ added: [Receipt], where precedes: (_ new: Date, _ other: Date) -> Bool) {
        var merged: [Receipt] = []
        merged.reserveCapacity(receipts.count + added.count)
        var rest = added[...]
        var copied = 0
        var ends = (first: receipts.count, last: receipts.count)
        for index in receipts.indices {
            guard let next = rest.first else { break }
            guard precedes(next.head.date, receipts[index].head.date) else { continue }
            if rest.count == added.count { ends.first = index }
            ends.last = index
            merged += receipts[copied..<index]
            copied = index
            while let next = rest.first, precedes(next.head.date, receipts[index].head.date) {
                merged.append(next)
                rest.removeFirst()
            }
        }
        if !rest.isEmpty { ends.last = receipts.count }
        merged += receipts[copied...]
        merged += rest
        // Only the receipts on the shorter side of the insertions change their places.
        let isNearStart = ends.last < receipts.count - ends.first
        receipts = merged
        if isNearStart { origin -= added.count }
        renumber(isNearStart ? 0..<ends.last + added.count : ends.first..<receipts.count)
    }

    /// Replaces a receipt if the list contains it.
    ///
    /// - Returns: Whether the list contains it.
    mutating func replace(_ receipt: Receipt) -> Bool {
        guard let place = places[receipt.id] else { return false }
        receipts[place - origin] = receipt
        return true
    }

    /// Removes receipts.
    ///
    /// - Returns: The ids that the list contained.
    mutating func remove(_ ids: [String]) -> [String] {
        let removed = ids.filter { places[$0] != nil }
        guard let first = removed.compactMap(index).min() else { return [] }
        for id in removed { places[id] = nil }
        // Removes the receipts without a position; the receipts before the first removed one do not move.
        let kept = receipts[first...].filter { places[$0.id] != nil }
        receipts.replaceSubrange(first..., with: kept)
        renumber(first..<receipts.count)
        return removed
    }

    private mutating func renumber(_ range: Range<Int>) {
        for index in range { places[receipts[index].id] = origin + index }
    }
}
