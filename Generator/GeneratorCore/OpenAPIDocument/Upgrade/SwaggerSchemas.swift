import YAMLReader

/// Upgrades Schema Objects of Swagger 2.0, and the keywords of schemas in parameters and headers.
struct SwaggerSchemas {

    private let context: SwaggerUpgrade.Context

    init(_ context: SwaggerUpgrade.Context) {
        self.context = context
    }

    /// The keywords of schemas that parameters, headers and their items may have.
    static let keywords: Set<String> = [
        "type", "format", "items", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
        "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf", "x-nullable",
        "x-isnullable",
        "x-enum-varnames", "x-enumNames", "x-enum-descriptions", "x-enumDescriptions", "x-swift-names", "x-read-as",
        "x-enum-names", "x-enumVarNames", "x-enumVarnames", "x-enum-varNames", "x-enum-keys", "x-speakeasy-enums",
        "x-fern-enum", "x-ms-enum", "x-extensible-enum",
    ]

    /// The keywords that may accompany a reference.
    private static let notes: Set<String> = ["$ref", "title", "description", "readOnly", "example", "default", "xml"]

    /// The extensions that other keywords replace.
    private static let consumed: Set<String> = ["x-nullable", "x-isnullable", "x-ms-discriminator-value"]

    private static let single: Set<String> = ["additionalProperties", "not"]
    private static let lists: Set<String> = ["allOf", "anyOf", "oneOf"]
    private static let maps: Set<String> = ["properties", "patternProperties", "definitions"]

    /// Returns an entry of the components, with the discriminator's values that its derived schemas declare.
    func component(_ entry: Mapping.Entry) -> Mapping.Entry {
        .init(key: entry.key, value: schema(entry.value, name: entry.key.text))
    }

    /// Returns a schema of OpenAPI 3.1.
    ///
    /// - Parameters:
    ///   - node: The schema.
    ///   - name: The name of a component; `nil` for any other schema.
    /// - Returns: The schema.
    func schema(_ node: Node, name: String? = nil) -> Node {
        // A component extends the other parts of its composition, so it is not null itself.
        guard let mapping = name == nil ? node.mapping.map(withoutNullParts) : node.mapping else { return node }
        if mapping["$ref"]?.string != nil {
            let entries = mapping.entries.filter { entry in
                let isNote = Self.notes.contains(entry.key.text) || entry.key.text.hasPrefix("x-")
                return isNote && !Self.consumed.contains(entry.key.text)
            }
            return nullable(Node(.mapping(Mapping(entries)), range: node.range), mapping)
        }
        var entries: [Mapping.Entry] = []
        for entry in mapping.entries {
            switch entry.key.text {
            case let key where Self.consumed.contains(key): continue
            case "nullable" where entry.value.bool != nil: continue
            case "discriminator":
                entries.append(.init(key: entry.key, value: discriminator(entry.value, name)))
            case "items":
                entries.append(.init(key: entry.key, value: items(entry, of: mapping)))
            case let key where Self.single.contains(key):
                entries.append(.init(key: entry.key, value: schema(entry.value)))
            case let key where Self.lists.contains(key):
                let parts = entry.value.sequence.map { key == "allOf" ? $0 : withNull($0) }?.map { schema($0) }
                let value = parts.map { Node(.sequence($0), range: entry.value.range) } ?? entry.value
                entries.append(.init(key: entry.key, value: value))
            case let key where Self.maps.contains(key): entries.append(.init(key: entry.key, value: all(entry.value)))
            default: entries.append(entry)
            }
        }
        let plain = Node(.mapping(Mapping(withoutFile(withNewBounds(entries)))), range: node.range)
        return nullable(plain, mapping)
    }

    /// Returns the variants of a union, with the type 'null' for those that only say that null is allowed.
    ///
    /// OpenAPI 3.0 has no other way to say it. A nullable object without properties means null next to a reference.
    private func withNull(_ variants: [Node]) -> [Node] {
        guard !variants.allSatisfy({ Self.isNull($0, beside: variants) }) else { return variants }
        return variants.map { node in
            guard let mapping = node.mapping, Self.isNull(node, beside: variants), let mark = Self.mark(mapping) else {
                return node
            }
            let null = Mapping.Entry.made("type", .string("null"), at: mark.value.range)
            let rest = mapping.entries.filter { $0.key.text == "description" || $0.key.text == "title" }
            return Node(.mapping(Mapping([null] + rest)), range: node.range)
        }
    }

