import YAMLReader

/// Upgrades Path Item Objects, Operation Objects and Response Objects of Swagger 2.0.
struct SwaggerOperations {

    private let context: SwaggerUpgrade.Context
    private let root: Mapping

    static let methods: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch"]

    init(_ context: SwaggerUpgrade.Context, _ root: Mapping) {
        self.context = context
        self.root = root
    }

    /// Returns the Paths Object.
    func paths(_ node: Node) -> Node {
        guard let mapping = node.mapping else { return node }
        let entries = mapping.entries.map { entry in
            entry.key.text.hasPrefix("x-")
                ? entry : Mapping.Entry(key: entry.key, value: pathItem(entry.value))
        }
        return Node(.mapping(Mapping(entries)), range: node.range)
    }

    /// Returns a Path Item Object.
    func pathItem(_ node: Node) -> Node {
        guard let mapping = node.mapping else { return node }
        let shared = split(mapping["parameters"]?.sequence ?? [])
        let entries = mapping.entries.compactMap { entry -> Mapping.Entry? in
            switch entry.key.text {
            case "parameters":
                guard entry.value.sequence != nil else { return entry }
                return shared.plain.isEmpty
                    ? nil : .init(key: entry.key, value: Node(.sequence(shared.plain), range: entry.value.range))
            case let key where Self.methods.contains(key):
                return .init(key: entry.key, value: operation(entry.value, shared, isHead: key == "head"))
            default: return entry
            }
        }
        return Node(.mapping(Mapping(entries)), range: node.range)
    }

    /// The parameters of an operation by their counterparts.
    private struct Parameters {
        var plain: [Node] = []
        var body: Node?
        /// Whether the body is declared by a reference to another file.
        var isBodyElsewhere = false
        var fields: [SwaggerForms.Field] = []
    }

    private func split(_ nodes: [Node]) -> Parameters {
        var result = Parameters()
        let parameters = SwaggerParameters(context)
        for node in nodes {
            let reference = node["$ref"]?.string
            let target = reference.flatMap { context.lookUp($0, node["$ref"]?.range ?? node.range) } ?? node
            let isElsewhere = reference.map { !$0.hasPrefix("#") } ?? false
            switch SwaggerParameters.kind(of: target) {
            case .plain: result.plain.append(parameters.parameter(node))
            case .body where result.body != nil:
                context.diagnostics.warning(
                    "two-bodies",
                    "An operation has only one body, so this one is ignored",
                    hint: "Remove it, or make it a property of the first one",
                    at: node.range
                )
            case .body:
                result.body = isElsewhere ? node : target
                result.isBodyElsewhere = isElsewhere
            case .field:
                result.fields.append(
                    .init(node: target, reference: isElsewhere ? reference : nil, range: node.range)
                )
            }
        }
        return result
    }

    private func operation(_ node: Node, _ shared: Parameters, isHead: Bool) -> Node {
        guard let mapping = node.mapping else { return node }
        let consumes = MediaTypeNames.listed("consumes", in: mapping) ?? context.consumes
        // A response to HEAD has no body.
        let produces = (isHead ? nil : MediaTypeNames.listed("produces", in: mapping)) ?? context.produces
        let own = split(mapping["parameters"]?.sequence ?? [])
        var entries = mapping.entries.compactMap { entry -> Mapping.Entry? in
            switch entry.key.text {
            case "consumes", "produces", "schemes": return nil
            case "parameters":
                guard entry.value.sequence != nil else { return entry }
                return own.plain.isEmpty
                    ? nil : .init(key: entry.key, value: Node(.sequence(own.plain), range: entry.value.range))
            case "responses": return .init(key: entry.key, value: responses(entry.value, produces))
            case "requestBody":
                let fields = own.fields + shared.fields
                guard !fields.isEmpty, own.body == nil else { return entry }
                guard let form = SwaggerForms(context: context).adding(fields, to: entry.value) else {
                    report(ignored: fields)
                    return entry
                }
                return .init(key: entry.key, value: form)
            default: return entry
            }
        }
        if !mapping.contains("requestBody"), let body = body(own, shared, consumes) {
            let position = entries.firstIndex { $0.key.text == "responses" } ?? entries.endIndex
            entries.insert(.made("requestBody", body), at: position)
        }
        if let servers = SwaggerServers(root, lookUp: context.lookUp).entry(of: mapping), !mapping.contains("servers") {
            entries.append(servers)
        }
        return Node(.mapping(Mapping(entries)), range: node.range)
    }

