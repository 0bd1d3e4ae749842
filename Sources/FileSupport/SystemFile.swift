#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A namespace for system calls on files, which are repeated after interrupting signals and report the system's error
/// codes.
package enum SystemFile {
    /// Returns the content of a file; `nil` if it does not exist.
    ///
    /// - Parameters:
    ///   - path: The path of the file. If it is not a regular file, for example a pipe, the call waits for its end.
    ///   - followsLink: Whether to follow a symbolic link at the path; `false` refuses it.
    ///   - limit: The largest number of bytes to read; the rest of the file is ignored.
    /// - Returns: The content.
    /// - Throws: ``FileFailure`` if the file cannot be read.
    package static func content(
        of path: String,
        followsLink: Bool = false,
        limit: Int = .max
    ) throws(FileFailure) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw FileFailure("open")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileFailure("read") }
        // With one additional byte, one call reads a file whose size does not change, and a second call detects its
        // end.
        var content = try read(descriptor, upTo: min(max(Int(status.st_size) + 1, chunkSize), limit))
        while !content.isEmpty, content.count < limit {
            let chunk = try read(descriptor, upTo: min(chunkSize, limit - content.count))
            if chunk.isEmpty { break }
            content += chunk
        }
        return content
    }

    /// Creates an empty file that only its owner can read; does nothing if the path exists.
    ///
    /// An existing file is not opened, because closing a second descriptor of a file would release SQLite's locks on
    /// it.
    ///
    /// - Throws: ``FileFailure`` if the file cannot be created.
    package static func create(_ path: String) throws(FileFailure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw FileFailure("create")
        }
    }

    /// Deletes a file, or empties it if the folder does not permit deletion.
    ///
    /// - Throws: ``FileFailure`` if the content may still exist.
    package static func destroy(_ path: String) throws(FileFailure) {
        guard unlink(path) != 0, errno != ENOENT else { return }
        guard truncate(path, 0) == 0 else { throw FileFailure("truncate") }
    }

    /// Renames a file; does nothing if it does not exist.
    ///
    /// - Throws: ``FileFailure`` if the file cannot be renamed.
    package static func move(_ path: String, to target: String) throws(FileFailure) {
        guard rename(path, target) != 0, errno != ENOENT else { return }
        throw FileFailure("rename")
    }

    /// Creates a folder and its missing parent folders.
    ///
    /// - Parameters:
    ///   - path: The path of the folder; an empty path means the current folder.
    ///   - mode: The mode of the created folders; existing folders keep their modes.
    /// - Throws: ``FileFailure``; its code is `EEXIST` if the path is that of a file.
    package static func makeFolder(_ path: String, mode: UInt16 = 0o700) throws(FileFailure) {
        guard !path.isEmpty, mkdir(path, mode_t(mode)) != 0 else { return }
        let code = errno
        guard !isFolder(path) else { return }
        let outer = folder(of: path)
        guard code == ENOENT, !outer.isEmpty, outer != path else { throw FileFailure("make folder", code: code) }
        try makeFolder(outer, mode: mode)
        // Another process may have created the folder in the meantime.
        guard mkdir(path, mode_t(mode)) == 0 || isFolder(path) else { throw FileFailure("make folder") }
    }

    /// Renames a file to the name of another one, which it replaces in one step.
    ///
    /// - Throws: ``FileFailure``; both files are unchanged then.
    static func replace(_ target: String, with path: String) throws(FileFailure) {
        guard rename(path, target) == 0 else { throw FileFailure("rename") }
    }

    /// Waits until the entries of a file's folder are on the disk.
    ///
    /// - Throws: ``FileFailure`` if the folder cannot be opened or synchronized.
    static func syncFolder(of path: String) throws(FileFailure) {
        let folder = folder(of: path)
        try syncFolder(folder.isEmpty ? "." : folder)
    }

    /// Waits until the entries of a folder are on the disk.
    ///
    /// - Throws: ``FileFailure`` if the folder cannot be opened or synchronized.
    package static func syncFolder(_ path: String) throws(FileFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure("open folder") }
        defer { close(descriptor) }
        // Some file systems cannot synchronize a folder and return EINVAL, which is not an error here.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileFailure("sync folder") }
    }

    /// Returns the length of a file in bytes, or of the file that a symbolic link at the path leads to.
    ///
    /// - Returns: The length; `nil` if there is no regular file.
    package static func length(of path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Returns whether a path exists.
    package static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Returns whether the last component of a path is a symbolic link.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Returns whether a path is that of a folder, or of a symbolic link to one.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns whether two paths lead to the same file, as spellings in upper and lower case do on many systems.
    package static func areSame(_ path: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return stat(path, &first) == 0 && stat(other, &second) == 0 && first.st_ino == second.st_ino
            && first.st_dev == second.st_dev
    }

    /// Returns the folder of a file; empty for the current folder.
    package static func folder(of path: String) -> String {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? path.dropLast() : path[...]
        guard let slash = trimmed.lastIndex(of: "/") else { return "" }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    /// Locks an open file.
    ///
    /// `flock` applies to the open file, so it also excludes holders in the same process from each other.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - operation: The operation of `flock`.
    /// - Returns: `false` if another holder has the lock, and the operation does not wait.
    /// - Throws: ``FileFailure`` if the file cannot be locked.
    static func lock(_ descriptor: Int32, _ operation: Int32) throws(FileFailure) -> Bool {
        while flock(descriptor, operation) != 0 {
            let code = errno
            if code == EINTR { continue }
            if code == EWOULDBLOCK { return false }
            throw FileFailure("lock", code: code)
        }
        return true
    }

    /// Writes all bytes to an open file at its current offset.
    ///
    /// - Throws: ``FileFailure`` if a byte cannot be written.
    package static func append(_ bytes: [UInt8], to descriptor: Int32) throws(FileFailure) {
        try writeAll(bytes) { rest, _ in systemWrite(descriptor, rest.baseAddress, rest.count) }
    }

    /// Writes all bytes to an open file at an offset, and leaves the file's current offset unchanged.
    ///
    /// - Throws: ``FileFailure`` if a byte cannot be written.
    static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) throws(FileFailure) {
        try writeAll(bytes) { rest, count in pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + count)) }
    }

    /// Repeats a system call until all bytes are written.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - call: Writes some of the remaining bytes, and returns their number or -1. The second argument is the number
    ///     of bytes that are written.
    /// - Throws: ``FileFailure`` if a byte cannot be written.
    private static func writeAll(
        _ bytes: [UInt8],
        _ call: (UnsafeRawBufferPointer, Int) -> Int
    ) throws(FileFailure) {
        var count = 0
        while count < bytes.count {
            let written = bytes.withUnsafeBytes { call(UnsafeRawBufferPointer(rebasing: $0[count...]), count) }
            if written >= 0 {
                count += written
            } else if errno != EINTR {
                throw FileFailure("write")
            }
        }
    }

    private static let chunkSize = 1 << 16

    /// Reads the next bytes of an open file; none at its end.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - size: The largest number of bytes.
    ///   - offset: The offset of the first byte; `nil` for the file's current offset.
    /// - Returns: The bytes.
    /// - Throws: ``FileFailure`` if the file cannot be read.
    static func read(_ descriptor: Int32, upTo size: Int, at offset: Int? = nil) throws(FileFailure) -> [UInt8] {
        while true {
            var code: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                let got =
                    offset.map { pread(descriptor, buffer.baseAddress, size, off_t($0)) }
                    ?? systemRead(descriptor, buffer.baseAddress, size)
                code = got < 0 ? errno : 0
                count = max(got, 0)
            }
            if code == 0 { return bytes }
            guard code == EINTR else { throw FileFailure("read", code: code) }
        }
    }
}

// The methods above hide the system's functions.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
