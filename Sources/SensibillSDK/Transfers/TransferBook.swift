import APIRuntime
import HTTPTypes

/// The transfers that this process knows: those that are awaited, and those whose event nobody has used.
///
/// Makes decisions only; performs no work. The name of a transfer is the source id of its document and a unique part,
/// so that a late event of a former transfer is never taken for the event of a new one.
struct TransferBook: Sendable {
    /// The end of a transfer.
    typealias Outcome = Result<TransportResponse, TransportError>

    /// The next step for a document that is to be sent.
    enum Step: Sendable {
        /// Use the response of a transfer that has stored the document.
        case use(Outcome)
        /// Wait for the transfer with this name.
        case wait(for: String)
        /// Start a new transfer.
        case start
        /// There is no transfer, and none may be started before the service was asked for the document.
        case fail
    }

    private var waiters: [String: ResponseGate<Outcome>] = [:]
    private var unused: [String: Outcome] = [:]
    /// The transfers that have ended although the system may still list them.
    private var ended: Set<String> = []
    /// The documents that the app has removed; the events of their transfers may arrive later.
    private var removed: Set<String> = []

    /// Returns the name of a new transfer.
    static func name(of sourceId: String, _ unique: String) -> String { "\(sourceId).\(unique)" }

    /// Returns whether a transfer sends a document.
    static func isTransfer(_ name: String, of sourceId: String) -> Bool { name.hasPrefix("\(sourceId).") }

    /// Returns the document that a transfer sends.
    private static func sourceId(of name: String) -> String {
        String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
    }

    /// Returns whether a transfer of a document is in progress, or has stored it and was not used.
    func hasTransfer(of sourceId: String, pending: Set<String>) -> Bool {
        unused.contains { Self.isTransfer($0.key, of: sourceId) && Self.isAccepted($0.value) }
            || pending.contains { Self.isTransfer($0, of: sourceId) && !ended.contains($0) }
    }

    /// Decides about a document that is to be sent.
    ///
    /// - Parameters:
    ///   - sourceId: The document.
    ///   - pending: The transfers that the system lists, requested just now.
    ///   - mayStart: Whether the service is known not to have the document, apart from transfers.
    /// - Returns: The next step.
    mutating func next(for sourceId: String, pending: Set<String>, mayStart: Bool) -> Step {
        ended.formIntersection(pending)
        for name in unused.keys.filter({ Self.isTransfer($0, of: sourceId) }).sorted() {
            guard let outcome = unused.removeValue(forKey: name) else { continue }
            // A late failure says nothing about a later transfer, which may have stored the document.
            if Self.isAccepted(outcome) { return .use(outcome) }
        }
        let open = pending.subtracting(ended).filter { Self.isTransfer($0, of: sourceId) }
        if let name = open.min() { return .wait(for: name) }
        return mayStart ? .start : .fail
    }

    private static func isAccepted(_ outcome: Outcome) -> Bool {
        guard case .success(let response) = outcome else { return false }
        return response.head.status.kind == .successful
    }

    /// Records that a task waits for a transfer.
    ///
    /// - Returns: The outcome if the transfer has ended in the meantime.
    mutating func wait(for name: String, _ gate: ResponseGate<Outcome>) -> Outcome? {
        if let outcome = unused.removeValue(forKey: name) { return outcome }
        waiters[name] = gate
        return nil
    }

    /// Records that a task no longer waits for a transfer, which continues.
    mutating func leave(_ name: String) {
        waiters[name] = nil
    }

    /// Records the end of a transfer.
    ///
    /// - Returns: The gate of the task that waits for it; `nil` keeps the outcome until the document is sent again,
    ///   unless the document was removed.
    mutating func arrived(_ name: String, _ outcome: Outcome) -> ResponseGate<Outcome>? {
        ended.insert(name)
        if let gate = waiters.removeValue(forKey: name) { return gate }
        if !removed.contains(Self.sourceId(of: name)) { unused[name] = outcome }
        return nil
    }

    /// Forgets the outcomes of a document that was removed, now and when they arrive later.
    mutating func forget(_ sourceId: String) {
        removed.insert(sourceId)
        unused = unused.filter { !Self.isTransfer($0.key, of: sourceId) }
    }
}
