import YAMLReader

/// Paths between files, kept inside the folder of the first one.
enum RelativePath {

    /// Joins a relative path to the folder of a file; `nil` when it is absolute, a URL, or leaves the root folder.
    ///
    /// - Parameters:
    ///   - path: The relative path, with percent escapes as in any URL reference.
    ///   - file: Path of the file that the reference stands in.
    ///   - root: Path of the document, whose folder is as far up as `..` may lead.
    /// - Returns: The path beside that of the document.
    static func resolve(_ path: String, against file: String, below root: String) -> String? {
        guard let path = decoded(path), !path.hasPrefix("/"), !path.contains(":"), !path.contains("\\"),
            !path.contains("\0")
        else { return nil }
        var steps = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
        let floor = root.split(separator: "/", omittingEmptySubsequences: false).count - 1
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

    /// The path without percent escapes; `nil` when one is broken.
    private static func decoded(_ path: String) -> String? {
        guard path.utf8.contains(UInt8(ascii: "%")) else { return path }
        return JSONPointer(parsing: "#/" + path)?.tokens.joined(separator: "/")
    }
}
