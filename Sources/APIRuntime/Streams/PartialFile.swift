internal import FileSupport
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that appears at its final path in one step, when it is complete and on the disk.
///
/// Until then its bytes are in a locked, hidden file in the same folder. The hidden file of a killed process has no lock
/// and is deleted by the next download to the same path.
final class PartialFile: Sendable {
    private let path: String
    private let folder: String
    private let partialPath: String
    private let descriptor: Int32
    private let isClosed = LockedState(false)

    /// Creates the hidden file, and its folder if necessary.
    ///
    /// - Parameters:
    ///   - path: Path of the complete file.
    ///   - beforeLock: Called between the creation and the lock of the hidden file, for tests.
    /// - Throws: ``FileFailure`` or an error of the file system.
    init(_ path: String, beforeLock: () -> Void = {}) throws {
        self.path = path
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let prefix = ".\(url.lastPathComponent)."
        Self.sweep(folder, prefix)
        self.folder = folder.path
        (partialPath, descriptor) = try Self.create(in: folder, prefix, beforeLock)
    }

    deinit {
        discard()
    }

    /// Appends bytes.
    ///
    /// - Throws: ``FileFailure``.
    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw FileFailure("write")
            }
        }
    }

    /// Moves the file to its final path, replacing an existing file.
    ///
    /// - Throws: ``FileFailure``; an existing file is then unchanged, unless only the folder could not be synchronized.
    func finish() throws {
        guard fsync(descriptor) == 0 else { throw FileFailure("sync") }
        guard rename(partialPath, path) == 0 else { throw FileFailure("rename") }
        closeOnce()
        try SystemFile.syncFolder(folder)
    }

    /// Deletes the hidden file; has no effect after ``finish()``.
    func discard() {
        guard !isClosed.withLock({ $0 }) else { return }
        unlink(partialPath)
        closeOnce()
    }

    private func closeOnce() {
        let isOpen = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        if isOpen { close(descriptor) }
    }

    private static let suffix = ".partial"

    /// Creates a locked hidden file.
    ///
    /// Another download to the same path can take the file for a leftover until it is locked, and delete it. A file without
    /// a name is given up for another one.
    private static func create(in folder: URL, _ prefix: String, _ beforeLock: () -> Void) throws -> (String, Int32) {
        for _ in 0..<100 {
            let name = "\(prefix)\(UUID().uuidString.lowercased())\(suffix)"
            let path = folder.appendingPathComponent(name).path
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw FileFailure("open") }
            beforeLock()
            if try lock(descriptor), hasName(descriptor) { return (path, descriptor) }
            close(descriptor)
        }
        throw FileFailure("lock", code: EWOULDBLOCK)
    }

    /// Locks a file.
    ///
    /// - Returns: `false` if another process holds the lock.
    private static func lock(_ descriptor: Int32) throws -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            if code == EWOULDBLOCK { return false }
            close(descriptor)
            throw FileFailure("lock", code: code)
        }
        return true
    }

    private static func hasName(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// Deletes the hidden files that killed processes left for the same path.
    private static func sweep(_ folder: URL, _ prefix: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
            let left = folder.appendingPathComponent(name).path
            let descriptor = open(left, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(left) }
            close(descriptor)
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