    /// Returns a schema that allows null itself if a part of its `allOf` says nothing else.
    private func withoutNullParts(_ mapping: Mapping) -> Mapping {
        guard let parts = mapping["allOf"]?.sequence, parts.count > 1,
            let null = parts.first(where: { Self.isNull($0, beside: parts) }),
            let mark = null.mapping.flatMap(Self.mark),
            !parts.allSatisfy({ Self.isNull($0, beside: parts) })
        else { return mapping }
        let entries = mapping.entries.map { entry -> Mapping.Entry in
            guard entry.key.text == "allOf" else { return entry }
            let others = parts.filter { !Self.isNull($0, beside: parts) }
            return .init(key: entry.key, value: Node(.sequence(others), range: entry.value.range))
        }
        return Mapping(entries.filter { $0.key.text != mark.key.text } + [mark])
    }

    /// Whether a part of a list says nothing but that null is allowed.
    private static func isNull(_ node: Node, beside parts: [Node]) -> Bool {
        guard let mapping = node.mapping, mark(mapping) != nil else { return false }
        let keys = mapping.entries.map(\.key.text).filter { !notesOfNull.contains($0) }
        let hasReference = parts.count == 2 && parts.contains { $0["$ref"] != nil }
        return keys.isEmpty || hasReference && keys == ["type"] && mapping["type"]?.string == "object"
    }

    /// The keywords of a schema that says nothing but that null is allowed.
    private static let notesOfNull: Set<String> = [
        "nullable", "x-nullable", "x-isnullable", "description", "title", "example", "deprecated",
    ]

    /// Returns the keyword that allows null; `nil` if there is none.
    private static func mark(_ mapping: Mapping) -> Mapping.Entry? {
        ["x-nullable", "x-isnullable", "nullable"].compactMap { mapping.entry($0) }.first { $0.value.bool == true }
    }

    /// Returns the schema of elements.
    ///
    /// Swagger 2.0 has no tuples, so the schemas of a list are alternatives, as for the tools that convert documents.
    /// Without a type, another warning concerns the schema as a whole.
    private func items(_ entry: Mapping.Entry, of object: Mapping) -> Node {
        guard let list = entry.value.sequence, let first = list.first else { return schema(entry.value) }
        let range = entry.value.range
        guard list.count > 1 else { return schema(first) }
        if object["type"] != nil || object["properties"] != nil {
            context.diagnostics.warning(
                "item-list",
                "'items' of Swagger 2.0 is one schema, so the \(list.count) schemas of this list are alternatives",
                hint: "Write one schema; OpenAPI 3.1 has 'prefixItems' for elements at fixed positions",
                at: entry.key.range
            )
        }
        let variants = Node(.sequence(list.map { schema($0) }), range: range)
        return Node(.mapping(Mapping([.made("anyOf", variants)])), range: range)
    }

    /// Returns the schemas of a mapping from names.
    private func all(_ node: Node) -> Node {
        guard let mapping = node.mapping else { return node }
        let entries = mapping.entries.map { Mapping.Entry(key: $0.key, value: schema($0.value)) }
        return Node(.mapping(Mapping(entries)), range: node.range)
    }

    /// Returns the Discriminator Object for the name of a property.
    private func discriminator(_ node: Node, _ name: String?) -> Node {
        guard node.string != nil else { return node }
        var entries = [Mapping.Entry.made("propertyName", node)]
        if let values = name.flatMap({ context.discriminatorValues[$0] }), !values.isEmpty {
            entries.append(.made("mapping", .mapping(Mapping(values)), at: node.range))
        }
        return Node(.mapping(Mapping(entries)), range: node.range)
    }

    /// Whether a whole body is a file: the type `file`, or an object or a string with the format of the same name.
    static func isFile(_ node: Node) -> Bool {
        let isNamed = node["format"]?.string == "file" && ["object", "string"].contains(node["type"]?.string)
        let hasMembers = ["properties", "additionalProperties", "allOf", "enum"].contains { node[$0] != nil }
        return node["type"]?.string == "file" || isNamed && !hasMembers
    }

    /// Returns the schema of a whole body; that of a file is bytes.
    func body(_ node: Node) -> Node {
        guard Self.isFile(node), let mapping = node.mapping else { return schema(node) }
        let entries = mapping.entries.map { entry -> Mapping.Entry in
            entry.key.text == "type" ? .made("type", .string("file"), at: entry.value.range) : entry
        }
        return schema(Node(.mapping(Mapping(entries)), range: node.range))
    }

