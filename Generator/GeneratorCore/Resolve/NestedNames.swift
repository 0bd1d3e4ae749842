import YAMLReader

/// The names inside of declared types: those of nested types, no two of which are equal, and those of properties.
struct NestedNames {

    private let diagnostics: DiagnosticCollector
    /// The names of modules, which a nested type would hide.
    private let modules: [Identifier]
    private var scopes: [NamedType: NameScope] = [:]
    private var members: [NamedType: Set<Identifier>] = [:]

    /// Creates a table without any names.
    ///
    /// - Parameters:
    ///   - diagnostics: The collector that receives name clashes.
    ///   - modules: The names of the modules that qualify the names of types.
    init(_ diagnostics: DiagnosticCollector, hiding modules: [Identifier]) {
        self.diagnostics = diagnostics
        self.modules = modules
    }

    /// Returns the wanted name for a nested type, or the name with a number if another nested type has it.
    mutating func take(_ wanted: Identifier, in parent: NamedType, for what: String, at range: SourceRange)
        -> Identifier
    {
        let (diagnostics, modules) = (diagnostics, modules)
        return scopes[parent, default: NameScope(diagnostics, reserving: [parent.name] + modules)]
            .take(wanted, for: what, at: range)
    }

    /// Whether a nested type, or the type itself, has a name.
    func isTaken(_ name: Identifier, in parent: NamedType) -> Bool {
        scopes[parent]?.contains(name) ?? (name == parent.name || modules.contains(name))
    }

    /// Records the names of a type's properties, which no nested type can have.
    mutating func addMembers(_ names: [Identifier], of type: NamedType) {
        members[type, default: []].formUnion(names)
    }

    /// Whether a property of a type has a name.
    func isMember(_ name: Identifier, of type: NamedType) -> Bool {
        members[type]?.contains(name) ?? false
    }
}
