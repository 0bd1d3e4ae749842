import Foundation

/// A manifest as SwiftPM reads it.
struct ManifestDescription: Decodable {

    private struct Platform: Decodable {
        let platformName: String
        let version: String
    }

    private let platforms: [Platform]

    /// Reads a manifest from a copy outside of its package; `nil` if SwiftPM does not accept it.
    static func read(_ manifest: String) -> ManifestDescription? {
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
            guard process.terminationReason == .exit, process.terminationStatus == 0 else { return nil }
            return try JSONDecoder().decode(Self.self, from: data)
        } catch {
            return nil
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
