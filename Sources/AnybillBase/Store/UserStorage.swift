import APIRuntime
import FileSupport
import Foundation

/// The folder of the module on the device, with the current login and the store of its user.
///
/// Every login has a separate store, named by the login and not by the user, so no login can read the data of a former
/// user. The ``LoginMarker`` names the current login. Writing it completes a login, and deleting it begins a logout, so a
/// process that is terminated in between is completely logged out at its next start.
///
/// All methods that open, close or delete stores block the calling thread.
final class UserStorage: Sendable {
    /// The mutable state of the storage.
    private struct State {
        var isOpened = false
        var active: UserStore?
    }

    /// The marker of the folder; `nil` for a storage in memory.
    let marker: LoginMarker?

    private let root: URL?
    private let state = LockedState(State())
    // Held while the store is opened for the first time, which blocks. `state` is only held briefly.
    private let opening = LockedState<Void>(())
    private let willBlock: @Sendable () -> Void

    /// Creates the storage of a location; opens nothing.
    ///
    /// - Parameters:
    ///   - location: The location.
    ///   - willBlock: A closure called before each work that blocks, with which tests block the thread.
    init(_ location: AnybillStorageLocation, willBlock: @escaping @Sendable () -> Void = {}) {
        self.willBlock = willBlock
        if case .folder(let root) = location { self.root = root } else { root = nil }
        marker = root.map { LoginMarker(in: $0) }
    }

    /// The folder that contexts and processes share; `nil` for a storage in memory.
    var folder: URL? { root }

    /// Whether the storage persists after the process ends.
    var isPersistent: Bool { root != nil }

    /// The store of the current login, without blocking; `nil` if no user is logged in, or no store has been opened.
    var active: UserStore? { state.withLock { $0.active } }

    /// The store of the current login; `nil` if no user is logged in.
    ///
    /// The first access opens the store and deletes the remains of other logins, which blocks the thread. It deletes
    /// nothing if the marker cannot be read; the next access tries again.
    var current: UserStore? {
        opening.withLock { _ in
            let former = state.withLock { $0 }
            guard !former.isOpened, let root, let marker else { return former.active }
            let found: UserStore?
            do { found = try Self.findLogin(marker, in: root).flatMap { open($0) } } catch { return nil }
            return state.withLock { state in
                // A login may have been completed in the meantime.
                if !state.isOpened { state = State(isOpened: true, active: found) }
                return state.active
            }
        }
    }

    /// Returns whether another context has ended a login or replaced it; `false` if that is unknown.
    func isOver(_ login: String) -> Bool {
        guard let marker else { return false }
        do { return try marker.read() != login } catch { return false }
    }

    /// Acquires the right to change the login of the folder, which all contexts and processes share.
    ///
    /// - Returns: The right, which lasts as long as the object; `nil` for a storage in memory.
    /// - Throws: `FileFailure` if another holder has the right for longer than 10 seconds.
    func acquireLogin() async throws -> FileLockRight? {
        guard let root else { return nil }
        return try await Self.loginLock(in: root).acquire()
    }
}

// MARK: - Stores

extension UserStorage {
    /// Creates the empty store of a future login, in memory if it cannot be created on the disk.
    ///
    /// - Throws: An error if there is no memory, either.
    func prepare(_ partition: String) throws -> UserStore {
        guard let store = open(partition) else { throw FileFailure("open") }
        return store
    }

    /// Writes the name of the future login to the disk, before the tokens of a former user are replaced.
    ///
    /// - Throws: An error if the marker could not be written, either; nothing has changed then.
    func stage(_ store: UserStore) throws { try marker?.stage(store.partition) }

    /// Deletes the store of a future login that will not be completed.
    func discard(_ store: UserStore) {
        willBlock()
        marker?.discard()
        store.close()
        deleteFolder(of: store.partition)
    }

    /// Makes a prepared store the current one; from now on, the login persists after the process ends.
    ///
    /// - Throws: An error if the marker cannot be written.
    func activate(_ store: UserStore) throws {
        try marker?.commit(store.partition)
        state.withLock { $0 = State(isOpened: true, active: store) }
    }

