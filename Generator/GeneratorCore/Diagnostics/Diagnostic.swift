public import YAMLReader

/// A problem in an input file, with its location and a hint about the correction.
public struct Diagnostic: Hashable, Sendable {

    /// The severity of a diagnostic.
    public enum Severity: String, Sendable {
        /// A problem that prevents any output.
        case error
        /// A part of the document that has no effect on the output, which is still correct.
        case warning
        /// A decision of the generator that a reader may want to know.
        case note
    }

    /// A second location that explains the first.
    public struct Related: Hashable, Sendable {
        /// A description of the location.
        public var message: String
        /// The location.
        public var range: SourceRange
    }

    /// The severity.
    public var severity: Severity

    /// The stable name of the rule, in lower-case words joined by hyphens: `dangling-reference`.
    public var rule: String

    /// The description of the problem, without a full stop.
    public var message: String

    /// The way to correct the problem; `nil` if the message says it.
    public var hint: String?

    /// The location of the problem.
    public var range: SourceRange

    /// Other locations that are part of the problem.
    public var related: [Related]

    /// The range whose removal removes the problem, if it is smaller than ``range``; `nil` if it is not.
    var culprit: SourceRange?

    /// Creates a diagnostic.
    ///
    /// - Parameters:
    ///   - severity: The severity.
    ///   - rule: The stable name of the rule.
    ///   - message: The description of the problem, without a full stop.
    ///   - hint: The way to correct the problem; `nil` for none.
    ///   - range: The location of the problem.
    ///   - related: Other locations that are part of the problem.
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

    /// Creates a diagnostic for a line of a file that was not parsed as a document.
    ///
    /// - Parameters:
    ///   - severity: The severity.
    ///   - rule: The stable name of the rule.
    ///   - message: The description of the problem, without a full stop.
    ///   - hint: The way to correct the problem; `nil` for none.
    ///   - line: The number of the line; 1 or more.
    public init(_ severity: Severity, _ rule: String, _ message: String, hint: String? = nil, line: Int) {
        let place = SourcePosition(offset: 0, line: line, column: 1)
        self.init(severity, rule, message, hint: hint, at: SourceRange(start: place, end: place))
    }

    /// Creates a diagnostic from a problem of the reader.
    init(_ failure: ReadFailure) {
        self.init(
            failure.isRemark || failure.reading != nil ? .warning : .error,
            failure.isRemark ? "no-effect" : failure.reading == nil ? "unreadable" : "odd-text",
            failure.message + (failure.reading.map { ", so \($0)" } ?? ""),
            hint: failure.hint,
            at: failure.range,
            related: failure.related.map { Related(message: $0.message, range: $0.range) }
        )
    }
}
