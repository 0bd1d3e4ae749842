import AppCoinsAPI

/// An actor that consumes each purchase once, regardless of the number of callers.
actor Finishing {
    private var running: [String: Task<PurchaseState, any Error>] = [:]
    private var finished: Set<String> = []

    /// Runs a consumption or waits for the current one; does nothing if one has succeeded.
    ///
    /// - Throws: The error of `body`; the consumption can then be tried again.
    func once(_ uid: String, _ body: @escaping @Sendable () async throws -> PurchaseState) async throws {
        if finished.contains(uid) { return }
        if let task = running[uid] {
            _ = try await task.value
            return
        }
        // Not cancelled with the caller: a consumption that was sent must be completed.
        let task = Task { try await body() }
        running[uid] = task
        defer { running[uid] = nil }
        _ = try await task.value
        finished.insert(uid)
    }
}
