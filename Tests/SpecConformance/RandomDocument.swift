import YAMLReader

/// Random JSON documents that are valid for schemas of a specification.
public struct RandomDocument {
    private let spec: ConformanceSpec
    private var random: SeededGenerator

    /// Creates a source of documents.
    ///
    /// - Parameters:
    ///   - spec: The specification.
    ///   - random: The source of all choices; the same choices make the same documents.
    public init(spec: ConformanceSpec, random: SeededGenerator) {
        self.spec = spec
        self.random = random
    }

    /// Returns a document for a schema, as JSON.
    public mutating func json(for pointer: String) -> [UInt8] {
        guard let schema = spec.node(at: pointer) else { return [] }
        for _ in 0..<100 {
            let text = value(schema, depth: 0)
            // A model represents no null, which the property or element around it represents.
            if text != "null" { return Array(text.utf8) }
        }
        return []
    }

    private mutating func value(_ schema: Node, depth: Int) -> String {
        let schema = spec.target(schema)
        if let values = schema["enum"]?.sequence ?? schema["const"].map({ [$0] }), !values.isEmpty {
            return Self.json(values[choice(values.count)])
        }
        if schema["x-read-as"] == nil, let variants = schema["oneOf"]?.sequence ?? schema["anyOf"]?.sequence {
            return variant(variants, of: schema, depth: depth)
        }
        switch type(of: schema) {
        case "object": return object(schema, depth: depth)
        case "array": return list(schema, depth: depth)
        case "boolean": return choice(2) == 0 ? "true" : "false"
        case "integer": return number(schema, isInteger: true)
        case "number": return number(schema, isInteger: false)
        case "null": return "null"
        default: return Self.quoted(string(schema))
        }
    }

    /// Returns one of the types; the one that the schema is read as if there is one.
    private mutating func type(of schema: Node) -> String {
        if let read = schema["x-read-as"]?.string { return read == "decimal" ? "number" : read }
        let types = schema["type"]?.string.map { [$0] } ?? schema["type"]?.sequence?.compactMap(\.string) ?? []
        if types.isEmpty { return schema["properties"] == nil && schema["allOf"] == nil ? "string" : "object" }
        return types[choice(types.count)]
    }

    private mutating func variant(_ variants: [Node], of schema: Node, depth: Int) -> String {
        guard let property = schema["discriminator"]?["propertyName"]?.string,
            let mapping = schema["discriminator"]?["mapping"]?.mapping?.entries, !mapping.isEmpty
        else { return value(variants[choice(variants.count)], depth: depth) }
        let chosen = mapping[choice(mapping.count)]
        guard let pointer = chosen.value.string, let variant = spec.node(at: pointer) else { return "null" }
        return object(variant, depth: depth, fixed: [property: Self.quoted(chosen.key.text)])
    }

    private mutating func object(_ schema: Node, depth: Int, fixed: [String: String] = [:]) -> String {
        var members: [(String, String)] = []
        for part in [schema] + (schema["allOf"]?.sequence ?? []).map(spec.target) {
            let required = Set(part["required"]?.sequence?.compactMap(\.string) ?? [])
            for property in part["properties"]?.mapping?.entries ?? [] {
                let name = property.key.text
                // Deep objects have few properties, so that recursive schemas end.
                guard required.contains(name) || fixed[name] != nil || choice(depth < 3 ? 3 : 12) == 0 else { continue }
                members.append((name, fixed[name] ?? value(property.value, depth: depth + 1)))
            }
        }
        let properties = schema["properties"]?.mapping?.entries ?? []
        while members.count < min(schema["minProperties"]?.int ?? 0, properties.count) {
            let property = properties[choice(properties.count)]
            let name = property.key.text
            if !members.contains(where: { $0.0 == name }) {
                members.append((name, value(property.value, depth: depth + 1)))
            }
        }
        for (name, text) in fixed where !members.contains(where: { $0.0 == name }) { members.append((name, text)) }
        if let elements = schema["additionalProperties"], elements.mapping?.isEmpty == false {
            for index in 0..<choice(3) { members.append(("key\(index)", value(elements, depth: depth + 1))) }
        }
        return "{\(members.map { "\(Self.quoted($0.0)):\($0.1)" }.joined(separator: ","))}"
    }

    private mutating func list(_ schema: Node, depth: Int) -> String {
        let least = schema["minItems"]?.int ?? 0
        let most = min(schema["maxItems"]?.int ?? 3, least + (depth < 4 ? 2 : 0))
        guard let items = schema["items"] else { return "[]" }
        let count = least + choice(max(1, most - least + 1))
        return "[\((0..<count).map { _ in value(items, depth: depth + 1) }.joined(separator: ","))]"
    }

    private mutating func number(_ schema: Node, isInteger: Bool) -> String {
        let least = schema["minimum"]?.int ?? (schema["exclusiveMinimum"]?.int).map { $0 + 1 } ?? -99_999
        let most = schema["maximum"]?.int ?? max(least, 99_999)
        let whole = least + choice(most - least + 1)
        guard !isInteger, whole < most, whole > least else { return "\(whole)" }
        // Exact decimals keep every digit, also trailing zeros.
        let digits = ["", ".5", ".10", ".99", ".070", ".123456789"]
        return "\(whole)\(digits[choice(digits.count)])"
    }

    private mutating func choice(_ count: Int) -> Int { count < 2 ? 0 : Int.random(in: 0..<count, using: &random) }
}

extension RandomDocument {
    private mutating func string(_ schema: Node) -> String {
        if let pattern = schema["pattern"]?.string {
            var sample = PatternSample(pattern, random: SeededGenerator(seed: random.next()))
            return sample.string()
        }
        let day = "20\(10 + choice(20))-0\(1 + choice(9))-\(10 + choice(19))"
        switch schema["format"]?.string {
        case "date-time": return "\(day)T0\(choice(10)):\(10 + choice(50)):\(10 + choice(50)).\(100 + choice(899))Z"
        case "date": return day
        case "uuid": return "123e4567-e89b-12d3-a456-4266141740\(10 + choice(90))"
        case "uri", "url": return "https://example.com/\(choice(1000))?q=a%20b"
        case "email": return "a\(choice(1000))@example.com"
        case "byte": return "aGVsbG8="
        case "decimal": return "\(choice(1000)).\(10 + choice(90))"
        default: return text(schema)
        }
    }

    private mutating func text(_ schema: Node) -> String {
        let least = schema["minLength"]?.int ?? 0
        let most = min(schema["maxLength"]?.int ?? 24, least + 24)
        let letters = Array("abcXYZ 019äß€\"\\/\u{1F600}\u{7}\u{2028}")
        return String((0..<(least + choice(most - least + 1))).map { _ in letters[choice(letters.count)] })
    }

    /// Returns a node of the specification as JSON.
    static func json(_ node: Node) -> String {
        switch node.value {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .int, .number: node.numberText ?? "0"
        case .string(let text): quoted(text)
        case .sequence(let elements): "[\(elements.map(json).joined(separator: ","))]"
        case .mapping(let object):
            "{\(object.entries.map { "\(quoted($0.key.text)):\(json($0.value))" }.joined(separator: ","))}"
        }
    }

    static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case _ where scalar.value < 0x20: "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
