import Foundation
import Testing

@testable import FileSupport

@Suite("Calls of the system on files", .timeLimit(.minutes(1)))
final class SystemFileTests {
    private let folder = temporaryFolder()

    init() throws {
        try SystemFile.makeFolder(folder)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test("content of any size is read whole", arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
    func sizes(size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        try AtomicFile(path: folder + "/file").write(bytes)
        #expect(try SystemFile.content(of: folder + "/file") == bytes)
    }

    @Test("a file that the system makes while it is read", .enabled(if: SystemFile.exists("/proc/self/status")))
    func madeAsRead() throws {
        #expect(try SystemFile.content(of: "/proc/self/status")?.isEmpty == false)
    }

    @Test("a folder is not read as a file, and a link only where that is wanted")
    func otherThanFiles() throws {
        #expect(throws: FileFailure("read", code: EISDIR)) { try SystemFile.content(of: self.folder) }
        try AtomicFile(path: folder + "/file").write([1])
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/link",
            withDestinationPath: folder + "/file"
        )
        #expect(throws: FileFailure("open", code: ELOOP)) { try SystemFile.content(of: self.folder + "/link") }
        #expect(try SystemFile.content(of: folder + "/link", followsLink: true) == [1])
        #expect(try SystemFile.content(of: folder + "/none") == nil)
    }

    @Test("a full disk is an error", .enabled(if: SystemFile.exists("/dev/full")))
    func fullDisk() throws {
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        #expect(throws: FileFailure("write", code: ENOSPC)) { try SystemFile.append([1], to: descriptor) }
    }

    @Test("folders are made with those above them, and one that exists is left alone")
    func folders() throws {
        let inner = folder + "/a/b/c"
        try SystemFile.makeFolder(inner + "/", mode: 0o750)
        try SystemFile.makeFolder(inner)
        let mode = try FileManager.default.attributesOfItem(atPath: folder + "/a")[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o750)
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: inner)
        try SystemFile.makeFolder(folder + "/link/d")
        #expect(SystemFile.isFolder(inner + "/d"))
        try SystemFile.makeFolder("")
        try SystemFile.makeFolder("/")
    }

    @Test("a file in the way of a folder is an error")
    func fileInTheWay() throws {
        try SystemFile.create(folder + "/file")
        #expect(throws: FileFailure("make folder", code: EEXIST)) { try SystemFile.makeFolder(self.folder + "/file") }
        #expect(throws: FileFailure("make folder", code: ENOTDIR)) {
            try SystemFile.makeFolder(self.folder + "/file/inner")
        }
    }

    @Test("creating keeps a file that exists, destroying and moving take a missing one as done")
    func createMoveDestroy() throws {
        let (path, target) = (folder + "/file", folder + "/target")
        try AtomicFile(path: path).write([1])
        try SystemFile.create(path)
        try SystemFile.move(path, to: target)
        try SystemFile.move(path, to: target)
        #expect(try SystemFile.content(of: target) == [1])
        try SystemFile.destroy(target)
        try SystemFile.destroy(target)
        #expect(!SystemFile.exists(target))
    }

    @Test(
        "the folder of a path",
        arguments: [("a", ""), ("a/b", "a"), ("/a", "/"), ("/a/b/", "/a"), ("/", "/"), ("", ""), ("a/", "")]
    )
    func folderOfPath(path: String, folder: String) {
        #expect(SystemFile.folder(of: path) == folder)
    }
}
