/// The options of one module.
public struct ModuleOptions: Hashable, Sendable {

    /// The access level of the generated declarations.
    public enum Access: String, CaseIterable, Sendable {
        case `public`, package, `internal`
    }

    /// The name of the Swift module.
    public var module: String

    /// The name of the client type.
    public var client: String

    /// The name of the spec for file headers: a relative path that is the same on every machine.
    public var specName: String

    /// The command that generates the files again, for file headers: the same on every machine.
    public var command = "specwright generate"

    /// The access level of the generated declarations.
    public var access = Access.public

    /// Swift types by the `format` of a schema; they replace the types that the generator would choose.
    public var formats: [String: FormatType] = [:]

    /// Further protocols that models conform to, by the name of the schema; `*` applies to all models.
    public var conformances: [String: [String]] = [:]

    /// The conformances for comparing models.
    public var equality = Equality.hashable

    /// The values that are checked against the bounds of their schemas.
    public var validation = Validation.off

    /// The conformances for comparing models.
    public enum Equality: String, CaseIterable, Sendable {
        /// Models are `Hashable`.
        case hashable
        /// Models are `Equatable`.
        case equatable
        /// Models are neither, which reduces compile time.
        case none
    }

    /// The values that are checked against the bounds of their schemas.
    public enum Validation: String, CaseIterable, Sendable {
        case off
        /// Parameters and bodies that a generated server receives; clients check nothing.
        case servers
        /// Parameters and bodies before they are sent.
        case requests
        /// Parameters, bodies and responses.
        case all
    }

    /// A Swift type for a `format`.
    public struct FormatType: Hashable, Sendable {
        /// The type in Swift syntax: `Decimal` or `MyModule.Money`.
        public var type: String
        /// The module to import for the type; `nil` for none.
        public var module: String?

        /// Creates a type; without a module, the part before the first dot is the module.
        public init(_ type: String, module: String? = nil) {
            self.type = type
            let steps = type.split(separator: ".")
            self.module = module ?? (steps.count > 1 ? steps.first.map(String.init) : nil)
        }
    }

    /// Whether a fault with only one reasonable reading, such as a path parameter that is not required, is an error.
    ///
    /// Such a fault is a warning in other documents, and the module is generated from the reading.
    public var isStrict = false

    /// Whether an unknown `x-` key is an error; `nil` if it is one in strict documents.
    public var refusesExtensions: Bool?

    /// The folder of the files that references may name, if it contains the document; `nil` for the document's folder.
    ///
    /// Empty for the folder to which the documents' paths are relative.
    public var referenceFolder: String?

    /// Whether to report what other generators commonly drop.
    public var checksPortability = false

    /// Whether to add notes: on operations whose responses seem to be pages, and on defaults that no property applies.
    public var makesSuggestions = false

    /// Whether to generate a protocol for each tag, and a second module with doubles and examples.
    public var hasMocks = false

    /// Whether the files have the names of ``FixedLayout``, which do not depend on the document.
    public var hasFixedLayout = false

    /// The options of a server of the same operations; `nil` for none.
    public var server: Server?

    /// The options of a server.
    public struct Server: Hashable, Sendable {
        /// The access level of the generated declarations.
        public var access: Access

        /// The prefix of the protocols' names; empty for none.
        public var prefix: String

        /// Creates options: internal declarations, without a prefix.
        public init(access: Access = .internal, prefix: String = "") {
            self.access = access
            self.prefix = prefix
        }
    }

    /// The prefix of the types' names if several documents form one module; empty for none.
    ///
    /// The types of schemas in other files, which several documents share, have no prefix.
    public var prefix = ""

    /// The use that other documents make of the schemas that they share with this document.
    public var sharedUse = SharedUse()

    /// Whether the module contains only the types of a file's schemas, for other modules to import.
    public var hasSchemasAlone = false

    /// The operations of the module; `nil` for all.
    public var filter: Filter?

    /// Whether to omit parts of the document that contain errors, and to generate the rest.
    public var continuesOnError = false

    /// Creates options.
    ///
    /// - Parameters:
    ///   - module: The name of the Swift module.
    ///   - client: The name of the client type; `nil` derives it from the module's name.
    ///   - specName: The name of the spec for file headers.
    public init(module: String, client: String? = nil, specName: String) {
        self.module = module
        let stem = module.hasSuffix("API") && module.count > 3 ? String(module.dropLast(3)) : module
        self.client = client ?? SwiftName.derived(stem, "Client", orWith: "API").text
        self.specName = specName
    }
}

extension ModuleOptions {

    /// Returns a name of the module's top level, with the prefix.
    func prefixed(_ name: Identifier) -> Identifier {
        guard !prefix.isEmpty else { return name }
        let whole = Identifier(sanitizing: prefix + name.text)
        return ReservedNames.contains(whole) ? whole.appending("Model") : whole
    }

    /// Returns the name of a property that other documents of the module may have as well, with the prefix.
    func prefixed(member name: Identifier) -> Identifier {
        prefix.isEmpty ? name : SwiftName.member(prefix + name.text.prefix(1).uppercased() + name.text.dropFirst())
    }
}
