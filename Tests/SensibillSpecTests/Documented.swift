import Foundation

/// The documented schemas and operations, in files next to this one.
enum Documented {
    /// A schema or an operation with its lines.
    struct Block {
        /// Name of the schema, or method and path.
        let title: String
        /// Text after the colon of the title.
        ///
        /// Empty if lines follow.
        var text = ""
        /// Name of each line, whether it is required, and its text.
        var lines: [(name: String, isRequired: Bool, text: String)] = []
    }

    /// Folder of the package.
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Returns the documented schemas, with the names of the spec.
    static func schemas() throws -> [Block] { try blocks("schemas") }

    /// Returns the documented operations.
    static func operations() throws -> [Block] { try blocks("operations") }

    /// Returns the intended differences of the spec: their locations and reasons.
    static func decisions() throws -> [String: String] {
        let pairs = try lines("decisions").map { line in
            let parts = line.split(separator: "|", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private static func blocks(_ name: String) throws -> [Block] {
        var blocks: [Block] = []
        for line in try lines(name) {
            let (head, text) = split(line)
            if line.hasPrefix("  ") {
                let isRequired = head.hasSuffix("!")
                blocks[blocks.count - 1].lines.append((isRequired ? String(head.dropLast()) : head, isRequired, text))
            } else {
                let title = head.contains(" (") ? String(head.prefix { $0 != "(" }.dropLast()) : head
                blocks.append(Block(title: title, text: text))
            }
        }
        return blocks
    }

    private static func split(_ line: String) -> (head: String, text: String) {
        guard let end = line.range(of: ": ") else { return (line.trimmingCharacters(in: .whitespaces), "") }
        return (line[..<end.lowerBound].trimmingCharacters(in: .whitespaces), String(line[end.upperBound...]))
    }

    private static func lines(_ name: String) throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Documented")
        return try String(contentsOf: folder.appendingPathComponent("\(name).txt"), encoding: .utf8)
            .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }
}
