import AnybillAPI

// Contexts of one folder share no memory. Each stores its unconfirmed edits, and reads those of the others with each
// event.
extension SyncCore {
    /// The position of a new edit, after all unconfirmed ones of all contexts.
    var nextOrder: Int {
        max(log.map(\.order).max() ?? 0, otherEdits.compactMap(\.order).max() ?? 0) + 1
    }

    /// The numbers of the edits that wait for a connection.
    var keptEdits: Set<Int> { Set(log.lazy.filter { $0.phase == .kept }.map(\.number)) }

    /// Returns whether an earlier edit of this context with the same receipt has not ended.
    func isBehindOwn(_ index: Int) -> Bool {
        log[..<index].contains { $0.isPending && $0.ids.contains(where: log[index].ids.contains) }
    }

    /// Returns whether another context has an earlier edit of the same receipt, which must be sent first.
    func isBehindOther(_ edit: ReceiptEdit) -> Bool {
        otherEdits.contains { other in other.order ?? 0 < edit.order && other.ids.contains(where: edit.ids.contains) }
    }

    /// The number of looks after which an edit no longer waits for another context, which may be suspended.
    static let maximumLooks = 150

    /// Continues the edits that waited for another context.
    mutating func lookElsewhere() {
        isWatching = false
        sendKept()
        startWaiting()
        for number in log.filter({ $0.phase == .waiting && isBehindOther($0) }).map(\.number) {
            guard let index = index(of: number) else { continue }
            log[index].looks += 1
            if log[index].looks > Self.maximumLooks { keepOrFail(index, .behindOtherContext) }
        }
        startWaiting()
    }

    /// Asks for another look if an edit waits for another context, which does not report the end of its edits.
    mutating func watchOthers() {
        guard !isWatching, log.contains(where: { $0.phase == .waiting && isBehindOther($0) }) else { return }
        isWatching = true
        effects.append(.watch)
    }
}
