public import YAMLReader

/// Writes diagnostics for people, programs or a code review page.
public struct DiagnosticPrinter: Sendable {

    /// Form of the output.
    public enum Format: String, CaseIterable, Sendable {
        /// The compilers' form with the source line and a caret.
        case text
        /// One JSON object a line.
        case json
        /// Annotations of GitHub's workflow commands.
        case github
    }

    /// Form of the output.
    public var format: Format

    /// Files that ranges speak of, at the index that is their number.
    public var files: [SourceFile]

    /// Creates a printer.
    ///
    /// - Parameters:
    ///   - format: Form of the output.
    ///   - files: Files that ranges speak of, at the index that is their number.
    public init(format: Format = .text, files: [SourceFile]) {
        self.format = format
        self.files = files
    }

    /// One diagnostic as text that ends without a line break.
    public func print(_ diagnostic: Diagnostic) -> String {
        switch format {
        case .text: text(diagnostic)
        case .json: json(diagnostic)
        case .github: github(diagnostic)
        }
    }

    private func place(_ range: SourceRange) -> String {
        "\(path(range)):\(range.start.line):\(range.start.column)"
    }

    private func path(_ range: SourceRange) -> String {
        files.indices.contains(range.file) ? files[range.file].path : "?"
    }

    private func sentence(_ diagnostic: Diagnostic) -> String {
        diagnostic.hint.map { "\(diagnostic.message). \($0)" } ?? diagnostic.message
    }

    private func ended(_ sentence: String) -> String {
        sentence.hasSuffix("?") || sentence.hasSuffix(".") ? sentence : sentence + "."
    }

    private func text(_ diagnostic: Diagnostic) -> String {
        var lines = ["\(place(diagnostic.range)): \(diagnostic.severity.rawValue): \(ended(sentence(diagnostic)))"]
        lines += excerpt(diagnostic.range)
        for related in diagnostic.related {
            lines.append("\(place(related.range)): note: \(ended(related.message))")
            lines += excerpt(related.range)
        }
        return lines.joined(separator: "\n")
    }

    /// The source line, cut where it is very long, and a caret under the place.
    private func excerpt(_ range: SourceRange) -> [String] {
        guard files.indices.contains(range.file) else { return [] }
        let line = files[range.file].line(at: range.start).unicodeScalars
        let column = range.start.column - 1
        let first = max(0, column - 90)
        let shown = line.dropFirst(first).prefix(120)
        guard !shown.isEmpty else { return [] }
        let visible = String(String.UnicodeScalarView(shown.map(Self.visible)))
        let onOneLine = range.end.line == range.start.line ? range.end.column - range.start.column : 1
        let width = min(max(onOneLine, 1), max(shown.count - (column - first), 1))
        let marks = "^" + String(repeating: "~", count: width - 1)
        return [visible, String(repeating: " ", count: column - first) + marks]
    }

    /// A scalar as it may be shown on a terminal: controls and direction marks become a replacement character.
    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.properties.generalCategory {
        case .control: scalar == "\t" ? " " : "\u{FFFD}"
        case .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
        default: scalar
        }
    }

    private func json(_ diagnostic: Diagnostic) -> String {
        var fields = [
            ("severity", quoted(diagnostic.severity.rawValue)), ("rule", quoted(diagnostic.rule)),
            ("file", quoted(path(diagnostic.range))), ("line", "\(diagnostic.range.start.line)"),
            ("column", "\(diagnostic.range.start.column)"), ("message", quoted(diagnostic.message)),
        ]
        if let hint = diagnostic.hint {
            fields.append(("hint", quoted(hint)))
        }
        return "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private func github(_ diagnostic: Diagnostic) -> String {
        let level = diagnostic.severity == .note ? "notice" : diagnostic.severity.rawValue
        let range = diagnostic.range
        var properties =
            "file=\(escaped(path(range), property: true)),line=\(range.start.line),col=\(range.start.column)"
        // The columns of a range over several lines mean nothing to a reader of annotations.
        properties +=
            range.end.line > range.start.line ? ",endLine=\(range.end.line)" : ",endColumn=\(range.end.column)"
        properties += ",title=\(escaped(diagnostic.rule, property: true))"
        return "::\(level) \(properties)::\(escaped(sentence(diagnostic), property: false))"
    }

    private func escaped(_ text: String, property: Bool) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case ":" where property: result += "%3A"
            case "," where property: result += "%2C"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