    private func body(_ own: Parameters, _ shared: Parameters, _ consumes: [Mapping.Key]) -> Node? {
        let fields = own.fields + shared.fields
        if let body = own.body ?? shared.body {
            if let form = form(with: body, own, shared, consumes) { return form }
            report(ignored: fields)
            let isElsewhere = own.body == nil ? shared.isBodyElsewhere : own.isBodyElsewhere
            guard isElsewhere else { return SwaggerParameters(context).body(body, consumes) }
            return foreignBody(body, consumes) ?? body
        }
        return fields.isEmpty ? nil : SwaggerForms(context: context).body(fields, consumes)
    }

    /// Returns a form with a file in which the body is a further part, as Springfox documents `@RequestPart`; `nil` for
    /// other bodies.
    private func form(
        with body: Node,
        _ own: Parameters,
        _ shared: Parameters,
        _ consumes: [Mapping.Key]
    ) -> Node? {
        let fields = own.fields + shared.fields
        guard !(own.body == nil ? shared.isBodyElsewhere : own.isBodyElsewhere), let name = body["name"]?.string,
            !fields.contains(where: { $0.node["name"]?.string == name }),
            fields.contains(where: { $0.node["type"]?.string == "file" }),
            consumes.contains(where: { $0.text.lowercased().hasPrefix("multipart/") })
        else { return nil }
        context.diagnostics.warning(
            "two-bodies",
            "An operation with form parameters has no body, so this body is a part of the form",
            hint: "Declare it with 'in: formData'",
            at: body.range
        )
        let part = SwaggerForms.Field(node: body, reference: nil, range: body.range)
        return SwaggerForms(context: context).body(fields + [part], consumes)
    }

    /// Returns the body that a reference to another file names, if the operation consumes other media types than the
    /// document.
    private func foreignBody(_ node: Node, _ consumes: [Mapping.Key]) -> Node? {
        guard consumes.map(\.text) != context.consumes.map(\.text), let reference = node["$ref"]?.string,
            let target = context.lookUp(reference, node.range)?.mapping
        else { return nil }
        let kept = target.entries.filter { ["description", "required"].contains($0.key.text) }
        let parameter = Node(.mapping(Mapping(kept + [schema(of: reference, at: node.range)])), range: node.range)
        return SwaggerParameters(context).body(parameter, consumes)
    }

    /// Returns the schema of a value in another file, where the references in the schema remain.
    private func schema(of reference: String, at range: SourceRange) -> Mapping.Entry {
        let target = Node(.string(reference + "/schema"), range: range)
        return .made("schema", .mapping(Mapping([.made("$ref", target)])), at: range)
    }

    private func report(ignored fields: [SwaggerForms.Field]) {
        for field in fields {
            context.diagnostics.warning(
                "two-bodies",
                "An operation with a body has no form parameters, so this parameter is ignored",
                hint: "Remove it or the body",
                at: field.range
            )
        }
    }

    private func responses(_ node: Node, _ produces: [Mapping.Key]) -> Node {
        guard let mapping = node.mapping else { return node }
        let entries = mapping.entries.map { $0.key.text.hasPrefix("x-") ? $0 : response($0, produces) }
        return Node(.mapping(Mapping(entries)), range: node.range)
    }

    /// Returns a Response Object.
    func response(_ entry: Mapping.Entry, _ produces: [Mapping.Key]) -> Mapping.Entry {
        guard let mapping = entry.value.mapping else { return entry }
        guard mapping["$ref"] == nil else { return shared(entry, produces) ?? entry }
        var entries = mapping.entries.compactMap { entry -> Mapping.Entry? in
            switch entry.key.text {
            case "schema", "examples": return nil
            case "headers":
                guard let headers = entry.value.mapping else { return entry }
                let parameters = SwaggerParameters(context)
                let inner = headers.entries.map { Mapping.Entry(key: $0.key, value: parameters.header($0.value)) }
                return .init(key: entry.key, value: Node(.mapping(Mapping(inner)), range: entry.value.range))
            default: return entry
            }
        }
        if let schema = mapping.entry("schema"), !schema.value.isNull, !mapping.contains("content") {
            entries.append(.made("content", content(schema, produces, mapping["examples"]), at: schema.key.range))
        } else if let content = undescribed(entry.key, mapping, produces) {
            entries.append(content)
        }
        return .init(key: entry.key, value: Node(.mapping(Mapping(entries)), range: entry.value.range))
    }

