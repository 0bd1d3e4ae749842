internal import FileSupport
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store that keeps a token in a file that only its owner can read, for systems without a Keychain.
///
/// - The file has the mode 0600. The store replaces it by renaming a complete, synced copy, so a process killed at any
///   moment leaves either the old or the new token intact.
/// - Several processes may share the file: one renews at a time, and the others use the token that it stored. Two empty
///   files in the same folder, whose names end in `.lock` and `.refresh`, serve as locks.
/// - After a refusal by the server the file remains, without a token: it names only the session. A process that has the
///   newest token of that session, but could not write it, thus stays signed in; a sign-out deletes the file.
public struct FileTokenStore: DamageableTokenStore {
    private let file: AtomicFile
    private let writeLock: FileLock
    private let refreshLock: FileLock
    private let patience: Duration
    private let clock: any Clock<Duration>

    /// Creates a store that uses a file.
    ///
    /// - Parameters:
    ///   - url: The file, on a local disk; the store creates a missing folder with the mode 0700.
    ///   - patience: The longest time to wait while another process renews the token.
    ///   - clock: The clock that measures the patience.
    public init(url: URL, patience: Duration = .seconds(60), clock: any Clock<Duration> = ContinuousClock()) {
        file = AtomicFile(path: url.path)
        writeLock = FileLock(path: url.path + ".lock")
        refreshLock = FileLock(path: url.path + ".refresh")
        self.patience = patience
        self.clock = clock
    }

    /// Returns the entry; `nil` when no user is signed in, or when the content of the file is not an entry.
    ///
    /// - Throws: A `FileFailure` if the file exists but cannot be read.
    public func load() async throws -> StoredToken? {
        try stored()
    }

    /// Replaces the stored entry.
    ///
    /// - Throws: A `FileFailure` if the entry could not be written; the previous entry is then kept. An `EncodingError`
    ///   if the entry cannot be encoded. `CancellationError` when the task is cancelled.
    public func save(_ entry: StoredToken) async throws {
        let bytes = Array(try JSONEncoder().encode(entry))
        try await locked { try file.replace(with: bytes) }
    }

    /// Deletes the file, if it exists.
    ///
    /// - Throws: A `FileFailure` if the file may still exist; `CancellationError` when the task is cancelled.
    public func remove() async throws {
        try await locked { try file.remove() }
    }

    /// Replaces `current` with `next` while no other process writes.
    ///
    /// - Throws: A `FileFailure` if the file cannot be read or written; the previous entry is then kept. An
    ///   `EncodingError` if `next` cannot be encoded. `CancellationError` when the task is cancelled.
    public func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool {
        let bytes = try next.map { Array(try JSONEncoder().encode($0)) }
        return try await locked {
            guard try stored() == current else { return false }
            if let bytes { try file.replace(with: bytes) } else { try file.remove() }
            return true
        }
    }

    /// Runs a renewal while no other process runs one on the same file.
    ///
    /// - Throws: The error of the body; a `FileFailure` if another process holds the lock for longer than the patience
    ///   or the file cannot be locked; `CancellationError` when the task is cancelled.
    public func exclusively<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try file.makeFolder()
        let right = try await refreshLock.acquire(patience: patience, clock: clock)
        defer { withExtendedLifetime(right) {} }
        return try await body()
    }

    package func isDamaged(for entry: StoredToken) async throws -> Bool {
        try file.read().map { Self.isDamaged($0, for: entry) } ?? false
    }

    package func exchange(_ current: StoredToken, for next: StoredToken?) async throws -> Bool {
        let data = try next.map { try JSONEncoder().encode($0) } ?? JSONEncoder().encode(RefusedSession(of: current))
        return try await locked {
            guard let content = try file.read() else { return false }
            guard Self.entry(in: content) == current || Self.isDamaged(content, for: current) else { return false }
            try file.replace(with: Array(data))
            return true
        }
    }

    package func removeDamagedEntry() async throws {
        try await locked {
            if try stored() == nil { try file.remove() }
        }
    }

    private func stored() throws -> StoredToken? {
        // A file damaged from outside counts as empty, because an error would prevent the user from ever signing in
        // again.
        try file.read().flatMap(Self.entry)
    }

    private static func entry(in content: [UInt8]) -> StoredToken? {
        try? JSONDecoder().decode(StoredToken.self, from: Data(content))
    }

    /// Returns whether a content is no entry, and may come from the session of one.
    private static func isDamaged(_ content: [UInt8], for current: StoredToken) -> Bool {
        guard entry(in: content) == nil else { return false }
        let refused = try? JSONDecoder().decode(RefusedSession.self, from: Data(content))
        return refused.map { $0 == RefusedSession(of: current) } ?? true
    }

    private func locked<Result>(_ body: () throws -> Result) async throws -> Result {
        try file.makeFolder()
        let right = try await writeLock.acquire(patience: patience, clock: clock)
        defer { withExtendedLifetime(right) {} }
        return try body()
    }
}

/// The content of the file after a refusal.
private struct RefusedSession: Codable, Equatable {
    /// The generation of the session; the partition if it has none.
    private let refusedSession: String

    init(of entry: StoredToken) {
        refusedSession = entry.generation ?? entry.partition
    }
}
