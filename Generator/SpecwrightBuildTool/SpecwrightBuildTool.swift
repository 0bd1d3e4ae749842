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

    /// Returns the configuration, and all documents in its folder that it may name or that they may refer to.
    private func documents(next configuration: URL) -> [URL] {
        let folder = configuration.deletingLastPathComponent()
        let files = FileManager.default.enumerator(
            at: folder,
            includingPropertiesForKeys: nil,
            options: [.skipsHiddenFiles]
        )
        let documents = (files?.compactMap { $0 as? URL } ?? []).filter { file in
            ["yaml", "yml", "json"].contains(file.pathExtension) && file.path != configuration.path
        }
        return [configuration] + documents.sorted { $0.path < $1.path }
    }
}
