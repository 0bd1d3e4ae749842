import AnybillAPI

/// A stored receipt.
struct StoredRow: Hashable, Sendable {
    /// The receipt as the service returned it.
    var base: Receipt
    /// The receipt as the list shows it, with the edits that the service has not confirmed; `nil` if it is hidden.
    var shown: Receipt?
    /// Whether the receipt was fetched outside the query.
    var isExtra = false
}

/// The changes of the store that follow from an event, to be made in one transaction.
struct StoreWrite: Sendable {
    /// All receipts, which replace the stored ones; `nil` if only some have changed.
    var whole: [StoredRow]?
    /// The ids of the receipts to remove.
    var removed: [String] = []
    /// The receipts to replace at their positions.
    var changed: [StoredRow] = []
    /// The receipts to append.
    var appended: [StoredRow] = []
    /// The receipts to insert after others, in this order; `nil` means at the start.
    var inserted: [(row: StoredRow, after: String?)] = []
    /// The state of the query; `nil` if it has not changed.
    var query: ReceiptQuery?
    /// The log of edits; `nil` if it has not changed.
    var log: StoredLog?
    /// The refused edits of all contexts; `nil` if they have not changed.
    var refusals: [EditRefusal]?
    /// The changes that the service has confirmed, for the pages that other contexts have requested before.
    var confirmed: [ConfirmedChange] = []

    /// Whether there is nothing to write.
    var isEmpty: Bool {
        whole == nil && removed.isEmpty && changed.isEmpty && appended.isEmpty && inserted.isEmpty && query == nil
            && log == nil && refusals == nil && confirmed.isEmpty
    }
}

/// A change that the service has confirmed: an edit, or the end of receipts, whoever has deleted them.
struct ConfirmedChange: Codable, Hashable, Sendable {
    /// The ids of the receipts.
    var ids: [String]
    /// The change.
    var change: ReceiptChange
    /// The position among the changes of all contexts; assigned by the store.
    var number = 0
    /// The name of the context that stored the change; assigned by the store.
    var owner = ""

    /// Returns whether the change is the deletion of exactly these receipts.
    func isDeletion(of ids: [String]) -> Bool { change.isDeletion && self.ids == ids }
}

/// An edit that no caller waits for, and that the service has refused.
struct EditRefusal: Codable, Hashable, Sendable {
    /// The ids of the receipts.
    var ids: [String]
    /// The change.
    var change: ReceiptChange
    /// The status of the response.
    var code: Int
    /// The service's summary.
    var title: String?
    /// The id under which the service logged the call.
    var traceId: String?
}

/// The part of the log that survives the process.
struct StoredLog: Codable, Hashable, Sendable {
    /// An edit that the service has not confirmed.
    struct Edit: Codable, Hashable, Sendable {
        /// The ids of the receipts.
        var ids: [String]
        /// The change.
        var change: ReceiptChange
        /// The number of the edit in the log of its context; `nil` from an earlier version.
        var number: Int?
        /// The position among the unconfirmed edits of all contexts; `nil` from an earlier version.
        var order: Int?
        /// Whether the edit waits for a connection, so that any context may send it; `nil` means `false`.
        var isKept: Bool?
    }

    /// The unconfirmed edits in their order.
    var edits: [Edit] = []
    /// The ids of the receipts whose state at the service is unknown.
    var doubts: [String] = []

    /// Whether the log has no content.
    var isEmpty: Bool { edits.isEmpty && doubts.isEmpty }

    /// Whether the context sends an edit, or is about to.
    var isInProgress: Bool { edits.contains { $0.isKept != true } }
}

/// The content of a store.
struct StoredReceipts: Sendable {
    /// The receipts in the order of the list, the base of each.
    var rows: [StoredRow] = []
    /// The state of the query; `nil` before the first query.
    var query: ReceiptQuery?
    /// The log of this context.
    var log = StoredLog()
    /// The unconfirmed edits of other contexts.
    var otherEdits: [StoredLog.Edit] = []
    /// The ids of the receipts whose state is unknown to other contexts.
    var otherDoubts: Set<String> = []
    /// The refused edits of all contexts that the app has not dismissed.
    var refusals: [EditRefusal] = []
    /// The latest confirmed changes of all contexts, in their order.
    var confirmed: [ConfirmedChange] = []
    /// The name of this context.
    var owner = ""

    /// Makes confirmed changes that the store does not have.
    mutating func apply(_ missed: [ConfirmedChange]) {
        for confirmed in missed {
            let ids = Set(confirmed.ids)
            let former = rows
            rows = former.compactMap { row in
                guard ids.contains(row.base.id) else { return row }
                guard let base = confirmed.change.applied(to: row.base) else { return nil }
                var changed = row
                changed.base = base
                return changed
            }
            // The total of a complete query does not include the receipts that were fetched outside it.
            let isComplete = query?.continuationToken == nil
            let removed = former.count { ids.contains($0.base.id) && !(isComplete && $0.isExtra) }
            guard confirmed.change.isDeletion, let total = query?.totalCount else { continue }
            query?.totalCount = max(0, total - removed)
        }
    }
}
