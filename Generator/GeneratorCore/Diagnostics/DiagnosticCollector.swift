import YAMLReader

/// Gathers what the stages find, each finding once.
///
/// A class, because every stage of one run adds to the same list.
final class DiagnosticCollector {

    private(set) var diagnostics: [Diagnostic] = []
    private var known: Set<Diagnostic> = []

    /// Whether an error was found.
    private(set) var hasErrors = false

    /// Adds a finding; one that is known already is dropped.
    func add(_ diagnostic: Diagnostic) {
        guard known.insert(diagnostic).inserted else { return }
        diagnostics.append(diagnostic)
        if diagnostic.severity == .error {
            hasErrors = true
        }
    }

    /// Adds an error.
    func error(
        _ rule: String,
        _ message: String,
        hint: String? = nil,
        at range: SourceRange,
        related: [Diagnostic.Related] = []
    ) {
        add(Diagnostic(.error, rule, message, hint: hint, at: range, related: related))
    }

    /// Adds a warning.
    func warning(_ rule: String, _ message: String, hint: String? = nil, at range: SourceRange) {
        add(Diagnostic(.warning, rule, message, hint: hint, at: range))
    }

    /// All findings by file and place; those of one place stay in the order in which they were found.
    var sorted: [Diagnostic] {
        diagnostics.enumerated().sorted { first, second in
            let (one, other) = (first.element.range, second.element.range)
            return (one.file, one.start.offset, first.offset) < (other.file, other.start.offset, second.offset)
        }.map(\.element)
    }
}
