public import YAMLReader

/// Formats diagnostics for people, programs or a code review page.
///
/// Whatever a document contains, the output has no control characters, no direction marks and no additional lines:
/// strings of documents are shown in terminals and in the logs of build servers, which interpret such characters.
public struct DiagnosticPrinter: Sendable {

    /// The format of the output.
    public enum Format: String, CaseIterable, Sendable {
        /// The format of compilers, with the source line and a caret.
        case text
        /// One JSON object per line.
        case json
        /// Annotations in the syntax of GitHub's workflow commands.
        case github
    }

    /// The format of the output.
    public var format: Format

    /// The files that ranges refer to, by the index in the range.
    public var files: [SourceFile]

    /// Creates a printer.
    ///
    /// - Parameters:
    ///   - format: The format of the output.
    ///   - files: The files that ranges refer to, by the index in the range.
    public init(format: Format = .text, files: [SourceFile]) {
        self.format = format
        self.files = files
    }

    /// Creates a printer for diagnostics of one file, without its source lines.
    ///
    /// - Parameters:
    ///   - format: The format of the output.
    ///   - path: The path of the file.
    public init(format: Format, path: String) {
        self.init(format: format, files: [SourceFile(path: path, bytes: [])])
    }

    /// Returns a diagnostic without a final line break; the text format includes the source lines.
    public func print(_ diagnostic: Diagnostic) -> String {
        text(of: diagnostic, hasExcerpt: true)
    }

    /// Returns a diagnostic as a single line without a line break.
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

    /// Returns a failure that has no location in a file.
    ///
    /// - Parameters:
    ///   - failure: The description of the failure, without a full stop.
    ///   - format: The format of the output.
    /// - Returns: A single line without a line break.
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

    /// The source line, shortened if it is very long, and a caret below the location.
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
        // The columns of a range over several lines are meaningless in annotations.
        properties +=
            range.end.line > range.start.line ? ",endLine=\(range.end.line)" : ",endColumn=\(range.end.column)"
        properties += ",title=\(Self.escaped(diagnostic.rule, property: true))"
        return "::\(level) \(properties)::\(Self.escaped(sentence(diagnostic), property: false))"
    }

    /// Escapes a string in a workflow command, which a line break, or in a property a colon or comma, would end.
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
