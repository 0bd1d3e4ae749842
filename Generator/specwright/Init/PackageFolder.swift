import FileSupport
import Foundation
import GeneratorCore

/// The package in the current folder, which `specwright init` changes.
struct PackageFolder {

    /// The location of the package specwright.
    let location: PackageLocation
    /// The name of the folder.
    let name: String
    private let path: String
    private let manifest: String?

    /// The result of an edit of the manifest.
    enum Edit {
        /// The new manifest, and the systems whose versions in it are too low.
        case changed(String, lowPlatforms: [String])
        /// The manifest is not changed.
        case refused(ManifestEdit.Refusal)
    }

    /// Reads the manifest.
    ///
    /// - Parameter dependency: The location of the package specwright; `nil` for the clone that contains the executable.
    /// - Throws: ``Failure`` if the location is unknown or contains no package, or if the folder is that package.
    init(dependency: String?) throws {
        let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).resolvingSymlinksInPath().path
        path = folder
        name = folder.split(separator: "/").last.map(String.init) ?? "Package"
        manifest = DiskFile.read("Package.swift").map { String(decoding: $0, as: UTF8.self) }
        guard let location = dependency.map(PackageLocation.init) ?? .ofExecutable(from: folder) else {
            throw Failure(message: "The location of the package specwright is unknown. Name it with --dependency")
        }
        guard location != .path(".") else {
            throw Failure(message: "This folder is the package specwright. Run this in the folder of your package")
        }
        if case .path(let root) = location.absolute(from: folder), !SystemFile.exists(root + "/Package.swift") {
            throw Failure(
                message: "'\(dependency ?? root)' contains no Package.swift. Name the folder of the package "
                    + "specwright, or the URL of its repository, with --dependency"
            )
        }
        self.location = location
    }

    /// Returns whether the manifest, or a folder of sources, has a name.
    func hasTarget(_ name: String) -> Bool {
        manifest?.contains("\"\(name)\"") == true || ["Sources", "Tests"].contains { exists("\($0)/\(name)") }
    }

    /// Checks that files do not exist.
    ///
    /// - Throws: ``Failure`` with those that exist.
    func checkAbsence(of paths: [String]) throws {
        let existing = paths.filter(exists)
        guard existing.isEmpty else {
            let verb = existing.count == 1 ? "exists" : "exist"
            throw Failure(
                message: "\(existing.joined(separator: ", ")) \(verb), and 'specwright init' replaces nothing. "
                    + "To generate again, run: specwright generate. "
                    + "To add a document, add it to Specs/specwright.yaml."
            )
        }
    }

    /// Runs a closure that writes files, and removes what it has written if it fails.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files and folders that the closure writes, which do not exist.
    ///   - body: The closure.
    /// - Throws: The error of the closure.
    func removingAfterFailure(_ paths: [String], _ body: () throws -> Void) throws {
        // Whatever is in a folder that did not exist is new.
        let new = paths.compactMap { path in
            let steps = path.split(separator: "/")
            let folders = steps.indices.map { steps[...$0].joined(separator: "/") }
            return folders.first { !SystemFile.exists($0) && !SystemFile.isLink($0) }
        }
        do {
            try body()
        } catch {
            Set(new).forEach { try? FileManager.default.removeItem(atPath: $0) }
            throw error
        }
    }

    /// Returns the manifest with the additions of a template.
    func edited(adding template: ProjectTemplate) -> Edit {
        let additions = additions(of: template)
        let text = manifest ?? Self.newManifest(name)
        do throws(ManifestEdit.Refusal) {
            let changed = try ManifestEdit.applied(additions, to: text)
            // From a copy elsewhere, a path such as `../..` leads to a package with another name.
            let copy = changed.replacingOccurrences(
                of: location.dependency,
                with: location.absolute(from: path).dependency
            )
            guard let description = ManifestDescription.read(copy) else {
                return .refused(ManifestEdit.Refusal(reason: "SwiftPM does not accept the edited manifest"))
            }
            return .changed(changed, lowPlatforms: description.lowPlatforms)
        } catch {
            return .refused(error)
        }
    }

    /// Writes the manifest or prints its additions, and reports the files in one line.
    func finish(_ edit: Edit, _ template: ProjectTemplate, isQuiet: Bool) throws {
        let names = template.names
        let written =
            "\(template.files.count) files, Sources/\(names.module)/Generated and Sources/\(names.mocks)/Generated"
        switch edit {
        case .changed(let text, let lowPlatforms):
            try DiskFile.write(text, to: "Package.swift")
            let manifest = manifest == nil ? "and Package.swift" : "and changed Package.swift"
            if !isQuiet { print("Wrote \(written), \(manifest). Next: swift test") }
            if !lowPlatforms.isEmpty {
                print(
                    """

                    On Apple systems, the modules need platforms: \(ManifestEdit.platforms). Package.swift has lower \
                    versions, or none, for: \(lowPlatforms.joined(separator: ", ")). Change its platforms.
                    """
                )
            }
        case .refused(let refusal):
            if !isQuiet { print("Wrote \(written)") }
            let additions = additions(of: template)
            print(
                """

                Package.swift is not changed, because \(refusal.reason). Add these elements to it:

                \(refusal.needsVersion ? "    // swift-tools-version: 6.2 (in the first line)\n\n" : "")\
                    platforms: \(ManifestEdit.platforms),
                    dependencies: [
                        \(additions.dependency ?? location.dependency),
                    ],
                    targets: [
                \(additions.targets.map { "        \($0.replacingOccurrences(of: "\n", with: "\n        ")),\n" }.joined())    ]

                Then: swift test
                """
            )
        }
    }

    private func additions(of template: ProjectTemplate) -> ManifestEdit.Additions {
        let isDeclared = manifest?.contains(location.dependency.prefix { $0 != "," }) == true
        return template.additions(
            package: location.absolute(from: path).identity,
            dependency: isDeclared ? nil : location.dependency
        )
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private static func newManifest(_ name: String) -> String {
        """
        // swift-tools-version: 6.2

        import PackageDescription

        let package = Package(
            name: "\(name.filter { $0 != "\"" && $0 != "\\" })"
        )

        """
    }
}
