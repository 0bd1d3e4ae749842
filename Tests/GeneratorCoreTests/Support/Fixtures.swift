import Foundation

/// Locations of the files of the tests, relative to this source file.
enum Fixtures {

    /// The folder of all tests.
    static let tests = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Whether to rewrite expectations.
    ///
    /// The run fails nevertheless.
    static var isRecording: Bool {
        ProcessInfo.processInfo.environment["RECORD"] == "1"
    }

    /// Returns a folder of the tests.
    static func folder(_ path: String) -> URL {
        tests.appendingPathComponent(path, isDirectory: true)
    }

    /// Returns the content of a file of the tests, or `nil` if there is none.
    static func bytes(_ path: String) -> [UInt8]? {
        (try? Data(contentsOf: tests.appendingPathComponent(path))).map { [UInt8]($0) }
    }

    /// Returns the content of a file of the tests as text, or `nil` if there is none.
    static func text(_ path: String) -> String? {
        bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the paths of all files in a folder with a given suffix, relative to the folder and sorted.
    static func files(in folder: URL, ending suffix: String) -> [String] {
        let items = FileManager.default.enumerator(atPath: folder.resolvingSymlinksInPath().path)
        return (items?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(suffix) }.sorted()
    }

    /// Writes a file of the tests, and creates its folder.
    static func write(_ text: String, to path: String) throws {
        let file = tests.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
