import Foundation
import Testing

@testable import FileSupport

@Suite("Files that are always whole", .timeLimit(.minutes(1)))
final class AtomicFileTests {
    private let folder = temporaryFolder()
    private let old = Array("old".utf8)
    private let new = Array("new".utf8)

    private var path: String { folder + "/inner/file" }
    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder + "/inner").sorted() }
    }

    init() throws {
        try AtomicFile(path: path).makeFolder()
        try AtomicFile(path: path).write(old)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test("a file is written, read and removed, and a missing one is nil")
    func roundTrip() throws {
        let file = AtomicFile(path: path)
        #expect(try file.read() == old)
        try file.write([])
        #expect(try file.read() == [])
        try file.remove()
        #expect(try file.read() == nil)
        try file.remove()
        try AtomicFile(path: folder + "/missing/file").remove()
        #expect(try names.isEmpty)
    }

    @Test("only the owner can read the file and its folders, whatever mode it had before")
    func modes() throws {
        #expect(try mode(path) == 0o600)
        #expect(try mode(folder) == 0o700)
        #expect(try mode(folder + "/inner") == 0o700)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        try AtomicFile(path: path).write(new)
        #expect(try mode(path) == 0o600)
    }

    @Test("a copy that is staged changes nothing until it is committed")
    func staged() throws {
        let file = AtomicFile(path: path)
        try file.stage(new)
        #expect(try file.read() == old)
        try file.commit()
        #expect(try file.read() == new)
        try file.stage(old)
        file.discard()
        #expect(try file.read() == new)
        #expect(try names == ["file"])
    }

    @Test("a writer killed before the renaming leaves the old content, and its copy is not in the way")
    func killed() throws {
        try AtomicFile(path: path).stage(Array("half".utf8))
        #expect(try AtomicFile(path: path).read() == old)
        try AtomicFile(path: path).write(new)
        #expect(try AtomicFile(path: path).read() == new)
        #expect(try names == ["file"])
    }

    @Test(
        "a write that fails leaves the old content and no copy",
        arguments: [AtomicFile.Stage.opened, .written, .synced]
    )
    func failed(_ failing: AtomicFile.Stage) throws {
        var file = AtomicFile(path: path)
        file.checkpoint = { stage in
            if stage == failing { throw FileFailure("write", code: ENOSPC) }
        }
        #expect(throws: FileFailure("write", code: ENOSPC)) { try file.write(self.new) }
        #expect(try file.read() == old)
        #expect(try names == ["file"])
    }

    @Test("a replacement that readers see has succeeded, also if the folder cannot be synchronized")
    func unsyncedFolder() throws {
        for failing in AtomicFile.Stage.allCases {
            var file = AtomicFile(path: path)
            try file.write(old)
            file.checkpoint = { stage in
                if stage == failing { throw FileFailure("fsync", code: EIO) }
            }
            if failing == .renamed {
                try file.replace(with: new)
            } else {
                #expect(throws: FileFailure("fsync", code: EIO)) { try file.replace(with: self.new) }
            }
            #expect(try file.read() == (failing == .renamed ? new : old))
        }
    }

    @Test("the stages come in order, whether or not the disk is waited for", arguments: [true, false])
    func stages(waits: Bool) throws {
        let log = folder + "/log"
        var file = AtomicFile(path: path, durability: waits ? .synced : .unsynced)
        file.checkpoint = { stage in
            let before = try SystemFile.content(of: log) ?? []
            try AtomicFile(path: log).write(before + Array("\(stage) ".utf8))
        }
        try file.write(new)
        #expect(try SystemFile.content(of: log) == Array("opened written synced renamed ".utf8))
        #expect(try file.read() == new)
    }

    @Test("a folder in the place of the file is left alone")
    func folderInPlace() throws {
        let file = AtomicFile(path: folder + "/inner")
        #expect(throws: FileFailure("rename", code: EISDIR)) { try file.write(self.new) }
        #expect(try AtomicFile(path: path).read() == old)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["inner"])
    }

    @Test("a missing folder is an error, and nothing is made")
    func missingFolder() {
        let file = AtomicFile(path: folder + "/missing/file")
        #expect(throws: FileFailure("open", code: ENOENT)) { try file.write(self.new) }
        #expect(!SystemFile.exists(folder + "/missing"))
    }

    @Test("a folder that cannot be written to leaves the old content", .disabled(if: geteuid() == 0, "root can write"))
    func readOnlyFolder() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder + "/inner")
        #expect(throws: FileFailure("open", code: EACCES)) { try AtomicFile(path: self.path).write(self.new) }
        #expect(throws: FileFailure("unlink", code: EACCES)) { try AtomicFile(path: self.path).remove() }
        #expect(try AtomicFile(path: path).read() == old)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder + "/inner")
    }

    @Test("links in the place of the copy and of the file are replaced, and a link is not read")
    func links() throws {
        let victim = folder + "/victim"
        try AtomicFile(path: victim).write(Array("kept".utf8))
        for place in [path + ".partial", path] {
            try? FileManager.default.removeItem(atPath: place)
            try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: victim)
        }
        #expect(throws: FileFailure("open", code: ELOOP)) { try AtomicFile(path: self.path).read() }
        try AtomicFile(path: path).write(new)
        #expect(try AtomicFile(path: path).read() == new)
        #expect(!SystemFile.isLink(path))
        #expect(try AtomicFile(path: victim).read() == Array("kept".utf8))
    }

    @Test("an error names the operation and the code, not the path")
    func description() {
        let failure = FileFailure("open", code: EACCES)
        #expect("\(failure)" == "The file operation open failed with the system's error \(EACCES).")
        #expect(failure.reason == "Permission denied")
    }
}
