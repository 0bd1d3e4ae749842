import YAMLReader

/// The type of a schema, and whether the value may be null.
struct ResolvedType {
    var type: SwiftType
    var isNullable: Bool
}

/// The types of a module, as ``TypeResolver`` decided them.
struct ResolvedTypes {
    /// The types of the module's top level.
    let topLevel: [NamedType]
    /// The types among them whose schemas are in other files, by name.
    let foreign: [NamedType]
    /// The type aliases, with the positions of their schemas.
    let aliases: [(type: NamedType, range: SourceRange)]
    /// Objects that are bodies of multipart requests.
    let multipart: Set<NamedType>
    /// Types of bodies in XML.
    let xml: [SwiftType]
    /// The modules whose types are used.
    let imports: [SharedTypes]
    /// The names of the top level.
    let names: NameScope
    private let resolved: SchemaTable<ResolvedType>

    init(
        topLevel: [NamedType],
        foreign: [NamedType],
        aliases: [(type: NamedType, range: SourceRange)],
        multipart: Set<NamedType>,
        xml: [SwiftType],
        imports: [SharedTypes],
        names: NameScope,
        resolved: SchemaTable<ResolvedType>
    ) {
        self.topLevel = topLevel
        self.foreign = foreign
        self.aliases = aliases
        self.multipart = multipart
        self.xml = xml
        self.imports = imports
        self.names = names
        self.resolved = resolved
    }

    /// Returns the type of a schema; `nil` for a schema that was not resolved.
    func type(of schema: Schema) -> ResolvedType? {
        resolved[schema]
    }

    /// Returns the types of the schemas of all files, by the path of the file and the schema's pointer.
    func byLocation(in context: ParseContext) -> [ExactText: ResolvedType] {
        context.locatedSchemas.reduce(into: [:]) { types, schema in
            types[ExactText(context.files[schema.pointer.file].path + schema.pointer.text)] = resolved[schema]
        }
    }
}
