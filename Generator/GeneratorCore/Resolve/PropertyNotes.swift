import YAMLReader

/// The keywords of a property other than those of its type, from all parts of a composition that declare the property.
///
/// If several parts have a keyword with a value, the last part has precedence. A flag applies if one part sets it.
struct PropertyNotes {

    private let graph: SchemaGraph
    private let property: Schema.Property
    /// The schemas of the parts, the last one first, with the schemas at the end of their references.
    private let declarations: [(schema: Schema, own: Schema)]

    /// Collects the keywords of a property.
    init(_ member: ComposedObject.Property, in graph: SchemaGraph) {
        self.graph = graph
        property = member.property
        declarations = member.declarations.reversed().map { ($0, graph.followed($0) ?? $0) }
    }

    var isReadOnly: Bool { has(\.isReadOnly) && !has(\.isWriteOnly) }
    var isWriteOnly: Bool { has(\.isWriteOnly) && !has(\.isReadOnly) }
    /// Whether one part or reference says that the property is read-only, and another one that it is write-only.
    var isContradictory: Bool { has(\.isReadOnly) && has(\.isWriteOnly) }
    var isSensitive: Bool { declarations.contains { Sensitivity(graph: graph).isSensitive($0.schema) } }
    var isBoxed: Bool { has(\.isBoxed) }
    /// Whether the property is deprecated, in contrast to its type.
    var isDeprecated: Bool { declarations.contains(where: \.schema.isDeprecated) }

    private func has(_ flag: KeyPath<Schema, Bool>) -> Bool {
        declarations.contains { $0.schema[keyPath: flag] || $0.own[keyPath: flag] }
    }

    /// The comment, without what the type says of itself if the property has its own text.
    var documentation: Documentation {
        let title = declarations.lazy.compactMap { self.title(of: $0.schema) }.first
        let description = declarations.lazy.compactMap(\.schema.description).first
        let own = graph.followed(property.schema) ?? property.schema
        return Documentation(
            summary: title ?? description ?? self.title(of: own) ?? own.description ?? descriptionOfOnlyValue(of: own),
            details: title == nil ? nil : description
        )
    }

    /// The default; `nil` if there is none.
    ///
    /// A default of another part than the one that lists the values is absent unless it is one of the values.
    var defaultValue: Node? {
        let check = DefaultCheck(diagnostics: graph.diagnostics)
        let values = graph.followed(property.schema)?.listedValues.map { Set($0.map { JSONText($0).text }) }
        return declarations.lazy.compactMap { declaration -> Node? in
            guard let value = check.stated(declaration.schema, declaration.own) else { return nil }
            let isOwn = declaration.schema === property.schema
            return isOwn || values?.contains(JSONText(value).text) ?? true ? value : nil
        }
        .first
    }

    /// The XML Object; `nil` if there is none.
    var xml: XMLModel? {
        declarations.lazy.compactMap { $0.schema.xml ?? xml(ofTarget: $0.own) }.first
    }

    /// The XML Objects of the values in a list or a map; empty if there is none.
    var innerXML: [XMLModel?] {
        declarations.lazy.map { InnerXML(graph: graph).values(in: $0.own) }.first { !$0.isEmpty } ?? []
    }

    /// The schemas whose bounds apply.
    var bounded: [Schema] {
        // A list that was made of two has the bounds of both.
        let isMade = property.schema.elements != nil && !declarations.contains { $0.schema === property.schema }
        return isMade ? [property.schema] : declarations.reversed().map(\.schema)
    }

    /// Returns the most fraction digits of the date-times in the property; `nil` for milliseconds, which are usual.
    func fractionDigits(_ type: SwiftType) -> Int? {
        let precision = TimePrecision(graph: graph)
        return declarations.lazy.compactMap { precision.digits(of: $0.schema, type) }.first
    }

    /// Returns the title of a schema; `nil` if there is none.
    private func title(of schema: Schema) -> String? {
        // Some frameworks repeat the name of each property as its title.
        schema.title.flatMap { Self.isSame($0, property.name) ? nil : $0 }
    }

    /// Returns whether a title has the same letters and digits as the name of its property.
    private static func isSame(_ title: String, _ name: String) -> Bool {
        func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
        return letters(title) == letters(name)
    }

    /// Returns the XML keywords of a referenced schema that apply to a property: of an object, only the absence of a
    /// node.
    private func xml(ofTarget own: Schema) -> XMLModel? {
        let isObject = ScalarComposition(graph.relations).isObject(own)
        let xml = InnerXML(graph: graph).xml(of: own)
        return isObject && xml?.node != XMLModel.NodeType.none ? nil : xml
    }

    /// Returns the title or description of the only alternative to null, or of the only part of a composition.
    private func descriptionOfOnlyValue(of schema: Schema) -> String? {
        let values = schema.variants.isEmpty ? schema.allOf : schema.variants.filter { !graph.isNull($0) }
        guard values.count == 1 else { return nil }
        let own = graph.followed(values[0])
        return values[0].title ?? values[0].description ?? own?.title ?? own?.description
    }
}
