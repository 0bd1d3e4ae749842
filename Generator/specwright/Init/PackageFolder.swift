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
    /// The manifest; `nil` without one, or for an empty one.
    let manifest: String?
    /// The reason why the manifest must not be written, as a clause; `nil` if it may be.
    private let obstacle: String?
    /// The dependency on the package specwright in the manifest; `nil` if it has none.
    private let declared: DeclaredDependency?
    /// The clone that contains the executable; `nil` for an executable elsewhere.
    private let clone: PackageLocation?

    /// The result of an edit of the manifest.
    enum Edit {
        /// The new manifest, and the systems whose versions in it are too low.
        case changed(String, lowPlatforms: [String])
        /// The manifest is not changed.
        case refused(ManifestEdit.Refusal)
    }

    /// Reads the manifest.
    ///
    /// - Parameter dependency: The location of the package specwright; `nil` for that in the manifest, or else the clone
    ///   that contains the executable.
    /// - Throws: ``Failure`` if the location is unknown or contains another package, or if the folder is that package.
    init(dependency: String?) throws {
        let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).resolvingSymlinksInPath().path
        path = folder
        name = folder.split(separator: "/").last.map(String.init) ?? "Package"
        let bytes = DiskFile.read("Package.swift")
        let text = bytes.map { String(decoding: $0, as: UTF8.self) }
        // An empty file is no manifest yet.
        let manifest = text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        obstacle = Self.obstacle(bytes)
        guard manifest.flatMap(SwiftText.packageName) != "specwright" else {
            throw Failure(message: "This folder is the package specwright. Run this in the folder of your package")
        }
        self.manifest = manifest
        let named = dependency.map(PackageLocation.init)
        declared = DeclaredDependency.all(in: manifest ?? "")
            .first { Self.isSpecwright($0.location, named, in: folder) }
        clone = .ofExecutable(from: folder)
        guard let location = declared?.location ?? named ?? clone else {
            throw Failure(message: "The location of the package specwright is unknown. Name it with --dependency")
        }
        self.location = location
        try Self.check(named, declared, in: folder)
    }

    /// Returns the reason why a manifest must not be written.
    private static func obstacle(_ bytes: [UInt8]?) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: ".")) ?? []
        if let name = names.sorted().first(where: { $0.hasPrefix("Package@swift-") }) {
            return "SwiftPM may read '\(name)' in place of it"
        }
        if SystemFile.isLink("Package.swift") { return "it is a symbolic link" }
        guard let bytes else { return nil }
        if !FileManager.default.isWritableFile(atPath: "Package.swift") { return "it cannot be written" }
        let isText = String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
        return isText ? nil : "it is not text in UTF-8"
    }

    /// Returns whether the location of a dependency is that of the package specwright.
    private static func isSpecwright(
        _ location: PackageLocation,
        _ named: PackageLocation?,
        in folder: String
    ) -> Bool {
        switch location.absolute(from: folder) {
        case .path(let path): PackageLocation.isSpecwright(path)
        case .url:
            location.identity.lowercased() == "specwright" || named?.isSame(as: location, from: folder) == true
                || PackageLocation.isSpecwright("\(folder)/.build/checkouts/\(location.identity)")
        }
    }

    /// Checks the location that the command line names.
    ///
    /// - Throws: ``Failure`` if it contains another package or none, or if the manifest has another location.
    private static func check(_ named: PackageLocation?, _ declared: DeclaredDependency?, in folder: String) throws {
        guard let named else { return }
        if case .path(let argument) = named, case .path(let root) = named.absolute(from: folder) {
            try checkPackage(in: root, argument)
        }
        guard named.isComplete else {
            let sample = "https://git.example.com/specwright"
            throw Failure(message: "The URL in --dependency names no repository. Write it like \(sample)")
        }
        guard let declared, !declared.location.isSame(as: named, from: folder) else { return }
        throw Failure(message: "Package.swift already depends on specwright: \(declared.code). Omit --dependency")
    }

    private static func checkPackage(in root: String, _ argument: String) throws {
        let advice = "Name the folder of the package specwright, or the URL of its repository, with --dependency"
        guard SystemFile.exists(root + "/Package.swift") else {
            throw Failure(message: "'\(argument)' contains no Package.swift. \(advice)")
        }
        guard !PackageLocation.isSpecwright(root) else { return }
        let package = PackageLocation.packageName(root).map { "the package \($0)" } ?? "a package without a plain name"
        throw Failure(message: "'\(argument)' is \(package), not specwright. \(advice)")
    }

    /// The command that generates the modules again.
    var generateCommand: String {
        guard let declared else { return location.generateCommand }
        if declared.hasGenerator { return "swift run specwright generate" }
        if case .path = location { return location.generateCommand }
        return clone?.generateCommand ?? "specwright generate"
    }

    /// Returns whether the manifest, or a folder of sources that is not empty, has a name.
    func hasTarget(_ name: String) -> Bool {
        manifest?.contains("\"\(name)\"") == true
            || ["Sources", "Tests"].contains { folder in
                let path = "\(folder)/\(name)"
                return exists(path) && (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty != true
            }
    }

    /// Runs a closure that writes files, and removes what it has written if it fails.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files and folders that the closure writes, which do not exist.
    ///   - body: The closure.
    /// - Returns: The value of the closure.
    /// - Throws: The error of the closure.
    func removingAfterFailure<Value>(_ paths: [String], _ body: () throws -> Value) throws -> Value {
        // Whatever is in a folder that did not exist is new.
        let new = paths.compactMap { path in
            let steps = path.split(separator: "/")
            let folders = steps.indices.map { steps[...$0].joined(separator: "/") }
            return folders.first { !SystemFile.exists($0) && !SystemFile.isLink($0) }
        }
        do {
            return try body()
        } catch {
            Set(new).forEach { try? FileManager.default.removeItem(atPath: $0) }
            throw error
        }
    }

    /// Returns the manifest with the additions of a template.
    func edited(adding template: ProjectTemplate) -> Edit {
        let additions = additions(of: template)
        let text = manifest ?? Self.newManifest(name)
        if let obstacle { return .refused(ManifestEdit.Refusal(reason: obstacle)) }
        do throws(ManifestEdit.Refusal) {
            let changed = try ManifestEdit.applied(additions, to: text)
            // From a copy elsewhere, a path such as `../..` leads to a package with another name.
            let copy = changed.replacingOccurrences(
                of: declared?.code ?? location.dependency,
                with: declared?.absolute(from: path) ?? location.absolute(from: path).dependency
            )
            switch ManifestDescription.read(copy) {
            case .accepted(let description): return .changed(changed, lowPlatforms: description.lowPlatforms)
            case .refused: return .refused(ManifestEdit.Refusal(reason: reasonOfSwiftPM))
            case .notRun:
                let reason = "'swift package' cannot be run to check the edited manifest"
                return .refused(ManifestEdit.Refusal(reason: reason))
            }
        } catch {
            return .refused(error)
        }
    }

    /// The reason for which SwiftPM refuses the edited manifest, as a clause.
    private var reasonOfSwiftPM: String {
        if let manifest, case .refused = ManifestDescription.read(manifest) { return "SwiftPM does not accept it" }
        return "SwiftPM does not accept the edited manifest"
    }

    /// Checks that the new targets can be in the usual folders next to those of the package.
    ///
    /// - Throws: ``Failure`` if the package has a target of the same name, or a target has its files directly in one of
    ///   these folders, or in another one.
    func checkLayout(for template: ProjectTemplate) throws {
        guard let manifest, case .accepted(let description) = ManifestDescription.read(manifest) else { return }
        let names = additions(of: template).names
        if let name = description.targets.map(\.name).first(where: names.contains) {
            throw Failure(message: "Package.swift already has a target '\(name)'. Name another module with --module")
        }
        for target in description.targets {
            if let path = target.path {
                let plain = DiskFile.join("", path)
                let folders = names.map { ($0.hasSuffix("Tests") ? "Tests/" : "Sources/") + $0 }
                guard plain.isEmpty || folders.contains(where: { ($0 + "/").hasPrefix(plain + "/") }) else { continue }
                throw Failure(
                    message: "The folder '\(path)' of the target '\(target.name)' would contain the new targets. Move "
                        + "its files to a folder of that name in 'Sources' or 'Tests', then run this again"
                )
            }
            guard let folder = target.usualFolder, !exists("\(folder)/\(target.name)"),
                let used = target.possibleFolders.first(where: { exists("\($0)/\(target.name)") || hasSources($0) })
            else { continue }
            throw Failure(
                message: "The files of the target '\(target.name)' are in '\(used)', where SwiftPM does not find them "
                    + "next to other targets. Move them to '\(folder)/\(target.name)', then run this again"
            )
        }
    }

    /// Writes the manifest if it can be changed.
    ///
    /// - Parameters:
    ///   - edit: The change of the manifest.
    ///   - template: The template, whose files are written.
    ///   - isCompletion: Whether an earlier run has written some of the files.
    ///   - isQuiet: Whether the report contains only what must be done.
    /// - Returns: A report of the files in one line, and the additions to a manifest that is not changed.
    /// - Throws: ``Failure`` if the manifest cannot be written.
    func finish(_ edit: Edit, _ template: ProjectTemplate, isCompletion: Bool, isQuiet: Bool) throws -> [String] {
        let folders = template.modules.map { "Sources/\($0)/Generated" }.joined(separator: " and ")
        let verb = isCompletion ? "Completed an earlier run with" : "Wrote"
        let written = "\(verb) \(template.files.count) files\(template.modules.count > 1 ? "," : " and") \(folders)"
        switch edit {
        case .changed(let text, let lowPlatforms):
            try DiskFile.write(text, to: "Package.swift")
            let manifest = manifest == nil ? "and Package.swift" : "and changed Package.swift"
            let report = isQuiet ? [] : ["\(written), \(manifest). Next: swift test"]
            guard !lowPlatforms.isEmpty else { return report }
            return report + [
                """

                On Apple systems, the modules need platforms: \(ManifestEdit.platforms). Package.swift has lower \
                versions, or none, for: \(lowPlatforms.joined(separator: ", ")). Change its platforms.
                """
            ]
        case .refused(let refusal):
            return (isQuiet ? [] : [written]) + [advice(refusal, additions(of: template))]
        }
    }

    /// Returns the elements to add to a manifest that is not changed.
    private func advice(_ refusal: ManifestEdit.Refusal, _ additions: ManifestEdit.Additions) -> String {
        let version = refusal.needsVersion ? "    // swift-tools-version: 6.2 (in the first line)\n\n" : ""
        let dependencies = additions.dependency.map { "    dependencies: [\n        \($0),\n    ],\n" } ?? ""
        let targets = additions.targets.map { "        \($0.replacingOccurrences(of: "\n", with: "\n        ")),\n" }
        let hasPlatforms = manifest?.contains("platforms:") ?? false
        let platforms = hasPlatforms ? "" : "    platforms: \(ManifestEdit.platforms),\n"
        return """

            Package.swift is not changed, because \(refusal.reason). Add these elements to it:

            \(version)\(platforms)\(dependencies)    targets: [
            \(targets.joined())    ]

            Then: swift test
            """
    }

    private func additions(of template: ProjectTemplate) -> ManifestEdit.Additions {
        var additions = template.additions(
            package: declared?.package(in: path) ?? location.absolute(from: path).identity,
            dependency: declared == nil ? location.dependency : nil
        )
        additions.isForNewPackage = manifest == nil
        return additions
    }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Returns whether a folder itself contains files of Swift.
    private func hasSources(_ folder: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains { $0.hasSuffix(".swift") }
    }

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
