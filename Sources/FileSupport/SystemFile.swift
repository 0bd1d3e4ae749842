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
    /// - Returns: The content.
    /// - Throws: ``FileFailure`` if the file cannot be read.
    package static func content(of path: String, followsLink: Bool = false) throws(FileFailure) -> [UInt8]? {
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
        var content = try read(descriptor, upTo: max(Int(status.st_size) + 1, chunkSize))
        while !content.isEmpty {
            let chunk = try read(descriptor, upTo: chunkSize)
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

    /// Returns the folder of a file; empty for the current folder.
    package static func folder(of path: String) -> String {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? path.dropLast() : path[...]
        guard let slash = trimmed.lastIndex(of: "/") else { return "" }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    /// Writes all bytes to an open file.
    ///
    /// - Throws: ``FileFailure`` if a byte cannot be written.
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

    /// Reads the next bytes of an open file; none at its end.
    ///
    /// - Throws: ``FileFailure`` if the file cannot be read.
    static func read(_ descriptor: Int32, upTo size: Int) throws(FileFailure) -> [UInt8] {
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

// The method above hides the system's function.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
