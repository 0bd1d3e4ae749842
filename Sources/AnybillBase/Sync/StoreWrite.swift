import AnybillAPI

/// A receipt as it is stored.
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

    /// Whether there is nothing to write.
    var isEmpty: Bool {
        whole == nil && removed.isEmpty && changed.isEmpty && appended.isEmpty && inserted.isEmpty && query == nil
            && log == nil
    }
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
}
