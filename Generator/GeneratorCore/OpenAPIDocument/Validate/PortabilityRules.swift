import YAMLReader

/// Reports what other generators commonly drop, for documents that clients in other languages use as well.
struct PortabilityRules {

    let context: ParseContext

    /// Keys whose values are data.
    private static let data: Set<String> = ["example", "examples", "default", "enum", "const", "mapping"]

    /// Keys whose values map names to other values, so that a name equal to a keyword has no special meaning.
    private static let names: Set<String> = [
        "properties", "patternProperties", "schemas", "parameters", "responses", "headers", "requestBodies",
        "securitySchemes", "links", "callbacks", "pathItems", "paths", "webhooks", "content", "variables", "$defs",
        "encoding", "mediaTypes",
    ]

    /// Keys with mappings or lists that other generators ignore.
    private static let ignored = [
        "prefixItems", "patternProperties", "callbacks", "webhooks", "additionalOperations", "itemSchema",
        "prefixEncoding", "itemEncoding", "mediaTypes", "x-ms-paths",
    ]

    /// Checks the document; other files are parts of other documents as well.
    func check() {
        visit(context.root.node, isNames: false)
        for item in context.root.node["paths"]?.mapping?.entries ?? [] {
            checkServers(item.value)
        }
    }

    private func visit(_ node: Node, isNames: Bool) {
        switch node.value {
        case .sequence(let nodes): nodes.forEach { visit($0, isNames: false) }
        case .mapping(let mapping):
            if !isNames {
                check(mapping)
            }
            for entry in mapping.entries where isNames || !Self.data.contains(entry.key.text) {
                guard isNames || !entry.key.text.hasPrefix("x-") else { continue }
                visit(entry.value, isNames: !isNames && Self.names.contains(entry.key.text))
            }
        default: break
        }
    }

    private func check(_ mapping: Mapping) {
        for key in ["oneOf", "anyOf"] {
            guard let entry = mapping.entry(key), let variants = entry.value.sequence,
                variants.contains(where: { $0["type"]?.string == "null" })
            else { continue }
            report(
                "Common generators drop a property whose '\(key)' has a variant of the type 'null'",
                "Refer to the other variant, and allow null in its 'type'",
                entry.key.range
            )
        }
        if let types = mapping["type"]?.sequence?.compactMap(\.string).filter({ $0 != "null" }), types.count > 1,
            let range = mapping["type"]?.range
        {
            report("Common generators drop a value of several types", "Use one type, or a string", range)
        }
        for key in Self.ignored {
            guard let entry = mapping.entry(key), entry.value.sequence != nil || entry.value.mapping != nil else {
                continue
            }
            report("Common generators ignore '\(key)'", "Describe it in 'description' as well", entry.key.range)
        }
        if let entry = mapping.entry("query"), entry.value["responses"] != nil {
            report("Common generators ignore the method QUERY", "Offer the same operation as POST", entry.key.range)
        }
        if let entry = mapping["discriminator"]?.mapping?.entry("defaultMapping") {
            report(
                "Common generators ignore 'defaultMapping' and reject other values of the discriminator",
                "List all values in 'mapping'",
                entry.key.range
            )
        }
        if let entry = mapping.entry(ExtensionName.separator.rawValue), !context.sources.isSwagger(0) {
            report(
                "Common generators ignore '\(entry.key.text)' and send commas",
                "Use a style of OpenAPI, such as 'pipeDelimited' in the query",
                entry.key.range
            )
        }
        if let place = mapping["in"], let text = place.string, mapping["name"]?.string != nil {
            checkParameter(mapping, text, place.range)
        }
    }

    private func checkParameter(_ mapping: Mapping, _ place: String, _ range: SourceRange) {
        if ["cookie", "querystring"].contains(place), mapping["schema"] != nil || mapping["content"] != nil {
            report("Common generators drop a parameter with 'in: \(place)'", "Use a header or query parameter", range)
        }
        if let style = mapping["style"], let text = style.string, !["simple", "form"].contains(text) {
            report("Common generators do not support the style '\(text)'", "Use the default style", style.range)
        }
    }

    /// Reports servers of a path or an operation, unless the first one, which other generators would use, is also a
    /// server of the document.
    private func checkServers(_ item: Node) {
        let listed = Set((context.root.node["servers"]?.sequence ?? []).map(Self.url))
        let methods = Set(OperationParser.methods)
        let operations = item.mapping?.entries.filter { methods.contains($0.key.text) }.map(\.value) ?? []
        for object in [item] + operations {
            guard let entry = object.mapping?.entry("servers"),
                let first = entry.value.sequence?.first.map(Self.url), !listed.contains(first)
            else { continue }
            report(
                "Common generators ignore the servers of a path or an operation",
                "List the first one under the 'servers' of the document as well",
                entry.key.range
            )
        }
    }

    /// Returns the URL of a server with the defaults of its variables.
    private static func url(_ server: Node) -> String {
        let variables = server["variables"]?.mapping?.entries ?? []
        return variables.reduce(server["url"]?.string ?? "") { url, variable in
            url.replacing("{\(variable.key.text)}", with: variable.value["default"]?.string ?? "")
        }
    }

    private func report(_ message: String, _ hint: String, _ range: SourceRange) {
        context.diagnostics.warning("not-portable", message, hint: hint, at: range)
    }
}
