#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Calls of the system on files, with retries after signals and with its error codes.
package enum SystemFile {
    /// The content of a file; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - path: The file. Reading something other than a plain file, such as a pipe, waits for its end.
    ///   - followsLink: Whether a symbolic link of that name is followed rather than refused.
    /// - Returns: The content.
    /// - Throws: ``FileFailure`` when it cannot be read.
    package static func content(of path: String, followsLink: Bool = false) throws(FileFailure) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw FileFailure("open")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileFailure("read") }
        // With one byte more, a file that keeps its size is read by one call, and its end found by a second one.
        var content = try read(descriptor, upTo: max(Int(status.st_size) + 1, chunkSize))
        while !content.isEmpty {
            let chunk = try read(descriptor, upTo: chunkSize)
            if chunk.isEmpty { break }
            content += chunk
        }
        return content
    }

    /// Creates an empty file that only its owner can read; does nothing when the name is taken.
    ///
    /// A file that exists is not opened: closing a second descriptor of a file would take SQLite's locks on it away.
    package static func create(_ path: String) throws(FileFailure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw FileFailure("create")
        }
    }

    /// Deletes a file, or empties it where the folder does not allow deleting.
    ///
    /// - Throws: ``FileFailure`` when its content may still be there.
    package static func destroy(_ path: String) throws(FileFailure) {
        guard unlink(path) != 0, errno != ENOENT else { return }
        guard truncate(path, 0) == 0 else { throw FileFailure("truncate") }
    }

    /// Renames a file; does nothing when there is none.
    package static func move(_ path: String, to target: String) throws(FileFailure) {
        guard rename(path, target) != 0, errno != ENOENT else { return }
        throw FileFailure("rename")
    }

    /// Makes a folder, with the missing ones above it.
    ///
    /// - Parameters:
    ///   - path: The folder; the empty path is the current one.
    ///   - mode: Mode of each folder that is made; one that exists keeps its own.
    /// - Throws: ``FileFailure``; its code is `EEXIST` when a file has the name.
    package static func makeFolder(_ path: String, mode: UInt16 = 0o700) throws(FileFailure) {
        guard !path.isEmpty, mkdir(path, mode_t(mode)) != 0 else { return }
        let code = errno
        guard !isFolder(path) else { return }
        let outer = folder(of: path)
        guard code == ENOENT, !outer.isEmpty, outer != path else { throw FileFailure("make folder", code: code) }
        try makeFolder(outer, mode: mode)
        // Another process may have made it meanwhile.
        guard mkdir(path, mode_t(mode)) == 0 || isFolder(path) else { throw FileFailure("make folder") }
    }

    /// Waits until the names in a folder are on the disk.
    ///
    /// - Throws: ``FileFailure``.
    package static func syncFolder(_ path: String) throws(FileFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure("open folder") }
        defer { close(descriptor) }
        // Some file systems cannot sync a folder and return EINVAL: there is nothing more to do on them.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileFailure("sync folder") }
    }

    /// Whether there is something at a path.
    package static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Whether the last component of a path is a symbolic link.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Whether there is a folder at a path, or a symbolic link to one.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The folder of a file; empty for the current one.
    package static func folder(of path: String) -> String {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? path.dropLast() : path[...]
        guard let slash = trimmed.lastIndex(of: "/") else { return "" }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    /// Writes all bytes to an open file.
    static func append(_ bytes: [UInt8], to descriptor: Int32) throws(FileFailure) {
        var count = 0
        while count < bytes.count {
            let written = bytes.withUnsafeBytes { buffer in
                write(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if written >= 0 {
                count += written
            } else if errno != EINTR {
                throw FileFailure("write")
            }
        }
    }

    private static let chunkSize = 1 << 16

    /// The next bytes of an open file; empty at its end.
    private static func read(_ descriptor: Int32, upTo size: Int) throws(FileFailure) -> [UInt8] {
        while true {
            var code: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                let got = systemRead(descriptor, buffer.baseAddress, size)
                code = got < 0 ? errno : 0
                count = max(got, 0)
            }
            if code == 0 { return bytes }
            guard code == EINTR else { throw FileFailure("read", code: code) }
        }
    }
}

// The system's function is hidden by the method above.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
