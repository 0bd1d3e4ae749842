import YAMLReader

/// Decides the types of documented header fields of responses.
///
/// If the declarations of a field differ, its constant for all responses is a string, and each operation or response that
/// documents it has a constant with its own type.
struct HeaderResolver {

    let types: TypeResolver
    let typeName: Identifier

    /// Returns the fields of all responses by their names.
    func set(_ document: Document) -> HeaderSet {
        let all = document.operations.flatMap(\.responses).flatMap(\.headers).filter(\.isPossible)
        let found = Dictionary(grouping: all) { $0.name.text.lowercased() }.sorted { $0.key < $1.key }
        var scope = NameScope(types.diagnostics)
        let headers = found.map { model($0.value, &scope) }
        let differing = Set(found.filter { type($0.value) == nil }.map(\.key))
        let responses = differing.isEmpty ? [] : responses(document, differing, &scope)
        return HeaderSet(typeName: typeName, headers: headers, responses: responses)
    }

    /// Returns the constants of the fields whose declarations differ, for each operation, or for each response of an
    /// operation whose responses differ.
    private func responses(
        _ document: Document,
        _ names: Set<String>,
        _ scope: inout NameScope
    ) -> [ResponseHeaders] {
        document.operations.flatMap { operation -> [ResponseHeaders] in
            let id = OperationResolver.id(of: operation)
            let base = OperationResolver.base(of: id)
            let found = operation.responses.map { response in
                (response, response.headers.filter { names.contains($0.name.text.lowercased()) && $0.isPossible })
            }.filter { !$0.1.isEmpty }
            let all = Dictionary(grouping: found.flatMap(\.1)) { $0.name.text.lowercased() }
            guard !found.isEmpty else { return [] }
            if all.values.allSatisfy({ type($0, prefix: base) != nil }) {
                let entries = all.sorted { $0.key < $1.key }.map(\.value)
                let summary = "The header fields of the responses of `\(id)`."
                return [group(base, summary, entries, at: operation.range, &scope)]
            }
            return found.map { response, headers in
                let summary = "The header fields of the response of `\(id)` with the status \(response.status)."
                let name = base + StatusName.word(response.status)
                return group(name, summary, headers.map { [$0] }, at: response.statusRange, &scope)
            }
        }
    }

    private func group(
        _ name: String,
        _ summary: String,
        _ entries: [[ResponseEntry.Header]],
        at range: SourceRange,
        _ scope: inout NameScope
    ) -> ResponseHeaders {
        var inner = NameScope(types.diagnostics)
        // A nested type would hide a type of the same name.
        let plain = SwiftName.type(name)
        let wanted = types.isTaken(plain) ? plain.appending("Response") : plain
        let name = scope.take(wanted, for: "A group of header fields", at: range)
        let headers = entries.map { model($0, &inner, prefix: name.text) }
        return ResponseHeaders(name: name, summary: summary, headers: headers)
    }

    private func model(
        _ entries: [ResponseEntry.Header],
        _ scope: inout NameScope,
        prefix: String = ""
    ) -> HeaderModel {
        let first = entries[0]
        let wanted = first.swiftName.map(SwiftName.pinnedMember) ?? SwiftName.member(first.name.text)
        types.diagnostics.checkPin(first.swiftName, became: wanted, at: first.name.range)
        let type = type(entries, prefix: prefix)
        return HeaderModel(
            wireName: first.name.text,
            name: scope.take(wanted, for: "The header field '\(first.name.text)'", at: first.name.range),
            type: type ?? .string,
            explode: type != nil && first.explode,
            separator: type == nil ? nil : first.separator,
            isJSON: type != nil && first.isJSON,
            documentation: Documentation(summary: entries.lazy.compactMap(\.description).first)
        )
    }

    /// Returns the type of a field's values; `nil` if the declarations differ.
    private func type(_ entries: [ResponseEntry.Header], prefix: String = "") -> SwiftType? {
        let schemas = PropertyAlternatives(types.graph.relations).distinct(entries.compactMap(\.schema))
        // Types that are declared here would have the same name, and remain unused.
        guard schemas.count < 2 || !schemas.contains(where: isDeclaredHere) else { return nil }
        let kinds = Set(entries.filter { $0.schema == nil }.map { _ in SwiftType.string })
            .union(schemas.compactMap { schema in entries.first { $0.schema === schema } }.map { type($0, prefix) })
        let separators = Set(entries.map(\.separator))
        return kinds.count == 1 && separators.count == 1 ? kinds.first : nil
    }

    /// Whether the schema is inline and needs a type declaration.
    private func isDeclaredHere(_ schema: Schema) -> Bool {
        guard schema.reference == nil else { return false }
        let inner = (schema.items.map { [$0] } ?? []) + types.graph.schemasOfOtherProperties(schema)
        return schema.listedValues != nil || !schema.properties.isEmpty || !schema.allOf.isEmpty
            || !schema.variants.isEmpty || !schema.prefixItems.isEmpty || schema.kinds.count > 1
            || inner.contains(where: isDeclaredHere)
    }

    private func type(_ header: ResponseEntry.Header, _ prefix: String) -> SwiftType {
        guard let schema = header.schema else { return .string }
        let shared = types.sharedName(header.pointer, "headers", suffix: "Header")
        let name = shared ?? prefix + SwiftName.type(header.name.text).text + "Header"
        let type = types.resolve(schema, at: TypeResolver.Place(parent: nil, name: name)).type
        return type.hasFile || type == .data ? .string : type
    }
}
