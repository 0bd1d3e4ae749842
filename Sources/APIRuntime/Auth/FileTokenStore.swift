internal import FileSupport
public import Foundation

/// Keeps a token in a file that only its owner can read, for systems without a Keychain.
///
/// - The file has the mode 0600. It is replaced by renaming a complete, synced copy, so a process killed at any moment
///   leaves the old or the new token, whole.
/// - Several processes may share the file: one renews at a time, and the others take the token that it stored. For this
///   two empty files, ending in `.lock` and `.refresh`, stay beside it.
public struct FileTokenStore: TokenStore {
    private let file: AtomicFile
    private let writeLock: FileLock
    private let refreshLock: FileLock
    private let patience: Duration
    private let clock: any Clock<Duration>

    /// Creates a store over a file.
    ///
    /// - Parameters:
    ///   - url: The file, on a local disk; its folder is made with the mode 0700 when it is missing.
    ///   - patience: Longest time to wait while another process renews the token.
    ///   - clock: Measures the patience.
    public init(url: URL, patience: Duration = .seconds(60), clock: any Clock<Duration> = ContinuousClock()) {
        file = AtomicFile(path: url.path)
        writeLock = FileLock(path: url.path + ".lock")
        refreshLock = FileLock(path: url.path + ".refresh")
        self.patience = patience
        self.clock = clock
    }

    /// The entry; `nil` when nobody is signed in, or the file holds something else than an entry.
    ///
    /// - Throws: A `FileFailure` when the file is there but cannot be read.
    public func load() async throws -> StoredToken? {
        try stored()
    }

    /// Puts an entry in place of any other.
    ///
    /// - Throws: A `FileFailure` when it could not be written; the former entry is then still there.
    public func save(_ entry: StoredToken) async throws {
        let bytes = Array(try JSONEncoder().encode(entry))
        try await locked { try file.write(bytes) }
    }

    /// Deletes the file, if there is one.
    ///
    /// - Throws: A `FileFailure` when it may still be there.
    public func remove() async throws {
        try await locked { try file.remove() }
    }

    /// Puts `next` in the place of `current` while no other process writes.
    ///
    /// - Throws: A `FileFailure`; the former entry is then still there.
    public func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool {
        let bytes = try next.map { Array(try JSONEncoder().encode($0)) }
        return try await locked {
            guard try stored() == current else { return false }
            if let bytes { try file.write(bytes) } else { try file.remove() }
            return true
        }
    }

    /// Runs a renewal while no other process runs one on the same file.
    ///
    /// - Throws: What the body throws; a `FileFailure` when another process keeps the right for longer than the
    ///   patience.
    public func exclusively<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try file.makeFolder()
        let right = try await refreshLock.acquire(patience: patience, clock: clock)
        defer { withExtendedLifetime(right) {} }
        return try await body()
    }

    private func stored() throws -> StoredToken? {
        // A file damaged from outside counts as empty: an error would keep the user from ever signing in again.
        try file.read().flatMap { try? JSONDecoder().decode(StoredToken.self, from: Data($0)) }
    }

    private func locked<Result>(_ body: () throws -> Result) async throws -> Result {
        try file.makeFolder()
        let right = try await writeLock.acquire(patience: patience, clock: clock)
        defer { withExtendedLifetime(right) {} }
        return try body()
    }
}
