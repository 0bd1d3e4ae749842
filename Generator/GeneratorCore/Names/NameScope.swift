import YAMLReader

/// Names given in one place, so that no two are equal.
struct NameScope {

    private var taken: [String: SourceRange?] = [:]
    /// The numbers that come next behind names which were taken before; names are never given back.
    private var numbers: [String: Int] = [:]
    private let diagnostics: DiagnosticCollector
    private let pin: ExtensionName

    /// Creates a scope.
    ///
    /// - Parameters:
    ///   - diagnostics: What is told of clashes.
    ///   - names: Names that are taken.
    ///   - pin: The extension that gives other names.
    init(_ diagnostics: DiagnosticCollector, reserving names: [Identifier] = [], pin: ExtensionName = .swiftName) {
        self.diagnostics = diagnostics
        self.pin = pin
        for name in names {
            taken[name.text] = .some(nil)
        }
    }

    /// Keeps a name that was given elsewhere.
    mutating func reserve(_ name: Identifier) {
        taken[name.text] = .some(nil)
    }

    /// Takes a name; where it is taken already, the first free one with a number behind it, which is reported.
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

    /// Whether a name is given already.
    func contains(_ name: Identifier) -> Bool {
        taken[name.text] != nil
    }
}
