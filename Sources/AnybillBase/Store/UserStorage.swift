import APIRuntime
import FileSupport
import Foundation

/// The folder of the module on the device, with the current login and the store of its user.
///
/// Every login has a separate store, named by the login and not by the user, so no login can read the data of a former
/// user. A small file, the marker, names the current login. Writing the marker completes a login, and deleting it
/// begins a logout, so a process that is terminated in between is completely logged out at its next start.
final class UserStorage: Sendable {
    /// The login that the marker named at the start; `nil` if it named none.
    let marked: String?

    private let root: URL?
    private let active: LockedState<UserStore?>

    /// Opens the store of the current login, if there is one, and deletes the remains of other logins.
    init(_ location: AnybillStorageLocation) {
        guard case .folder(let root) = location else {
            self.root = nil
            marked = nil
            active = LockedState(nil)
            return
        }
        self.root = root
        marked = Self.findLogin(in: root)
        active = LockedState(marked.flatMap { try? UserStore(partition: $0, folder: Self.folder(of: $0, in: root)) })
    }

    /// Whether the storage persists after the process ends.
    var isPersistent: Bool { root != nil }

    /// The store of the current login; `nil` if no user is logged in.
    var current: UserStore? { active.withLock { $0 } }

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
        active.withLock { $0 = store }
    }

    /// Removes the marker of the current login, which is the first step of a logout.
    ///
    /// - Throws: `FileFailure` if the marker still names the login, so that a crash could undo the logout.
    func beginLogout() throws {
        guard let root else { return }
        let marker = Self.marker(in: root)
        do {
            try marker.remove()
        } catch {
            // An empty marker names nobody, either.
            try SystemFile.destroy(marker.path)
        }
    }

    /// Deletes a login's store, and the marker if it names that login.
    func retire(_ partition: String) {
        let store = active.withLock { active -> UserStore? in
            guard active?.partition == partition else { return nil }
            defer { active = nil }
            return active
        }
        // A marker that remains names a login without tokens, which the next start ends again.
        if store != nil { try? beginLogout() }
        store?.close()
        guard let root else { return }
        try? FileManager.default.removeItem(at: Self.folder(of: partition, in: root))
    }

    private static func findLogin(in root: URL) -> String? {
        try? marker(in: root).makeFolder()
        excludeFromBackup(root)
        let name = (try? marker(in: root).read()).map { String(decoding: $0, as: UTF8.self) }
        removeLeftovers(in: root, keeping: name)
        return name.flatMap { UUID(uuidString: $0) == nil ? nil : $0 }
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
