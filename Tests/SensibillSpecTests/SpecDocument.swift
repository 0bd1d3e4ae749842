import Foundation
import YAMLReader

/// The Sensibill spec, for comparison with the documentation.
struct SpecDocument {
    private let root: Node

    /// A file that cannot be compared.
    struct Unreadable: Error {}

    /// Reads the spec of this package.
    ///
    /// - Throws: ``Unreadable`` if the file has no value, or an error of Foundation if it cannot be read.
    init() throws {
        let url = Documented.package.appendingPathComponent("Specs/sensibill.yaml")
        let file = SourceFile(path: url.path, bytes: [UInt8](try Data(contentsOf: url)))
        guard let root = readDocument(file).root else { throw Unreadable() }
        self.root = root
    }

    /// Returns the schema with a name, or `nil` if there is none.
    func schema(_ name: String) -> Node? { root["components"]?["schemas"]?[name] }

    /// Returns the operation of a line such as `GET /api/v2/documents`, and its path item, or `nil` if there is none.
    func operation(_ title: String) -> (operation: Node, path: Node)? {
        let words = title.split(separator: " ").map(String.init)
        guard let path = root["paths"]?[words[1]], let operation = path[words[0].lowercased()] else { return nil }
        return (operation, path)
    }

    /// Returns the target of a reference, or the node itself if it is not a reference.
    func target(_ node: Node) -> Node {
        guard let reference = node["$ref"]?.string else { return node }
        let steps = reference.dropFirst(2).split(separator: "/").map(String.init)
        let found = steps.reduce(Node?.some(root)) { $0?[$1] }
        return found.map(target) ?? node
    }

    /// Returns the name of the schema that a node refers to, directly or as the only alternative to null.
    func referenceName(_ node: Node) -> String? {
        if let reference = node["$ref"]?.string { return reference.split(separator: "/").last.map(String.init) }
        return alternatives(node).compactMap(referenceName).first
    }

    /// Returns a schema without references, and without null as an alternative.
    func plain(_ node: Node) -> Node {
        let node = target(node)
        let others = alternatives(node)
        return others.count == 1 && node["properties"] == nil ? plain(others[0]) : node
    }

    /// Returns whether a schema allows null.
    func allowsNull(_ node: Node) -> Bool {
        let schema = target(node)
        if schema["type"]?.sequence?.contains(where: { $0.string == "null" }) == true { return true }
        return ["anyOf", "oneOf"].contains { key in
            schema[key]?.sequence?.contains { $0["type"]?.string == "null" } ?? false
        }
    }

    /// Returns the properties of an object, including those of its parts, and the names of the required ones.
    func members(_ node: Node) -> (properties: [String: Node], required: Set<String>) {
        let schema = target(node)
        var properties: [String: Node] = [:]
        var required = Set(schema["required"]?.sequence?.compactMap(\.string) ?? [])
        for part in alternatives(schema) {
            let inherited = members(part)
            properties.merge(inherited.properties) { first, _ in first }
            required.formUnion(inherited.required)
        }
        for entry in schema["properties"]?.mapping?.entries ?? [] { properties[entry.key.text] = entry.value }
        return (properties, required)
    }

    private func alternatives(_ node: Node) -> [Node] {
        ["allOf", "anyOf", "oneOf"].flatMap { node[$0]?.sequence ?? [] }
            .filter { $0["type"]?.string != "null" }
    }
}
