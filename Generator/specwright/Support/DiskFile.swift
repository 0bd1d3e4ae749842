import FileSupport
import Foundation
import YAMLReader

/// Reads and writes files, and joins paths.
enum DiskFile {

    /// Returns the content of a file, or `nil` if it cannot be read.
    ///
    /// Of a file that is too large for a document, such as a device without an end, returns the first bytes only: one more
    /// than a document may have, so that the reader reports it.
    static func read(_ path: String) -> [UInt8]? {
        (try? SystemFile.content(of: path, followsLink: true, limit: ReadLimits().maxBytes + 1)) ?? nil
    }

    /// Returns the content of a file; `nil` if it does not exist.
    ///
    /// - Throws: ``Failure`` with the system's reason if it exists, but cannot be read.
    static func content(_ path: String) throws -> [UInt8]? {
        do {
            return try SystemFile.content(of: path, followsLink: true)
        } catch {
            guard error.code != ENOTDIR else { return nil }
            throw Failure(message: "'\(path)' cannot be read: \(error.reason)")
        }
    }

    /// Returns a file that replaces an older one when it is complete.
    ///
    /// Does not wait for the disk, which requires milliseconds for each of thousands of files; a run can write them again.
    static func replacement(of path: String) -> AtomicFile {
        AtomicFile(path: path, mode: 0o666, durability: .unsynced, copySuffix: replacementSuffix)
    }

    /// The suffix of a file that is not complete yet.
    static let replacementSuffix = ".new"

    /// Creates a folder and its missing parent folders.
    ///
    /// - Throws: ``Failure`` with the system's reason.
    static func makeFolder(_ path: String) throws {
        do {
            try SystemFile.makeFolder(path, mode: 0o777)
        } catch {
            let reason = error.code == EEXIST ? "there is a file of that name" : error.reason
            throw Failure(message: "The folder '\(path)' cannot be made: \(reason)")
        }
    }

    /// Writes a file and creates its folder.
    ///
    /// - Throws: ``Failure`` with the system's reason.
    static func write(_ text: String, to path: String) throws {
        let folder = folder(of: path)
        if !folder.isEmpty { try makeFolder(folder) }
        do {
            let file = replacement(of: path)
            try file.stage(Array(text.utf8))
            try file.commit()
        } catch let failure as FileFailure {
            throw Failure(message: "'\(path)' cannot be written: \(failure.reason)")
        }
    }

    /// Returns whether a file exists with other content than a text.
    static func hasOther(than text: String, at path: String) -> Bool {
        guard SystemFile.exists(path) else { return false }
        return !isRegular(path) || read(path) != Array(text.utf8)
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
        guard folder.isEmpty ? !path.hasPrefix("/") : path.hasPrefix(folder + "/") else { return nil }
        var current = folder
        for step in rest.split(separator: "/") {
            guard step != ".." else { return nil }
            current += current.isEmpty ? String(step) : "/" + step
            guard !SystemFile.isLink(current) else { return nil }
        }
        return isRegular(path) ? read(path) : nil
    }

    /// Returns whether a path leads to a regular file; reading another one, such as a pipe, may block forever.
    private static func isRegular(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }

    /// Returns the folder of a file; empty for the current one.
    static func folder(of path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }

    /// Returns the absolute path of a file or folder, which need not exist, without `.` and `..`.
    static func absolute(_ path: String) -> String {
        let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        return "/" + join("", String(whole.drop { $0 == "/" }))
    }

    /// Returns the absolute path of a file or folder, which need not exist, without symbolic links, `.` and `..`.
    static func resolved(_ path: String) -> String {
        var existing = absolute(path)
        var missing: [String] = []
        while !SystemFile.exists(existing), let last = existing.split(separator: "/").last {
            missing.insert(String(last), at: 0)
            existing = folder(of: existing)
        }
        let base = URL(fileURLWithPath: existing.isEmpty ? "/" : existing).resolvingSymlinksInPath().path
        return join(base, missing.joined(separator: "/"))
    }

    /// Returns the path of a folder relative to another one; `.` for the current folder.
    static func joinFolder(_ folder: String, _ path: String) -> String {
        let joined = join(folder, path)
        return joined.isEmpty ? "." : joined
    }

    /// Returns a path relative to a folder, with `..` resolved if possible; a URL is not changed.
    ///
    /// The result is empty for the current folder.
    static func join(_ folder: String, _ path: String) -> String {
        guard !path.hasPrefix("/"), !path.contains("://") else { return path }
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
