import YAMLReader

/// Paths of files and folders.
extension Configuration {

    /// Returns the path for a key.
    ///
    /// A value of another type, such as `mocks: true`, is an error, because its text is hardly a path.
    ///
    /// - Parameters:
    ///   - object: The object with the key.
    ///   - key: The key.
    ///   - what: The file or folder that the key takes.
    /// - Returns: The path; `nil` if there is none.
    static func path(_ object: SpecObject, _ key: String, _ what: String) -> String? {
        guard let node = object.mapping[key], !node.isNull else { return object.string(key) }
        return path(node, "'\(key)'", what, object.context)
    }

    /// Returns the file for a key; reports an empty path.
    static func file(_ object: SpecObject, _ key: String, _ what: String) -> File? {
        path(object, key, what).map { file($0, at: object.mapping[key]?.range ?? object.range, object.context) }
    }

    /// Returns the files of the overlays.
    static func overlays(_ object: SpecObject) -> [File] {
        guard let nodes = object.mapping["overlays"]?.sequence, nodes.allSatisfy({ !$0.isNull }) else {
            // Reports what is not a list of values.
            _ = object.strings("overlays")
            return []
        }
        return nodes.compactMap { node in
            path(node, "An element of 'overlays'", "an overlay", object.context).map {
                file($0, at: node.range, object.context)
            }
        }
    }

    private static func path(_ node: Node, _ subject: String, _ what: String, _ context: ParseContext) -> String? {
        if let path = node.string {
            checkHome(path, at: node.range, context)
            return path
        }
        context.diagnostics.error(
            "wrong-type",
            "\(subject) must be the path of \(what), but this is \(node.kind)",
            hint: node.scalarText == nil ? nil : "Write a path, in quotes if it looks like \(node.kind)",
            at: node.range
        )
        return nil
    }

    /// Reports a path that begins with `~`, which only a shell replaces by the home folder.
    private static func checkHome(_ path: String, at range: SourceRange, _ context: ParseContext) {
        guard path == "~" || path.hasPrefix("~/") else { return }
        context.diagnostics.error(
            "bad-value",
            "Only a shell replaces the '~' in '\(path)' by the home folder",
            hint: "Write the whole path, or './\(path)' for a folder with the name '~'",
            at: range
        )
    }

    private static func file(_ path: String, at range: SourceRange, _ context: ParseContext) -> File {
        if path.isEmpty {
            context.diagnostics.error("empty-value", "The path of a file is empty", at: range)
        }
        return File(path: path, range: range)
    }
}
