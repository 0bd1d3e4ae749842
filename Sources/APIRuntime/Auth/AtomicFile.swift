internal import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A small private file that is always whole.
///
/// Writers must exclude each other, as ``FileLock`` does; readers need nothing.
struct AtomicFile: Sendable {
    /// The points of a write between which a process can be killed.
    enum Stage: CaseIterable, Sendable {
        /// The copy is there, empty.
        case opened
        /// The copy is complete, perhaps only in memory.
        case written
        /// The copy is on the disk.
        case synced
        /// The copy has taken the file's place.
        case renamed
    }

    /// The file.
    let path: String

    /// Called at each point of a write, for tests that look at the disk there or fail it.
    var checkpoint: @Sendable (Stage) throws -> Void = { _ in }

    private var copyPath: String { path + ".partial" }

    private var folder: String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
    }

    /// Makes the folder with the mode 0700, unless it is there.
    func makeFolder() throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// The content; `nil` when there is no file.
    ///
    /// - Throws: ``FileFailure`` when it cannot be read.
    func read() throws -> Data? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw FileFailure("open")
        }
        defer { close(descriptor) }
        var content = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Self.read(descriptor, &buffer)
            if count == 0 { return content }
            if count > 0 {
                content.append(contentsOf: buffer.prefix(count))
            } else if errno != EINTR {
                throw FileFailure("read")
            }
        }
    }

    /// Replaces the content in one step.
    ///
    /// - Throws: ``FileFailure``; the former content is then still there, unless only the folder could not be synced.
    func write(_ content: Data) throws {
        do {
            try writeCopy(content)
            guard rename(copyPath, path) == 0 else { throw FileFailure("rename") }
        } catch {
            unlink(copyPath)
            throw error
        }
        try checkpoint(.renamed)
        try syncFolder()
    }

    /// Deletes the file and what a killed writer may have left.
    ///
    /// - Throws: ``FileFailure`` when the file may still be there.
    func remove() throws {
        unlink(copyPath)
        guard unlink(path) == 0 || errno == ENOENT else { throw FileFailure("unlink") }
        try syncFolder()
    }

    private func writeCopy(_ content: Data) throws {
        // What a killed writer left goes first: its mode and its links are not known.
        unlink(copyPath)
        let descriptor = open(copyPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileFailure("open") }
        defer { close(descriptor) }
        try checkpoint(.opened)
        var rest = content[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Self.write(descriptor, $0) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw FileFailure("write")
            }
        }
        try checkpoint(.written)
        guard fsync(descriptor) == 0 else { throw FileFailure("sync") }
        try checkpoint(.synced)
    }

    private func syncFolder() throws {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure("open folder") }
        defer { close(descriptor) }
        // Some file systems cannot sync a folder and say EINVAL: there is nothing more to do on them.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileFailure("sync folder") }
    }

    // The names of the system's functions are hidden by the methods above.
    private static func read(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
        let capacity = buffer.count
        return buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, capacity) }
    }

    private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        systemWrite(descriptor, bytes.baseAddress, bytes.count)
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
