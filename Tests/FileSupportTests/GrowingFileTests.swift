import Foundation
import Testing

@testable import FileSupport

@Suite("Files that grow", .timeLimit(.minutes(1)))
final class GrowingFileTests {
    private let folder = temporaryFolder()

    private var path: String { folder + "/file.partial" }
    private var target: String { folder + "/file" }
    private var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } }

    init() throws {
        try SystemFile.makeFolder(folder)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test("appended bytes are at the final path after the commit, and replace another file")
    func commit() throws {
        try AtomicFile(path: target).write([9])
        let file = try GrowingFile(creating: path)
        try file.append([1, 2])
        try file.append([])
        try file.append([3])
        #expect(try SystemFile.content(of: target) == [9])
        try file.commit(to: target)
        #expect(try SystemFile.content(of: target) == [1, 2, 3])
        #expect(try names == ["file"])
        #expect(file.hasName)
    }

    @Test("only the owner can read the file, unless another mode is given")
    func mode() throws {
        for (mode, name) in [(0o600, "a"), (0o644, "b")] {
            let file = try GrowingFile(creating: "\(folder)/\(name)", mode: UInt16(mode))
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
        }
    }

    @Test("an existing file and a symbolic link are not opened")
    func exclusive() throws {
        try AtomicFile(path: target).write([9])
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/elsewhere")
        for path in [path, target] {
            #expect(throws: FileFailure("open", code: EEXIST)) { try GrowingFile(creating: path) }
        }
        #expect(throws: FileFailure("open", code: ENOENT)) { try GrowingFile(creating: self.folder + "/none/file") }
        #expect(try SystemFile.content(of: target) == [9])
    }

    @Test("a commit that fails leaves both files unchanged")
    func failedCommit() throws {
        try SystemFile.makeFolder(target)
        let file = try GrowingFile(creating: path)
        try file.append([1])
        #expect(throws: FileFailure("rename", code: EISDIR)) { try file.commit(to: self.target) }
        #expect(try names == ["file", "file.partial"])
        try file.commit(to: folder + "/other")
        #expect(try SystemFile.content(of: folder + "/other") == [1])
    }

    @Test("a file without a name can be written and read at offsets")
    func nameless() throws {
        let file = try GrowingFile(creating: path)
        try file.removeName()
        #expect(try names.isEmpty)
        #expect(!file.hasName)
        try file.write([4, 5, 6], at: 3)
        try file.write([1, 2, 3], at: 0)
        #expect(try file.read(at: 0, upTo: 100) == [1, 2, 3, 4, 5, 6])
        #expect(try file.read(at: 4, upTo: 1) == [5])
        #expect(try file.read(at: 6, upTo: 1) == [])
        try file.sync()
        try file.removeName()
    }

    @Test("only a file without a lock is taken for abandoned")
    func abandoned() throws {
        var file: GrowingFile? = try GrowingFile(creating: path)
        #expect(try file?.tryLock() == true)
        GrowingFile.removeAbandoned(path)
        #expect(try names == ["file.partial"])
        file = nil
        try FileManager.default.createSymbolicLink(atPath: target, withDestinationPath: path)
        GrowingFile.removeAbandoned(target)
        #expect(try names == ["file", "file.partial"])
        GrowingFile.removeAbandoned(path)
        #expect(try names == ["file"])
        GrowingFile.removeAbandoned(path)
    }

    @Test("bytes that the disk cannot hold are an error", .enabled(if: SystemFile.exists("/dev/full")))
    func full() throws {
        let descriptor = open("/dev/full", O_RDWR)
        defer { close(descriptor) }
        #expect(throws: FileFailure("write", code: ENOSPC)) { try SystemFile.write([1], to: descriptor, at: 5) }
    }
}
