import AnybillAPI
import Foundation

// MARK: - Starting

extension SyncCore {
    /// Adds an edit to the log, and sends it unless an earlier edit of the same receipt is in progress.
    mutating func edit(_ ticket: Int, _ change: ReceiptChange, _ ids: [String]) {
        let ids = known(ids)
        var edit = ReceiptEdit(number: tick(), ids: ids, change: change, order: nextOrder, ticket: ticket)
        if case .favourite = change { edit.change = .favourite(ids.first.flatMap(shown).map { !$0.misc.isFavourite }) }
        log.append(edit)
        note(edit)
        sendKept()
        startWaiting()
    }

    /// Returns ids as the list and the unconfirmed edits have them, each once.
    ///
    /// The hexadecimal digits of an app's id may be in another case than those of the service, which are lowercase if the
    /// list does not have the receipt.
    private func known(_ ids: [String]) -> [String] {
        guard ids.contains(where: { rows[$0] == nil }) || Set(ids).count < ids.count else { return ids }
        let unknown = ids.map { UUID(uuidString: $0) == nil ? $0 : $0.lowercased() }
        let known = rows.ids + log.flatMap(\.ids) + otherEdits.flatMap(\.ids) + unknown
        var spellings: [String: String] = [:]
        for id in known where spellings[id.lowercased()] == nil { spellings[id.lowercased()] = id }
        return ids.compactMap { spellings.removeValue(forKey: $0.lowercased()) }
    }

    /// Sends the edits that wait for a connection, one after the other, in their order.
    ///
    /// An edit that the service has failed to perform is sent after those of other receipts.
    mutating func sendKept() {
        guard !isSendingKept else { return }
        let ready = log.indices.filter { log[$0].phase == .kept && !isBehindOther(log[$0]) && !isBehindOwn($0) }
        guard let index = ready.min(by: { log[$0].failures < log[$1].failures }) else { return }
        // Time has passed since the edit was made: its receipt may have been changed or deleted elsewhere.
        check(index, .beforeSending, log[index].ids)
        // From now on, no other context may take the edit over.
        changes.log = true
    }

    /// Starts the waiting edits whose receipts are no longer being edited.
    mutating func startWaiting() {
        var busy: Set<String> = []
        var offline: Set<String> = []
        let isSending = isSendingKept
        for number in log.filter(\.isPending).map(\.number) {
            guard let index = index(of: number) else { continue }
            let ids = log[index].ids
            if log[index].phase == .waiting {
                if busy.isDisjoint(with: ids), !isBehindOther(log[index]) {
                    start(index)
                } else if !isSending, !offline.isDisjoint(with: ids) {
                    keepOrFail(index, .behindKeptEdit)
                }
            }
            guard let index = self.index(of: number), log[index].isPending else { continue }
            busy.formUnion(ids)
            if log[index].phase == .kept { offline.formUnion(ids) }
        }
    }

    /// Whether an edit that waited for a connection is in progress.
    private var isSendingKept: Bool {
        log.contains { $0.isPersistent && ($0.phase == .checking || $0.phase == .sent) }
    }

    private mutating func start(_ index: Int) {
        let edit = log[index]
        if edit.ids.contains(where: { doubts[$0] != nil || otherDoubts.contains($0) }) {
            return check(index, .beforeSending, edit.ids)
        }
        // The list reached the value in the meantime, for example because an earlier toggle failed.
        if case .favourite(.some(let target)) = edit.change, let receipt = edit.ids.first.flatMap(confirmed),
            receipt.misc.isFavourite == target, !otherEdits.contains(where: { $0.ids.contains(receipt.id) })
        {
            return confirm(index, receipt, readAt: rows[receipt.id]?.readAt ?? 0)
        }
        send(index)
    }

    private mutating func send(_ index: Int) {
        log[index].phase = .sent
        log[index].sentAt = tick()
        effects.append(.send(number: log[index].number, log[index].change, ids: log[index].ids))
    }

