import AnybillAPI
import Foundation

/// The parts of the state that an event has changed.
struct SyncChanges: Sendable {
    /// Whether the whole list was replaced.
    var isWhole = false
    /// The ids of the receipts whose content or edits have changed.
    var touched: Set<String> = []
    /// The ids of the removed receipts.
    var removed: [String] = []
    /// The ids of the receipts that the query appended.
    var appended: [String] = []
    /// The ids of the receipts that were fetched outside the query, or that move because their date has changed.
    var inserted: [String] = []
    /// The changes that the service has confirmed.
    var confirmed: [ConfirmedChange] = []
    /// Whether the state of the query has changed.
    var query = false
    /// Whether the log has changed.
    var log = false
    /// Whether the refused edits have changed.
    var refusals = false
    /// Whether the visible list may have changed.
    var visible = false

    /// Whether the visible list, its total or the refused edits may have changed.
    var isListChanged: Bool { visible || query || refusals }
}

/// The consequences of an event.
struct SyncStep: Sendable {
    /// The effects, to be performed in this order.
    var effects: [SyncEffect]
    /// The changes of the store.
    var write: StoreWrite
    /// Whether the visible list or its total may have changed.
    var isListChanged: Bool
}

extension SyncCore {
    /// Returns a receipt as the list shows it; `nil` if it is unknown, or deleted by an edit.
    func shown(_ id: String) -> Receipt? {
        guard let row = rows[id] else { return nil }
        return overlaid(row.base, readAt: row.readAt)
    }

    /// Returns a receipt as the service has it, as far as is known; `nil` if it is unknown.
    func confirmed(_ id: String) -> Receipt? {
        guard let row = rows[id] else { return nil }
        return log.reduce(row.base) { receipt, edit in
            guard case .confirmed(let time) = edit.phase, time > row.readAt, edit.ids.contains(id) else {
                return receipt
            }
            return edit.change.applied(to: receipt) ?? receipt
        }
    }

    /// Returns a receipt with the edits that a response to a request at a time may not contain; `nil` for a deletion.
    func overlaid(_ receipt: Receipt, readAt: Int) -> Receipt? {
        if let deletedAt = tombstones[receipt.id], deletedAt > readAt { return nil }
        var shown = receipt
        var others = otherEdits.filter { $0.ids.contains(receipt.id) }[...]
        for edit in log where edit.ids.contains(receipt.id) {
            if case .confirmed(let time) = edit.phase, time <= readAt { continue }
            while let other = others.first, other.order ?? 0 < edit.order {
                guard let changed = other.change.applied(to: shown) else { return nil }
                shown = changed
                others.removeFirst()
            }
            guard let changed = edit.change.applied(to: shown) else { return nil }
            shown = changed
        }
        for other in others {
            guard let changed = other.change.applied(to: shown) else { return nil }
            shown = changed
        }
        return shown
    }

    /// Adds the receipts of a page, without those that were deleted after it was requested.
    ///
    /// - Returns: The ids of the receipts that are new in the query, or new outside it.
    mutating func take(_ receipts: [Receipt], readAt: Int, isExtra: Bool) -> [String] {
        var added: [String] = []
        for receipt in receipts {
            if let deletedAt = tombstones[receipt.id], deletedAt > readAt { continue }
            let former = rows[receipt.id]
            if rows.put(receipt, readAt: readAt, isExtra: isExtra) {
                added.append(receipt.id)
            } else if former?.isExtra == true, former?.base.head.date != rows[receipt.id]?.base.head.date {
                changes.inserted.append(receipt.id)
            }
            changes.touched.insert(receipt.id)
            resolve(receipt.id, readAt: readAt)
        }
        return added
    }

    /// Removes receipts that no longer exist, now and from the pages that were requested before.
    mutating func delete(_ ids: [String]) {
        let time = tick()
        for id in ids {
            tombstones[id] = time
            resolve(id, readAt: time)
        }
        changes.confirmed.append(ConfirmedChange(ids: ids, change: .deletion(isBatch: ids.count > 1)))
        let extras = ids.count { rows[$0]?.isExtra == true }
        let removed = rows.remove(ids)
        guard !removed.isEmpty else { return }
        changes.removed += removed
        guard let query, let total = query.totalCount else { return }
        // The total of a complete query does not include the receipts that were fetched outside it.
        let isComplete = query.continuationToken == nil
        self.query?.totalCount = max(0, total - removed.count + (isComplete ? extras : 0))
        changes.query = true
    }

    /// The time of the earliest request whose response will be applied to the list.
    private var earliest: Int {
        let begun = reads.map { time, read in
            if case .walk(let walk) = read { walk.begunAt } else { time }
        }
        return begun.min() ?? .max
    }

    /// Removes what only the pages in progress could need.
    mutating func prune() {
        let earliest = earliest
        tombstones = tombstones.filter { $0.value > earliest }
        var settled: [ReceiptEdit] = []
        log.removeAll { edit in
            guard case .confirmed(let time) = edit.phase, time <= earliest else { return false }
            settled.append(edit)
            return true
        }
        for edit in settled {
            guard case .confirmed(let time) = edit.phase else { continue }
            for id in edit.ids {
                guard let row = rows[id], row.readAt < time, let changed = edit.change.applied(to: row.base) else {
                    continue
                }
                rows.set(changed, readAt: row.readAt)
                changes.touched.insert(id)
            }
        }
    }

