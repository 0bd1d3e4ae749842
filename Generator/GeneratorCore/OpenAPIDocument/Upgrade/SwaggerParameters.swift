import YAMLReader

/// Upgrades Parameter Objects and Header Objects of Swagger 2.0.
struct SwaggerParameters {

    /// The counterparts of parameters in OpenAPI 3.
    enum Kind { case plain, body, field }

    /// The locations of a list, which differ in the formats that OpenAPI 3 has for them.
    private enum ListLocation { case query, form, elsewhere }

    private let context: SwaggerUpgrade.Context
    private let schemas: SwaggerSchemas

    init(_ context: SwaggerUpgrade.Context) {
        self.context = context
        schemas = SwaggerSchemas(context)
    }

    /// Returns the counterpart of a parameter, which may be upgraded already.
    static func kind(of node: Node) -> Kind {
        switch node["in"]?.string?.lowercased() {
        case "body": .body
        case "formdata", "form": .field
        case nil where node["content"] != nil: .body
        default: .plain
        }
    }

    /// Returns an entry of `parameters`: a parameter, a request body, or a field of a form with its schema.
    func component(_ entry: Mapping.Entry) -> Mapping.Entry {
        switch Self.kind(of: entry.value) {
        case .plain: .init(key: entry.key, value: parameter(entry.value))
        case .body: .init(key: entry.key, value: body(entry.value, context.consumes))
        case .field: .init(key: entry.key, value: field(entry.value))
        }
    }

    /// Returns a parameter in the path, the query, a header field or a cookie.
    func parameter(_ node: Node) -> Node {
        guard let mapping = node.mapping, mapping["$ref"] == nil else { return node }
        var entries = rest(mapping)
        let place = mapping["in"]?.string?.lowercased() ?? ""
        if let schema = mapping.entry("schema") {
            entries.append(.init(key: schema.key, value: schemas.schema(schema.value)))
        } else if let own = ownSchema(mapping, node.range, in: place == "query" ? .query : .elsewhere) {
            entries.append(.made("schema", own))
            entries += style(mapping, place)
        }
        return Node(.mapping(Mapping(entries)), range: node.range)
    }

    /// Returns a header field of a response.
    func header(_ node: Node) -> Node {
        guard let mapping = node.mapping, mapping["$ref"] == nil, mapping["schema"] == nil else { return node }
        let own = ownSchema(mapping, node.range, in: .elsewhere)
        let schema = own.map { [Mapping.Entry.made("schema", $0)] + style(mapping, "header") } ?? []
        return Node(.mapping(Mapping(rest(mapping) + schema)), range: node.range)
    }

    /// Returns a field of a form with its schema.
    private func field(_ node: Node) -> Node {
        guard let mapping = node.mapping, mapping["$ref"] == nil, mapping["schema"] == nil else { return node }
        let own = ownSchema(mapping, node.range, in: .form)
        let description = mapping["description"]
        let schema = own?.mapping.map { schema in
            let notes = description.map { [Mapping.Entry.made("description", $0)] } ?? []
            return Node(.mapping(Mapping(schema.entries + notes)), range: node.range)
        }
        return Node(.mapping(Mapping(rest(mapping) + (schema.map { [.made("schema", $0)] } ?? []))), range: node.range)
    }

    /// Returns a request body.
    func body(_ node: Node, _ consumes: [Mapping.Key]) -> Node {
        guard let mapping = node.mapping, mapping["content"] == nil else { return node }
        let schema = mapping.entry("schema").map { [Mapping.Entry(key: $0.key, value: schemas.body($0.value))] }
        let media = Node(.mapping(Mapping(schema ?? [])), range: schema?[0].value.range ?? node.range)
        let types = consumes.isEmpty ? [Mapping.Key("application/json", range: node.range)] : consumes
        let content = types.map { Mapping.Entry(key: .init($0.text, range: node.range), value: media) }
        let kept: Set<String> = ["description", "required", "x-evidence"]
        let entries =
            mapping.entries.filter { kept.contains($0.key.text) } + [
                .made("content", .mapping(Mapping(content)), at: node.range)
            ]
        return Node(.mapping(Mapping(entries)), range: node.range)
    }

    /// Returns the keys of a parameter that do not belong to its schema.
    private func rest(_ mapping: Mapping) -> [Mapping.Entry] {
        mapping.entries.filter { entry in
            !SwaggerSchemas.keywords.contains(entry.key.text)
                && !["collectionFormat", "schema"].contains(entry.key.text)
        }
    }

