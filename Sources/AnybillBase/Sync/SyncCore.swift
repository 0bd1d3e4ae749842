import AnybillAPI

/// The list of receipts as a function of events: what the service returned, plus the user's edits.
///
/// The core performs nothing. It turns an event into effects and into changes of the store, so a driver can deliver
/// events in any order. Its rules are:
///
/// - Every request has a time, the value of a counter. A receipt is replaced only by a response to a later request.
/// - Edits of one receipt are sent one after the other in the order in which they were made, whichever contexts of the
///   folder have made them: each has a position among the edits of all contexts. An unconfirmed edit applies to every
///   page that arrives, and a confirmed one to the pages that were requested before its confirmation.
/// - A receipt whose state is unknown after a lost response is read before anything is reported or sent again.
struct SyncCore: Sendable {
    /// A request in progress that reads from the service.
    enum Read: Sendable {
        /// The first page of a query.
        case first(ticket: Int, PageRequest)
        /// A further page of the query, from a position.
        case next(ReceiptProceed, from: ReceiptPosition)
        /// A page of the query that is read again because its token was refused.
        case walk(ReceiptWalk)
        /// A page outside the query.
        case direct(ticket: Int, PageRequest)
        /// A receipt, for an edit or because its state is unknown.
        case receipt(edit: Int?, id: String)
    }

    /// Whether edits are kept for later if there is no connection.
    let keepsEdits: Bool
    /// The size of the pages that are read again after a token was refused; 1 to 100.
    let walkSize: Int

    /// The receipts of the service.
    var rows = ReceiptRows()
    /// The query whose pages are in the list; `nil` before the first query.
    var query: ReceiptQuery?
    /// The tokens with which pages of the query were requested, of which a repeated one would never end.
    var followedTokens: Set<String> = []
    /// The edits that are unconfirmed, or confirmed while pages requested earlier are in progress.
    var log: [ReceiptEdit] = []
    /// The unconfirmed edits of other contexts, which send them.
    var otherEdits: [StoredLog.Edit] = []
    /// The ids of the receipts whose state is unknown to other contexts.
    var otherDoubts: Set<String> = []
    /// The edits that were refused after they had been reported as made, until the app has seen them.
    var refusals: [EditRefusal] = []
    /// The number of the latest confirmed change in the store.
    private var lastSeen = 0
    /// The time before which changes of other contexts are unknown: pages requested earlier are requested again.
    private(set) var validSince = 0
    /// Whether the stored log has edits that the core could not restore.
    private var isLogStale = false
    /// Whether the event `lookElsewhere` is scheduled.
    var isWatching = false
    /// The times at which receipts were deleted while pages requested earlier are in progress, by id.
    var tombstones: [String: Int] = [:]
    /// The times at which the states of receipts became unknown, by id.
    var doubts: [String: Int] = [:]

    /// The current time; increases with every request and every confirmation.
    var clock = 0
    /// The requests in progress, by their times.
    var reads: [Int: Read] = [:]
    /// The request of the query in progress; `nil` if there is none.
    var active: Int?
    /// The calls that wait for the next page.
    var proceeds: [ReceiptProceed] = []

    /// The list with unconfirmed edits, as the app shows it.
    var visible = ReceiptCollection()
    /// The effects of the current event.
    var effects: [SyncEffect] = []
    /// The changes by the current event.
    var changes = SyncChanges()

    /// Creates the core of a store.
    init(restoring stored: StoredReceipts = StoredReceipts(), keepsEdits: Bool = false, walkSize: Int = 100) {
        self.keepsEdits = keepsEdits
        self.walkSize = walkSize
        restore(stored)
    }

