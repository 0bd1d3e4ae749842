import Foundation

/// A page of the documentation: the README, or an article of a DocC catalog.
struct DocumentationPage: Sendable, CustomStringConvertible {
    /// The path from the root of the repository.
    let path: String

    /// The Markdown of the page.
    let text: String

    var description: String { path }

    /// The root of the repository.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// All pages, sorted by path.
    static let all: [DocumentationPage] = {
        let files = FileManager.default.enumerator(atPath: root.appendingPathComponent("Sources").path)
        let articles = (files?.compactMap { $0 as? String } ?? []).filter {
            $0.contains(".docc/") && $0.hasSuffix(".md")
        }
        return (["README.md"] + articles.map { "Sources/\($0)" }.sorted()).compactMap { path in
            let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            return text.map { DocumentationPage(path: path, text: $0) }
        }
    }()

    /// A fenced block of code.
    struct Block {
        /// The name in the comment in front of the block, such as `Errors#cases`; `nil` without one.
        let sample: String?

        /// The code, with a final line break.
        let text: String

        var firstLine: String { text.prefix { $0 != "\n" }.description }
    }

    /// Returns the blocks of a language, indented or not.
    func blocks(language: String) -> [Block] {
        var blocks: [Block] = []
        var before = ""
        var open: (indent: Int, sample: String?, lines: [Substring])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let content = line.drop { $0 == " " }
            if let block = open {
                if content == "```" {
                    blocks.append(Block(sample: block.sample, text: block.lines.map { $0 + "\n" }.joined()))
                    open = nil
                } else {
                    open?.lines.append(line.dropFirst(min(block.indent, line.count - content.count)))
                }
            } else if content == "```\(language)" {
                open = (line.count - content.count, Self.sample(in: before), [])
            }
            if !content.isEmpty { before = String(content) }
        }
        return blocks
    }

    private static func sample(in line: String) -> String? {
        let (start, end) = ("<!-- sample: ", " -->")
        guard line.hasPrefix(start), line.hasSuffix(end) else { return nil }
        return String(line.dropFirst(start.count).dropLast(end.count))
    }
}

/// A compiled file of samples.
///
/// A sample is a whole file (`Call`), a part of one between `// region name` and `// endregion` (`Errors#cases`), or a
/// manifest (`Manifests/App`), which `Tests/Tools/check_samples.sh` type-checks.
enum Sample {
    private static let folder = DocumentationPage.root.appendingPathComponent("Tests/ReadmeTests")

    /// Returns the text of a sample.
    ///
    /// - Throws: An error if there is no such file.
    static func text(of name: String) throws -> String {
        let parts = name.split(separator: "#", maxSplits: 1).map(String.init)
        let file = parts[0].hasPrefix("Manifests/") ? parts[0] : "Samples/\(parts[0])"
        let text = try String(contentsOf: folder.appendingPathComponent("\(file).swift"), encoding: .utf8)
        guard parts.count == 2 else { return text }
        let rest = text.components(separatedBy: "// region \(parts[1])\n").dropFirst().first ?? ""
        return rest.components(separatedBy: "// endregion").first ?? ""
    }

    /// Returns the names of all samples.
    ///
    /// - Throws: An error if the folders cannot be read.
    static func names() throws -> Set<String> {
        var names: Set<String> = []
        for folder in ["Samples", "Manifests"] {
            let files = try FileManager.default.contentsOfDirectory(
                atPath: self.folder.appendingPathComponent(folder).path
            )
            for file in files where file.hasSuffix(".swift") {
                let name = (folder == "Samples" ? "" : "Manifests/") + file.dropLast(".swift".count)
                let regions = try text(of: name).components(separatedBy: "// region ").dropFirst()
                    .map { "\(name)#\($0.prefix { $0 != "\n" })" }
                names.formUnion(regions.isEmpty ? [name] : regions)
            }
        }
        return names
    }
}
