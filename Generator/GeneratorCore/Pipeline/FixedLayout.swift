/// A layout of a module in files whose names do not depend on the document.
///
/// A build-tool plugin must declare its output before the document is read.
public enum FixedLayout {

    /// The names of the files of each folder; a file without declarations contains only its header.
    public static let names = [
        "Generated.swift", "Generated+Models.swift", "Generated+Operations.swift", "Generated+Mocks.swift",
        "Generated+Examples.swift",
    ]

    /// Returns files with the same declarations and imports, one for each name.
    ///
    /// - Parameters:
    ///   - files: The rendered files of a folder, in the order of their paths.
    ///   - header: The first lines of each file.
    /// - Returns: The files in the order of their names.
    static func merged(_ files: [OutputFile], header: [UInt8]) -> [OutputFile] {
        var parts: [String: Part] = [:]
        for file in files {
            parts[name(of: file.path), default: Part()].add(file.bytes, headerLength: header.count)
        }
        return names.map { OutputFile(path: $0, bytes: header + (parts[$0] ?? Part()).bytes) }.sorted {
            $0.path < $1.path
        }
    }

    /// Returns the name of the file that contains the declarations of another one, after the folder of its path.
    private static func name(of path: String) -> String {
        let steps = path.split(separator: "/")
        let name = steps.count > 1 ? "Generated+\(steps[0]).swift" : names[0]
        return names.contains(name) ? name : names[0]
    }

    /// The imports and declarations of several files.
    private struct Part {
        private var imports: [String: Import] = [:]
        private var declarations: [UInt8] = []

        /// Adds a rendered file: a header, imports that follow an empty line, and declarations after empty lines.
        mutating func add(_ bytes: [UInt8], headerLength: Int) {
            var rest = bytes[headerLength...]
            var lines: [Import] = []
            if let end = Self.endOfLine(rest), rest.startIndex == end {
                var body = rest[(end + 1)...]
                while let end = Self.endOfLine(body), let line = Import(body[..<end]) {
                    lines.append(line)
                    body = body[(end + 1)...]
                }
                if !lines.isEmpty { rest = body }
            }
            for line in lines {
                imports[line.module] = imports[line.module]?.union(line) ?? line
            }
            declarations += rest
        }

        private static func endOfLine(_ bytes: ArraySlice<UInt8>) -> Int? { bytes.firstIndex(of: 0x0A) }

        /// The imports, sorted by module, and the declarations.
        var bytes: [UInt8] {
            let lines = imports.values.sorted { $0.module < $1.module }.map { $0.line + "\n" }.joined()
            return (lines.isEmpty ? [] : Array("\n\(lines)".utf8)) + declarations
        }
    }

    /// An import of a rendered file.
    private struct Import {
        var attribute: String
        var access: String
        /// The module, or a kind and a declaration.
        var module: String

        /// Reads a line; `nil` if it is no import.
        init?(_ line: ArraySlice<UInt8>) {
            guard line.count < 400 else { return nil }
            var words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
            attribute = words.first?.hasPrefix("@") == true ? words.removeFirst() : ""
            access = ["public", "package"].contains(words.first ?? "") ? words.removeFirst() : ""
            guard words.first == "import" else { return nil }
            module = words.dropFirst().joined(separator: " ")
        }

        /// The import with the attribute of either and the higher access level.
        func union(_ other: Import) -> Import {
            var result = self
            result.attribute = max(attribute, other.attribute)
            result.access = access.isEmpty ? other.access : access
            return result
        }

        var line: String {
            [attribute, access, "import", module].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }
}
