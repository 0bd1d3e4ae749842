/// The line ends and the indentation of a manifest.
struct ManifestLayout {

    private let lineEnd: String
    private let indentation: String

    /// Reads the layout of a manifest.
    ///
    /// - Parameters:
    ///   - source: The manifest.
    ///   - arguments: The positions of the arguments of `Package`, which are indented once.
    init(_ source: SwiftText, _ arguments: [Range<Int>]) {
        lineEnd = source.text(0..<source.bytes.count).contains("\r\n") ? "\r\n" : "\n"
        let first = arguments.lazy.map { Self.spaces(ahead: $0.lowerBound, in: source) }.first { !$0.isEmpty } ?? ""
        // Arguments may also be aligned with the bracket, far to the right.
        indentation = first.hasPrefix("\t") ? "\t" : (1...8).contains(first.count) ? first : "    "
    }

    /// Returns the spaces and tabs at the start of the line of a position.
    private static func spaces(ahead position: Int, in source: SwiftText) -> String {
        let line = source.bytes[..<position].split(separator: 0x0A, omittingEmptySubsequences: false).last ?? []
        return String(decoding: line.prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    }

    /// Returns a text with lines that are indented by four spaces for each level in this layout.
    func applied(to text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { line in
            let spaces = line.prefix { $0 == " " }.count
            return String(repeating: indentation, count: spaces / 4) + line.dropFirst(spaces)
        }
        .joined(separator: lineEnd)
    }
}
