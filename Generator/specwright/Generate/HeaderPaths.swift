import FileSupport

/// The paths in the headers of generated files.
///
/// They are the same on every machine and from every current folder, except those for a single document whose output is
/// in no package, which are relative to the current folder.
struct HeaderPaths {

    /// The absolute path of the folder that the paths are relative to.
    private let root: String

    /// Creates paths for a configuration: relative to its package, or else to the folder of the project.
    init(configuration path: String) {
        let folder = DiskFile.folder(of: DiskFile.absolute(path))
        // The usual folder of a configuration is not that of its project.
        let isUsual = folder.hasSuffix("/Specs")
        root = Self.package(around: folder) ?? (isUsual ? DiskFile.folder(of: folder) : folder)
    }

    /// Creates paths for a single document: relative to the package of an output folder, or else to the current folder.
    init(output path: String) {
        root = Self.package(around: DiskFile.absolute(path)) ?? DiskFile.absolute(".")
    }

    /// Returns a path relative to the root; a URL is not changed.
    func path(_ path: String) -> String {
        guard !path.contains("://") else { return path }
        let plain = PackageLocation.relative(DiskFile.absolute(path), to: root)
        // The command in a header refuses a path that begins with '~'.
        guard !plain.hasPrefix("~") else { return "./" + plain }
        guard plain.hasPrefix("/") || plain.hasPrefix("..") else { return plain }
        // The same folder may have another spelling, such as that of a symbolic link to it.
        let other = PackageLocation.relative(DiskFile.resolved(path), to: DiskFile.resolved(root))
        return other.hasPrefix("/") || other.hasPrefix("..") ? plain : other
    }

    /// Returns the next folder with a manifest: a folder or one above it; `nil` if there is none.
    private static func package(around folder: String) -> String? {
        var folder = folder
        while !folder.isEmpty {
            if SystemFile.exists(folder + "/Package.swift") { return folder }
            folder = DiskFile.folder(of: folder)
        }
        return nil
    }
}
