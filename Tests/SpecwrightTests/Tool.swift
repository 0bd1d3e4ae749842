import Foundation
import Testing

/// The built executable, and a temporary folder to run it in.
final class Tool {

    /// The output and exit code of a run.
    struct Run {
        let code: Int32
        let output: String
        let errors: String
    }

    /// The folder in which the tool runs.
    let folder: URL

    /// The folder that is removed in `deinit`: ``folder``, or its parent folder.
    private let root: URL

    /// Creates a folder.
    ///
    /// - Parameter name: The name of the folder, which is then inside another new one; `nil` for a unique name.
    /// - Throws: An error if the folder cannot be created.
    init(folder name: String? = nil) throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("specwright-\(UUID().uuidString)")
        folder = name.map(root.appendingPathComponent) ?? root
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: root)
    }

    /// Returns the executable next to the test bundle.
    static func executable() throws -> URL {
        let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
        let places = bundles + [URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])]
        let candidates = places.map { $0.deletingLastPathComponent().appendingPathComponent("specwright") }
        return try #require(candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) })
    }

    /// Runs the tool in the folder.
    func run(_ arguments: String...) throws -> Run {
        try run(arguments)
    }

    /// Runs the tool in the folder.
    func run(_ arguments: [String]) throws -> Run {
        try run(program: Self.executable().path, arguments)
    }

    /// Runs another program in the folder.
    func run(program: String, _ arguments: [String]) throws -> Run {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        // Uses files rather than pipes, so that the process never waits for a reader.
        let names = ["stdout", "stderr"].map { "\($0)-\(UUID().uuidString)" }
        let files = try names.map { name -> FileHandle in
            let path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
            _ = FileManager.default.createFile(atPath: path, contents: nil)
            return try FileHandle(forUpdating: URL(fileURLWithPath: path))
        }
        defer {
            for name in names {
                try? FileManager.default.removeItem(
                    at: FileManager.default.temporaryDirectory.appendingPathComponent(name)
                )
            }
        }
        process.standardOutput = files[0]
        process.standardError = files[1]
        try process.run()
        process.waitUntilExit()
        let texts = try files.map { file -> String in
            try file.seek(toOffset: 0)
            return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        }
        return Run(code: process.terminationStatus, output: texts[0], errors: texts[1])
    }

    /// Writes a file in the folder.
    func write(_ text: String, to path: String) throws {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Returns the text of a file in the folder, or `nil` if there is none.
    func text(_ path: String) -> String? {
        (try? Data(contentsOf: folder.appendingPathComponent(path))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the paths of all files in a folder, sorted.
    func files(in path: String) -> [String] {
        let items = FileManager.default.enumerator(atPath: folder.appendingPathComponent(path).path)
        return (items?.compactMap { $0 as? String } ?? []).filter { item in
            var isFolder: ObjCBool = false
            let full = folder.appendingPathComponent(path).appendingPathComponent(item).path
            return FileManager.default.fileExists(atPath: full, isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }

    /// Sets the modification date of all files in a folder to the same date in the past.
    func age(_ path: String) throws {
        for file in files(in: path) {
            let full = folder.appendingPathComponent(path).appendingPathComponent(file).path
            try FileManager.default.setAttributes([.modificationDate: Self.longAgo], ofItemAtPath: full)
        }
    }

    /// Returns the files in a folder that were written after a call of ``age(_:)``.
    func written(in path: String) throws -> [String] {
        try files(in: path).filter { file in
            let full = folder.appendingPathComponent(path).appendingPathComponent(file).path
            return try FileManager.default.attributesOfItem(atPath: full)[.modificationDate] as? Date != Self.longAgo
        }
    }

    private static let longAgo = Date(timeIntervalSince1970: 1_000_000_000)
}

/// A small project: a configuration with one document.
enum Project {
    static let configuration = """
        modules:
          - spec: api.yaml
            module: SmallAPI
            output: ../Sources/SmallAPI/Generated

        """

    /// Returns a document with some schemas, each an object with one property.
    static func document(_ schemas: String..., member: String = "name") -> String {
        let types = schemas.map { "    \($0): { type: object, properties: { \(member): { type: string } } }\n" }
            .joined()
        return "openapi: 3.1.0\ninfo: { title: Small, version: '1' }\ncomponents:\n  schemas:\n" + types
    }

    static let output = "Sources/SmallAPI/Generated"

    /// Creates a tool in a folder with the project, and runs it once if requested.
    static func make(_ schemas: String..., generated: Bool = true) throws -> Tool {
        let tool = try Tool()
        try tool.write(configuration, to: "Specs/specwright.yaml")
        let types = schemas.map { "    \($0): { type: object, properties: { name: { type: string } } }\n" }.joined()
        try tool.write(
            "openapi: 3.1.0\ninfo: { title: Small, version: '1' }\ncomponents:\n  schemas:\n" + types,
            to: "Specs/api.yaml"
        )
        if generated {
            #expect(try tool.run("generate").code == 0)
            try tool.age(output)
        }
        return tool
    }
}
