import FileSupport
import Foundation

/// The file that names the current login of a folder, which all contexts and processes share.
///
/// Writing it completes a login, and deleting it begins a logout. Every change compares and writes while no other context
/// changes the file, so that no logout deletes the name of a login that was made in the meantime.
struct LoginMarker: Sendable {
    private let file: AtomicFile
    private let staged: AtomicFile
    private let lock: FolderLock

    /// Creates the marker of a folder; changes nothing.
    init(in root: URL) {
        let path = root.appendingPathComponent("login").path
        file = AtomicFile(path: path, copySuffix: ".partial")
        staged = AtomicFile(path: path + ".partial")
        lock = FolderLock("token.marker", in: root)
    }

    /// Returns the login that the marker names; `nil` if no user is logged in.
    ///
    /// - Throws: `FileFailure` if the file cannot be read, after which the login is unknown.
    func read() throws(FileFailure) -> String? { try Self.name(in: file) }

    /// Returns the login that was prepared, but not completed; `nil` if there is none.
    ///
    /// - Throws: `FileFailure` if the file cannot be read.
    func readStaged() throws(FileFailure) -> String? { try Self.name(in: staged) }

    /// Writes the name of a future login to the disk, so that hardly anything can prevent its completion.
    ///
    /// Only the holder of the right to change the login may call this method.
    ///
    /// - Throws: `FileFailure`; nothing has changed then.
    func stage(_ login: String) throws { try file.stage(Array(login.utf8)) }

    /// Discards the name of a future login.
    func discard() { file.discard() }

    /// Completes a login, which the marker names from now on; only its name is replaced if it was staged before.
    ///
    /// - Throws: `FileFailure` if the name is not certain to remain.
    func commit(_ login: String) throws {
        if (try? readStaged()) != login { try stage(login) }
        let right = try lock.acquireBlocking()
        defer { withExtendedLifetime(right) {} }
        try file.commit()
    }

    /// Removes the marker if it names a login, or may name it because it cannot be read.
    ///
    /// - Throws: `FileFailure` if the marker may still name the login, so that a crash could undo the logout.
    func remove(naming login: String) throws {
        let right = try lock.acquireBlocking()
        defer { withExtendedLifetime(right) {} }
        let name: String?
        do throws(FileFailure) { name = try read() } catch { name = login }
        guard name == login else { return }
        do {
            // The staged name belongs to a login in progress, which this change must not disturb.
            try AtomicFile(path: file.path, copySuffix: ".removed").remove()
        } catch {
            // An empty marker names nobody, either.
            try SystemFile.destroy(file.path)
        }
    }

    private static func name(in file: AtomicFile) throws(FileFailure) -> String? {
        guard let content = try file.read() else { return nil }
        let name = String(decoding: content, as: UTF8.self)
        return UUID(uuidString: name) == nil ? nil : name
    }
}