    /// Returns the content of a success without a schema, if the operation itself produces only media types that need none,
    /// such as an archive or text; `nil` for any other response, which has no content.
    private func undescribed(_ key: Mapping.Key, _ mapping: Mapping, _ produces: [Mapping.Key]) -> Mapping.Entry? {
        let names = produces.map(\.text)
        guard key.text == "200", !mapping.contains("schema"), !mapping.contains("content"), !names.isEmpty,
            names != context.produces.map(\.text),
            names.allSatisfy({ $0.contains("/") && [.binary, .text].contains(MediaForm($0.lowercased())) })
        else { return nil }
        let isText = names.allSatisfy { MediaForm($0.lowercased()) == .text }
        context.diagnostics.warning(
            "missing-key",
            "The operation produces '\(names[0])', but this response has no schema, so its body is read as "
                + (isText ? "text" : "bytes"),
            hint: "Add 'schema: { type: \(isText ? "string" : "file") }', or remove 'produces'",
            at: key.range
        )
        let types = names.map { Mapping.Entry.made($0, .mapping(Mapping([])), at: key.range) }
        return .made("content", .mapping(Mapping(types)), at: key.range)
    }

    /// Returns the response that a reference names, if the operation produces other media types than the document, and if
    /// the response declares no type, which all of its operations share.
    private func shared(_ entry: Mapping.Entry, _ produces: [Mapping.Key]) -> Mapping.Entry? {
        guard produces.map(\.text) != context.produces.map(\.text) else { return nil }
        var value = entry.value
        for _ in 0..<8 {
            guard let reference = value["$ref"] else { break }
            guard let text = reference.string, let target = context.lookUp(text, reference.range) else { return nil }
            guard text.hasPrefix("#") else {
                return foreignResponse(target, text, produces, at: reference.range).map {
                    .init(key: entry.key, value: $0)
                }
            }
            value = target
        }
        guard value["$ref"] == nil, let schema = value["schema"] else { return nil }
        let scalars: Set<String?> = ["string", "integer", "number", "boolean"]
        let isScalar = schema["enum"] == nil && scalars.contains(schema["type"]?.string)
        guard schema["$ref"] != nil || SwaggerSchemas.isFile(schema) || isScalar else { return nil }
        return response(.init(key: entry.key, value: value), produces)
    }

    private func foreignResponse(
        _ target: Node,
        _ reference: String,
        _ produces: [Mapping.Key],
        at range: SourceRange
    ) -> Node? {
        guard let mapping = target.mapping, mapping["content"] != nil else { return nil }
        let kept = mapping.entries.filter { $0.key.text != "content" }
        let content = content(schema(of: reference, at: range), produces, nil)
        return Node(.mapping(Mapping(kept + [.made("content", content, at: range)])), range: range)
    }

    /// Returns the example of a media type, or of the same media type with other parameters.
    private static func example(_ type: String, _ examples: Node?) -> Node? {
        func essence(_ type: String) -> String { type.essence.lowercased() }
        return examples?[type] ?? examples?.mapping?.entries.first { essence($0.key.text) == essence(type) }?.value
    }

    /// Returns the media types of a file.
    ///
    /// JSON is the type of failures. If the whole document produces only JSON and XML, those are the types of its other
    /// operations, and the file may have any type.
    private func fileTypes(_ types: [String]) -> [String] {
        let isInherited = types == context.produces.map(\.text)
        let areModels = types.allSatisfy { [.json, .xml].contains(MediaForm($0.lowercased())) }
        if types.isEmpty || isInherited && areModels { return ["*/*"] }
        let own = types.filter { MediaForm($0.lowercased()) != .json }
        return own.isEmpty ? types : own
    }

    private func content(_ schema: Mapping.Entry, _ produces: [Mapping.Key], _ examples: Node?) -> Node {
        let range = schema.value.range
        let isFile = SwaggerSchemas.isFile(schema.value)
        let types = produces.map(\.text)
        let named = isFile ? fileTypes(types) : types.isEmpty ? ["application/json"] : types
        let upgraded = Mapping.Entry(key: schema.key, value: SwaggerSchemas(context).body(schema.value))
        let entries = named.map { type -> Mapping.Entry in
            let example = Self.example(type, examples).map { [Mapping.Entry.made("example", $0)] } ?? []
            return .made(type, .mapping(Mapping([upgraded] + example)), at: range)
        }
        return Node(.mapping(Mapping(entries)), range: range)
    }
}
