public import YAMLReader

/// Writes diagnostics for people, programs or a code review page.
///
/// Whatever a document holds, the output has no control characters or direction marks, and no line that is not its own:
/// texts of documents end up on terminals and in the logs of build servers, which obey such things.
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

    /// Creates a printer for diagnostics about one file, whose lines are not shown.
    ///
    /// - Parameters:
    ///   - format: Form of the output.
    ///   - path: Path of the file.
    public init(format: Format, path: String) {
        self.init(format: format, files: [SourceFile(path: path, bytes: [])])
    }

    /// One diagnostic as text that ends without a line break; the form for people shows the lines of the file.
    public func print(_ diagnostic: Diagnostic) -> String {
        text(of: diagnostic, hasExcerpt: true)
    }

    /// One diagnostic as one line without a line break.
    public func printLine(_ diagnostic: Diagnostic) -> String {
        text(of: diagnostic, hasExcerpt: false)
    }

    private func text(of diagnostic: Diagnostic, hasExcerpt: Bool) -> String {
        switch format {
        case .text: text(diagnostic, hasExcerpt)
        case .json: json(diagnostic)
        case .github: github(diagnostic)
        }
    }

    /// A failure that belongs to no place of a file.
    ///
    /// - Parameters:
    ///   - failure: What failed, without a full stop.
    ///   - format: Form of the output.
    /// - Returns: One line without a line break.
    public static func print(failure: String, format: Format) -> String {
        switch format {
        case .text: "error: \(VisibleText(failure))"
        case .json: #"{"severity":"error","rule":"failure","message":\#(VisibleText.quoted(failure))}"#
        case .github: "::error title=failure::\(escaped(failure, property: false))"
        }
    }

    private func place(_ range: SourceRange) -> String {
        "\(VisibleText(path(range))):\(range.start.line):\(range.start.column)"
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

    private func text(_ diagnostic: Diagnostic, _ hasExcerpt: Bool) -> String {
        let message = VisibleText(ended(sentence(diagnostic)))
        var lines = ["\(place(diagnostic.range)): \(diagnostic.severity.rawValue): \(message)"]
        lines += hasExcerpt ? excerpt(diagnostic.range) : []
        for related in diagnostic.related {
            lines.append("\(place(related.range)): note: \(VisibleText(ended(related.message)))")
            lines += hasExcerpt ? excerpt(related.range) : []
        }
        return lines.joined(separator: "\n")
    }

    /// The source line, cut where it is very long, and a caret under the place.
    private func excerpt(_ range: SourceRange) -> [String] {
        guard files.indices.contains(range.file) else { return [] }
        let (line, before) = files[range.file].line(around: range.start, before: 90, count: 120)
        let shown = line.unicodeScalars
        guard !shown.isEmpty else { return [] }
        let visible = VisibleText(shown).line
        let onOneLine = range.end.line == range.start.line ? range.end.column - range.start.column : 1
        let width = min(max(onOneLine, 1), max(shown.count - before, 1))
        let marks = "^" + String(repeating: "~", count: width - 1)
        return [visible, String(repeating: " ", count: before) + marks]
    }

    private func json(_ diagnostic: Diagnostic) -> String {
        var fields = [
            ("severity", VisibleText.quoted(diagnostic.severity.rawValue)),
            ("rule", VisibleText.quoted(diagnostic.rule)), ("file", VisibleText.quoted(path(diagnostic.range))),
            ("line", "\(diagnostic.range.start.line)"),
            ("column", "\(diagnostic.range.start.column)"), ("message", VisibleText.quoted(diagnostic.message)),
        ]
        if let hint = diagnostic.hint {
            fields.append(("hint", VisibleText.quoted(hint)))
        }
        return "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    private func github(_ diagnostic: Diagnostic) -> String {
        let level = diagnostic.severity == .note ? "notice" : diagnostic.severity.rawValue
        let range = diagnostic.range
        var properties =
            "file=\(Self.escaped(path(range), property: true)),line=\(range.start.line),col=\(range.start.column)"
        // The columns of a range over several lines mean nothing to a reader of annotations.
        properties +=
            range.end.line > range.start.line ? ",endLine=\(range.end.line)" : ",endColumn=\(range.end.column)"
        properties += ",title=\(Self.escaped(diagnostic.rule, property: true))"
        return "::\(level) \(properties)::\(Self.escaped(sentence(diagnostic), property: false))"
    }

    /// A text inside a workflow command, which a line break, or in a property a colon or comma, would end.
    private static func escaped(_ text: String, property: Bool) -> String {
        VisibleText(text).description.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "%": result += "%25"
            case ":" where property: result += "%3A"
            case "," where property: result += "%2C"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
