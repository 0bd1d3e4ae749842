/// The uses of types that affect their declarations.
struct TypeUses {

    /// Objects that are bodies of multipart requests.
    private(set) var multipart: Set<NamedType> = []
    /// Types of bodies in XML.
    private(set) var xml: [SwiftType] = []
    /// The names of the imported modules whose types are used.
    private(set) var imports: Set<Identifier> = []

    /// Records that values of a type are sent or received as XML.
    mutating func addXML(_ type: SwiftType) {
        xml.append(type)
    }

    /// Records that an object is a multipart body.
    ///
    /// An object that contains files is written as a multipart body only.
    mutating func addMultipart(_ type: NamedType, _ object: ObjectType) {
        // A tuple is a list and has no named parts.
        guard !object.isTuple else { return }
        multipart.insert(type)
        if object.properties.contains(where: \.type.hasFile) || object.additional.hasFile {
            type.content = .form(object)
        }
    }

    /// Records the use of an imported module; returns `false` if it is known already.
    mutating func addImport(_ module: Identifier) -> Bool {
        imports.insert(module).inserted
    }
}
