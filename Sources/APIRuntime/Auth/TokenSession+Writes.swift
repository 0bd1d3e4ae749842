#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension TokenSession {
    /// Runs writes to the store in the order of their calls, whether or not the callers are cancelled.
    ///
    /// - Returns: The result of the body; `nil` when it threw.
    func write<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async -> Value? {
        let former = lastWrite
        let task = Task.detached {
            await former?.value
            return try? await body()
        }
        lastWrite = Task.detached { _ = await task.value }
        return await task.value
    }

    /// Replaces the stored entry for a renewal, in order with sign-ins and sign-outs.
    ///
    /// - Returns: Whether the store held `current`; `false` after a sign-in or a sign-out, which the renewal must not undo.
    /// - Throws: ``AuthenticationError`` if the store cannot be written.
    func replace(
        _ current: StoredToken,
        with next: StoredToken?,
        for attempt: RefreshState.RefreshAttempt
    ) async throws -> Bool {
        let isReplaced: Bool? = await write { [store] in
            guard await self.state.isRunning(attempt) else { return false }
            return try await store.renew(current, with: next)
        }
        guard let isReplaced else { throw AuthenticationError.storage("written") }
        return isReplaced
    }

    /// Deletes the stored entry, unless another process has signed in since the session has read it.
    ///
    /// - Parameters:
    ///   - held: The token of the session; `nil` if it is unknown, so that any entry is deleted.
    ///   - ownGenerations: The generations of other entries that this session may have stored, as by a sign-in that the
    ///     removal ends.
    ///   - store: The store.
    /// - Throws: The error of the store.
    static func remove(_ held: HeldToken?, or ownGenerations: Set<String>, from store: any TokenStore) async throws {
        if let generation = held?.generation {
            // Another process can sign in between the two steps, and then the entry is examined again.
            for _ in 0..<100 {
                let current: StoredToken?
                do { current = try await store.load() } catch { break }
                guard let current else {
                    // Another process has signed out, and may sign in again.
                    try await (store as? any DamageableTokenStore)?.removeDamagedEntry()
                    return
                }
                guard let stored = current.generation else { break }
                guard stored == generation || ownGenerations.contains(stored) else { return }
                if try await store.replace(current, with: nil) { return }
            }
        }
        try await store.remove()
    }

    /// Stores a pair again that could not be stored: a restart would use the former refresh token a second time.
    ///
    /// - Returns: The attempt; `nil` if none is due.
    func saveAgain() -> Task<Void, Never>? {
        guard let attempt = state.save(at: now()) else { return nil }
        let task = Task.detached { [store] in
            let isStored = try? await store.exclusively {
                await self.write {
                    guard await self.state.isCurrent(attempt) else { return false }
                    return try await store.renew(attempt.former, with: attempt.entry)
                }
            }
            await self.ended(attempt, isStored: isStored.flatMap(\.self) ?? false)
        }
        lastSave = task
        return task
    }

    private func ended(_ attempt: RefreshState.SaveAttempt, isStored: Bool) {
        state.ended(attempt, isStored: isStored)
        lastSave = nil
    }

    /// Waits for a task, at most until the current one is cancelled.
    static func wait(for task: Task<Void, Never>) async {
        let gate = ResponseGate<Void>()
        Task { gate.open(await task.value) }
        await withTaskCancellationHandler {
            await gate.response()
        } onCancel: {
            gate.open(())
        }
    }

    /// Reverts the write of a renewal that no longer counts, in case the store does not compare and write in one step.
    func takeBack(_ result: RefreshState.Result) async {
        guard case .renewed(let entry) = result else { return }
        _ = await write { [store] in try await store.replace(entry, with: self.state.held?.saved) }
    }
}
