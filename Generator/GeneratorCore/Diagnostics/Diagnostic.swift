public import YAMLReader

/// Something a user should know about an input file: what, where, and what to do.
public struct Diagnostic: Hashable, Sendable {

    /// How bad it is.
    public enum Severity: String, Sendable {
        /// Nothing is written while one of these stands.
        case error
        /// The output is sound, but something in the document has no effect on it.
        case warning
        /// A decision that a reader may want to know.
        case note
    }

    /// A second place that explains the first.
    public struct Related: Hashable, Sendable {
        /// What is at the place.
        public var message: String
        /// The place.
        public var range: SourceRange
    }

    /// How bad it is.
    public var severity: Severity

    /// Stable name of the rule, in lower-case words joined by hyphens: `dangling-reference`.
    public var rule: String

    /// What is wrong, without a full stop.
    public var message: String

    /// What to do about it; `nil` when the message says so.
    public var hint: String?

    /// Where it is.
    public var range: SourceRange

    /// Other places that belong to it.
    public var related: [Related]

    /// What has to go for the problem to go, where that is less than what stands at ``range``.
    var culprit: SourceRange?

    /// Creates a diagnostic.
    ///
    /// - Parameters:
    ///   - severity: How bad it is.
    ///   - rule: Stable name of the rule.
    ///   - message: What is wrong.
    ///   - hint: What to do about it.
    ///   - range: Where it is.
    ///   - related: Other places that belong to it.
    public init(
        _ severity: Severity,
        _ rule: String,
        _ message: String,
        hint: String? = nil,
        at range: SourceRange,
        related: [Related] = []
    ) {
        self.severity = severity
        self.rule = rule
        self.message = message
        self.hint = hint
        self.range = range
        self.related = related
    }
}

extension Diagnostic {

    /// Creates a diagnostic about a line of a file that was not read as a document.
    ///
    /// - Parameters:
    ///   - severity: How bad it is.
    ///   - rule: Stable name of the rule.
    ///   - message: What is wrong.
    ///   - hint: What to do about it.
    ///   - line: Number of the line; 1 or more.
    public init(_ severity: Severity, _ rule: String, _ message: String, hint: String? = nil, line: Int) {
        let place = SourcePosition(offset: 0, line: line, column: 1)
        self.init(severity, rule, message, hint: hint, at: SourceRange(start: place, end: place))
    }

    /// A problem of the reader as a diagnostic.
    init(_ failure: ReadFailure) {
        self.init(
            failure.isRemark ? .warning : .error,
            failure.isRemark ? "no-effect" : "unreadable",
            failure.message,
            hint: failure.hint,
            at: failure.range,
            related: failure.related.map { Related(message: $0.message, range: $0.range) }
        )
    }
}