    /// Returns keywords with bytes instead of the type `file`.
    private func withoutFile(_ entries: [Mapping.Entry]) -> [Mapping.Entry] {
        guard let type = entries.first(where: { $0.key.text == "type" })?.value, type.string == "file" else {
            return entries
        }
        let rest = entries.filter { $0.key.text != "format" }.map { entry in
            entry.key.text == "type" ? .init(key: entry.key, value: Node(.string("string"), range: type.range)) : entry
        }
        return rest + [.made("format", .string("binary"), at: type.range)]
    }

    /// Returns keywords with numbers as exclusive bounds instead of Booleans.
    private func withNewBounds(_ entries: [Mapping.Entry]) -> [Mapping.Entry] {
        var result = entries
        for (bound, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
            guard let flag = result.firstIndex(where: { $0.key.text == exclusive }),
                let isExclusive = result[flag].value.bool
            else { continue }
            if isExclusive, let number = result.firstIndex(where: { $0.key.text == bound }) {
                result[flag].value = result[number].value
                result.remove(at: number)
            } else {
                result.remove(at: flag)
            }
        }
        return result
    }

    /// Returns a schema that also allows null if the original says so.
    private func nullable(_ node: Node, _ original: Mapping) -> Node {
        guard let mark = Self.mark(original), let mapping = node.mapping else { return node }
        let null = Node(.string("null"), range: mark.value.range)
        let none = Node(.mapping(Mapping([.made("type", null)])), range: mark.value.range)
        guard mapping["$ref"] == nil, mapping["type"] != nil || mapping["allOf"] == nil else {
            return Node(
                .mapping(Mapping([.made("anyOf", .sequence([node, none]), at: node.range)])),
                range: node.range
            )
        }
        var entries = mapping.entries
        if mapping["type"] == nil, let kind = Self.impliedKind(mapping) {
            let type = Node(.string(kind), range: mark.value.range)
            entries.insert(.made("type", .sequence([type]), at: mark.key.range), at: 0)
        }
        entries = entries.map { entry -> Mapping.Entry in
            let range = entry.value.range
            switch (entry.key.text, entry.value.sequence) {
            case ("type", let listed):
                let kinds = listed ?? [entry.value]
                let all = kinds.contains { $0.string == "null" } ? kinds : kinds + [null]
                return .init(key: entry.key, value: Node(.sequence(all), range: range))
            case ("enum", let values?) where !values.contains(where: \.isNull):
                return .init(key: entry.key, value: Node(.sequence(values + [Node(.null, range: range)]), range: range))
            case ("oneOf", let variants?), ("anyOf", let variants?):
                let hasNull = variants.contains { $0["type"]?.string == "null" }
                return hasNull ? entry : .init(key: entry.key, value: Node(.sequence(variants + [none]), range: range))
            default: return entry
            }
        }
        return Node(.mapping(Mapping(entries)), range: node.range)
    }

    /// Returns the type that the keywords of a schema without a type imply for a model; `nil` for a schema that allows
    /// null by its other keywords, or by having none.
    private static func impliedKind(_ mapping: Mapping) -> String? {
        guard !["oneOf", "anyOf", "enum"].contains(where: mapping.contains) else { return nil }
        let ofObjects = ["properties", "patternProperties", "additionalProperties"]
        if ofObjects.contains(where: { mapping[$0]?.mapping != nil }) {
            return "object"
        }
        if let items = mapping["items"] {
            // Without a type, alternatives of elements may also be the value itself.
            return items["oneOf"] == nil && items["anyOf"] == nil ? "array" : nil
        }
        let ofStrings = ["format", "pattern", "maxLength", "contentEncoding", "contentMediaType"]
        return ofStrings.contains(where: mapping.contains) ? "string" : nil
    }
}

/// The values of discriminators that derived schemas declare with `x-ms-discriminator-value`.
enum SwaggerDiscriminators {

    /// Returns the entries of the discriminators' mappings by the name of the base, for all bases up the hierarchy.
    static func values(in definitions: Node?) -> [String: [Mapping.Entry]] {
        var values: [String: [Mapping.Entry]] = [:]
        for entry in definitions?.mapping?.entries ?? [] {
            guard let value = entry.value["x-ms-discriminator-value"], let text = value.string else { continue }
            let target = Node(.string(JSONPointer(["definitions", entry.key.text]).description), range: value.range)
            var known: Set<String> = []
            var open = [entry.key.text]
            while let name = open.popLast() {
                guard known.insert(name).inserted else { continue }
                values[name, default: []].append(.made(text, target))
                open += (definitions?[name]?["allOf"]?.sequence ?? []).compactMap { part in
                    part["$ref"]?.string.flatMap(JSONPointer.init(parsing:))?.tokens.last
                }
            }
        }
        return values
    }
}
