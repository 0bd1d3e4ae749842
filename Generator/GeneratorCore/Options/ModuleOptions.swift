/// What a user chooses for one module.
public struct ModuleOptions: Hashable, Sendable {

    /// Who may use the generated declarations.
    public enum Access: String, CaseIterable, Sendable {
        case `public`, package, `internal`
    }

    /// Name of the Swift module.
    public var module: String

    /// Name of the client type.
    public var client: String

    /// Name of the spec as it stands in file headers, relative and without machine paths.
    public var specName: String

    /// Who may use the generated declarations.
    public var access = Access.public

    /// Swift types by the `format` of a schema; they replace those that the generator would choose.
    public var formats: [String: FormatType] = [:]

    /// Protocols that models conform to beside those of the runtime, by the name of the schema; `*` is all of them.
    public var conformances: [String: [String]] = [:]

    /// How values of models are compared.
    public var equality = Equality.hashable

    /// Which values are checked against the bounds of their schemas.
    public var validation = Validation.off

    /// How values of models are compared.
    public enum Equality: String, CaseIterable, Sendable {
        /// Models are `Hashable`.
        case hashable
        /// Models are `Equatable`.
        case equatable
        /// Models are neither, which takes less time to compile.
        case none
    }

    /// Which values are checked against the bounds of their schemas.
    public enum Validation: String, CaseIterable, Sendable {
        case off
        /// Parameters and bodies, before they are sent.
        case requests
        /// Those, and what servers respond.
        case all
    }

    /// A Swift type for a `format`.
    public struct FormatType: Hashable, Sendable {
        /// The type as it is written in Swift: `Decimal` or `MyModule.Money`.
        public var type: String
        /// The module to import for it; `nil` for none.
        public var module: String?

        /// Creates a type; without a module, what stands before the first dot is one.
        public init(_ type: String, module: String? = nil) {
            self.type = type
            let steps = type.split(separator: ".")
            self.module = module ?? (steps.count > 1 ? steps.first.map(String.init) : nil)
        }
    }

    /// Whether an unknown `x-` key is an error.
    public var isStrict = false

    /// Whether a protocol for each tag, and a second module with doubles and examples, are wanted.
    public var hasMocks = false

    /// A server of the same operations; `nil` for none.
    public var server: Server?

    /// What a user chooses for the server of a module.
    public struct Server: Hashable, Sendable {
        /// Who may use the generated declarations.
        public var access: Access

        /// What the names of the protocols begin with; empty for nothing.
        public var prefix: String

        /// Creates options: internal declarations, without a prefix.
        public init(access: Access = .internal, prefix: String = "") {
            self.access = access
            self.prefix = prefix
        }
    }

    /// What the names of its types begin with, where several documents become one module; empty for nothing.
    ///
    /// Schemas of other files, which several documents share, have none.
    public var prefix = ""

    /// What other documents do with the schemas that they share with this one.
    public var sharedUse = SharedUse()

    /// Whether the module has the types of a file's schemas alone, which other modules then import.
    public var hasSchemasAlone = false

    /// Which operations it gets; `nil` for all.
    public var filter: Filter?

    /// Whether parts of the document that hold errors are left out, and the rest is generated.
    public var continuesOnError = false

    /// Creates options.
    ///
    /// - Parameters:
    ///   - module: Name of the Swift module.
    ///   - client: Name of the client type; `nil` makes one from the module's name.
    ///   - specName: Name of the spec as it stands in file headers.
    public init(module: String, client: String? = nil, specName: String) {
        self.module = module
        let stem = module.hasSuffix("API") && module.count > 3 ? String(module.dropLast(3)) : module
        self.client = client ?? SwiftName.derived(stem, "Client", orWith: "API").text
        self.specName = specName
    }
}

extension ModuleOptions {

    /// A name of the module's top level for something of the document itself.
    func prefixed(_ name: Identifier) -> Identifier {
        guard !prefix.isEmpty else { return name }
        let whole = Identifier(sanitizing: prefix + name.text)
        return ReservedNames.contains(whole) ? whole.appending("Model") : whole
    }

    /// A member's name that other documents of the module might have as well.
    func prefixed(member name: Identifier) -> Identifier {
        prefix.isEmpty ? name : SwiftName.member(prefix + name.text.prefix(1).uppercased() + name.text.dropFirst())
    }
}
