/// The names of generated files.
enum FileName {

    /// The longest name in bytes.
    ///
    /// Most file systems allow 255 bytes, and some programs add a suffix.
    private static let limit = 200

    /// Returns a path whose file name is valid in any file system.
    ///
    /// An identifier can have more bytes than the name of a file, because characters of most scripts have two to four
    /// bytes each, and because some files are named after two identifiers. A longer name becomes a prefix and a digest
    /// of the whole, so that long names stay distinct.
    ///
    /// - Parameter path: The path of a Swift file inside the output folder, with slashes.
    /// - Returns: The path; the same if the name is short enough.
    static func shortened(_ path: String) -> String {
        let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex
        let name = path[start...]
        guard name.utf8.count > limit else { return path }
        let end = "_" + Identifier.digest(of: String(name)) + ".swift"
        var count = end.utf8.count
        let kept = name.unicodeScalars.prefix { scalar in
            count += UTF8.width(scalar)
            return count <= limit
        }
        return path[..<start] + String(kept) + end
    }
}
