import YAMLReader

/// Combines the form parameters of an operation into a request body.
struct SwaggerForms {

    /// A form parameter of an operation.
    struct Field {
        /// The parameter or the target of its reference, upgraded or not.
        let node: Node
        /// The reference to a parameter in another file.
        let reference: String?
        let range: SourceRange
    }

    let context: SwaggerUpgrade.Context

    private static let types = ["multipart/form-data", "application/x-www-form-urlencoded"]

    /// Returns the request body.
    ///
    /// - Parameters:
    ///   - fields: The fields; at least one.
    ///   - consumes: The media types that the operation consumes.
    /// - Returns: The request body.
    func body(_ fields: [Field], _ consumes: [Mapping.Key]) -> Node {
        let range = fields[0].range
        let parameters = SwaggerParameters(context)
        var properties: [Mapping.Entry] = []
        var required: [Node] = []
        var encodings: [Mapping.Entry] = []
        for field in fields {
            let name = field.node["name"]
            guard let text = name?.string, !properties.contains(where: { $0.key.text == text }) else { continue }
            let key = Mapping.Key(text, range: name?.range ?? field.range)
            properties.append(.init(key: key, value: schema(of: field, parameters)))
            if field.node["required"]?.bool == true {
                required.append(Node(.string(text), range: key.range))
            }
            let style = field.node.mapping.map { parameters.style($0, "formdata") } ?? []
            if !style.isEmpty {
                encodings.append(.init(key: key, value: Node(.mapping(Mapping(style)), range: field.range)))
            }
        }
        var schema: [Mapping.Entry] = [
            .made("type", .string("object"), at: range), .made("properties", .mapping(Mapping(properties)), at: range),
        ]
        if !required.isEmpty {
            schema.append(.made("required", .sequence(required), at: range))
        }
        var media = [Mapping.Entry.made("schema", .mapping(Mapping(schema)), at: range)]
        if !encodings.isEmpty {
            media.append(.made("encoding", .mapping(Mapping(encodings)), at: range))
        }
        let content = types(fields, consumes).map { Mapping.Entry.made($0, .mapping(Mapping(media)), at: range) }
        let entries: [Mapping.Entry] = [
            .made("content", .mapping(Mapping(content)), at: range),
            .made("required", .bool(!required.isEmpty), at: range),
        ]
        return Node(.mapping(Mapping(entries)), range: range)
    }

    /// Returns a request body of OpenAPI 3 with further fields, which some frameworks write as parameters.
    ///
    /// - Parameters:
    ///   - fields: The fields; at least one.
    ///   - body: The request body.
    /// - Returns: The request body, whose forms have the fields; `nil` for a body without forms.
    func adding(_ fields: [Field], to body: Node) -> Node? {
        let content = body["content"]?.mapping?.entries ?? []
        let forms = content.filter { entry in Self.types.contains { entry.key.text.lowercased().hasPrefix($0) } }
        guard let mapping = body.mapping, !forms.isEmpty else { return nil }
        var media: [Mapping.Entry] = []
        for entry in content {
            let added = forms.contains { $0.key.text == entry.key.text } ? adding(fields, to: entry) : entry
            // With a file, both forms are multipart.
            if let added, !media.contains(where: { $0.key.text == added.key.text }) { media.append(added) }
        }
        let isRequired = body["required"]?.bool == true || fields.contains { $0.node["required"]?.bool == true }
        let others = mapping.entries.filter { !["content", "required"].contains($0.key.text) }
        let entries: [Mapping.Entry] = [
            .made("content", .mapping(Mapping(media)), at: body.range),
            .made("required", .bool(isRequired), at: body.range),
        ]
        return Node(.mapping(Mapping(others + entries)), range: body.range)
    }

    private func adding(_ fields: [Field], to form: Mapping.Entry) -> Mapping.Entry? {
        guard let content = self.body(fields, [form.key])["content"]?.mapping?.entries.first,
            let schema = content.value["schema"]
        else { return nil }
        let parts = [form.value["schema"], schema].compactMap(\.self)
        let whole = Node(
            .mapping(Mapping([.made("allOf", .sequence(parts), at: form.value.range)])),
            range: form.value.range
        )
        var entries = (form.value.mapping?.entries ?? []).filter { !["schema", "encoding"].contains($0.key.text) }
        entries.append(.made("schema", whole))
        let encodings = [form.value, content.value].flatMap { $0["encoding"]?.mapping?.entries ?? [] }
        if !encodings.isEmpty {
            entries.append(.made("encoding", .mapping(Mapping(encodings)), at: form.value.range))
        }
        let key = Mapping.Key(content.key.text, range: form.key.range)
        return .init(key: key, value: Node(.mapping(Mapping(entries)), range: form.value.range))
    }

    private func types(_ fields: [Field], _ consumes: [Mapping.Key]) -> [String] {
        let hasFile = fields.contains { field in
            field.node["type"]?.string == "file" || field.node["schema"]?["format"]?.string == "binary"
        }
        let listed = consumes.map(\.text).filter { type in
            Self.types.contains { type.lowercased().hasPrefix($0) }
        }
        let fitting = hasFile ? listed.filter { $0.lowercased().hasPrefix("multipart/") } : listed
        return fitting.isEmpty ? [Self.types[hasFile ? 0 : 1]] : fitting
    }

    private func schema(of field: Field, _ parameters: SwaggerParameters) -> Node {
        if let reference = field.reference {
            let target = Node(.string(reference + "/schema"), range: field.range)
            return Node(.mapping(Mapping([.made("$ref", target)])), range: field.range)
        }
        if field.node["in"]?.string == "body" {
            return field.node["schema"] ?? Node(.mapping(Mapping([])), range: field.range)
        }
        let entry = Mapping.Entry.made("field", field.node)
        return parameters.component(entry).value["schema"] ?? Node(.mapping(Mapping([])), range: field.range)
    }
}
