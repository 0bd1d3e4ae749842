import SeededTesting

/// Generates small random documents whose schemas contain each other and themselves in every combination.
///
/// Mutations of handwritten documents rarely create a cycle. Here, nearly every document has several.
struct RandomSpec {

    var numbers: SeededRandom
    private let components: [String]
    /// Whether most schemas only list other schemas, so that many paths lead from one to another.
    private let isDense: Bool
    /// Whether the document uses keywords of OpenAPI 3.2.
    private let isNew: Bool

    private static let names = [
        "a", "m0", "kind", "id", "self", "none", "init", "A", "type", "value", "a-b", "é", "form", "file", "1x", "",
        "sender",
    ]
    private static let values = [
        "1", "0", "-5", "1.5", "\"x\"", "\"none\"", "\"2020-01-01\"", "\"10:00\"", "\"true\"", "true", "false", "null",
        "[1]", "[\"a\"]", "{}", "{\"a\":1}", "{\"m0\":\"x\"}", "\"AAAA\"", "1e3", "\"P1D\"", "[[1]]",
        "{\"kind\":\"a\"}", "1e-9223372036854775808", "[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]",
    ]

    init(seed: UInt64) {
        numbers = SeededRandom(seed: seed)
        isDense = seed.isMultiple(of: 4)
        isNew = seed.isMultiple(of: 3)
        let names = ["A", "B", "C", "D", "E", "F", "Base", "Item", "Kind"]
        let dense = (0..<Int.random(in: 8...24, using: &numbers)).map { "S\($0)" }
        components = isDense ? dense : Array(names.prefix(Int.random(in: 3...9, using: &numbers)))
    }

    /// Returns the document as JSON.
    mutating func document() -> String {
        let schemas = components.map { "\(quoted($0)):" + schema(0) }.joined(separator: ",\n")
        let paths = (0..<Int.random(in: 1...4, using: &numbers)).map { index in
            "\"/p\(index)\":{\"post\":\(operation(index))}"
        }
        return """
            {"openapi":"\(isNew ? "3.2.0" : "3.1.0")","info":{"title":"T","version":"1"},
            "paths":{\(paths.joined(separator: ",\n"))},
            "components":{"schemas":{\(schemas)}}}
            """
    }

    // MARK: - Operations

    private mutating func operation(_ index: Int) -> String {
        let count = Int.random(in: 0...2, using: &numbers)
        let names = ["q", "body", "options", "call", "server"].shuffled(using: &numbers).prefix(count)
        let parameters = names.map { "{\"name\":\(quoted($0)),\"in\":\"query\",\"schema\":\(schema(2))}" }
        var responses = ["\"200\":" + response(["application/json", "application/xml", "text/plain"])]
        for status in ["202", "4XX"] where isLikely(0.3) {
            responses.append("\"\(status)\":" + response(["application/json"]))
        }
        var members = [
            "\"operationId\":\"op\(index)\"", "\"parameters\":[\(parameters.joined(separator: ","))]",
            "\"responses\":{\(responses.joined(separator: ","))}",
        ]
        if isLikely(0.5) {
            let types = [
                "application/json", "multipart/form-data", "application/x-www-form-urlencoded", "application/xml",
            ]
            members.append("\"requestBody\":{\"content\":\(content(types))}")
        }
        return "{\(members.joined(separator: ","))}"
    }

    private mutating func response(_ types: [String]) -> String {
        let headers = ["X-A", "X-B"].filter { _ in isLikely(0.3) }.map { "\"\($0)\":{\"schema\":\(schema(3))}" }
        return "{\"description\":\"d\",\"headers\":{\(headers.joined(separator: ","))},\"content\":\(content(types))}"
    }

    private mutating func content(_ types: [String]) -> String {
        guard isNew, isLikely(0.4) else { return "{\(quoted(one(types))):{\"schema\":\(schema(1))}}" }
        let type = one(["text/event-stream", "application/jsonl", "multipart/mixed", "multipart/related"])
        let encoding = isLikely(0.5) ? ",\"itemEncoding\":{\"contentType\":\"image/*\"}" : ""
        let keyword = one(["itemSchema", "itemSchema", "schema"])
        return "{\(quoted(type)):{\"\(keyword)\":\(schema(1))\(type.hasPrefix("multipart") ? encoding : "")}}"
    }

    // MARK: - Schemas

