import YAMLReader

/// Readings of request bodies and responses that lack a level between them and their schemas, each of which it reports.
struct ContentRepair {

    let context: ParseContext
    /// The object in messages: `request body`.
    let what: String

    /// Returns the target of an element with `content`, also of one that is a schema or has media types or a schema in
    /// place of it; `nil` if a reference leads to no value.
    func target(of element: Element) -> Element? {
        guard let last = context.follow(element) else { return nil }
        let chain = context.chain(from: element)
        guard chain.count > 1, context.isSchema(last) else { return repaired(last) }
        let holder = chain[chain.count - 2]
        guard let mapping = holder.node.mapping, let reference = mapping.entry("$ref") else { return last }
        report("refers to a schema", at: reference.value.range)
        let schema = Node(.mapping(Mapping([reference])), range: holder.node.range)
        // The reference is the only fault, not a missing description.
        let description = Mapping.Entry.made("description", .string(""), at: holder.node.range)
        return replacing(
            holder,
            by: mapping.entries.filter { $0.key.text != "$ref" } + [description, Self.content(of: schema)]
        )
    }

    private func repaired(_ element: Element) -> Element {
        guard let mapping = element.node.mapping else { return element }
        if let content = mapping.entry("content") {
            return withMediaType(content, of: mapping, element)
        }
        let types = mapping.entries.filter { HTTPText.isMediaType($0.key.text) }
        if let first = types.first {
            report("has media types outside of 'content'", so: "they are read as its 'content'", at: first.key.range)
            let rest = mapping.entries.filter { !HTTPText.isMediaType($0.key.text) }
            return replacing(element, by: rest + [.made("content", .mapping(Mapping(types)), at: first.key.range)])
        }
        if let schema = mapping.entry("schema"), schema.value.mapping != nil {
            report("has a schema outside of 'content'", at: schema.key.range)
            return replacing(
                element,
                by: mapping.entries.filter { $0.key.text != "schema" } + [Self.content(of: schema.value)]
            )
        }
        guard context.isSchema(element) else { return element }
        report("is a schema", at: element.node.range)
        let flag = mapping.entry("required").flatMap { $0.value.bool == nil ? nil : $0 }
        let own = mapping.entries.filter { flag == nil || $0.key.text != "required" }
        let rest = [mapping.entry("description"), flag].compactMap { $0 }
        return replacing(
            element,
            by: rest + [Self.content(of: Node(.mapping(Mapping(own)), range: element.node.range))]
        )
    }

    /// Returns an object whose `content` is a schema or has one, with a media type around it.
    private func withMediaType(_ content: Mapping.Entry, of mapping: Mapping, _ element: Element) -> Element {
        let target = context.followed(element.child("content", content.value))
        let rest = mapping.entries.filter { $0.key.text != "content" }
        if target.map(context.isSchema) ?? context.isSchema(content.value) {
            report("has a schema without a media type", at: content.key.range)
            return replacing(element, by: rest + [Self.content(of: content.value)])
        }
        guard let schema = content.value.mapping?.entry("schema"), schema.value.mapping != nil else { return element }
        report("has a schema without a media type", at: schema.key.range)
        let entries = content.value.mapping?.entries ?? []
        let others = entries.filter { $0.key.text.contains("/") }
        let own = Mapping(entries.filter { !$0.key.text.contains("/") })
        let json = Mapping.Entry.made("application/json", .mapping(own), at: schema.key.range)
        let media = Node(.mapping(Mapping([json] + others)), range: content.value.range)
        return replacing(element, by: rest + [.init(key: content.key, value: media)])
    }

    private func report(
        _ fault: String,
        so reading: String = "it is read as the schema of 'application/json'",
        at range: SourceRange
    ) {
        context.slip(
            "missing-key",
            "The \(what) \(fault)",
            so: reading,
            hint: "Write 'content: { application/json: { schema: … } }'",
            at: range
        )
    }

    private func replacing(_ element: Element, by entries: [Mapping.Entry]) -> Element {
        Element(node: Node(.mapping(Mapping(entries)), range: element.node.range), pointer: element.pointer)
    }

    private static func content(of schema: Node) -> Mapping.Entry {
        content(holding: Node(.mapping(Mapping([.made("schema", schema)])), range: schema.range))
    }

    private static func content(holding media: Node) -> Mapping.Entry {
        .made("content", .mapping(Mapping([.made("application/json", media)])), at: media.range)
    }
}

extension ParseContext {

    /// Whether an element is a schema in the components, or has the form of one.
    func isSchema(_ element: Element) -> Bool {
        let tokens = element.pointer.tokens
        return tokens.count == 3 && tokens.starts(with: ["components", "schemas"]) || isSchema(element.node)
    }

    /// Whether a mapping has keys of a schema, and none of a parameter, a body or a media type.
    func isSchema(_ node: Node) -> Bool {
        guard let mapping = node.mapping, !["content", "schema", "in"].contains(where: mapping.contains) else {
            return false
        }
        return mapping["type"]?.string.flatMap(JSONType.init) != nil || mapping["properties"]?.mapping != nil
            || ["allOf", "oneOf", "anyOf", "enum"].contains { mapping[$0]?.sequence != nil }
    }
}
