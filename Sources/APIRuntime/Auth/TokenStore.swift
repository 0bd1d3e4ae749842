/// A token and the user it belongs to, as a store keeps them.
public struct StoredToken: Codable, Hashable, Sendable {
    /// The pair.
    public var token: OAuthToken

    /// Stable, secret-free name of the owner.
    public var partition: String

    /// Creates an entry.
    public init(token: OAuthToken, partition: String) {
        self.token = token
        self.partition = partition
    }
}

/// Keeps the token of one session across launches.
///
/// Each method is atomic: after a crash at any moment, ``load()`` gives an old or a new entry, whole. A store that other
/// processes use too implements ``exclusively(_:)`` and ``replace(_:with:)`` over a lock that they share.
public protocol TokenStore: Sendable {
    /// The entry; `nil` when nobody is signed in.
    ///
    /// - Throws: Any error when the store cannot be read, such as a locked Keychain.
    func load() async throws -> StoredToken?

    /// Puts an entry in place of any other.
    ///
    /// - Throws: Any error; the former entry is then still there.
    func save(_ entry: StoredToken) async throws

    /// Deletes the entry, if there is one.
    ///
    /// - Throws: Any error when the entry may still be there.
    func remove() async throws

    /// Puts `next` in the place of `current`, or deletes it when `next` is `nil`, if `current` is still what is stored.
    ///
    /// - Returns: Whether it was; when not, nothing has changed.
    /// - Throws: Any error; the former entry is then still there.
    func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool

    /// Runs a renewal while no other user of the same store runs one.
    ///
    /// The other methods stay usable meanwhile, by the body and by everybody else.
    ///
    /// - Throws: What the body throws, or any error when the right cannot be had.
    func exclusively<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result
}

extension TokenStore {
    /// Compares and writes in two steps: enough for a store that one session uses.
    public func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool {
        guard try await load() == current else { return false }
        if let next {
            try await save(next)
        } else {
            try await remove()
        }
        return true
    }

    /// Runs the body at once: enough for a store that one session uses.
    public func exclusively<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await body()
    }
}
