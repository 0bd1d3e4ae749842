/// The types of a module of schemas, for the modules that import it.
///
/// Unchecked, because declared types are classes that refer to each other in cycles; they do not change after the run
/// that created them.
public struct SharedTypes: @unchecked Sendable {

    /// The module that declares them, as its importers see it.
    let imported: ImportedModule
    /// The options of the module.
    let options: ModuleOptions
    /// The type of each schema, by the path of its file and its pointer.
    private let types: [ExactText: ResolvedType]

    /// The name of the module.
    var module: Identifier { imported.name }

    /// Collects the types of a finished run and marks them as those of the module.
    ///
    /// - Parameters:
    ///   - module: The model of the module.
    ///   - options: The options of the module.
    ///   - types: The type of each schema, by the path of its file and its pointer.
    init(_ module: APIModule, _ options: ModuleOptions, _ types: [ExactText: ResolvedType]) {
        imported = ImportedModule(
            name: module.name,
            names: module.types.map(\.name),
            validation: module.validation
        )
        self.options = options
        self.types = types
        module.types.forEach { $0.belong(to: module.name) }
    }

    /// Returns the reason why a module cannot use these types, with a hint; `nil` if it can use them.
    func problem(for user: ModuleOptions) -> (message: String, hint: String)? {
        func rank<Choice: Equatable>(_ choice: Choice, _ all: [Choice]) -> Int { all.firstIndex(of: choice) ?? 0 }
        if rank(user.access, ModuleOptions.Access.allCases) < rank(options.access, ModuleOptions.Access.allCases)
            || options.access == .internal
        {
            return (
                "The access of \(user.module) is '\(user.access.rawValue)', but this schema is a type of \(module.text), "
                    + "whose access is '\(options.access.rawValue)'",
                "Set the access of \(module.text) to '\(user.access == .public ? "public" : "package")'"
            )
        }
        if rank(user.equality, ModuleOptions.Equality.allCases)
            < rank(options.equality, ModuleOptions.Equality.allCases)
        {
            return (
                "The equality of \(user.module) is '\(user.equality.rawValue)', but this schema is a type of "
                    + "\(module.text), whose equality is '\(options.equality.rawValue)'",
                "Give both the same 'equality'"
            )
        }
        return nil
    }

    /// Returns the type of a schema; `nil` for a schema that the module does not contain.
    ///
    /// - Parameters:
    ///   - schema: The schema as another document reads it.
    ///   - path: The path of its file.
    /// - Returns: The type.
    func resolved(_ schema: Schema, in path: String) -> ResolvedType? {
        types[ExactText(path + schema.pointer.text)]
    }
}

extension NamedType {

    /// Marks the type and its nested types as declared by a module.
    fileprivate func belong(to module: Identifier) {
        self.module = module
        nested.forEach { $0.belong(to: module) }
    }
}
