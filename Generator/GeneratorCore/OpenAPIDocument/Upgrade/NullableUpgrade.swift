import YAMLReader

/// Upgrades the schemas and multipart encodings of an OpenAPI 3.0 document to those of OpenAPI 3.1.
struct NullableUpgrade {

    private let schemas: SwaggerSchemas

    init(_ diagnostics: DiagnosticCollector) {
        schemas = SwaggerSchemas(SwaggerUpgrade.Context(diagnostics: diagnostics) { _, _ in nil })
    }

    /// Keys whose values are data.
    private static let data: Set<String> = ["example", "examples", "default", "enum", "const"]

    /// Keys of mappings whose own keys are names, which may be spelled like other keys.
    private static let names: Set<String> = [
        "properties", "patternProperties", "definitions", "schemas", "headers", "parameters", "responses",
        "requestBodies", "securitySchemes", "links", "callbacks", "encoding", "variables", "content", "paths",
        "x-ms-paths", "x-webhooks",
    ]

    /// The keys of an encoding that OpenAPI 3.0 ignores in multipart bodies.
    private static let styles: Set<String> = ["style", "explode", "allowReserved"]

    /// Returns the upgraded document.
    func upgraded(_ root: Node) -> Node {
        guard let mapping = root.mapping, mapping["openapi"] != nil else { return value(root) }
        let entries = mapping.entries.map { entry -> Mapping.Entry in
            guard entry.key.text == "openapi" else { return self.entry(entry) }
            return .init(key: entry.key, value: Node(.string("3.1.0"), range: entry.value.range))
        }
        return Node(.mapping(Mapping(entries)), range: root.range)
    }

    /// Returns the upgraded value; `name` is that of a component, which is a schema.
    private func value(_ node: Node, component name: String? = nil) -> Node {
        switch node.value {
        case .sequence(let nodes): return Node(.sequence(nodes.map { value($0) }), range: node.range)
        case .mapping(let mapping):
            let isOld =
                ["nullable", "x-nullable", "exclusiveMinimum", "exclusiveMaximum"].contains { mapping[$0]?.bool != nil }
                || ["oneOf", "anyOf", "allOf"].contains { key in
                    // A part that allows null may mean nothing else.
                    mapping[key]?.sequence?.contains { part in
                        ["nullable", "x-nullable"].contains { part[$0]?.bool == true }
                    } ?? false
                }
            // A schema is upgraded with all schemas in it.
            guard !isOld else { return schemas.schema(node, name: name) }
            return Node(.mapping(Mapping(mapping.entries.map(entry))), range: node.range)
        default: return node
        }
    }

    private func entry(_ entry: Mapping.Entry) -> Mapping.Entry {
        let key = entry.key.text
        if Self.names.contains(key), let mapping = entry.value.mapping {
            let entries = mapping.entries.map { named -> Mapping.Entry in
                // Only schemas have names that can begin like an extension.
                let isExtension =
                    named.key.text.hasPrefix("x-")
                    && ["paths", "x-ms-paths", "x-webhooks", "responses", "callbacks"].contains(key)
                guard !isExtension else { return named }
                let isMultipart = key == "content" && named.key.text.lowercased().hasPrefix("multipart/")
                let name = key == "schemas" ? named.key.text : nil
                let upgraded = value(isMultipart ? withoutStyles(named.value) : named.value, component: name)
                return .init(key: named.key, value: upgraded)
            }
            return .init(key: entry.key, value: Node(.mapping(Mapping(entries)), range: entry.value.range))
        }
        let isData = Self.data.contains(key) || key.hasPrefix("x-")
        return isData ? entry : .init(key: entry.key, value: value(entry.value))
    }

    /// Returns a media type without the styles of its parts, which only OpenAPI 3.1 applies.
    private func withoutStyles(_ media: Node) -> Node {
        guard let mapping = media.mapping, let encodings = mapping["encoding"]?.mapping else { return media }
        let own = encodings.entries.compactMap { encoding -> Mapping.Entry? in
            guard let keys = encoding.value.mapping else { return encoding }
            let rest = keys.entries.filter { !Self.styles.contains($0.key.text) }
            let value = Node(.mapping(Mapping(rest)), range: encoding.value.range)
            return rest.isEmpty ? nil : .init(key: encoding.key, value: value)
        }
        let entries = mapping.entries.compactMap { entry -> Mapping.Entry? in
            guard entry.key.text == "encoding" else { return entry }
            let value = Node(.mapping(Mapping(own)), range: entry.value.range)
            return own.isEmpty ? nil : .init(key: entry.key, value: value)
        }
        return Node(.mapping(Mapping(entries)), range: media.range)
    }
}
