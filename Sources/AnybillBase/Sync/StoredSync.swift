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
    /// Whether the store contains the list.
    private(set) var isStored = true

    private let logger: Logger?
    private var freshStarts: Int

    /// Reads the content of a store, with the edits that contexts have left which no longer exist.
    ///
    /// Blocks the calling thread.
    init(_ store: UserStore?, keepsEdits: Bool, logger: Logger?) {
        self.store = store
        self.logger = logger
        let right = store?.acquireEvents()
        _ = store?.isChangedElsewhere()
        _ = try? store?.adoptLogs()
        core = SyncCore(restoring: store.flatMap { try? $0.load() } ?? StoredReceipts(), keepsEdits: keepsEdits)
        freshStarts = store?.freshStarts ?? 0
        withExtendedLifetime(right) {}
    }

    /// Handles an event, and stores its changes.
    ///
    /// Blocks the calling thread.
    ///
    /// - Returns: The effects, which are to be performed now that the changes are stored.
    mutating func handle(_ event: SyncEvent) -> Outcome {
        let right = store?.acquireEvents()
        defer { withExtendedLifetime(right) {} }
        var outcome = Outcome(isListChanged: reloadIfChangedElsewhere())
        if event.isCall, let adopted = try? openStore?.adoptLogs(), !adopted.isEmpty {
            apply(.adopt(adopted), &outcome)
        }
        apply(event, &outcome)
        return outcome
    }

    /// Continues with the store of the same login that could not be opened before: it receives the list, and its edits
    /// are adopted.
    ///
    /// Blocks the calling thread.
    ///
    /// - Returns: The effects, which are to be performed now that the changes are stored.
    mutating func move(to store: UserStore) -> Outcome {
        self.store = store
        isStored = false
        freshStarts = store.freshStarts
        return handle(.lookElsewhere)
    }

    private mutating func apply(_ event: SyncEvent, _ outcome: inout Outcome) {
        let step = core.handle(event)
        save(step.write)
        outcome.effects += step.effects
        outcome.isListChanged = outcome.isListChanged || step.isListChanged
    }

    private var openStore: UserStore? { store.flatMap { $0.isClosed ? nil : $0 } }

    private mutating func save(_ write: StoreWrite) {
        guard let store = openStore else { return }
        if store.freshStarts != freshStarts { isStored = false }
        guard !write.isEmpty || !isStored else { return }
        do {
            // A store that has missed a change receives everything.
            try store.write(isStored ? write : core.snapshot())
            // Damage that is found while writing replaces the database by an empty one.
            if store.freshStarts != freshStarts { try store.write(core.snapshot()) }
            freshStarts = store.freshStarts
            isStored = true
        } catch {
            guard !store.isClosed else { return }
            if isStored { logger?.warning("The receipts could not be stored; the list continues without the store.") }
            isStored = false
        }
    }

    private mutating func reloadIfChangedElsewhere() -> Bool {
        guard let store = openStore, isStored, store.freshStarts == freshStarts, store.isChangedElsewhere(),
            let stored = try? store.load()
        else { return false }
        core.reload(stored)
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
