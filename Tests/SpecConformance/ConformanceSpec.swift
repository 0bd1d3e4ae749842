import Foundation
public import YAMLReader

/// A specification of this package, read without the generator and the runtime, which judges the bytes on the wire.
public struct ConformanceSpec: Sendable {
    /// The document.
    let root: Node

    /// The operations, those with the most literal path segments first.
    let operations: [ConformanceOperation]

    /// An error for a file that contains no document.
    public struct Unreadable: Error, Sendable {
        /// The path of the file.
        public let path: String
    }

    /// Reads a specification from the folder `Specs`.
    ///
    /// - Parameter name: The name of the file without its extension.
    /// - Throws: ``Unreadable`` if the file has no value, or an error of Foundation if it cannot be read.
    public init(named name: String) throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let url = package.appendingPathComponent("Specs/\(name).yaml")
        try self.init(SourceFile(path: url.path, bytes: [UInt8](try Data(contentsOf: url))))
    }

    /// Reads a specification.
    ///
    /// - Throws: ``Unreadable`` if the file has no value.
    public init(_ file: SourceFile) throws {
        guard let root = readDocument(file).root else { throw Unreadable(path: file.path) }
        self.root = root
        operations = ConformanceOperation.all(of: root)
    }

    /// Returns the node at a pointer such as `#/components/schemas/Receipt`, or `nil` if there is none.
    public func node(at pointer: String) -> Node? {
        guard pointer.hasPrefix("#"), let path = JSONPointer(parsing: String(pointer.dropFirst())) else { return nil }
        return root.resolve(path)
    }

    /// Returns the target of a reference, or the node itself if it is not a reference.
    func target(_ node: Node) -> Node {
        var node = node
        for _ in 0..<32 {
            guard let reference = node["$ref"]?.string, let found = self.node(at: reference) else { return node }
            node = found
        }
        return node
    }

    /// Returns whether two JSON documents have equal values.
    ///
    /// The order of properties, properties that are null, zeros at the end of numbers, the offsets of times and their
    /// digits after milliseconds make no difference.
    public static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        let texts = [first, second].map { bytes in
            readDocument(SourceFile(path: "body.json", bytes: bytes)).root.map(ScalarCheck.text)
        }
        return texts[0] != nil && texts[0] == texts[1]
    }

    /// Returns the examples of bodies and schemas, as JSON, with the schemas of the components that they illustrate.
    public func examples() -> [(schema: String, json: [UInt8])] {
        var found: [(String, [UInt8])] = []
        collectExamples(in: root, into: &found)
        for entry in root["components"]?["schemas"]?.mapping?.entries ?? [] {
            let list = (entry.value["examples"]?.sequence ?? []) + [entry.value["example"]].compactMap { $0 }
            found += list.map { ("#/components/schemas/\(entry.key.text)", Array(RandomDocument.json($0).utf8)) }
        }
        return found
    }

    private func collectExamples(in node: Node, into found: inout [(String, [UInt8])]) {
        for element in node.sequence ?? [] { collectExamples(in: element, into: &found) }
        if let pointer = node["schema"]?["$ref"]?.string {
            let named = node["examples"]?.mapping?.entries.compactMap { target($0.value)["value"] } ?? []
            let all = named + [node["example"]].compactMap { $0 }
            found += all.map { (pointer, Array(RandomDocument.json($0).utf8)) }
        }
        for entry in node.mapping?.entries ?? [] { collectExamples(in: entry.value, into: &found) }
    }

    /// Returns the ways in which a JSON document violates a schema; none if it is valid.
    ///
    /// - Parameters:
    ///   - json: The bytes of the document.
    ///   - pointer: The location of the schema, such as `#/components/schemas/Receipt`.
    ///   - fractionDigits: The most digits of the fraction of a second; `nil` for those of the schema, or three.
    /// - Returns: A line for each violation, with its path in the document.
    public func violations(of json: [UInt8], schema pointer: String, fractionDigits: Int? = nil) -> [String] {
        guard let schema = node(at: pointer) else { return ["\(pointer) does not exist"] }
        return violations(of: json, schema: schema, fractionDigits: fractionDigits)
    }

    func violations(of json: [UInt8], schema: Node, fractionDigits: Int? = nil) -> [String] {
        let read = readDocument(SourceFile(path: "body.json", bytes: json))
        guard let value = read.root, read.problems.isEmpty else {
            return ["$: is not JSON: \(read.problems.first?.message ?? "no value")"]
        }
        return SchemaCheck(spec: self, fractionDigits: fractionDigits).violations(of: value, schema: schema, at: "$")
    }
}
