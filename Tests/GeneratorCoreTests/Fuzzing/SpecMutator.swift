import SeededTesting
import YAMLReader

/// Mutates documents randomly.
///
/// It changes the structure of their trees, so that most of them reach the later stages.
struct SpecMutator {

    var numbers: SeededRandom

    /// Unexpected values, and strings that caused errors in generators.
    private static let values: [String] = [
        "null", "true", "0", "-1", "1e400", "99999999999999999999", "[]", "{}", "\"\"", "\"*/ \\\" \\\\ #\\u0000\"",
        "{\"$ref\":\"#/\"}", "{\"$ref\":\"#/components/schemas/Note\"}", "{\"$ref\":\"#\"}", "\"$response.body#/id\"",
        "{\"type\":[\"string\",\"null\",\"array\"]}", "{\"allOf\":[{\"$ref\":\"#/components/schemas/Note\"}]}",
        "{\"type\":\"object\",\"properties\":{\"self\":{\"const\":1}},\"required\":[\"self\",\"gone\"]}",
        "{\"oneOf\":[true,false]}", "{\"enum\":[null,1,\"1\",1.0,{}]}", "[{\"name\":\"id\",\"in\":\"path\"}]",
    ]

    private static let keys: [String] = [
        "$ref", "type", "allOf", "oneOf", "anyOf", "items", "properties", "additionalProperties", "enum", "const",
        "required", "discriminator", "nullable", "format", "default", "prefixItems", "x-paging", "x-swift-name",
        "callbacks", "links", "content", "schema", "parameters", "security", "servers", "examples",
    ]

    /// Returns a document with some changes, as JSON.
    mutating func changed(_ root: Node) -> [UInt8] {
        var tree = root
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            tree = change(tree, depth: 0)
        }
        return Array(text(tree, depth: 0).utf8)
    }

    /// Follows a random path and changes the node at its end.
    private mutating func change(_ node: Node, depth: Int) -> Node {
        let isEnd = Int.random(in: 0..<8, using: &numbers) == 0 || depth > 12
        switch node.value {
        case .mapping(let mapping) where !mapping.isEmpty:
            var entries = mapping.entries
            let index = Int.random(in: entries.indices, using: &numbers)
            if isEnd {
                changeEntry(&entries, index)
            } else {
                entries[index].value = change(entries[index].value, depth: depth + 1)
            }
            return Node(.mapping(Mapping(entries)), range: node.range)
        case .sequence(var nodes) where !nodes.isEmpty:
            let index = Int.random(in: nodes.indices, using: &numbers)
            if isEnd {
                Bool.random(using: &numbers) ? nodes.append(nodes[index]) : nodes.swapAt(0, index)
            } else {
                nodes[index] = change(nodes[index], depth: depth + 1)
            }
            return Node(.sequence(nodes), range: node.range)
        default: return odd(node)
        }
    }

    private mutating func changeEntry(_ entries: inout [Mapping.Entry], _ index: Int) {
        let other = entries[Int.random(in: entries.indices, using: &numbers)]
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0: entries.remove(at: index)
        case 1: entries[index].value = other.value
        case 2: entries[index].key.text = Self.keys.randomElement(using: &numbers) ?? "x"
        case 3:
            let key = Mapping.Key(Self.keys.randomElement(using: &numbers) ?? "x", range: other.key.range)
            entries.append(Mapping.Entry(key: key, value: odd(other.value)))
        default: entries[index].value = odd(entries[index].value)
        }
    }

    private mutating func odd(_ node: Node) -> Node {
        let text = Self.values.randomElement(using: &numbers) ?? "null"
        return readDocument(SourceFile(path: "a.json", bytes: Array(text.utf8))).root ?? node
    }

    /// Returns the tree as JSON.
    ///
    /// Numbers that JSON cannot represent become strings.
    private func text(_ node: Node, depth: Int) -> String {
        switch node.value {
        case .null: return "null"
        case .bool(let flag): return flag ? "true" : "false"
        case .int(let number): return String(number)
        case .number(let text): return quoted(text)
        case .string(let text): return quoted(text)
        case .sequence(let nodes): return "[" + nodes.map { text($0, depth: depth + 1) }.joined(separator: ",") + "]"
        case .mapping(let mapping):
            let entries = mapping.entries.map { quoted($0.key.text) + ":" + text($0.value, depth: depth + 1) }
            return "{" + entries.joined(separator: ",\n") + "}"
        }
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" || scalar.value < 0x20 {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
