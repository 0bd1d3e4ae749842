internal import FileSupport
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A file that appears at its final path in one step, when it is complete and on the disk.
///
/// Until then its bytes are in a locked, hidden file in the same folder. The hidden file of a killed process has no lock
/// and is deleted by the next download to the same path.
final class PartialFile: Sendable {
    private let path: String
    private let file: GrowingFile
    private let isFinished = LockedState(false)

    /// Creates the hidden file, and its folder if necessary.
    ///
    /// - Parameters:
    ///   - path: Path of the complete file.
    ///   - beforeLock: Called between the creation and the lock of the hidden file, for tests.
    /// - Throws: `FileFailure` or an error of the file system.
    init(_ path: String, beforeLock: () -> Void = {}) throws {
        self.path = path
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let prefix = ".\(Self.start(of: url.lastPathComponent))."
        Self.sweep(folder, prefix)
        file = try Self.create(in: folder, prefix, beforeLock)
    }

    deinit {
        discard()
    }

    /// Appends bytes.
    ///
    /// - Throws: `FileFailure`.
    func write(_ bytes: [UInt8]) throws {
        try file.append(bytes)
    }

    /// Moves the file to its final path, replacing an existing file.
    ///
    /// - Throws: `FileFailure`; an existing file is then unchanged, unless only the folder could not be synchronized.
    func finish() throws {
        try file.commit(to: path)
        isFinished.withLock { $0 = true }
    }

    /// Deletes the hidden file; has no effect after ``finish()``.
    func discard() {
        guard !isFinished.withLock({ $0 }) else { return }
        // The hidden name is never used again, so deleting it a second time has no effect.
        try? file.removeName()
    }

    private static let suffix = ".partial"

    /// Returns as much of a name as leaves space for the rest of the hidden name, which file systems limit to 255 bytes.
    private static func start(of name: String) -> String {
        var count = 0
        let scalars = name.unicodeScalars.prefix { scalar in
            count += UTF8.width(scalar)
            return count <= 180
        }
        return String(scalars)
    }

    /// Creates a locked hidden file.
    ///
    /// Another download to the same path can take the file for a leftover until it is locked, and delete it. A file without
    /// a name is given up for another one.
    private static func create(in folder: URL, _ prefix: String, _ beforeLock: () -> Void) throws -> GrowingFile {
        for _ in 0..<100 {
            let name = "\(prefix)\(UUID().uuidString.lowercased())\(suffix)"
            let file = try GrowingFile(creating: folder.appendingPathComponent(name).path)
            beforeLock()
            if try file.tryLock(), file.hasName { return file }
        }
        throw FileFailure.isLocked
    }

    /// Deletes the hidden files that killed processes left for the same path.
    private static func sweep(_ folder: URL, _ prefix: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
            GrowingFile.removeAbandoned(folder.appendingPathComponent(name).path)
        }
    }
}
