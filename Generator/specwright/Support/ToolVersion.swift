/// The version of the tool.
enum ToolVersion {
    /// The version of the package, which `CHANGELOG.md` also names.
    static let current = "1.0.0"
}
