import Foundation

/// Reads and writes files, and joins paths.
enum DiskFile {

    /// Returns the content of a file, or `nil` if it cannot be read.
    static func read(_ path: String) -> [UInt8]? {
        plain(path) ?? FileManager.default.contents(atPath: path).map { [UInt8]($0) }
    }

    /// Returns the content of a regular file that is not empty, or `nil` for anything else.
    ///
    /// Faster than Foundation, because a run reads thousands of files.
    private static func plain(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Foundation.read(file, buffer.baseAddress.map { $0 + count }, size - count)
                guard got > 0 else { break }
                count += got
            }
        }
        return bytes.count == size ? bytes : nil
    }

    /// Creates or replaces a regular file.
    ///
    /// Does not wait for the disk. Foundation does, which takes milliseconds for each of thousands of files, and the
    /// output of a run can be generated again.
    ///
    /// - Throws: ``Failure`` with the system's reason. The caller is responsible for a partly written file.
    static func write(_ bytes: [UInt8], to path: String) throws {
        func failure() -> Failure { Failure(message: "\(path) cannot be written: \(String(cString: strerror(errno)))") }
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o666)
        guard file >= 0 else { throw failure() }
        defer { close(file) }
        try bytes.withUnsafeBytes { buffer in
            var count = 0
            while count < buffer.count {
                let written = Foundation.write(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw failure() }
                count += written
            }
        }
    }

    /// Creates a folder and its missing parent folders.
    ///
    /// - Throws: ``Failure`` with the system's reason.
    static func makeFolder(_ path: String) throws {
        guard !path.isEmpty, mkdir(path, 0o777) != 0 else { return }
        let code = errno
        guard code != EEXIST else { return try checkFolder(path) }
        let outer = folder(of: path)
        guard code == ENOENT, !outer.isEmpty else {
            throw Failure(message: "The folder \(path) cannot be made: \(String(cString: strerror(code)))")
        }
        try makeFolder(outer)
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw Failure(message: "The folder \(path) cannot be made: \(String(cString: strerror(errno)))")
        }
    }

    private static func checkFolder(_ path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return }
        throw Failure(message: "The folder \(path) cannot be made: there is a file of that name")
    }

    /// Returns the content of a file that a document refers to, or `nil` for anything but a regular file inside the
    /// document's folder.
    ///
    /// - Parameters:
    ///   - path: Path of the file, which begins with the folder.
    ///   - folder: Folder of the document. Symbolic links in it are not followed.
    /// - Returns: The content.
    static func read(_ path: String, inside folder: String) -> [UInt8]? {
        let rest = folder.isEmpty ? path[...] : path.dropFirst(folder.count + 1)
        guard folder.isEmpty || path.hasPrefix(folder + "/") else { return nil }
        var current = folder
        for step in rest.split(separator: "/") {
            guard step != ".." else { return nil }
            current += current.isEmpty ? String(step) : "/" + step
            guard !isLink(current) else { return nil }
        }
        // Reading a pipe would block forever.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeRegular ? read(path) : nil
    }

    /// Whether a file or folder exists at the path.
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Whether the file at the path is a symbolic link.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Returns the folder of a file.
    ///
    /// Empty for the current folder.
    static func folder(of path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }

    /// Returns a path relative to a folder, with `..` resolved if possible.
    static func join(_ folder: String, _ path: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        var steps =
            folder.isEmpty ? [] : folder.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        for step in path.split(separator: "/") {
            if step == "..", let last = steps.last, last != "..", !last.isEmpty {
                steps.removeLast()
            } else if step != "." {
                steps.append(String(step))
            }
        }
        return steps.joined(separator: "/")
    }
}
