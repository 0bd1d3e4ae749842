import YAMLReader

/// Decides the types of documented header fields of responses.
///
/// A field has the same type wherever it is documented; if the declarations differ, it is a string.
struct HeaderResolver {

    let types: TypeResolver
    let typeName: Identifier

    /// Returns the fields of all responses by their names.
    func set(_ document: Document) -> HeaderSet {
        let all = document.operations.flatMap(\.responses).flatMap(\.headers).filter(\.isPossible)
        let found = Dictionary(grouping: all) { $0.name.text.lowercased() }.sorted { $0.key < $1.key }
        var scope = NameScope(types.diagnostics)
        let headers = found.map { model($0.value, &scope) }
        return HeaderSet(typeName: typeName, headers: headers)
    }

    private func model(_ entries: [ResponseEntry.Header], _ scope: inout NameScope) -> HeaderModel {
        let first = entries[0]
        let wanted = first.swiftName.map(SwiftName.pinnedMember) ?? SwiftName.member(first.name.text)
        types.diagnostics.checkPin(first.swiftName, became: wanted, at: first.name.range)
        let type = type(entries)
        return HeaderModel(
            wireName: first.name.text,
            name: scope.take(wanted, for: "The header field '\(first.name.text)'", at: first.name.range),
            type: type ?? .string,
            explode: type != nil && first.explode,
            isJSON: type != nil && first.isJSON,
            documentation: Documentation(summary: entries.lazy.compactMap(\.description).first)
        )
    }

    /// Returns the type of a field's values; `nil` if the declarations differ.
    private func type(_ entries: [ResponseEntry.Header]) -> SwiftType? {
        let schemas = PropertyAlternatives(types.graph).distinct(entries.compactMap(\.schema))
        // Types that are declared here would have the same name, and remain unused.
        guard schemas.count < 2 || !schemas.contains(where: isDeclaredHere) else { return nil }
        let kinds = Set(entries.filter { $0.schema == nil }.map { _ in SwiftType.string })
            .union(schemas.compactMap { schema in entries.first { $0.schema === schema } }.map(type))
        return kinds.count == 1 ? kinds.first : nil
    }

    /// Whether the schema is inline and needs a type declaration.
    private func isDeclaredHere(_ schema: Schema) -> Bool {
        guard schema.reference == nil else { return false }
        let inner = (schema.items.map { [$0] } ?? []) + types.graph.schemasOfOtherProperties(schema)
        return schema.listedValues != nil || !schema.properties.isEmpty || !schema.allOf.isEmpty
            || !schema.variants.isEmpty || !schema.prefixItems.isEmpty || schema.kinds.count > 1
            || inner.contains(where: isDeclaredHere)
    }

    private func type(_ header: ResponseEntry.Header) -> SwiftType {
        guard let schema = header.schema else { return .string }
        let shared = types.sharedName(header.pointer, "headers", suffix: "Header")
        let name = shared ?? SwiftName.type(header.name.text).text + "Header"
        let type = types.resolve(schema, at: TypeResolver.Place(parent: nil, name: name)).type
        return type.hasFile || type == .data ? .string : type
    }
}