    /// Handles an event.
    ///
    /// - Returns: The changes of the store and the list, and the effects, which the driver performs after it has stored
    ///   the changes.
    mutating func handle(_ event: SyncEvent) -> SyncStep {
        effects = []
        changes = SyncChanges()
        (changes.log, isLogStale) = (isLogStale, false)
        switch event {
        case .initiate(let ticket, let request): initiate(ticket, request)
        case .proceed(let ticket, let take):
            proceeds.append(ReceiptProceed(ticket: ticket, take: take))
            fetchNext()
        case .direct(let ticket, let request): fetch(.direct(ticket: ticket, request), request)
        case .edit(let ticket, let change, let ids): edit(ticket, change, ids)
        case .abandon(let ticket): abandon(ticket)
        case .sendKept: sendKept()
        case .lookElsewhere: lookElsewhere()
        case .adopt(let log): adopt(log)
        case .notKept(let number, let ticket, let error): cannotKeep(number, ticket, error)
        case .notTaken(let number): keepAgain(number)
        case .dismissRefusals(let seen): dismiss(seen)
        case .pageEnded(let read, let result): pageEnded(read, result)
        case .receiptEnded(let read, let result): receiptEnded(read, result)
        case .editEnded(let number, let result): editEnded(number, result)
        }
        watchOthers()
        prune()
        updateVisible()
        return SyncStep(effects: effects, write: makeWrite(), isListChanged: changes.isListChanged)
    }

    /// Replaces the receipts by the content of a store that another context has changed.
    ///
    /// Pages that were requested before do not undo the other context's changes. An edit that waited for a connection, and
    /// that the other context has taken over, is left to it.
    mutating func reload(_ stored: StoredReceipts) {
        let own = Set(stored.log.edits.compactMap(\.number))
        log.removeAll { $0.phase == .kept && !own.contains($0.number) }
        let time = tick()
        let (changed, _) = learn(stored, at: time, isFresh: false)
        replaceRows(by: stored, at: time, changed)
        refusals = stored.refusals
        rebuild()
    }

    /// Takes over what other contexts have changed while the store had not all changes of this one.
    ///
    /// The list of this context prevails, unless changes of other contexts may be unknown: it may then contain receipts
    /// that they have deleted. At the first read of a store all its changes are unknown, but the list was loaded without
    /// it, and is newer.
    ///
    /// - Parameters:
    ///   - stored: The content of the store, with the confirmed changes of this context.
    ///   - isFirst: Whether the store could not be read before, so that it may have edits of an earlier process.
    ///   - isFresh: Whether the store was replaced, so that it may have lost edits of this context.
    mutating func join(_ stored: StoredReceipts, isFirst: Bool, isFresh: Bool) {
        let time = tick()
        let (changed, isOutdated) = learn(stored, at: time, isFresh: isFresh)
        if isOutdated, !isFirst {
            replaceRows(by: stored, at: time, changed)
        } else if query == nil {
            let former = rows
            replaceRows(by: stored, at: time, changed)
            for id in former.ids {
                guard let row = former[id], tombstones[id] != time else { continue }
                _ = rows.put(row.base, readAt: row.readAt, isExtra: true)
            }
        } else {
            _ = rows.remove(changed.filter { tombstones[$0] == time })
        }
        refusals = stored.refusals + refusals.filter { !stored.refusals.contains($0) }
        if isFirst { adopt(stored.log) } else { dropAdopted(stored, isFresh: isFresh) }
        rebuild()
    }

    /// Leaves edits that waited for a connection to other contexts, which have taken them over.
    ///
    /// A store that was replaced may have lost an edit, which is taken over only if another context is known to have it.
    private mutating func dropAdopted(_ stored: StoredReceipts, isFresh: Bool) {
        log.removeAll { edit in
            guard edit.phase == .kept else { return false }
            let isSame = { (other: StoredLog.Edit) in other.ids == edit.ids && other.change == edit.change }
            if stored.log.edits.contains(where: { $0.number == edit.number || isSame($0) }) { return false }
            return !isFresh || stored.otherEdits.contains(where: isSame)
                || stored.confirmed.contains { $0.ids == edit.ids && $0.change == edit.change }
                || stored.refusals.contains { $0.ids == edit.ids && $0.change == edit.change }
        }
    }

