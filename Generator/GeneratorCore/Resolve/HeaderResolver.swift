import YAMLReader

/// Decides the types of documented header fields of answers.
///
/// A field of one name has one type wherever it is documented; where documents disagree it is text.
struct HeaderResolver {

    let types: TypeResolver
    let typeName: Identifier

    /// The fields of all answers by their names.
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
        let kinds = Set(entries.map(type))
        return HeaderModel(
            wireName: first.name.text,
            name: scope.take(wanted, for: "The header field '\(first.name.text)'", at: first.name.range),
            type: kinds.count == 1 ? kinds.first ?? .string : .string,
            explode: kinds.count == 1 && first.explode,
            isJSON: kinds.count == 1 && first.isJSON,
            documentation: Documentation(summary: entries.lazy.compactMap(\.description).first)
        )
    }

    private func type(_ header: ResponseEntry.Header) -> SwiftType {
        guard let schema = header.schema else { return .string }
        let shared = types.sharedName(header.pointer, "headers", suffix: "Header")
        let name = shared ?? SwiftName.type(header.name.text).text + "Header"
        let type = types.resolve(schema, at: TypeResolver.Place(parent: nil, name: name)).type
        return type.hasFile || type == .data ? .string : type
    }
}
