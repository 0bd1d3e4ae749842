import APIRuntime

/// A token store that deletes only the tokens of this context's login.
///
/// Several contexts and processes share the store of a folder. The logout of one of them, or the end of its session,
/// must not end the login that another one has made in the meantime. Entries have no generation: each login has a
/// partition of its own, by which all contexts recognize it.
struct LoginTokenStore: TokenStore {
    private let base: any TokenStore
    private let owned = LockedState<String?>(nil)

    /// Creates a store for a context.
    init(_ base: any TokenStore) {
        self.base = base
    }

    /// Returns the tokens of the current login, whichever context has made it.
    ///
    /// - Throws: The error of the store.
    func stored() async throws -> StoredToken? { try await base.load() }

    func load() async throws -> StoredToken? {
        let entry = try await base.load().map(Self.withoutGeneration)
        owned.withLock { $0 = $0 ?? entry?.partition }
        return entry
    }

    func save(_ entry: StoredToken) async throws {
        try await base.save(Self.withoutGeneration(entry))
        owned.withLock { $0 = entry.partition }
    }

    func remove() async throws {
        let partition = owned.withLock { $0 }
        if let entry = try await base.load(), entry.partition == partition {
            _ = try await base.replace(entry, with: nil)
        }
        owned.withLock { $0 = nil }
    }

    func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool {
        try await base.replace(current, with: next.map(Self.withoutGeneration))
    }

    func exclusively<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        try await base.exclusively(body)
    }

    private static func withoutGeneration(_ entry: StoredToken) -> StoredToken {
        StoredToken(token: entry.token, partition: entry.partition)
    }
}