    private mutating func schema(_ depth: Int) -> String {
        guard !isDense else { return denseSchema(depth) }
        guard depth <= 3, !isLikely(0.3) else { return referring() }
        var members: [String]
        switch one(["scalar", "scalar", "array", "object", "object", "union", "union", "allOf", "enum", "kinds"]) {
        case "scalar": members = scalar()
        case "array": members = array(depth)
        case "object": members = object(depth)
        case "union": members = union(depth)
        case "allOf": members = composition(depth)
        case "enum": members = ["\"enum\":[\(list(1...4) { $0.one(Self.values) })]"]
        default: members = ["\"type\":[\"string\",\"null\",\(one(["\"array\"", "\"integer\"", "\"object\""]))]"]
        }
        if isLikely(0.2) {
            members.append("\"default\":\(one(Self.values))")
        }
        if isLikely(0.05) {
            members.append(one(["\"title\":\"none\"", "\"const\":1", "\"const\":\"a\"", "\"readOnly\":true"]))
        }
        return "{\(members.joined(separator: ","))}"
    }

    /// Returns a list of other schemas, or sometimes a small object.
    private mutating func denseSchema(_ depth: Int) -> String {
        guard depth == 0, !isLikely(0.15) else {
            return depth == 0 ? "{\(object(4).joined(separator: ","))}" : referring()
        }
        let keyword = one(["allOf", "oneOf", "anyOf"])
        var members = ["\"\(keyword)\":[\(list(2...7) { $0.referring() })]"]
        if isLikely(0.2) {
            members.append(discriminator())
        }
        if isLikely(0.2) {
            members += object(4)
        }
        return "{\(members.joined(separator: ","))}"
    }

    /// Returns a reference, sometimes with other keywords next to it.
    private mutating func referring() -> String {
        var members = ["\"$ref\":\"\(reference())\""]
        if isLikely(0.2) {
            members.append(
                one([
                    "\"description\":\"d\"", "\"title\":\"t\"", "\"nullable\":true", "\"default\":\(one(Self.values))",
                    "\"required\":[\(quoted(one(Self.names)))]", "\"required\":[\"a\"]",
                ])
            )
        }
        return "{\(members.joined(separator: ","))}"
    }

    private mutating func reference() -> String {
        let component = "#/components/schemas/" + one(components)
        guard isLikely(0.05) else { return component }
        return component + one(["/items", "/oneOf/0", "/allOf/0", "/properties/a", "/additionalProperties"])
    }

    private mutating func scalar() -> [String] {
        let type = one(["string", "integer", "number", "boolean"])
        let formats = [
            "date", "date-time", "time", "duration", "uuid", "byte", "binary", "uri", "decimal", "int32", "uint64",
            "float",
        ]
        let format = isLikely(0.5) ? ["\"format\":\"\(one(formats))\""] : []
        return ["\"type\":" + (isLikely(0.8) ? "\"\(type)\"" : "[\"\(type)\",\"null\"]")] + format
    }

    private mutating func array(_ depth: Int) -> [String] {
        let items =
            isLikely(0.8)
            ? "\"items\":\(schema(depth + 1))" : "\"prefixItems\":[\(list(2...2) { $0.schema(depth + 1) })]"
        return ["\"type\":\"array\"", items]
    }

    private mutating func object(_ depth: Int) -> [String] {
        let count = Int.random(in: 0...5, using: &numbers)
        let names = Array(Self.names.shuffled(using: &numbers).prefix(count))
        var members = isLikely(0.8) ? ["\"type\":\"object\""] : []
        let properties = names.map { "\(quoted($0)):\(schema(depth + 1))" }
        members.append("\"properties\":{\(properties.joined(separator: ","))}")
        if isLikely(0.6) {
            members.append("\"required\":[\(names.filter { _ in isLikely(0.5) }.map(quoted).joined(separator: ","))]")
        }
        if isLikely(0.3) {
            members.append("\"additionalProperties\":\(one(["true", "false", schema(depth + 1)]))")
        }
        if isLikely(0.1) {
            members.append("\"patternProperties\":{\"^x\":\(schema(depth + 1)),\"^y\":\(schema(depth + 1))}")
        }
        if isLikely(0.25) {
            members.append(discriminator())
        }
        if isLikely(0.3), depth <= 3 {
            members += ["\"\(one(["oneOf", "anyOf"]))\":[\(list(1...3) { $0.schema(depth + 1) })]"]
        }
        return members
    }

    private mutating func union(_ depth: Int) -> [String] {
        let variants = "\"\(one(["oneOf", "anyOf"]))\":[\(list(1...4) { $0.schema(depth + 1) })]"
        return [variants] + (isLikely(0.4) ? [discriminator()] : [])
    }

    private mutating func discriminator() -> String {
        let mapping = isLikely(0.5) ? ",\"mapping\":{\"a\":\"\(reference())\",\"1\":\"\(reference())\"}" : ""
        let other = isNew && isLikely(0.5) ? ",\"defaultMapping\":\"\(reference())\"" : ""
        return "\"discriminator\":{\"propertyName\":\(quoted(one(Array(Self.names.prefix(8)))))\(mapping)\(other)}"
    }

    private mutating func composition(_ depth: Int) -> [String] {
        var members = ["\"allOf\":[\(list(1...3) { $0.schema(depth + 1) })]"]
        if isLikely(0.3) {
            members.append("\"properties\":{\(quoted(one(Self.names))):\(schema(depth + 1))}")
        }
        if isLikely(0.3) {
            members.append("\"required\":[\(quoted(one(Self.names)))]")
        }
        return members
    }

    // MARK: - Choices

    private mutating func one(_ choices: [String]) -> String {
        choices[Int.random(in: choices.indices, using: &numbers)]
    }

    private mutating func isLikely(_ share: Double) -> Bool {
        Double.random(in: 0..<1, using: &numbers) < share
    }

    private mutating func list(_ counts: ClosedRange<Int>, _ element: (inout Self) -> String) -> String {
        let count = Int.random(in: counts, using: &numbers)
        return (0..<count).map { _ in element(&self) }.joined(separator: ",")
    }

    private func quoted(_ text: String) -> String {
        "\"\(text)\""
    }
}
