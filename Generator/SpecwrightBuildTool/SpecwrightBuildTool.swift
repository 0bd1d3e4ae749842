import Foundation
import PackagePlugin

/// Generates the module, the mocks or the server of a target when the target is built.
///
/// Reads `specwright.yaml` in the folder of the target, in `Specs`, or in the folder of the package. The target's part is
/// the one whose output folder is in the target's folder; its files are written to the folder of the build instead.
@main
struct SpecwrightBuildTool: BuildToolPlugin {
    /// The names of the files, which equal those of the generator's fixed layout.
    private let names = [
        "Generated.swift", "Generated+Models.swift", "Generated+Operations.swift", "Generated+Mocks.swift",
        "Generated+Examples.swift",
    ]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target.sourceModule else { return [] }
        let package = context.package.directoryURL
        let folders = [target.directoryURL, package.appendingPathComponent("Specs"), package]
        let configurations = folders.map { $0.appendingPathComponent("specwright.yaml") }
        guard let configuration = configurations.first(where: { FileManager.default.fileExists(atPath: $0.path) })
        else {
            Diagnostics.error("There is no specwright.yaml for \(target.name). Write Specs/specwright.yaml")
            return []
        }
        let output = context.pluginWorkDirectoryURL.appendingPathComponent("Generated")
        return [
            .buildCommand(
                displayName: "Generating \(target.name) with specwright",
                executable: try context.tool(named: "specwright").url,
                arguments: [
                    "generate", "--config", configuration.path, "--layout", "fixed", "--quiet",
                    "--target", target.directoryURL.path, "--into", output.path,
                ],
                inputFiles: documents(next: configuration),
                outputFiles: names.map { output.appendingPathComponent($0) }
            )
        ]
    }

    /// Returns the configuration, the documents in its folder, and those that one of them names.
    ///
    /// A file counts as named if its path relative to the other file occurs in that file, whether or not as a reference.
    private func documents(next configuration: URL) -> [URL] {
        let folder = configuration.deletingLastPathComponent()
        let files = FileManager.default.enumerator(
            at: folder,
            includingPropertiesForKeys: nil,
            options: [.skipsHiddenFiles]
        )
        let neighbors = files?.compactMap { $0 as? URL }.filter { Self.extensions.contains($0.pathExtension) } ?? []
        var found = Set(([configuration] + neighbors).map(\.standardizedFileURL.path))
        var open = Array(found)
        while let path = open.popLast() {
            for other in paths(inFileAt: path) where found.insert(other).inserted {
                open.append(other)
            }
        }
        return found.sorted().map { URL(fileURLWithPath: $0) }
    }

    private static let extensions: Set<String> = ["yaml", "yml", "json"]

    /// Returns the existing documents whose paths occur in a file.
    private func paths(inFileAt path: String) -> [String] {
        guard let text = FileManager.default.contents(atPath: path) else { return [] }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        var names: Set<Data> = []
        for end in Self.extensions.map({ Data(".\($0)".utf8) }) {
            var start = text.startIndex
            while let match = text.range(of: end, in: start..<text.endIndex) {
                start = match.upperBound
                let first = text[..<match.lowerBound].lastIndex(where: Self.delimiters.contains).map { $0 + 1 }
                names.insert(text[(first ?? text.startIndex)..<match.upperBound])
            }
        }
        return names.compactMap { name in
            let file = URL(fileURLWithPath: String(decoding: name, as: UTF8.self), relativeTo: folder)
            return FileManager.default.fileExists(atPath: file.path) ? file.standardizedFileURL.path : nil
        }
    }

    /// The bytes that end a path in a document without being part of it.
    private static let delimiters = Set(" \t\r\n\"'`<>(){}[],#".utf8)
}
