import AnybillAPI

/// A change of a receipt that the user asked for.
enum ReceiptChange: Codable, Hashable, Sendable {
    /// The favorite flag is toggled to this value; `nil` if the former value is unknown.
    case favourite(Bool?)
    /// The note is replaced; an empty string removes it.
    case note(String)
    /// The receipt is deleted, alone or in a call that may delete several.
    case deletion(isBatch: Bool)

    /// Whether the change is a deletion.
    var isDeletion: Bool {
        if case .deletion = self { true } else { false }
    }

    /// Returns the receipt with the change; `nil` for a deletion.
    func applied(to receipt: Receipt) -> Receipt? {
        var changed = receipt
        switch self {
        case .favourite(let target): changed.misc.isFavourite = target ?? receipt.misc.isFavourite
        case .note(let text): changed.misc.note = text.isEmpty ? nil : text
        case .deletion: return nil
        }
        return changed
    }

    /// Returns whether a receipt that was read from the service has the change; `nil` as the receipt means deleted.
    func isDone(in receipt: Receipt?) -> Bool {
        switch (self, receipt) {
        case (.deletion, nil): true
        case (.favourite(let target), let receipt?): target == receipt.misc.isFavourite
        case (.note(let text), let receipt?): text == receipt.misc.note ?? ""
        default: false
        }
    }

    /// Returns the change as the service confirmed it with the changed receipt.
    func confirmed(by receipt: Receipt) -> ReceiptChange {
        switch self {
        case .favourite: .favourite(receipt.misc.isFavourite)
        case .note: .note(receipt.misc.note ?? "")
        case .deletion: self
        }
    }
}

/// An entry in the log of edits: a change of one receipt, or the deletion of several in one call.
struct ReceiptEdit: Sendable {
    /// The progress of an edit.
    enum Phase: Hashable, Sendable {
        /// An earlier edit of the same receipt is in progress, in this or in another context.
        case waiting
        /// The receipts are read to find out whether the change is needed or has been made.
        case checking
        /// The request is in progress.
        case sent
        /// The edit waits for a connection.
        case kept
        /// The service confirmed the change at this time; pages requested earlier may not contain it.
        case confirmed(at: Int)
    }

    /// The position in the log, and the time at which the edit was made.
    let number: Int
    /// The ids of the receipts; more than one only for a deletion.
    var ids: [String]
    /// The change.
    var change: ReceiptChange
    /// The position among the unconfirmed edits of all contexts that share the store; a later edit has a higher one.
    var order = 0
    /// The progress.
    var phase = Phase.waiting
    /// The caller that waits for the result; `nil` if none does.
    var ticket: Int?
    /// The time at which the request was last sent.
    var sentAt = 0
    /// The number of times an earlier edit of another context was still in progress when this one was due.
    var looks = 0
    /// The number of times the service did not perform the edit although it could be reached.
    var failures = 0
    /// Whether the receipts were read, and did not have the change, before the request was sent.
    var isChecked = false
    /// The number of times the response has shown the opposite of a toggle.
    var reversals = 0
    /// Whether the edit is repeated until the service has performed or refused it, because no caller receives a failure.
    var isPersistent = false
    /// The reading in progress in the phase `checking`.
    var check: EditCheck?

    /// Whether the service has not yet confirmed the change.
    var isPending: Bool {
        if case .confirmed = phase { false } else { true }
    }

    /// Returns whether the response to a toggle shows the value that the receipt had before.
    ///
    /// The first request for a toggle has the effect that its response shows, because its caller receives it.
    func isUndone(in receipt: Receipt) -> Bool {
        guard isChecked, case .favourite = change else { return false }
        return !change.isDone(in: receipt)
    }
}

/// The reading of the receipts of an edit, before it is sent or after its response was lost.
struct EditCheck: Sendable {
    /// The reason for reading the receipts.
    enum Reason: Sendable {
        /// Their state is unknown, so the change may not be needed.
        case beforeSending
        /// The service may have made the change although this failure was received.
        case afterLoss(CallFault)
        /// The service could not delete some receipts, which may no longer exist.
        case afterPartialDeletion(any AnybillError)
    }

    /// The reason.
    let reason: Reason
    /// The ids of the receipts to read.
    let ids: [String]
    /// The ids of the receipts whose reads have not begun.
    var open: [String]
    /// The reads in progress.
    var reads: Set<Int> = []
    /// The receipts read, by id; `nil` values for those that no longer exist.
    var found: [String: Receipt?] = [:]
    /// The failure of a read.
    var fault: CallFault?

    /// The ids of the receipts that were not read.
    var unread: [String] { ids.filter { found[$0] == nil } }

    /// Creates the reading of receipts.
    init(_ reason: Reason, _ ids: [String]) {
        self.reason = reason
        self.ids = ids
        open = ids
    }
}
