import Foundation
import Testing

@testable import APIRuntime

@Suite("Files of downloads")
struct PartialFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("partial-\(UUID().uuidString)")

    private var path: String { folder.appendingPathComponent("a.bin").path }

    @Test("a download that another one takes for a leftover before its lock still keeps its bytes")
    func sweptBeforeLock() throws {
        let sweeps = LockedState(0)
        let first = try PartialFile(path) {
            // The second download starts between the creation and the lock of the first one's file.
            guard
                sweeps.withLock({
                    $0 += 1; return $0
                }) <= 2
            else { return }
            _ = try? PartialFile(path)
        }
        #expect(sweeps.withLock { $0 } == 3)
        try first.write(Array("abc".utf8))
        try first.finish()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "abc")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.bin"])
    }

    @Test(
        "any name that the file system allows can be downloaded to",
        arguments: [String(repeating: "a", count: 255), String(repeating: "領", count: 85)]
    )
    func longName(_ name: String) throws {
        let file = try PartialFile(folder.appendingPathComponent(name).path)
        try file.write([1])
        try file.finish()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
    }

    @Test("a download does not delete the file of one that is in progress")
    func locked() throws {
        let first = try PartialFile(path)
        let second = try PartialFile(path)
        try first.write([1])
        try second.write([2])
        try first.finish()
        try second.finish()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([2]))
    }
}