    /// Returns the schema of a parameter from its keywords; `nil` if it has none.
    ///
    /// A list whose format is unknown becomes a string.
    private func ownSchema(_ mapping: Mapping, _ range: SourceRange, in location: ListLocation) -> Node? {
        let own = mapping.entries.filter { SwaggerSchemas.keywords.contains($0.key.text) }
        guard !own.isEmpty else { return nil }
        let node = withoutFormats(Node(.mapping(Mapping(own)), range: range))
        guard mapping["type"]?.string == "array" else { return schemas.schema(node) }
        guard let (list, place) = unwritableList(mapping, in: location) else {
            reportRepetition(mapping, in: location)
            return schemas.schema(node)
        }
        context.diagnostics.warning(
            "unsupported-list",
            "\(list) is not supported here, so the parameter is a string",
            hint: "Callers join the elements",
            at: place
        )
        let kept: Set<String> = ["x-nullable", "x-isnullable"]
        let entries = [.made("type", .string("string"), at: range)] + own.filter { kept.contains($0.key.text) }
        return schemas.schema(Node(.mapping(Mapping(entries)), range: range))
    }

    /// Returns the description of the list, or of a list that it contains, whose format is unknown or that cannot be written,
    /// and the range that says so.
    ///
    /// Lists in lists are separated by commas, except in forms, where they are JSON.
    private func unwritableList(_ mapping: Mapping, in location: ListLocation) -> (String, SourceRange)? {
        let known: Set<String> = ["csv", "multi", "ssv", "tsv", "pipes"]
        if let format = mapping["collectionFormat"], let text = format.string, !known.contains(text) {
            return ("A list with the format '\(text)'", format.range)
        }
        var items = mapping["items"]
        while let inner = items?.mapping, inner["type"]?.string == "array" {
            let format = inner["collectionFormat"]
            let text = format?.string ?? "csv"
            if location == .form || text != "csv" {
                let place = format?.range ?? inner["type"]?.range
                return ("A list with the format '\(text)' in a list", place ?? mapping.entries[0].key.range)
            }
            items = inner["items"]
        }
        return nil
    }

    /// Returns a list without the formats of the lists that it contains.
    private func withoutFormats(_ node: Node) -> Node {
        guard let mapping = node.mapping, mapping["type"]?.string == "array" else { return node }
        let entries = mapping.entries.compactMap { entry -> Mapping.Entry? in
            switch entry.key.text {
            case "collectionFormat": nil
            case "items": .init(key: entry.key, value: withoutFormats(entry.value))
            default: entry
            }
        }
        return Node(.mapping(Mapping(entries)), range: node.range)
    }

    /// Reports the format 'multi' of a list that cannot repeat its name.
    private func reportRepetition(_ mapping: Mapping, in location: ListLocation) {
        guard location == .elsewhere, let format = mapping["collectionFormat"], format.string == "multi" else { return }
        context.diagnostics.warning(
            "unsupported-list",
            "The format 'multi' is only allowed in the query and in forms, so the elements are separated by commas",
            hint: "Use 'csv'",
            at: format.range
        )
    }

    /// Returns the entries `style` and `explode`, or `x-separator`, for the format of a list.
    func style(_ mapping: Mapping, _ place: String) -> [Mapping.Entry] {
        let location: ListLocation =
            place == "query" ? .query : ["formdata", "form"].contains(place) ? .form : .elsewhere
        guard mapping["type"]?.string == "array", unwritableList(mapping, in: location) == nil else { return [] }
        let format = mapping["collectionFormat"]
        guard location != .elsewhere else {
            let separators = ["ssv": "space", "tsv": "tab", "pipes": "pipe"]
            guard let format, let separator = format.string.flatMap({ separators[$0] }) else { return [] }
            return [.made("x-separator", .string(separator), at: format.range)]
        }
        let range = format?.range ?? mapping["type"]?.range ?? SourceRange(start: .start, end: .start)
        let explode = Mapping.Entry.made("explode", .bool(format?.string == "multi"), at: range)
        switch format?.string {
        case "ssv": return [.made("style", .string("spaceDelimited"), at: range), explode]
        case "pipes": return [.made("style", .string("pipeDelimited"), at: range), explode]
        case "tsv": return [.made("x-separator", .string("tab"), at: range), explode]
        default: return [.made("style", .string("form"), at: range), explode]
        }
    }
}
