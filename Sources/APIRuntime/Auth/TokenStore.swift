/// A token and its owner, in the form that a store keeps.
public struct StoredToken: Codable, Hashable, Sendable {
    /// The pair.
    public var token: OAuthToken

    /// A stable, secret-free name of the owner.
    public var partition: String

    /// The identity of the session, which each sign-in creates and renewals keep; `nil` in entries from before
    /// sessions had one.
    ///
    /// Processes that share a store recognize by it that another user has signed in under the same name.
    public var generation: String?

    /// Creates an entry.
    public init(token: OAuthToken, partition: String, generation: String? = nil) {
        self.token = token
        self.partition = partition
        self.generation = generation
    }

}

extension StoredToken {
    /// Returns whether two entries have the same token and partition.
    ///
    /// The generation is not compared: a server issues no token twice, and a store may keep no generations.
    public static func == (first: StoredToken, second: StoredToken) -> Bool {
        first.token == second.token && first.partition == second.partition
    }

    /// Hashes the token and the partition.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(token)
        hasher.combine(partition)
    }
}

/// A store that keeps the token of one session across launches.
///
/// Each method is atomic: after a crash at any moment, ``load()`` returns either the old or the new entry, intact. A
/// store shared by several processes implements ``exclusively(_:)`` and ``replace(_:with:)`` with a shared lock.
public protocol TokenStore: Sendable {
    /// Returns the entry; `nil` when no user is signed in.
    ///
    /// - Throws: Any error if the store cannot be read, such as a locked Keychain.
    func load() async throws -> StoredToken?

    /// Replaces the stored entry.
    ///
    /// - Throws: Any error; the previous entry is then kept.
    func save(_ entry: StoredToken) async throws

    /// Deletes the entry, if there is one.
    ///
    /// - Throws: Any error if the entry may still be stored.
    func remove() async throws

    /// Replaces `current` with `next`, or deletes it when `next` is `nil`, if the store still holds `current`.
    ///
    /// - Returns: Whether the store held `current`; when it did not, the entry is unchanged.
    /// - Throws: Any error; the previous entry is then kept.
    func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool

    /// Runs a renewal while no other user of the same store runs one.
    ///
    /// The other methods remain usable during the renewal, by the body and by all other callers.
    ///
    /// - Throws: The error of the body, or any error if the exclusive right cannot be acquired.
    func exclusively<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result
}

extension TokenStore {
    /// Compares and writes in two steps, which suffices for a store that one session uses.
    ///
    /// - Throws: The error of ``load()``, ``save(_:)`` or ``remove()``.
    public func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool {
        guard try await load() == current else { return false }
        if let next {
            try await save(next)
        } else {
            try await remove()
        }
        return true
    }

    /// Runs the body immediately, which suffices for a store that one session uses.
    ///
    /// - Throws: The error of the body.
    public func exclusively<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await body()
    }
}

/// A store that can contain data from which no entry can be decoded: a damaged entry, or the rest of a refused one.
///
/// A sign-out leaves no data, and a refusal leaves the name of the session. So a session can tell a sign-out by another
/// process, also one that another user's sign-in and refusal have followed, from damage, and from the refusal of a
/// refresh token that the session itself has used while it could not store the new pair.
package protocol DamageableTokenStore: TokenStore {
    /// Returns whether the stored data is a damaged entry, or the rest of a refused one of the same session as `entry`.
    ///
    /// - Returns: `false` for an entry, for the rest of another session, and when nothing is stored.
    /// - Throws: Any error if the store cannot be read.
    func isDamaged(for entry: StoredToken) async throws -> Bool

    /// Replaces `current`, a damaged entry, or the rest of a refused entry of the same session as `current` with `next`;
    /// with the rest of `current` when `next` is `nil`.
    ///
    /// - Returns: Whether the store held `current` or such data; when it did not, it is unchanged.
    /// - Throws: Any error; the previous data is then kept.
    func exchange(_ current: StoredToken, for next: StoredToken?) async throws -> Bool

    /// Deletes the stored data if it is not an entry.
    ///
    /// - Throws: Any error if such data may still be stored.
    func removeDamagedEntry() async throws
}

extension TokenStore {
    /// Returns whether the store is known to contain a damaged entry, or the rest of a refused one of the same session.
    ///
    /// - Throws: Any error if the store cannot be read.
    func holdsDamage(for entry: StoredToken) async throws -> Bool {
        try await (self as? any DamageableTokenStore)?.isDamaged(for: entry) ?? false
    }

    /// Replaces the entry of a session after a renewal, also if it is damaged, or deletes it after a refusal.
    ///
    /// - Returns: Whether the store held the entry; when it did not, it is unchanged.
    /// - Throws: Any error; the previous entry is then kept.
    func renew(_ current: StoredToken, with next: StoredToken?) async throws -> Bool {
        guard let store = self as? any DamageableTokenStore else { return try await replace(current, with: next) }
        return try await store.exchange(current, for: next)
    }
}