    /// Learns the edits of other contexts, and the changes that they have confirmed.
    ///
    /// - Returns: The ids of the receipts that they have changed, and whether they may have made unknown changes.
    private mutating func learn(
        _ stored: StoredReceipts,
        at time: Int,
        isFresh: Bool
    ) -> (changed: Set<String>, isOutdated: Bool) {
        otherEdits = stored.otherEdits.sorted { $0.order ?? 0 < $1.order ?? 0 }
        otherDoubts = stored.otherDoubts
        let last = stored.confirmed.last?.number ?? 0
        let next = stored.confirmed.first { $0.number > lastSeen }?.number
        let hasGap = next.map { $0 > lastSeen + 1 } ?? (last < lastSeen && !isFresh)
        // The list in a replaced store is that of a context that has known more changes than the store has kept.
        let isOutdated = hasGap || isFresh && stored.query != nil
        // Changes that are no longer listed could be missing from the pages in progress.
        if isOutdated { validSince = time }
        // A replaced store may count from 1 again, and a deletion can be learned twice.
        let news = stored.confirmed.filter { $0.number > lastSeen || isFresh && $0.change.isDeletion }
        lastSeen = last
        let others = news.filter { $0.owner != stored.owner }
        for confirmed in others {
            guard !confirmed.change.isDeletion else {
                for id in confirmed.ids { tombstones[id] = time }
                continue
            }
            var edit = ReceiptEdit(number: tick(), ids: confirmed.ids, change: confirmed.change)
            edit.phase = .confirmed(at: time)
            let pending = log.firstIndex { $0.isPending && !Set($0.ids).isDisjoint(with: edit.ids) }
            log.insert(edit, at: pending ?? log.endIndex)
        }
        return (Set(others.flatMap(\.ids)), isOutdated)
    }

    private mutating func replaceRows(by stored: StoredReceipts, at time: Int, _ changed: Set<String>) {
        let former = rows
        rows = ReceiptRows()
        for row in stored.rows {
            // An unchanged receipt keeps its time, because confirmed edits may still have to be applied to it.
            let known = former[row.base.id].flatMap { $0.base == row.base ? $0.readAt : nil }
            let readAt = changed.contains(row.base.id) ? time : known ?? time
            _ = rows.put(row.base, readAt: readAt, isExtra: row.isExtra)
        }
        query = stored.query
    }

    /// Returns everything that a store must contain, for a store that has missed changes.
    func snapshot(_ missed: [ConfirmedChange]) -> StoreWrite {
        var write = StoreWrite()
        write.confirmed = missed
        write.whole = storedOrder.compactMap(storedRow)
        write.query = query
        write.log = storedLog
        write.refusals = refusals
        return write
    }

    /// Advances the time.
    ///
    /// - Returns: The new time.
    mutating func tick() -> Int {
        clock += 1
        return clock
    }

    /// Returns the result of a call to the app.
    mutating func finish(_ ticket: Int?, _ outcome: SyncOutcome) {
        guard let ticket else { return }
        effects.append(.finish(ticket: ticket, outcome))
    }

    private mutating func restore(_ stored: StoredReceipts) {
        for row in stored.rows { _ = rows.put(row.base, readAt: 0, isExtra: row.isExtra) }
        query = stored.query
        otherEdits = stored.otherEdits.sorted { $0.order ?? 0 < $1.order ?? 0 }
        otherDoubts = stored.otherDoubts
        lastSeen = stored.confirmed.last?.number ?? 0
        refusals = stored.refusals
        for id in stored.log.doubts { doubts[id] = 0 }
        for edit in stored.log.edits {
            let number = edit.number ?? tick()
            clock = max(clock, number)
            keep(edit, number: number)
        }
        rebuild()
    }

    /// Takes over edits that another context has not sent.
    private mutating func adopt(_ stored: StoredLog) {
        for id in stored.doubts { doubt(id) }
        for edit in stored.edits {
            otherEdits.removeAll { $0.ids == edit.ids && $0.change == edit.change }
            keep(edit, number: tick())
            changes.touched.formUnion(edit.ids)
        }
        changes.log = true
    }

    private mutating func keep(_ edit: StoredLog.Edit, number: Int) {
        // Without a former value, nobody can find out whether a toggle was performed.
        guard edit.change != .favourite(nil) else {
            for id in edit.ids { doubts[id] = 0 }
            isLogStale = true
            return
        }
        var kept = ReceiptEdit(number: number, ids: edit.ids, change: edit.change)
        kept.phase = .kept
        kept.isPersistent = true
        kept.order = edit.order ?? nextOrder
        let position = log.firstIndex { $0.isPending && $0.order > kept.order } ?? log.endIndex
        log.insert(kept, at: position)
    }
}
