import APIRuntime
import FileSupport
import Foundation

/// The folder of the module on the device, with the current login and the store of its user.
///
/// Every login has a separate store, named by the login and not by the user, so no login can read the data of a former
/// user. A small file, the marker, names the current login. Writing the marker completes a login, and deleting it
/// begins a logout, so a process that is terminated in between is completely logged out at its next start.
final class UserStorage: Sendable {
    /// The mutable state of the storage.
    private struct State {
        var isOpened = false
        var active: UserStore?
    }

    private let root: URL?
    private let state = LockedState(State())

    /// Creates the storage of a location; opens nothing.
    init(_ location: AnybillStorageLocation) {
        if case .folder(let root) = location { self.root = root } else { root = nil }
    }

    /// The login that the marker names now, whichever process has made it; `nil` if no user is logged in.
    var marked: String? { root.flatMap(Self.readMarker) }

    /// Whether the storage persists after the process ends.
    var isPersistent: Bool { root != nil }

    /// The store of the current login; `nil` if no user is logged in.
    ///
    /// The first access opens the store and deletes the remains of other logins, which blocks the thread.
    var current: UserStore? {
        state.withLock { state in
            guard !state.isOpened, let root else { return state.active }
            state.isOpened = true
            let login = Self.findLogin(in: root)
            state.active = login.flatMap { try? UserStore(partition: $0, folder: Self.folder(of: $0, in: root)) }
            return state.active
        }
    }

    /// Acquires the right to change the login of the folder, which all contexts and processes share.
    ///
    /// Other processes release the right in real time, so a clock that a test advances must not measure the wait.
    ///
    /// - Returns: The right, which lasts as long as the object; `nil` for a storage in memory.
    /// - Throws: ``FileFailure`` if another holder has the right for longer than 10 seconds.
    func acquireLogin(clock: any Clock<Duration> = ContinuousClock()) async throws -> FileLockRight? {
        guard let root else { return nil }
        try Self.marker(in: root).makeFolder()
        for _ in 0..<500 {
            if let right = try Self.lock(in: root).tryAcquire() { return right }
            try await clock.sleep(for: .milliseconds(20))
        }
        throw FileFailure("lock")
    }

    /// Creates the empty store of a future login.
    ///
    /// - Throws: An error if the store cannot be opened.
    func prepare(_ partition: String) throws -> UserStore {
        guard let root else { return try UserStore(partition: partition, folder: nil) }
        return try UserStore(partition: partition, folder: Self.folder(of: partition, in: root))
    }

    /// Makes a prepared store the current one; from now on, the login persists after the process ends.
    ///
    /// - Throws: An error if the marker cannot be written.
    func activate(_ store: UserStore) throws {
        if let root {
            try Self.marker(in: root).write(Array(store.partition.utf8))
        }
        state.withLock { $0 = State(isOpened: true, active: store) }
    }

    /// Makes the store of a login the current one that another process has made.
    ///
    /// - Throws: An error if the store cannot be opened.
    func adopt(_ partition: String) throws -> UserStore {
        let store = try prepare(partition)
        state.withLock { $0 = State(isOpened: true, active: store) }
        return store
    }

    /// Removes the marker if it names a login, which is the first step of that login's logout.
    ///
    /// - Throws: `FileFailure` if the marker still names the login, so that a crash could undo the logout.
    func beginLogout(of partition: String?) throws {
        guard let root, let partition else { return }
        let marker = Self.marker(in: root)
        // A marker that cannot be read may name the login.
        if let name = try? marker.read(), String(decoding: name, as: UTF8.self) != partition { return }
        do {
            try marker.remove()
        } catch {
            // An empty marker names nobody, either.
            try SystemFile.destroy(marker.path)
        }
    }

    /// Deletes a login's store, and the marker if it names that login.
    func retire(_ partition: String) {
        let store = state.withLock { state -> UserStore? in
            guard state.active?.partition == partition else { return nil }
            return state.active.take()
        }
        // A marker that remains names a login without tokens, which the next start ends again.
        try? beginLogout(of: partition)
        store?.close()
        guard let root else { return }
        try? FileManager.default.removeItem(at: Self.folder(of: partition, in: root))
    }

    private static func findLogin(in root: URL) -> String? {
        try? marker(in: root).makeFolder()
        excludeFromBackup(root)
        // While another process logs a user in, the folder of that login is not named yet.
        let right = try? lock(in: root).tryAcquire()
        let name = readMarker(in: root)
        if right != nil { removeLeftovers(in: root, keeping: name) }
        return name
    }

    private static func readMarker(in root: URL) -> String? {
        let name = (try? marker(in: root).read()).map { String(decoding: $0, as: UTF8.self) }
        return name.flatMap { UUID(uuidString: $0) == nil ? nil : $0 }
    }

    private static func lock(in root: URL) -> FileLock {
        FileLock(path: root.appendingPathComponent("token.login").path)
    }

    private static func removeLeftovers(in root: URL, keeping name: String?) {
        let users = root.appendingPathComponent("users")
        let found = (try? FileManager.default.contentsOfDirectory(at: users, includingPropertiesForKeys: nil)) ?? []
        for folder in found where folder.lastPathComponent != name {
            try? FileManager.default.removeItem(at: folder)
        }
    }

    private static func marker(in root: URL) -> AtomicFile {
        AtomicFile(path: root.appendingPathComponent("login").path)
    }

    private static func folder(of partition: String, in root: URL) -> URL {
        root.appendingPathComponent("users").appendingPathComponent(partition)
    }

    private static func excludeFromBackup(_ folder: URL) {
        #if canImport(Darwin)
        var folder = folder
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? folder.setResourceValues(values)
        #endif
    }
}
