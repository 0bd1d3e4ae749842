import AnybillAPI

extension SyncCore {
    /// Removes a receipt from those whose state is unknown.
    mutating func resolve(_ id: String) {
        if doubts.removeValue(forKey: id) != nil { changes.log = true }
    }

    /// Returns the position of an edit in the log; `nil` if it has ended.
    func index(of number: Int) -> Int? { log.firstIndex { $0.number == number } }

    /// Marks the receipts of an edit and the log as changed.
    mutating func note(_ edit: ReceiptEdit) {
        changes.touched.formUnion(edit.ids)
        changes.log = true
    }

    /// Records that the state of a receipt is unknown.
    mutating func doubt(_ id: String) {
        doubts[id] = tick()
        changes.log = true
    }

    /// Ends an edit that the service has confirmed with the changed receipt.
    mutating func confirm(_ index: Int, _ receipt: Receipt, readAt: Int) {
        let edit = log[index]
        note(edit)
        if let row = rows[receipt.id], row.readAt <= readAt { rows.set(receipt, readAt: readAt) }
        log[index].change = edit.change.confirmed(by: receipt)
        log[index].phase = .confirmed(at: tick())
        log[index].ticket = nil
        resolve(receipt.id)
        finish(edit.ticket, .receipt(overlaid(receipt, readAt: clock) ?? receipt))
    }

    /// Ends a deletion that the service has confirmed.
    mutating func confirmDeletion(_ index: Int) {
        let edit = log.remove(at: index)
        note(edit)
        delete(edit.ids)
        finish(edit.ticket, .done)
    }

    /// Ends an edit that had no effect, and reports the error.
    mutating func fail(_ index: Int, _ error: any AnybillError) {
        let edit = log.remove(at: index)
        note(edit)
        if let ticket = edit.ticket {
            finish(ticket, .failure(error))
        } else if edit.isPersistent {
            effects.append(.dropped(edit.change, error))
        }
    }

    /// Keeps an edit for later if the app wants that or nobody waits for it; reports the failure if not.
    mutating func keepOrFail(_ index: Int, _ fault: CallFault) {
        let edit = log[index]
        let isKnown = edit.change.isDeletion || edit.ids.first.flatMap(shown) != nil
        guard edit.isPersistent || keepsEdits && isKnown && edit.change != .favourite(nil) else {
            return fail(index, fault.error)
        }
        keep(index)
    }

    /// Keeps an edit until the service can be reached, and reports it as made.
    mutating func keep(_ index: Int) {
        let edit = log[index]
        log[index].phase = .kept
        log[index].isPersistent = true
        log[index].ticket = nil
        note(edit)
        guard let ticket = edit.ticket else { return }
        finish(ticket, edit.ids.first.flatMap(shown).map { .receipt($0) } ?? .done)
    }
}
