import YAMLReader

/// Names and types that several operations or documents share.
extension TypeResolver {

    /// Resolves the schemas that other documents refer to, and marks their uses in those documents.
    func resolveShared(_ schemas: SharedSchemas) {
        for schema in schemas.named {
            let name = schema.pointer.token
            _ = resolve(schema, at: Place(parent: nil, name: name))
        }
        for schema in schemas.xml {
            known(schema).map { markXML($0.type) }
        }
        for schema in schemas.multipart {
            if case .named(let named) = known(schema)?.type,
                case .object(let object) = named.content
            {
                markMultipart(named, object)
            }
        }
    }

    /// Returns a name for the type of a parameter or header among the components, which several operations share.
    ///
    /// - Parameters:
    ///   - pointer: The path of the parameter or header.
    ///   - kind: The kind of component.
    ///   - suffix: The suffix of the name if a schema has the same name.
    /// - Returns: The name; `nil` for anything other than a component.
    func sharedName(_ pointer: Pointer, _ kind: String, suffix: String) -> String? {
        guard pointer.parent?.token == kind, pointer.parent?.parent?.token == "components" else { return nil }
        let name = pointer.token
        return isTaken(options.prefixed(SwiftName.type(name))) ? name + suffix : name
    }
}

/// The schemas of a file that other documents refer to.
struct SharedSchemas {

    /// The schemas that references name.
    let named: [Schema]
    /// The schemas of bodies in XML.
    let xml: [Schema]
    /// The schemas of multipart bodies.
    let multipart: [Schema]

    /// Finds the schemas of a use.
    init(_ use: SharedUse, in context: ParseContext) {
        named = Self.schemas(use.named, in: context)
        xml = Self.schemas(use.xml, in: context)
        multipart = Self.schemas(use.multipart, in: context)
    }

    private static func schemas(_ names: Set<String>, in context: ParseContext) -> [Schema] {
        let path = context.files[0].path + "#"
        return names.filter { $0.hasPrefix(path) }.sorted().compactMap { name in
            let fragment = "#" + name.dropFirst(path.count)
            // A schema with an error may be missing from the document by now.
            guard let pointer = JSONPointer(parsing: fragment), context.root.node.resolve(pointer) != nil else {
                return nil
            }
            return context.schema(Reference(fragment, file: 0, range: context.root.node.range))
        }
    }
}
