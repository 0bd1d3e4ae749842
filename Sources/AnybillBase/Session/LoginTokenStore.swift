import APIRuntime
import FileSupport
import Foundation

/// A token store that deletes only the tokens of this context's login, and that the contexts of a folder can share.
///
/// Several contexts and processes share the store of a folder. The logout of one of them, or the end of its session,
/// must not end the login that another one has made in the meantime. Entries have no generation: each login has a
/// separate partition, by which all contexts recognize it.
///
/// The base may be a store without locks, such as the Keychain: locks in the folder make each change atomic, and let one
/// context renew at a time. The tokens of a login are deleted only after its marker, so a marked login without visible
/// tokens has tokens that this process cannot see.
struct LoginTokenStore: TokenStore {
    /// The tokens of a login were deleted or replaced before they could be used.
    struct LoginHasEnded: Error {}

    /// The logins that this context deals with.
    private struct Logins {
        /// The login of this context.
        var owned: String?
        /// The login of another context that this one is about to use.
        var adopted: String?
    }

    private let base: any TokenStore
    private let marker: LoginMarker?
    private let changes: FolderLock?
    private let renewals: FolderLock?
    private let logins = LockedState(Logins())

    /// Creates a store for a context.
    ///
    /// - Parameters:
    ///   - base: The store that keeps the tokens.
    ///   - storage: The storage whose folder the contexts share.
    init(_ base: any TokenStore, of storage: UserStorage) {
        self.base = base
        marker = storage.marker
        // A FileTokenStore in the same folder has its own locks, with other names.
        changes = storage.folder.map { FolderLock("token.change", in: $0) }
        renewals = storage.folder.map { FolderLock("token.renewal", in: $0) }
    }

    /// Returns the tokens of the current login, whichever context has made it.
    ///
    /// - Throws: The error of the store.
    func stored() async throws -> StoredToken? { try await base.load() }

    /// Lets a session use the login of another context: while the body runs, saving that login's tokens changes nothing,
    /// because the other context may have renewed them.
    ///
    /// - Throws: The error of the body.
    func adopting(_ login: String, _ body: () async throws -> Void) async throws {
        logins.withLock { $0.adopted = login }
        defer { logins.withLock { $0.adopted = nil } }
        try await body()
    }

    /// Makes a login the one of this context, whose session has found its tokens during a renewal.
    func own(_ login: String) { logins.withLock { $0.owned = login } }

    /// Deletes an entry that belongs to no completed login, unless it has changed.
    ///
    /// - Throws: The error of the store.
    func discard(_ entry: StoredToken) async throws {
        _ = try await replace(entry, with: nil)
    }

    func load() async throws -> StoredToken? {
        let entry = try await base.load().map(Self.withoutGeneration)
        logins.withLock { $0.owned = $0.owned ?? entry?.partition }
        return entry
    }

    func save(_ entry: StoredToken) async throws {
        try await changing {
            if logins.withLock({ $0.adopted }) == entry.partition {
                guard try await base.load()?.partition == entry.partition else { throw LoginHasEnded() }
            } else {
                try await base.save(Self.withoutGeneration(entry))
            }
            logins.withLock { $0.owned = entry.partition }
        }
    }

    func remove() async throws {
        try await changing {
            let login = logins.withLock { $0.owned }
            if let entry = try await base.load(), entry.partition == login { try await remove(entry) }
            logins.withLock { $0.owned = nil }
        }
    }

    func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool {
        try await changing {
            guard try await base.load() == current else { return false }
            if let next { return try await base.replace(current, with: Self.withoutGeneration(next)) }
            return try await remove(current)
        }
    }

    func exclusively<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        let right = try await renewals?.acquire(patience: .seconds(60))
        defer { withExtendedLifetime(right) {} }
        return try await base.exclusively(body)
    }

    /// Ends a login: first its marker, and then its tokens.
    @discardableResult
    private func remove(_ entry: StoredToken) async throws -> Bool {
        // A marker that cannot be deleted must not keep the tokens.
        if let marker { try? await BlockingWork.run { try marker.remove(naming: entry.partition) } }
        return try await base.replace(entry, with: nil)
    }

    private func changing<Result>(_ body: () async throws -> Result) async throws -> Result {
        let right = try await changes?.acquire(patience: .seconds(60))
        defer { withExtendedLifetime(right) {} }
        return try await body()
    }

    private static func withoutGeneration(_ entry: StoredToken) -> StoredToken {
        StoredToken(token: entry.token, partition: entry.partition)
    }
}
