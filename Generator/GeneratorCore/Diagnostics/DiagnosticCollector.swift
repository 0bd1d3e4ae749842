import YAMLReader

/// Collects the diagnostics of all stages, each diagnostic once.
///
/// A class, because all stages of a run add to the same list.
final class DiagnosticCollector {

    private(set) var diagnostics: [Diagnostic] = []
    private var known: Set<Diagnostic> = []

    /// Whether an error was reported.
    private(set) var hasErrors = false

    /// The ranges of nodes that could not be parsed, which the tree represents as null.
    private var unreadable: Set<SourceRange> = []

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

    /// All diagnostics by file and location; those of one location keep the order in which they were reported.
    ///
    /// A name clash at the location of an error is left out.
    var sorted: [Diagnostic] {
        let wrong = Set(diagnostics.lazy.filter { $0.severity == .error }.map(\.range))
        let told = diagnostics.filter { $0.rule != "name-clash" || !wrong.contains($0.range) }
        return told.enumerated().sorted { first, second in
            let (one, other) = (first.element.range, second.element.range)
            return (one.file, one.start.offset, first.offset) < (other.file, other.start.offset, second.offset)
        }.map(\.element)
    }
}
