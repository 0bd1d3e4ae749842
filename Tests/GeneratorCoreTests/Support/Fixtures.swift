import Foundation

/// Where the files beside the tests are, found from the place of this source file.
enum Fixtures {

    /// The folder of all tests.
    static let tests = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Whether expectations are to be written anew; the run fails all the same.
    static var isRecording: Bool {
        ProcessInfo.processInfo.environment["RECORD"] == "1"
    }

    /// A folder below the tests.
    static func folder(_ path: String) -> URL {
        tests.appendingPathComponent(path, isDirectory: true)
    }

    /// The content of a file below the tests; `nil` when there is none.
    static func bytes(_ path: String) -> [UInt8]? {
        (try? Data(contentsOf: tests.appendingPathComponent(path))).map { [UInt8]($0) }
    }

    /// The content of a file below the tests as text; `nil` when there is none.
    static func text(_ path: String) -> String? {
        bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Paths of all files below a folder whose names end in something, relative to the folder and sorted.
    static func files(in folder: URL, ending suffix: String) -> [String] {
        let items = FileManager.default.enumerator(atPath: folder.resolvingSymlinksInPath().path)
        return (items?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(suffix) }.sorted()
    }

    /// Writes a file below the tests, its folder too.
    static func write(_ text: String, to path: String) throws {
        let file = tests.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
