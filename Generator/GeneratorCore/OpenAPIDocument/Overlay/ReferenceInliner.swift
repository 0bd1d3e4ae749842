import YAMLReader

/// Copies the targets of references outside schemas, so that an overlay can correct one use of a component.
struct ReferenceInliner {

    let sources: SourceStore
    let diagnostics: DiagnosticCollector

    /// The keys of mappings and lists of values that can be references.
    private static let kinds: Set<String> = [
        "parameters", "headers", "responses", "requestBodies", "links", "callbacks", "examples", "securitySchemes",
        "pathItems", "mediaTypes", "content",
    ]
    /// The keys of schemas and example values, which may contain the other keys as names.
    private static let others: Set<String> = [
        "schema", "itemSchema", "schemas", "definitions", "$defs", "properties", "items", "allOf", "oneOf", "anyOf",
        "additionalProperties", "value", "example", "default",
    ]

    /// Whether a reference at a location is outside schemas.
    static func isReference(_ path: [String]) -> Bool {
        guard let last = path.last, !path.dropLast().contains(where: others.contains) else { return false }
        return isPathItem(path) || last == "requestBody" || path.count >= 2 && kinds.contains(path[path.count - 2])
    }

    /// Whether a location is that of a Path Item Object.
    private static func isPathItem(_ path: [String]) -> Bool {
        path.count == 2 && ["paths", "x-ms-paths", "webhooks", "x-webhooks"].contains(path[0])
            || path.count >= 2 && path[path.count - 2] == "pathItems"
            || path.count >= 3 && path[path.count - 3] == "callbacks"
    }

    /// Copies the target of a reference.
    ///
    /// - Parameters:
    ///   - node: The mapping with `$ref`.
    ///   - path: The location of the mapping.
    ///   - file: The number of the file that contains the mapping.
    /// - Returns: The copy; `nil` if there is no target, or the target is not a mapping.
    func copy(of node: Node, at path: [String], in file: Int) -> Node? {
        guard let reference = node["$ref"], let text = reference.string,
            let target = sources.place(of: text, in: file, at: reference.range, diagnostics),
            target.node.mapping != nil
        else { return nil }
        let copy = target.file == file ? target.node : relinked(target.node, from: target.file, to: file)
        guard Self.isPathItem(path), let siblings = node.mapping?.entries.filter({ $0.key.text != "$ref" }) else {
            return copy
        }
        // The other keys of a path item are read in addition to its target.
        return copy.merging(Node(.mapping(Mapping(siblings)), range: node.range))
    }

    /// Returns a value of one file for use in another one, with references that lead to the same targets.
    private func relinked(_ node: Node, from source: Int, to file: Int) -> Node {
        var result = node
        switch node.value {
        case .sequence(let nodes):
            result.value = .sequence(nodes.map { relinked($0, from: source, to: file) })
        // References in a schema with an address are relative to the address.
        case .mapping(let mapping) where mapping["$id"]?.string == nil:
            let entries = mapping.entries.map { entry -> Mapping.Entry in
                var entry = entry
                switch (entry.key.text, entry.value.string) {
                case ("$ref", let text?), ("operationRef", let text?):
                    entry.value.value = .string(moved(text, at: entry.value.range, from: source, to: file))
                case ("discriminator", nil) where entry.value["propertyName"]?.string != nil:
                    entry.value = discriminator(entry.value, from: source, to: file)
                default: entry.value = relinked(entry.value, from: source, to: file)
                }
                return entry
            }
            result.value = .mapping(Mapping(entries))
        default: break
        }
        return result
    }

    /// Returns a Discriminator Object with the names of schemas as references.
    private func discriminator(_ node: Node, from source: Int, to file: Int) -> Node {
        func target(_ node: Node) -> Node {
            guard let text = node.string else { return node }
            let isName = !text.contains("/") && !text.contains("#") && !text.contains(".")
            let reference = isName ? "#/components/schemas/\(text)" : text
            return Node(.string(moved(reference, at: node.range, from: source, to: file)), range: node.range)
        }
        var result = node
        let entries = (node.mapping?.entries ?? []).map { entry -> Mapping.Entry in
            var entry = entry
            if entry.key.text == "defaultMapping" {
                entry.value = target(entry.value)
            } else if entry.key.text == "mapping", let targets = entry.value.mapping {
                entry.value.value = .mapping(
                    Mapping(targets.entries.map { Mapping.Entry(key: $0.key, value: target($0.value)) })
                )
            }
            return entry
        }
        result.value = .mapping(Mapping(entries))
        return result
    }

    /// Returns the text of a reference of one file for use in another one.
    private func moved(_ text: String, at range: SourceRange, from source: Int, to file: Int) -> String {
        let reference = Reference(text, file: source, range: range)
        let (old, new) = (sources.files[source].path, sources.files[file].path)
        let path =
            reference.filePath.isEmpty
            ? old : RelativePath.resolve(reference.filePath, against: old, inside: sources.folder)
        // A network address is the same everywhere.
        guard let path else { return text }
        guard path != new else { return reference.fragment }
        return RelativePath.path(to: path, from: new) + (text.contains("#") ? reference.fragment : "")
    }
}
