import Foundation
import GeneratorCore

/// The selection of the part of a configuration that belongs to a target, for a build-tool plugin.
struct TargetSelection {

    /// The path of the configuration.
    let config: String
    /// The folder of the target.
    let target: String
    /// The folder of the generated files.
    let output: String

    /// Returns the jobs to run: that of the target, and those of schemas that it may import.
    ///
    /// - Throws: ``Failure`` if not exactly one output folder is in the target's folder, or if that folder contains
    ///   generated files.
    func jobs(of jobs: [Job]) throws -> [Job] {
        let matches = jobs.indices.flatMap { index in
            jobs[index].folders.filter { isInTarget($0.path) }.map { (index: index, folder: $0) }
        }
        guard let match = matches.first, matches.count == 1 else {
            throw Failure(
                message: matches.isEmpty
                    ? "'\(config)' has no output folder in '\(target)'. Add a module with such a folder to it"
                    : "'\(config)' has several output folders in '\(target)'. Move them to separate targets"
            )
        }
        guard !SystemPaths.exists(match.folder.path + "/.specwright") else {
            throw Failure(
                message: "'\(match.folder.path)' contains generated files, which the plugin generates too. Remove it"
            )
        }
        var job = jobs[match.index]
        let needsAll = jobs.contains { $0.options.hasSchemasAlone }
        job.redirection = (match.folder.part, output)
        job.options.specName = job.documents.map { relative($0.file.path) }.joined(separator: ", ")
        guard needsAll else { return [job] }
        return jobs.enumerated().map { index, other in
            guard index != match.index else { return job }
            var other = other
            other.isSource = true
            return other
        }
    }

    /// Returns the path of a document relative to the configuration, which is the same on every machine.
    private func relative(_ path: String) -> String {
        let folder = SystemPaths.standardized(config + "/..")
        return PackageLocation.relative(SystemPaths.standardized(path), to: folder)
    }

    private func isInTarget(_ path: String) -> Bool { isInside(path, target) }

    private func isInside(_ path: String, _ folder: String) -> Bool {
        (SystemPaths.standardized(path) + "/").hasPrefix(SystemPaths.standardized(folder) + "/")
    }
}

/// Questions about paths.
private enum SystemPaths {
    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    static func standardized(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }
}
