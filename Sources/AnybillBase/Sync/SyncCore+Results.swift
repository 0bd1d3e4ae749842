import AnybillAPI

extension SyncCore {
    /// Removes a receipt from those whose state is unknown, unless it has become unknown after it was requested.
    mutating func resolve(_ id: String, readAt: Int) {
        guard let since = doubts[id], since < readAt else { return }
        doubts[id] = nil
        changes.log = true
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
        changes.confirmed.append(ConfirmedChange(ids: edit.ids, change: log[index].change))
        resolve(receipt.id, readAt: readAt)
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
            let refusal = EditRefusal(
                ids: edit.ids,
                change: edit.change,
                code: error.code,
                title: error.title,
                traceId: error.traceId
            )
            refusals.append(refusal)
            changes.refusals = true
            effects.append(.dropped(refusal))
        }
    }

    /// Keeps an edit for later if the app wants that or nobody waits for it; reports the failure if not.
    ///
    /// An edit that was reported as made ends only with a refusal by the service.
    mutating func keepOrFail(_ index: Int, _ fault: CallFault) {
        let edit = log[index]
        let isKnown = edit.change.isDeletion || edit.ids.first.flatMap(shown) != nil
        let isOffline = fault.kind == .notSent || fault.kind == .lost
        guard edit.isPersistent || keepsEdits && isOffline && isKnown && edit.change != .favourite(nil),
            fault.isTemporary
        else { return fail(index, fault.error) }
        // The edits of other receipts must not wait for one that the service never performs.
        if fault.kind != .notSent { log[index].failures += 1 }
        keep(index, fault.error)
    }

    /// Keeps an edit until the service can be reached, and reports it as made if it can be stored.
    private mutating func keep(_ index: Int, _ error: any AnybillError) {
        let edit = log[index]
        log[index].phase = .kept
        log[index].isPersistent = true
        log[index].ticket = nil
        note(edit)
        guard let ticket = edit.ticket else { return }
        let outcome = edit.ids.first.flatMap(shown).map { SyncOutcome.receipt($0) } ?? .done
        effects.append(.keep(number: edit.number, ticket: ticket, outcome, error))
    }

    /// Lets an edit wait again whose receipts have not been read.
    mutating func keepAgain(_ number: Int) {
        guard let index = index(of: number), let check = log[index].check else { return }
        for read in check.reads { reads[read] = nil }
        log[index].check = nil
        log[index].phase = .kept
        changes.log = true
    }

    /// Forgets refused edits that the app has seen, each once: an equal one may have been refused since.
    mutating func dismiss(_ seen: [EditRefusal]) {
        for refusal in seen {
            guard let index = refusals.firstIndex(of: refusal) else { continue }
            refusals.remove(at: index)
            changes.refusals = true
        }
    }

    /// Ends an edit that would be lost with the process, and reports why it was not sent.
    mutating func cannotKeep(_ number: Int, _ ticket: Int, _ error: any AnybillError) {
        guard let index = index(of: number), log[index].phase == .kept else { return }
        log[index].ticket = ticket
        fail(index, error)
        startWaiting()
    }
}
