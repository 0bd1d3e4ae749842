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

    /// Which operations it gets; `nil` for all.
    public var filter: Filter?

    /// Whether parts of the document that hold errors are left out, and the rest is generated.
    public var keepsGoing = false

    /// Creates options.
    ///
    /// - Parameters:
    ///   - module: Name of the Swift module.
    ///   - client: Name of the client type; `nil` makes one from the module's name.
    ///   - specName: Name of the spec as it stands in file headers.
    public init(module: String, client: String? = nil, specName: String) {
        self.module = module
        let stem = module.hasSuffix("API") && module.count > 3 ? String(module.dropLast(3)) : module
        self.client = client ?? stem + "Client"
        self.specName = specName
    }
}
