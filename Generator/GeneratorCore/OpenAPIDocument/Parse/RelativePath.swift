import YAMLReader

/// Resolution of paths between files within a folder.
enum RelativePath {

    /// Resolves a relative path against a file; returns `nil` if the path is absolute, a URL, or outside the folder.
    ///
    /// - Parameters:
    ///   - path: The relative path, percent-encoded as in any URL reference.
    ///   - file: The path of the file that contains the reference.
    ///   - folder: The highest folder that `..` may reach, which contains the file; empty for the one to which all paths
    ///     are relative.
    /// - Returns: The path relative to the same folder as the document's path.
    static func resolve(_ path: String, against file: String, inside folder: String) -> String? {
        guard let path = decoded(path), !path.hasPrefix("/"), !path.contains(":"), !path.contains("\\"),
            !path.contains("\0")
        else { return nil }
        var steps = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
        let floor = folder.isEmpty ? 0 : folder.split(separator: "/", omittingEmptySubsequences: false).count
        for step in path.split(separator: "/") {
            switch step {
            case ".": continue
            case "..":
                guard steps.count > floor else { return nil }
                steps.removeLast()
            default: steps.append(String(step))
            }
        }
        return steps.joined(separator: "/")
    }

    /// Finds the relative path that leads from one file to another, for use in a reference.
    ///
    /// - Parameters:
    ///   - target: The path of the other file, relative to the same folder as the document's path.
    ///   - file: The path of the file that contains the reference.
    /// - Returns: The relative path.
    static func path(to target: String, from file: String) -> String {
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let steps = target.split(separator: "/", omittingEmptySubsequences: false)
        let shared = zip(folder, steps.dropLast()).prefix { $0 == $1 }.count
        let rest = steps.dropFirst(shared).map { $0.replacing("%", with: "%25").replacing("#", with: "%23") }
        return (Array(repeating: "..", count: folder.count - shared) + rest).joined(separator: "/")
    }

    /// Returns the path without percent encoding; `nil` if an escape is invalid.
    private static func decoded(_ path: String) -> String? {
        guard path.utf8.contains(UInt8(ascii: "%")) else { return path }
        return JSONPointer(parsing: "#/" + path)?.tokens.joined(separator: "/")
    }
}