    /// Reads the receipts of an edit before it is sent or reported.
    private mutating func check(_ index: Int, _ reason: EditCheck.Reason, _ ids: [String]) {
        log[index].check = EditCheck(reason, ids)
        log[index].phase = .checking
        continueCheck(index)
    }

    /// Begins the next reads of an edit, unless one has failed.
    private mutating func continueCheck(_ index: Int) {
        while let check = log[index].check, check.fault == nil, check.reads.count < Self.maximumReads,
            let id = check.open.first
        {
            let time = read(id, for: log[index].number)
            log[index].check?.open.removeFirst()
            log[index].check?.reads.insert(time)
        }
    }

    private mutating func read(_ id: String, for edit: Int?) -> Int {
        let time = tick()
        reads[time] = .receipt(edit: edit, id: id)
        effects.append(.read(read: time, id: id))
        return time
    }

    /// The largest number of receipts that are read at the same time, which must not look like an attack.
    static var maximumReads: Int { 4 }

    /// Continues what waits for the service, which has responded.
    mutating func contactSucceeded() {
        sendKept()
        readDoubts()
    }

    /// Reads the receipts whose state is unknown.
    private mutating func readDoubts() {
        guard !doubts.isEmpty else { return }
        var busy: Set<String> = []
        var count = 0
        for case .receipt(let edit, let id) in reads.values {
            busy.insert(id)
            if edit == nil { count += 1 }
        }
        let open = doubts.keys.filter { id in
            !busy.contains(id) && rows[id] != nil && !log.contains { $0.isPending && $0.ids.contains(id) }
        }
        for id in open.sorted().prefix(max(0, Self.maximumReads - count)) { _ = read(id, for: nil) }
    }
}

// MARK: - Ending

extension SyncCore {
    /// Handles the end of the request of an edit.
    mutating func editEnded(_ number: Int, _ result: EditResult) {
        guard let index = index(of: number), log[index].phase == .sent else { return }
        let edit = log[index]
        switch result {
        case .receipt(let receipt) where edit.isUndone(in: receipt): repeatToggle(index, receipt)
        case .receipt(let receipt): confirm(index, receipt, readAt: edit.sentAt)
        case .deleted: confirmDeletion(index)
        case .partlyDeleted(let failed, let error):
            let refused = Set(failed.map { $0.lowercased() })
            delete(edit.ids.filter { !refused.contains($0.lowercased()) })
            // The service also names receipts that were deleted elsewhere.
            let doubtful = edit.ids.filter { refused.contains($0.lowercased()) && rows[$0] != nil }
            if doubtful.isEmpty { fail(index, error) } else { check(index, .afterPartialDeletion(error), doubtful) }
        case .fault(let fault): failed(index, fault)
        }
        if case .fault(let fault) = result, fault.isTemporary {} else { contactSucceeded() }
        startWaiting()
    }

    /// Repeats a toggle that the service has performed after another one, such as an earlier request whose response was
    /// lost, and that has therefore undone the change.
    private mutating func repeatToggle(_ index: Int, _ receipt: Receipt) {
        let edit = log[index]
        note(edit)
        if let row = rows[receipt.id], row.readAt <= edit.sentAt { rows.set(receipt, readAt: edit.sentAt) }
        log[index].reversals += 1
        guard log[index].reversals < Self.maximumReversals else {
            doubt(receipt.id)
            return fail(index, CallFault.undone.error)
        }
        check(index, .beforeSending, edit.ids)
    }

    /// The number of responses to a toggle that show the opposite value, after which it has failed.
    static var maximumReversals: Int { 3 }

    private mutating func failed(_ index: Int, _ fault: CallFault) {
        switch fault.kind {
        case .gone where log[index].ids.count == 1 && log[index].change.isDeletion && log[index].isPersistent:
            confirmDeletion(index)
        case .gone:
            if log[index].ids.count == 1 { delete(log[index].ids) }
            fail(index, fault.error)
        case .refused, .notSent, .postponed: keepOrFail(index, fault)
        case .lost: check(index, .afterLoss(fault), log[index].ids)
        }
    }

