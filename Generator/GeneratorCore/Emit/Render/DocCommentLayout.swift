/// Lays out doc comments: wraps lines and keeps every string inside its comment.
///
/// Works on UTF-8, because most of the generator's output is text from specs.
struct DocCommentLayout {

    /// The number of characters that fit in a line.
    let width: Int

    private typealias Bytes = ArraySlice<UInt8>

    /// Writes a comment line by line.
    func write(_ comment: DocComment, to output: inout Output) {
        var fence: CodeFence?
        paragraphs(sentence(comment.summary), &fence, &output)
        if let details = comment.details {
            let text = CommentText.bytes(details)
            if text.contains(where: { !isSpace($0) }) {
                output.comment([])
                paragraphs(text, &fence, &output)
            }
        }
        // An open code block would include the following text.
        if let fence {
            output.comment(fence.mark)
        }
        writeTags(comment, &output)
    }

    private func writeTags(_ comment: DocComment, _ output: inout Output) {
        let hasTags =
            !comment.parameters.isEmpty || comment.returns != nil || comment.throwing != nil || comment.source != nil
        guard hasTags else { return }
        output.comment([])
        if comment.parameters.count == 1, let only = comment.parameters.first {
            tag("- Parameter \(only.name.text): ", only.text, &output)
        } else if !comment.parameters.isEmpty {
            output.comment("- Parameters:".utf8)
            for parameter in comment.parameters {
                tag("  - \(parameter.name.text): ", parameter.text, indent: 4, &output)
            }
        }
        for (head, text) in [
            ("- Returns: ", comment.returns), ("- Throws: ", comment.throwing), ("- Remark: ", comment.source),
        ] {
            if let text {
                tag(head, text, &output)
            }
        }
    }

    /// Writes a tag, and its text with the following lines indented.
    private func tag(_ head: String, _ text: String, indent: Int = 2, _ output: inout Output) {
        var fence: CodeFence?
        paragraphs(sentence(text), &fence, first: head, indent: indent, &output)
        if let fence {
            output.comment(repeatElement(UInt8(ascii: " "), count: indent) + fence.mark)
        }
    }

    /// Writes a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - fence: The code block that is open before and after the text.
    ///   - first: The characters before the first word.
    ///   - indent: The number of spaces before all lines but the first.
    ///   - output: The file.
    private func paragraphs(
        _ text: [UInt8],
        _ fence: inout CodeFence?,
        first: String = "",
        indent: Int = 0,
        _ output: inout Output
    ) {
        var line = LineFiller(width: width, first: Array(first.utf8), indent: indent)
        let margin = [UInt8](repeating: UInt8(ascii: " "), count: indent)
        var isGapDue = false
        var isAtStart = true
        for source in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let trimmed = trim(source)
            if let open = fence {
                // Code stays unchanged.
                output.comment(margin + trimEnd(source))
                fence = open.isClosed(by: trimmed) ? nil : open
                continue
            }
            if trimmed.isEmpty {
                line.flush(&output)
                isGapDue = !isAtStart
                continue
            }
            if isGapDue {
                output.comment([])
                isGapDue = false
            }
            isAtStart = false
            fence = CodeFence(opening: trimmed)
            if fence != nil {
                line.flush(&output)
                output.comment(margin + trimEnd(source))
            } else if isFixed(trimmed) {
                line.flush(&output)
                output.comment(margin + trimmed.map { $0 == UInt8(ascii: "\t") ? UInt8(ascii: " ") : $0 })
            } else {
                line.add(words: trimmed, &output)
            }
        }
        line.flush(&output)
    }

    /// Whether a line is not joined with its neighbors: list items, headings and tables.
    private func isFixed(_ line: Bytes) -> Bool {
        guard let first = line.first else { return false }
        switch first {
        case UInt8(ascii: "#"), UInt8(ascii: "|"): return true
        case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: ">"): return line.dropFirst().first == UInt8(ascii: " ")
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let rest = line.drop { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            return rest.starts(with: ". ".utf8)
        default: return false
        }
    }

    /// Returns the text with a final full stop.
    private func sentence(_ text: String) -> [UInt8] {
        var bytes = Array(trim(CommentText.bytes(text)[...]))
        guard let last = bytes.last else { return bytes }
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { bytes[($0 + 1)...] } ?? bytes[...]
        guard CodeFence(opening: trim(end)) == nil, !isFixed(trim(end)) else { return bytes }
        let isWord = last >= 0x80 || isLetterOrDigit(last) || last == UInt8(ascii: "`") || last == UInt8(ascii: ")")
        if isWord || last == UInt8(ascii: "'") {
            bytes.append(UInt8(ascii: "."))
        }
        return bytes
    }

    private func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }

    private func trim(_ text: Bytes) -> Bytes {
        trimEnd(text).drop(while: isSpace)
    }

    private func trimEnd(_ text: Bytes) -> Bytes {
        var text = text
        while let last = text.last, isSpace(last) {
            text.removeLast()
        }
        return text
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
    }
}

/// The start of a code block in a text: three or more backticks or tildes.
private struct CodeFence {

    /// The characters that end the block.
    let mark: [UInt8]

    /// Creates the block that a line opens; `nil` for any other line.
    init?(opening line: ArraySlice<UInt8>) {
        guard let first = line.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~") else { return nil }
        let run = line.prefix { $0 == first }
        // Backticks later in the line make it a line with inline code.
        guard run.count >= 3, first == UInt8(ascii: "~") || !line.dropFirst(run.count).contains(first) else {
            return nil
        }
        mark = Array(run)
    }

    /// Whether a line ends the block.
    func isClosed(by line: ArraySlice<UInt8>) -> Bool {
        line.count >= mark.count && line.allSatisfy { $0 == mark[0] }
    }
}

/// A line that collects words until it is full.
private struct LineFiller {

    let width: Int
    let indent: Int
    private var bytes: [UInt8]
    private var count: Int
    private var isFresh = true
    /// Whether the line has characters before the first word.
    private var hasHead: Bool

    init(width: Int, first: [UInt8], indent: Int) {
        self.width = width
        self.indent = indent
        bytes = first
        count = first.count
        hasHead = !first.isEmpty
    }

    mutating func add(words: ArraySlice<UInt8>, _ output: inout Output) {
        var start = words.startIndex
        // Columns are scalars, so continuation bytes do not count.
        var length = 0
        for index in words.indices {
            switch words[index] {
            case 0x20, 0x0A, 0x09:
                add(word: words[start..<index], length, &output)
                (start, length) = (index + 1, 0)
            case 0x80..<0xC0: break
            default: length += 1
            }
        }
        add(word: words[start...], length, &output)
    }

    private mutating func add(word: ArraySlice<UInt8>, _ length: Int, _ output: inout Output) {
        guard !word.isEmpty else { return }
        if !isFresh, count + 1 + length > width {
            output.comment(bytes)
            startLine()
        }
        if !isFresh {
            bytes.append(UInt8(ascii: " "))
            count += 1
        }
        bytes.append(contentsOf: word)
        count += length
        isFresh = false
    }

    mutating func flush(_ output: inout Output) {
        guard !isFresh || hasHead else { return }
        if isFresh, bytes.last == UInt8(ascii: " ") {
            bytes.removeLast()
        }
        output.comment(bytes)
        startLine()
    }

    private mutating func startLine() {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
        count = indent
        isFresh = true
        hasHead = false
    }
}
