import YAMLReader

/// The names of one scope, no two of which are equal.
struct NameScope {

    private var taken: [String: SourceRange?] = [:]
    /// The next number for each name that is already used; names are never released.
    private var numbers: [String: Int] = [:]
    private let diagnostics: DiagnosticCollector
    private let pin: ExtensionName

    /// Creates a scope.
    ///
    /// - Parameters:
    ///   - diagnostics: The collector that receives name clashes.
    ///   - names: The names that are already used.
    ///   - pin: The extension that sets another name, for the hint of a diagnostic.
    init(_ diagnostics: DiagnosticCollector, reserving names: [Identifier] = [], pin: ExtensionName = .swiftName) {
        self.diagnostics = diagnostics
        self.pin = pin
        for name in names {
            taken[name.text] = .some(nil)
        }
    }

    /// Reserves a name that is assigned elsewhere.
    mutating func reserve(_ name: Identifier) {
        taken[name.text] = .some(nil)
    }

    /// Returns the wanted name, or, if it is already used, the name with the first free number, and reports the clash.
    mutating func take(_ wanted: Identifier, for what: @autoclosure () -> String, at range: SourceRange) -> Identifier {
        guard let first = taken[wanted.text] else {
            taken[wanted.text] = range
            return wanted
        }
        var number = numbers[wanted.text] ?? 2
        while taken[wanted.numbered(number).text] != nil {
            number += 1
        }
        numbers[wanted.text] = number + 1
        let name = wanted.numbered(number)
        taken[name.text] = range
        diagnostics.add(
            Diagnostic(
                .warning,
                "name-clash",
                "\(what()) is named '\(name.text)', because the name '\(wanted.text)' is already used",
                hint: "Choose another name with '\(pin.rawValue)'",
                at: range,
                related: first.map {
                    [Diagnostic.Related(message: "The name '\(wanted.text)' is used here", range: $0)]
                }
                    ?? []
            )
        )
        return name
    }

    /// Whether a name is already used.
    func contains(_ name: Identifier) -> Bool {
        taken[name.text] != nil
    }
}
