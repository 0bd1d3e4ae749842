import YAMLReader

/// Gathers what the stages find, each finding once.
///
/// A class, because every stage of one run adds to the same list.
final class DiagnosticCollector {

    private(set) var diagnostics: [Diagnostic] = []
    private var known: Set<Diagnostic> = []

    /// Whether an error was found.
    private(set) var hasErrors = false

    /// Places of what could not be read, in whose stead the tree has null.
    private var unreadable: Set<SourceRange> = []

    /// Adds a finding; one that is known already, or follows from one, is dropped.
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

    /// Whether a place holds what could not be read, so that null stands for it.
    func isUnreadable(_ range: SourceRange) -> Bool {
        unreadable.contains(range)
    }

    /// Whether an error was found in another file than one.
    func errs(outside file: Int) -> Bool {
        diagnostics.contains { $0.severity == .error && $0.range.file != file }
    }

    /// Adds an error; the culprit is what has to go for it to go, where that is less than what stands at the place.
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

    /// All findings by file and place; those of one place stay in the order in which they were found.
    ///
    /// What an error says is not said again by a clash of names at the same place.
    var sorted: [Diagnostic] {
        let wrong = Set(diagnostics.lazy.filter { $0.severity == .error }.map(\.range))
        let told = diagnostics.filter { $0.rule != "name-clash" || !wrong.contains($0.range) }
        return told.enumerated().sorted { first, second in
            let (one, other) = (first.element.range, second.element.range)
            return (one.file, one.start.offset, first.offset) < (other.file, other.start.offset, second.offset)
        }.map(\.element)
    }
}
