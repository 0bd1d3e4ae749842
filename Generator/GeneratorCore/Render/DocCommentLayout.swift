/// Lays out doc comments: wraps lines, and keeps every text inside its comment.
struct DocCommentLayout {

    /// Characters that fit in a line.
    let width: Int

    /// Lines of a comment without the slashes.
    func lines(_ comment: DocComment) -> [String] {
        var lines = paragraphs(sentence(comment.summary))
        if let details = comment.details, !CommentText.clean(details).isEmpty {
            lines += [""] + paragraphs(details)
        }
        let tags = tagLines(comment)
        return tags.isEmpty ? lines : lines + [""] + tags
    }

    private func tagLines(_ comment: DocComment) -> [String] {
        var lines: [String] = []
        if comment.parameters.count == 1, let only = comment.parameters.first {
            lines += tag("- Parameter \(only.name.text): ", only.text)
        } else if !comment.parameters.isEmpty {
            lines.append("- Parameters:")
            for parameter in comment.parameters {
                lines += tag("  - \(parameter.name.text): ", parameter.text)
            }
        }
        if let returns = comment.returns {
            lines += tag("- Returns: ", returns)
        }
        if let throwing = comment.throwing {
            lines += tag("- Throws: ", throwing)
        }
        if let source = comment.source {
            lines += tag("- Remark: ", source)
        }
        return lines
    }

    /// A tag with its text on following lines indented under it.
    private func tag(_ head: String, _ text: String) -> [String] {
        let indent = head.hasPrefix("  ") ? "    " : "  "
        let words = CommentText.clean(sentence(text)).split { $0.isWhitespace }.map(String.init)
        return wrap(words, first: head, indent: indent)
    }

    private func paragraphs(_ text: String) -> [String] {
        var lines: [String] = []
        var words: [String] = []
        func flush() {
            if !words.isEmpty {
                lines += wrap(words, first: "", indent: "")
                words = []
            }
        }
        for line in CommentText.clean(text).split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.trimmed
            if trimmed.isEmpty {
                flush()
                if let last = lines.last, !last.isEmpty {
                    lines.append("")
                }
            } else if isFixed(trimmed) {
                flush()
                lines.append(trimmed)
            } else {
                words += trimmed.split { $0.isWhitespace }.map(String.init)
            }
        }
        flush()
        while lines.last?.isEmpty == true {
            lines.removeLast()
        }
        return lines
    }

    /// Whether a line keeps its place: list items, headings, tables, fences.
    private func isFixed(_ line: String) -> Bool {
        ["- ", "* ", "#", "|", "```", "> "].contains { line.hasPrefix($0) }
            || (line.first?.isNumber == true && line.contains(". ") && line.prefix(4).contains("."))
    }

    private func wrap(_ words: [String], first: String, indent: String) -> [String] {
        var lines: [String] = []
        var line = first
        var count = first.count
        var isEmpty = true
        for word in words {
            let length = word.count
            if !isEmpty, count + 1 + length > width {
                lines.append(line)
                line = indent
                count = indent.count
                isEmpty = true
            }
            if !isEmpty {
                line += " "
                count += 1
            }
            line += word
            count += length
            isEmpty = false
        }
        lines.append(line)
        return lines
    }

    /// The text with a full stop at its end.
    private func sentence(_ text: String) -> String {
        let trimmed = text.trimmed
        guard let last = trimmed.last, last.isLetter || last.isNumber || last == "`" || last == ")" || last == "'" else {
            return trimmed
        }
        return trimmed + "."
    }
}

/// Makes texts fit for comments.
enum CommentText {

    /// The text with line breaks as LF and without characters that end a line or hide what is written.
    static func clean(_ text: String) -> String {
        if text.utf8.allSatisfy({ ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A }) {
            return text
        }
        var result = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n":
                if last != "\r" {
                    result.append("\n")
                }
            case "\r", "\u{85}", "\u{2028}", "\u{2029}", "\u{B}", "\u{C}": result.append("\n")
            case "\t": result.append(" ")
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .surrogate, .privateUse: result.append("\u{FFFD}")
                default: result.append(scalar)
                }
            }
            last = scalar
        }
        return String(result)
    }

    /// The text on one line.
    static func line(_ text: String) -> String {
        clean(text).split(separator: "\n").joined(separator: " ")
    }
}