    /// Applies the changes to the visible list.
    mutating func updateVisible() {
        let placed = changes.appended + changes.inserted
        guard !changes.isWhole, !placed.contains(where: visible.contains),
            changes.appended.isEmpty || rows.extras.isEmpty
        else { return rebuild() }
        var gone = changes.removed
        for id in changes.touched.subtracting(placed) {
            guard let receipt = shown(id) else {
                gone.append(id)
                continue
            }
            // The list of an app with many receipts is expensive to copy, and a confirmed edit changes nothing in it.
            if visible[id] == receipt { continue }
            changes.visible = true
            // A receipt whose deletion has failed returns to its position.
            guard visible.replace(receipt) else { return rebuild() }
        }
        if gone.contains(where: visible.contains) {
            changes.visible = true
            _ = visible.remove(gone)
        }
        guard !placed.isEmpty else { return }
        changes.visible = true
        visible.append(changes.appended.compactMap(shown))
        insertExtras()
    }

    /// Inserts the receipts that were fetched outside the query into the visible list.
    private mutating func insertExtras() {
        guard !changes.inserted.isEmpty else { return }
        // Between hidden receipts, the places are those of the stored order.
        guard visible.receipts.count + changes.inserted.count == rows.count else { return rebuild() }
        let isAscending = isAscending
        let sorted = sortedByDate(changes.inserted).compactMap { shown($0.id) }
        guard sorted.count == changes.inserted.count else { return rebuild() }
        visible.insert(sorted) { Self.precedes($0, $1, isAscending) }
    }

    /// Creates the visible list from the receipts.
    mutating func rebuild() {
        changes.visible = true
        visible = ReceiptCollection(storedOrder.compactMap(shown))
    }

    private var isAscending: Bool { query?.orderDirection == .ascending }

    private static func precedes(_ one: Date, _ two: Date, _ isAscending: Bool) -> Bool {
        isAscending ? one < two : one > two
    }

    private func date(_ id: String) -> Date { rows[id]?.base.head.date ?? .distantPast }

    /// Returns receipts in the direction of the query; those with the same date stay in their order.
    private func sortedByDate(_ ids: [String]) -> [(id: String, date: Date)] {
        let isAscending = isAscending
        return ids.enumerated().map { (id: $0.element, date: date($0.element), offset: $0.offset) }
            .sorted {
                Self.precedes($0.date, $1.date, isAscending) || $0.date == $1.date && $0.offset < $1.offset
            }
            .map { ($0.id, $0.date) }
    }

    /// The ids in the order of the list: receipts outside the query are placed by date among those of the query.
    var storedOrder: [String] {
        guard !rows.extras.isEmpty else { return rows.order }
        let isAscending = isAscending
        func precedes(_ one: Date, _ two: Date) -> Bool { Self.precedes(one, two, isAscending) }
        var extras = sortedByDate(rows.extras)[...]
        var order: [String] = []
        order.reserveCapacity(rows.order.count + extras.count)
        for id in rows.order {
            if !extras.isEmpty {
                let date = date(id)
                while let extra = extras.first, precedes(extra.date, date) { order.append(extras.removeFirst().id) }
            }
            order.append(id)
        }
        return order + extras.map(\.id)
    }
}

// MARK: - The store

extension SyncCore {
    /// The part of the log to be stored.
    var storedLog: StoredLog {
        StoredLog(
            edits: log.filter(\.isPending).map {
                StoredLog.Edit(
                    ids: $0.ids,
                    change: $0.change,
                    number: $0.number,
                    order: $0.order,
                    isKept: $0.phase == .kept
                )
            },
            doubts: doubts.keys.sorted()
        )
    }

    /// Returns the receipt to store; `nil` if it is unknown.
    ///
    /// The stored content has the confirmed edits, because no page in progress survives the process.
    func storedRow(_ id: String) -> StoredRow? {
        guard let row = rows[id], let base = confirmed(id) else { return nil }
        return StoredRow(base: base, shown: overlaid(row.base, readAt: row.readAt), isExtra: row.isExtra)
    }

    /// Returns the changes of the store by the current event.
    func makeWrite() -> StoreWrite {
        var write = StoreWrite()
        if changes.log { write.log = storedLog }
        if changes.query { write.query = query }
        if changes.refusals { write.refusals = refusals }
        write.confirmed = changes.confirmed
        if changes.isWhole {
            write.whole = storedOrder.compactMap(storedRow)
            return write
        }
        let placed = Set(changes.appended).union(changes.inserted)
        write.removed = changes.removed.filter { rows[$0] == nil }
        write.changed = changes.touched.subtracting(placed).sorted().compactMap(storedRow)
        guard !changes.inserted.isEmpty || !rows.extras.isEmpty else {
            write.appended = changes.appended.compactMap(storedRow)
            return write
        }
        guard !placed.isEmpty else { return write }
        // Neither a new receipt nor a page moves any of the others.
        write.inserted = withPredecessors(placed).compactMap { id, former in storedRow(id).map { ($0, former) } }
        return write
    }

    /// Returns receipts in the order of the list, each with the one before it; `nil` for the first receipt.
    private func withPredecessors(_ ids: Set<String>) -> [(id: String, former: String?)] {
        // Without hidden receipts, the visible list has the stored order.
        if visible.receipts.count == rows.count {
            return ids.compactMap(visible.index).sorted().map { index in
                (visible.receipts[index].id, index > 0 ? visible.receipts[index - 1].id : nil)
            }
        }
        var found: [(id: String, former: String?)] = []
        var former: String?
        for id in storedOrder {
            if ids.contains(id) { found.append((id, former)) }
            former = id
        }
        return found
    }
}
