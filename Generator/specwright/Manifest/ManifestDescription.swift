import Foundation

/// A manifest as SwiftPM reads it.
struct ManifestDescription: Decodable {

    private struct Platform: Decodable {
        let platformName: String
        let version: String
    }

    /// A target of the package.
    struct Target: Decodable {
        let name: String
        /// The kind of the target: `regular`, `executable`, `test` and so on.
        let type: String
        /// The folder that the manifest names; `nil` for the usual one.
        let path: String?

        /// The folder that contains that of the target; `nil` for a target without files in the package.
        var usualFolder: String? { possibleFolders.first }

        /// The folders that may contain that of the target, the usual one first.
        var possibleFolders: [String] {
            switch type {
            case "test": ["Tests"] + Self.sources
            case "regular", "executable", "macro": Self.sources
            default: []
            }
        }

        private static let sources = ["Sources", "Source", "src", "srcs"]
    }

    /// The result of reading a manifest.
    enum Result {
        /// SwiftPM accepts the manifest.
        case accepted(ManifestDescription)
        /// SwiftPM does not accept it.
        case refused
        /// There is no SwiftPM.
        case notRun
    }

    private let platforms: [Platform]
    let targets: [Target]

    /// Reads a manifest from a copy outside of its package.
    static func read(_ manifest: String) -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("specwright-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift", "package", "--package-path", folder.path, "dump-package"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(manifest.utf8).write(to: folder.appendingPathComponent("Package.swift"))
            try process.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            // 127 is the status of `env` for a command that does not exist.
            guard process.terminationStatus != 127 else { return .notRun }
            guard process.terminationReason == .exit, process.terminationStatus == 0 else { return .refused }
            return .accepted(try JSONDecoder().decode(Self.self, from: data))
        } catch {
            return .notRun
        }
    }

    /// The systems for which the package would be built with a lower version than the generated modules need, such as
    /// `macOS 12.0`; without a version if the manifest does not name the system.
    var lowPlatforms: [String] {
        Self.required.compactMap { required in
            guard let own = platforms.first(where: { $0.platformName == required.name.lowercased() }) else {
                return required.name
            }
            let major = own.version.split(separator: ".").first.flatMap { Int($0) } ?? 0
            return major < required.version ? "\(required.name) \(own.version)" : nil
        }
    }

    private static let required = [(name: "iOS", version: 16), (name: "macOS", version: 13)]
}
