import YAMLReader

/// The types of a module of schemas, for the modules that import it.
///
/// Unchecked, because types refer to each other in circles and are classes: the run that made them has ended when
/// somebody else sees this, and from then on they are only read.
public final class SharedTypes: @unchecked Sendable {

    /// Name of the module that declares them.
    let module: Identifier
    /// What its user chose for it.
    let options: ModuleOptions
    /// Which of the types have bounds to check.
    let validation: ValidationPlan
    /// Names of its top level.
    let names: [Identifier]
    private let context: ParseContext
    private let types: TypeResolver

    init(_ options: ModuleOptions, _ context: ParseContext, _ types: TypeResolver, _ translation: TranslationContext) {
        module = translation.module.name
        self.options = options
        self.context = context
        self.types = types
        validation = translation.validation
        names = types.topLevel.map(\.name)
        types.topLevel.forEach { $0.belong(to: module) }
    }

    /// Why a module cannot build on these types; `nil` when it can.
    func problem(for user: ModuleOptions) -> (message: String, hint: String)? {
        func place<Choice: Equatable>(_ choice: Choice, _ all: [Choice]) -> Int { all.firstIndex(of: choice) ?? 0 }
        if place(user.access, ModuleOptions.Access.allCases) < place(options.access, ModuleOptions.Access.allCases)
            || options.access == .internal
        {
            return (
                "The access of \(user.module) is '\(user.access.rawValue)', but this schema is a type of \(module.text), "
                    + "whose access is '\(options.access.rawValue)'",
                "Set the access of \(module.text) to '\(user.access == .public ? "public" : "package")'"
            )
        }
        if place(user.equality, ModuleOptions.Equality.allCases)
            < place(options.equality, ModuleOptions.Equality.allCases)
        {
            return (
                "The equality of \(user.module) is '\(user.equality.rawValue)', but this schema is a type of "
                    + "\(module.text), whose equality is '\(options.equality.rawValue)'",
                "Give both the same 'equality'"
            )
        }
        return nil
    }

    /// The type of a schema as the module has it; `nil` for a schema that it does not speak of.
    ///
    /// - Parameters:
    ///   - schema: The schema as another document reads it.
    ///   - path: Path of the file in which it stands.
    /// - Returns: The type.
    func resolved(_ schema: Schema, in path: String) -> TypeResolver.Resolved? {
        context.knownSchema(at: schema.pointer, in: path).flatMap(types.known)
    }
}

extension NamedType {

    /// Notes which module declares the type, and what stands in it.
    fileprivate func belong(to module: Identifier) {
        self.module = module
        nested.forEach { $0.belong(to: module) }
    }
}

extension SwiftType {

    /// Whether a declared type is somewhere in the type.
    var hasNamed: Bool {
        switch self {
        case .named: true
        case .array(let inner), .arraySkippingInvalidElements(let inner), .dictionary(let inner), .optional(let inner):
            inner.hasNamed
        default: false
        }
    }
}
