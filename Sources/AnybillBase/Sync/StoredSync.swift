import Logging

/// The core with the store of its login, which other contexts and processes may change as well.
///
/// While an event is handled and its changes are written, no other context of the same folder does the same, so that the
/// core always decides with the current content of the store.
struct StoredSync {
    /// The consequences of an event.
    struct Outcome {
        /// The effects, to be performed in this order.
        var effects: [SyncEffect] = []
        /// Whether the visible list or its total may have changed.
        var isListChanged = false
    }

    /// The core.
    private(set) var core: SyncCore
    /// The store; `nil` if no user is logged in.
    private(set) var store: UserStore?

    private let logger: Logger?
    /// Whether another context has ended the login, so that the store is deleted or will be.
    private let isOver: @Sendable () -> Bool
    private var freshStarts: Int
    /// Whether the store has all changes of the core.
    private var isCurrent = true
    /// Whether the store may have changes that the core does not have, so that it must be read before it is written.
    private var isReadDue = false
    /// Whether the database was replaced since it was read, so that it may have lost edits of this context.
    private var isFresh = false
    /// Whether the edits have been read that an earlier process has left.
    private var isLogRead = true
    /// The confirmed changes that the store does not have.
    private var missed: [ConfirmedChange] = []
    /// The latest known deletions, which a store that was replaced may have lost.
    private var deletions: [ConfirmedChange] = []

    /// Reads the content of a store, with the edits that contexts have left which no longer exist.
    ///
    /// Blocks the calling thread.
    init(
        _ store: UserStore?,
        keepsEdits: Bool,
        logger: Logger?,
        isOver: @escaping @Sendable () -> Bool = { false }
    ) {
        self.store = store
        self.logger = logger
        self.isOver = isOver
        freshStarts = store?.freshStarts ?? 0
        core = SyncCore(keepsEdits: keepsEdits)
        guard let store else { return }
        let right = store.acquireEvents()
        defer { withExtendedLifetime(right) {} }
        _ = store.isChangedElsewhere()
        _ = try? store.adoptLogs()
        freshStarts = store.freshStarts
        if let stored = try? store.load() {
            core = SyncCore(restoring: stored, keepsEdits: keepsEdits)
            remember(stored.confirmed)
        } else {
            (isCurrent, isReadDue, isLogRead) = (false, true, false)
            logger?.warning("The stored receipts could not be read; the list continues without the store.")
        }
    }

    /// Whether the store contains the list, so that it survives the process.
    var isStored: Bool { isCurrent && store?.isTemporary != true }

    /// Handles an event, and stores its changes.
    ///
    /// Blocks the calling thread.
    ///
    /// - Returns: The effects, which are to be performed now that the changes are stored.
    mutating func handle(_ event: SyncEvent) -> Outcome {
        let right = store?.acquireEvents()
        defer { withExtendedLifetime(right) {} }
        let wasStored = isStored
        var outcome = Outcome(isListChanged: followOthers())
        if event.isCall, !isReadDue, let adopted = try? openStore?.adoptLogs(), !adopted.isEmpty {
            apply(.adopt(adopted), &outcome)
        }
        apply(event, &outcome)
        outcome.isListChanged = outcome.isListChanged || isStored != wasStored
        return outcome
    }

    /// Reads the changes that other contexts have made.
    ///
    /// Blocks the calling thread.
    ///
    /// - Returns: Whether the visible list or its total may have changed.
    mutating func refresh() -> Bool {
        let right = store?.acquireEvents()
        defer { withExtendedLifetime(right) {} }
        return followOthers()
    }

    /// Continues with the store of the same login that could not be opened before: it receives the
    /// list, and its edits are taken over.
    ///
    /// Blocks the calling thread.
    ///
    /// - Returns: The effects, which are to be performed now that the changes are stored.
    mutating func move(to store: UserStore) -> Outcome {
        self.store = store
        freshStarts = store.freshStarts
        (isCurrent, isReadDue, isLogRead) = (false, true, false)
        missed = deletions + missed
        return handle(.lookElsewhere)
    }

    private mutating func apply(_ event: SyncEvent, _ outcome: inout Outcome) {
        let kept = core.keptEdits
        let step = core.handle(event)
        save(step.write)
        outcome.isListChanged = outcome.isListChanged || step.isListChanged
        // While the store has an edit as one that waits for a connection, another context may send it.
        let untaken = isCurrent ? [] : core.log.filter { kept.contains($0.number) && $0.phase == .checking }
        let dropped = Set(untaken.flatMap { $0.check?.reads ?? [] })
        defer { for edit in untaken { apply(.notTaken(number: edit.number), &outcome) } }
        for effect in step.effects {
            if case .read(let read, _) = effect, dropped.contains(read) { continue }
            guard case .keep(let number, let ticket, let result, let error) = effect else {
                outcome.effects.append(effect)
                continue
            }
            if isStored, openStore != nil, !isOver() {
                outcome.effects.append(.finish(ticket: ticket, result))
            } else {
                apply(.notKept(number: number, ticket: ticket, error), &outcome)
            }
        }
    }

    private var openStore: UserStore? { store.flatMap { $0.isClosed ? nil : $0 } }

    private mutating func save(_ write: StoreWrite) {
        guard let store = openStore else { return }
        if store.freshStarts != freshStarts { isCurrent = false }
        guard !write.isEmpty || !isCurrent else { return }
        missed += write.confirmed
        remember(write.confirmed)
        do {
            // What other contexts have written must not be overwritten unread.
            guard !isReadDue else { throw UnreadStore() }
            let log = isCurrent ? write.log : core.storedLog
            if log?.isInProgress == true { store.hold() }
            // A store that has missed a change receives everything.
            try store.write(isCurrent ? write : core.snapshot(missed))
            // Damage that is found while writing replaces the database by an empty one.
            if store.freshStarts != freshStarts { try store.write(core.snapshot(deletions + missed)) }
            freshStarts = store.freshStarts
            isCurrent = true
            missed = []
            if log?.isInProgress == false { store.release() }
        } catch {
            guard !store.isClosed else { return }
            if isCurrent { logger?.warning("The receipts could not be stored; the list continues without the store.") }
            isCurrent = false
        }
    }

    private mutating func remember(_ changes: [ConfirmedChange]) {
        let known = Set(deletions.map(\.ids))
        deletions += changes.filter { $0.change.isDeletion && !known.contains($0.ids) }
        deletions = deletions.suffix(UserStore.confirmedLimit)
    }

    private struct UnreadStore: Error {}

    private mutating func followOthers() -> Bool {
        guard let store = openStore else { return false }
        if store.isChangedElsewhere() { isReadDue = true }
        if store.freshStarts != freshStarts {
            // The database has at most the edits that could be salvaged, and what other processes have written since.
            (isCurrent, isReadDue, isFresh) = (false, true, true)
            freshStarts = store.freshStarts
            missed = deletions + missed
        }
        guard isReadDue, var stored = try? store.load() else { return false }
        if isCurrent {
            core.reload(stored)
        } else {
            stored.apply(missed)
            core.join(stored, isFirst: !isLogRead, isFresh: isFresh)
        }
        remember(stored.confirmed)
        (isReadDue, isLogRead, isFresh) = (false, true, false)
        return true
    }
}

extension SyncEvent {
    /// Whether the event may send edits, also those that other contexts have left.
    fileprivate var isCall: Bool {
        switch self {
        case .initiate, .proceed, .edit, .sendKept, .lookElsewhere: true
        default: false
        }
    }
}
