import ArgumentParser

/// The home folder in paths of the command line.
enum HomeFolder {

    /// Checks that no path begins with `~`.
    ///
    /// A shell replaces it by the home folder only without quotes. A folder with this name is dangerous to remove.
    ///
    /// - Throws: `ValidationError` for the first path that begins with it.
    static func check(_ paths: [String?]) throws {
        guard let path = paths.compactMap({ $0 }).first(where: { $0 == "~" || $0.hasPrefix("~/") }) else { return }
        throw ValidationError(
            "The shell did not replace the '~' in '\(path)' by the home folder. Write the path without quotes, or "
                + "'./\(path)' for a folder with the name '~'."
        )
    }
}
