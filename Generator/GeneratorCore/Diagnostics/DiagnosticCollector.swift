import YAMLReader

/// Collects the diagnostics of all stages, each diagnostic once.
///
/// A class, because all stages of a run add to the same list.
final class DiagnosticCollector {

    /// Whether slips are errors.
    let isStrict: Bool

    /// Whether notes are reported.
    let makesSuggestions: Bool

    private(set) var diagnostics: [Diagnostic] = []
    private var known: Set<Diagnostic> = []

    /// Whether an error was reported.
    private(set) var hasErrors = false

    /// The ranges of nodes that could not be parsed, which the tree represents as null.
    private var unreadable: Set<SourceRange> = []

    init(isStrict: Bool = false, makesSuggestions: Bool = false) {
        self.isStrict = isStrict
        self.makesSuggestions = makesSuggestions
    }

    /// Adds a diagnostic, unless it is already known or follows from another one.
    func add(_ diagnostic: Diagnostic) {
        if diagnostic.rule == "unreadable" {
            unreadable.insert(diagnostic.range)
        }
        guard diagnostic.rule != "wrong-type" || !unreadable.contains(diagnostic.range) else { return }
        guard known.insert(diagnostic).inserted else { return }
        diagnostics.append(diagnostic)
        if diagnostic.severity == .error {
            hasErrors = true
        }
    }

    /// Marks a node without a value as reported, so that no warning for it follows.
    func markReported(_ range: SourceRange) {
        unreadable.insert(range)
    }

    /// Whether the node at a range could not be parsed, so that the tree represents it as null.
    func isUnreadable(_ range: SourceRange) -> Bool {
        unreadable.contains(range)
    }

    /// Whether an error was reported in any other file than the given one.
    func errs(outside file: Int) -> Bool {
        diagnostics.contains { $0.severity == .error && $0.range.file != file }
    }

    /// Adds an error.
    ///
    /// The culprit is the range whose removal removes the error, if it is smaller than the location.
    func error(
        _ rule: String,
        _ message: String,
        hint: String? = nil,
        at range: SourceRange,
        related: [Diagnostic.Related] = [],
        culprit: SourceRange? = nil
    ) {
        var diagnostic = Diagnostic(.error, rule, message, hint: hint, at: range, related: related)
        diagnostic.culprit = culprit
        add(diagnostic)
    }

    /// Adds a slip: a fault that leaves one reading of the document, which the run uses unless it is strict.
    ///
    /// - Parameters:
    ///   - rule: The stable name of the rule.
    ///   - message: The description of the fault, without a full stop.
    ///   - reading: The reading, as the end of a sentence that begins with the message: `it is ignored`.
    ///   - isStrict: Whether the slip is an error; `nil` for the collector's own setting.
    ///   - hint: The way to correct the fault.
    ///   - range: The location of the fault.
    ///   - related: Other locations that are part of the fault.
    ///   - culprit: The range whose removal removes the fault, if it is smaller than its location.
    func slip(
        _ rule: String,
        _ message: String,
        so reading: String,
        isStrict: Bool? = nil,
        hint: String? = nil,
        at range: SourceRange,
        related: [Diagnostic.Related] = [],
        culprit: SourceRange? = nil
    ) {
        guard isStrict ?? self.isStrict else {
            return warning(rule, "\(message), so \(reading)", hint: hint, at: range, related: related)
        }
        error(rule, message, hint: hint, at: range, related: related, culprit: culprit)
    }

    /// Adds a note, if the run makes suggestions.
    func note(_ rule: String, _ message: String, hint: String? = nil, at range: SourceRange) {
        guard makesSuggestions else { return }
        add(Diagnostic(.note, rule, message, hint: hint, at: range))
    }

    /// Adds a warning.
    func warning(
        _ rule: String,
        _ message: String,
        hint: String? = nil,
        at range: SourceRange,
        related: [Diagnostic.Related] = []
    ) {
        add(Diagnostic(.warning, rule, message, hint: hint, at: range, related: related))
    }

    /// Adds a warning, unless one with the same message was added at another location.
    func warningOnce(_ rule: String, _ message: String, hint: String? = nil, at range: SourceRange) {
        guard !diagnostics.contains(where: { $0.rule == rule && $0.message == message }) else { return }
        warning(rule, message, hint: hint, at: range)
    }

    /// All diagnostics by file and location; those of one location keep the order in which they were reported.
    ///
    /// A name clash at the location of an error is omitted.
    var sorted: [Diagnostic] {
        let wrong = Set(diagnostics.lazy.filter { $0.severity == .error }.map(\.range))
        let shown = diagnostics.filter { $0.rule != "name-clash" || !wrong.contains($0.range) }
        return shown.enumerated().sorted { first, second in
            let (one, other) = (first.element.range, second.element.range)
            return (one.file, one.start.offset, first.offset) < (other.file, other.start.offset, second.offset)
        }.map(\.element)
    }
}