    /// Makes the store of a login the current one that another process has made.
    ///
    /// - Parameters:
    ///   - partition: The login.
    ///   - inMemory: Whether to use the memory for now, because the login is not certain.
    /// - Returns: The store, in memory if it cannot be opened now; `nil` if there is no memory, either.
    func adopt(_ partition: String, inMemory: Bool = false) -> UserStore? {
        guard let store = open(partition, inMemory: inMemory) else { return nil }
        state.withLock { $0 = State(isOpened: true, active: store) }
        return store
    }

    /// Opens the store that could not be opened before.
    ///
    /// - Returns: The store, which ``replace(_:by:)`` makes the current one; `nil` if it still cannot be opened, or the
    ///   store in memory is no longer the current one.
    func reopen(_ former: UserStore) -> UserStore? {
        guard let root, active === former else { return nil }
        willBlock()
        let folder = Self.folder(of: former.partition, in: root)
        guard let store = try? UserStore(partition: former.partition, folder: folder) else { return nil }
        if let state = try? former.pushState(), state != PushState() { try? store.changePushState { $0.merge(state) } }
        return store
    }

    /// Replaces the store in memory by the opened one, unless the login has ended in the meantime.
    func replace(_ former: UserStore, by store: UserStore) {
        let isCurrent = state.withLock { state in
            guard state.active === former else { return false }
            state.active = store
            return true
        }
        if isCurrent { former.close() } else { abandon(store) }
    }

    /// Closes an opened store that is not used, and deletes it if its login has ended.
    func abandon(_ store: UserStore) {
        store.close()
        deleteUnlessMarked(store.partition)
    }

    private func open(_ partition: String, inMemory: Bool = false) -> UserStore? {
        willBlock()
        guard let root else { return try? UserStore(partition: partition, folder: nil) }
        let folder = Self.folder(of: partition, in: root)
        if !inMemory, let store = try? UserStore(partition: partition, folder: folder) { return store }
        return try? UserStore(partition: partition, folder: nil, isTemporary: true)
    }
}

// MARK: - The end of a login

extension UserStorage {
    /// Removes the marker if it names a login, which is the first step of that login's logout.
    ///
    /// - Throws: `FileFailure` if the marker still names the login, so that a crash could undo the logout.
    func beginLogout(of partition: String?) throws {
        guard let partition else { return }
        try marker?.remove(naming: partition)
    }

    /// Closes a login's store in this context, and deletes it unless the marker names the login.
    ///
    /// While the marker names the login or cannot be read, another context may use it.
    func retire(_ partition: String) {
        close(partition)
        deleteUnlessMarked(partition)
    }

    /// Deletes a login's store, whatever the marker names: the user has logged out.
    func delete(_ partition: String) {
        close(partition)
        deleteFolder(of: partition)
    }

    /// Closes a login's store in this context only.
    func close(_ partition: String) {
        willBlock()
        let store = state.withLock { state -> UserStore? in
            guard state.active?.partition == partition else { return nil }
            return state.active.take()
        }
        store?.close()
    }

    private func deleteUnlessMarked(_ partition: String) {
        guard let marker else { return }
        do throws(FileFailure) {
            if try marker.read() == partition { return }
        } catch {
            return
        }
        deleteFolder(of: partition)
    }

    private func deleteFolder(of partition: String) {
        guard let root else { return }
        try? FileManager.default.removeItem(at: Self.folder(of: partition, in: root))
    }
}

// MARK: - The folder

extension UserStorage {
    /// Returns the login that the marker names, and deletes the stores of all others.
    ///
    /// - Throws: `FileFailure` if the marker cannot be read; nothing has been deleted then.
    private static func findLogin(_ marker: LoginMarker, in root: URL) throws -> String? {
        try? SystemFile.makeFolder(root.path)
        excludeFromBackup(root)
        // While another process logs a user in, the folder of that login is not named yet.
        let right = try? loginLock(in: root).tryAcquire()
        defer { withExtendedLifetime(right) {} }
        let name = try marker.read()
        if right != nil { removeLeftovers(in: root, keeping: name) }
        return name
    }

    private static func loginLock(in root: URL) -> FolderLock { FolderLock("token.login", in: root) }

    private static func removeLeftovers(in root: URL, keeping name: String?) {
        let users = root.appendingPathComponent("users")
        let found = (try? FileManager.default.contentsOfDirectory(at: users, includingPropertiesForKeys: nil)) ?? []
        for folder in found where folder.lastPathComponent != name {
            try? FileManager.default.removeItem(at: folder)
        }
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
