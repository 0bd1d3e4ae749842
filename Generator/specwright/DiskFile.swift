import Foundation

/// Reads files, and joins paths.
enum DiskFile {

    /// The content of a file; `nil` when it cannot be read.
    static func read(_ path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path).map { [UInt8]($0) }
    }

    /// The content of a file that a document refers to; never through a symbolic link.
    static func readInside(_ path: String) -> [UInt8]? {
        isLink(path) ? nil : read(path)
    }

    /// Whether something at the path is a symbolic link.
    static func isLink(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeSymbolicLink
    }

    /// The folder of a file; empty for the current one.
    static func folder(of path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }

    /// A path from a folder, with `..` taken out where it can be.
    static func join(_ folder: String, _ path: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        var steps =
            folder.isEmpty ? [] : folder.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        for step in path.split(separator: "/") {
            if step == "..", let last = steps.last, last != "..", !last.isEmpty {
                steps.removeLast()
            } else if step != "." {
                steps.append(String(step))
            }
        }
        return steps.joined(separator: "/")
    }
}
