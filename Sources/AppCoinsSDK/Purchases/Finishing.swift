import AppCoinsAPI

/// Consumes each purchase once, however many callers ask for it.
actor Finishing {
    private var running: [String: Task<PurchaseState, any Error>] = [:]
    private var finished: Set<String> = []

    /// Runs a consumption, or waits for the one that runs; nothing happens when one has ended well.
    ///
    /// - Throws: What the body throws; the purchase can then be tried again.
    func once(_ uid: String, _ body: @escaping @Sendable () async throws -> PurchaseState) async throws {
        if finished.contains(uid) { return }
        if let task = running[uid] {
            _ = try await task.value
            return
        }
        // Not stopped with the caller: a consumption that has been sent is to be seen through.
        let task = Task { try await body() }
        running[uid] = task
        defer { running[uid] = nil }
        _ = try await task.value
        finished.insert(uid)
    }
}
