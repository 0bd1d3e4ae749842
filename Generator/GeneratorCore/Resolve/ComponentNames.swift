import YAMLReader

/// The names of the types of a document's components.
struct ComponentNames {

    let options: ModuleOptions
    let diagnostics: DiagnosticCollector

    /// Returns the names of schemas, no two of which are equal.
    ///
    /// Of several that would share a name, the pinned one has it, or else the one whose spelling is nearest to it: `User`
    /// keeps its name next to `user`, whatever their order.
    ///
    /// - Parameters:
    ///   - schemas: The schemas with their keys in the document.
    ///   - scope: The names of the top level.
    /// - Returns: The names in the order of the schemas.
    func names(_ schemas: [(name: Mapping.Key, schema: Schema)], in scope: inout NameScope) -> [Identifier] {
        let titles = titles(schemas)
        var names = schemas.map { name, schema in
            let wanted = schema.swiftName.map(SwiftName.pinnedType) ?? SwiftName.type(titles[name.text] ?? name.text)
            diagnostics.checkPin(schema.swiftName, became: wanted, at: name.range)
            return wanted
        }
        let ranks = zip(schemas, names).map { component, wanted in
            component.schema.swiftName == nil ? 1 + AlikeNames.distance(wanted, from: component.name.text) : 0
        }
        for rank in 0...3 {
            for index in schemas.indices where ranks[index] == rank {
                let (name, schema) = schemas[index]
                let wanted = Self.whole(names[index], of: schema, options)
                names[index] = scope.take(wanted, for: "The schema '\(name.text)'", at: name.range)
            }
        }
        return names
    }

    /// Returns the titles of schemas that are only numbered, as `def-0` is in documents of Fastify, if each has its own.
    ///
    /// The number of a schema changes with each schema before it.
    private func titles(_ schemas: [(name: Mapping.Key, schema: Schema)]) -> [String: String] {
        let numbered = schemas.filter { name, _ in
            name.text.hasPrefix("def-") && Int(name.text.dropFirst(4)) != nil
        }
        var titles: [String: String] = [:]
        for (name, schema) in numbered {
            // Some titles are the URL by which the schema is identified, and some are sentences.
            guard let title = schema.title,
                let word = title.contains("://") ? title.split(separator: "/").last : title[...],
                word.first?.isLetter == true, word.count(where: \.isWhitespace) < 3
            else { return [:] }
            titles[name.text] = String(word)
        }
        let names = Set(titles.values.map { SwiftName.type($0) }).union(
            schemas.filter { titles[$0.name.text] == nil }.map { SwiftName.type($0.name.text) }
        )
        return names.count == schemas.count ? titles : [:]
    }

    /// Returns the name of a type at the top level: with the prefix of the module, unless it is pinned or in another file.
    static func whole(_ wanted: Identifier, of schema: Schema, _ options: ModuleOptions) -> Identifier {
        schema.pointer.file == 0 && schema.swiftName == nil ? options.prefixed(wanted) : wanted
    }
}