    /// Handles the end of the request for a receipt.
    mutating func receiptEnded(_ read: Int, _ result: Result<Receipt, CallFault>) {
        guard case .receipt(let number, let id)? = reads.removeValue(forKey: read) else { return }
        switch result {
        case .success(let receipt):
            if let row = rows[id], row.readAt <= read { rows.set(receipt, readAt: read) }
            resolve(id, readAt: read)
        case .failure(let fault) where fault.kind == .gone: delete([id])
        case .failure: break
        }
        changes.touched.insert(id)
        guard let number else {
            if case .failure(let fault) = result, fault.kind != .gone {} else { readDoubts() }
            return
        }
        guard let index = index(of: number), log[index].check?.reads.remove(read) != nil else { return }
        switch result {
        case .success(let receipt): log[index].check?.found[id] = .some(receipt)
        case .failure(let fault) where fault.kind == .gone: log[index].check?.found[id] = .some(nil)
        case .failure(let fault): log[index].check?.fault = fault
        }
        continueCheck(index)
        guard log[index].check?.reads.isEmpty == true else { return }
        conclude(index)
        startWaiting()
    }

    private mutating func conclude(_ index: Int) {
        guard let check = log[index].check.take() else { return }
        let number = log[index].number
        switch (check.reason, check.fault) {
        case (.afterPartialDeletion(let error), _):
            for id in check.unread { doubt(id) }
            let isDone = log[index].isPersistent && check.ids.allSatisfy { check.found[$0] == .some(nil) }
            if isDone { confirmDeletion(index) } else { fail(index, error) }
        case (.beforeSending, let fault?): keepOrFail(index, fault)
        case (.afterLoss(let fault), .some):
            for id in check.unread { doubt(id) }
            keepOrFail(index, fault)
        case (.beforeSending, nil): resume(index, check, after: nil)
        case (.afterLoss(let fault), nil): resume(index, check, after: fault)
        }
        guard check.fault?.isTemporary != true else { return }
        // A service that fails again and again must not be asked in an endless loop. What it may still perform is read
        // after the next call.
        let isKept = self.index(of: number).map { log[$0].phase == .kept } ?? false
        if case .afterLoss = check.reason, !isKept { sendKept() } else if !isKept { contactSucceeded() }
    }

    /// Continues an edit whose receipts were read: it was performed, is sent, or has failed.
    private mutating func resume(_ index: Int, _ check: EditCheck, after fault: CallFault?) {
        let edit = log[index]
        let open = edit.ids.filter { !edit.change.isDone(in: check.found[$0] ?? nil) }
        if open.isEmpty {
            guard let id = edit.ids.first, let receipt = check.found[id] ?? nil else { return confirmDeletion(index) }
            return confirm(index, receipt, readAt: edit.sentAt)
        }
        if !edit.change.isDeletion, let id = edit.ids.first, check.found[id] == .some(nil) {
            return fail(index, CallFault.gone.error)
        }
        if let fault {
            // The service may perform the request now, after its client has given up.
            for id in open { doubt(id) }
            let isPartial = open.count < edit.ids.count
            let error = isPartial ? Self.partialFailure(open, fault.error) : fault.error
            log[index].ids = open
            changes.touched.formUnion(edit.ids)
            return keepOrFail(index, CallFault(fault.kind, error))
        }
        changes.touched.formUnion(edit.ids)
        log[index].ids = open
        if edit.change == .favourite(nil), let id = edit.ids.first, let receipt = check.found[id] ?? nil {
            log[index].change = .favourite(!receipt.misc.isFavourite)
        }
        log[index].isChecked = true
        send(index)
    }

    private static func partialFailure(_ failed: [String], _ cause: any AnybillError) -> any AnybillError {
        var error = DeleteReceiptsError(failedReceipts: failed, code: cause.code, title: cause.title)
        error.type = cause.type
        return error
    }
}
