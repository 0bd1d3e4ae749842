import Foundation
import YAMLReader

/// The check of one exchange with its operation.
struct ExchangeCheck {
    let spec: ConformanceSpec
    let operation: ConformanceOperation
    let exchange: ConformanceExchange

    func requestViolations(path: [String: String], query: [(name: String, value: String)]) -> [String] {
        let parameters = operation.parameters.map(spec.target)
        var found: [String] = []
        for parameter in parameters {
            guard let name = parameter["name"]?.string, let location = parameter["in"]?.string else { continue }
            let values: [String] =
                switch location {
                case "path": [path[name]].compactMap { $0 }
                case "query": query.filter { $0.name == name }.map(\.value)
                case "header": exchange.request.fields.filter { $0.name == name.lowercased() }.map(\.value)
                default: []
                }
            if values.isEmpty, parameter["required"]?.bool == true, location != "cookie" {
                found.append("\(location) \(name): is required")
            }
            guard let schema = parameter["schema"], !values.isEmpty else { continue }
            found += violations(of: values, schema: schema, at: "\(location) \(name)")
        }
        let documented = Set(parameters.filter { $0["in"]?.string == "query" }.compactMap { $0["name"]?.string })
        found += query.map(\.name).filter { !documented.contains($0) }.map { "query \($0): is not documented" }
        return found + bodyViolations()
    }

    private func bodyViolations() -> [String] {
        guard let body = operation.node["requestBody"].map(spec.target) else {
            return exchange.request.body?.isEmpty == false ? ["body: is not documented"] : []
        }
        if exchange.request.body?.isEmpty == true { return body["required"]?.bool == true ? ["body: is required"] : [] }
        return violations(of: exchange.request, content: body["content"])
    }

    func responseViolations() -> [String] {
        let responses = operation.node["responses"]
        let range = "\(exchange.status / 100)XX"
        guard let node = responses?["\(exchange.status)"] ?? responses?[range] ?? responses?["default"] else {
            return ["status: is not documented"]
        }
        let response = spec.target(node)
        var found: [String] = []
        for header in response["headers"]?.mapping?.entries ?? [] {
            let field = spec.target(header.value)
            guard let value = exchange.response.value(header.key.text) else {
                if field["required"]?.bool == true { found.append("header \(header.key.text): is required") }
                continue
            }
            guard let schema = field["schema"] else { continue }
            found += violations(of: [value], schema: schema, at: "header \(header.key.text)")
        }
        let hasNone = exchange.method == "HEAD" || exchange.status == 204 || exchange.status == 304
        if hasNone || exchange.response.body?.isEmpty == true {
            let isExpected = response["content"]?.mapping?.isEmpty == false && !hasNone
            return isExpected ? found + ["body: is missing"] : found
        }
        return found + violations(of: exchange.response, content: response["content"])
    }

    /// Returns the violations of a body, judged by the schema of its media type.
    private func violations(of message: ConformanceExchange.Message, content: Node?) -> [String] {
        guard let content = content?.mapping, !content.isEmpty else { return ["body: is not documented"] }
        guard let type = message.mediaType else { return ["content-type: is missing"] }
        guard let media = content.entries.first(where: { Self.matches($0.key.text, type) })?.value else {
            return ["content-type: \(type) is not documented"]
        }
        guard let schema = spec.target(media)["schema"], let body = message.body else { return [] }
        if type == "application/json" || type.hasSuffix("+json") {
            return spec.violations(of: body, schema: schema)
        }
        if type == "application/x-www-form-urlencoded" {
            let items = QueryItems.parsed(String(decoding: body, as: UTF8.self))
            return memberViolations(items, schema: spec.target(schema))
        }
        if type == "multipart/form-data" {
            let text = String(decoding: body, as: Unicode.ASCII.self)
            let names = text.split(separator: "; name=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
            return nameViolations(names, schema: spec.target(schema))
        }
        return []
    }

    private static func matches(_ range: String, _ type: String) -> Bool {
        let range = range.split(separator: ";").first.map { $0.trimmingCharacters(in: .whitespaces).lowercased() } ?? ""
        return range == type || range == "*/*" || (range.hasSuffix("/*") && type.hasPrefix(range.dropLast()))
    }

    private func memberViolations(_ items: [(name: String, value: String)], schema: Node) -> [String] {
        nameViolations(items.map(\.name), schema: schema)
            + items.flatMap { item in
                schema["properties"]?[item.name].map { violations(of: [item.value], schema: $0, at: item.name) } ?? []
            }
    }

    private func nameViolations(_ names: [String], schema: Node) -> [String] {
        let required = schema["required"]?.sequence?.compactMap(\.string) ?? []
        return required.filter { !names.contains($0) }.map { "\($0): is required" }
            + names.filter { schema["properties"]?[$0] == nil }.map { "\($0): is not documented" }
    }

    /// Returns the violations of a value that is a string on the wire, whatever its type.
    private func violations(of values: [String], schema: Node, at path: String) -> [String] {
        let check = SchemaCheck(spec: spec)
        let plain = spec.target(schema)
        if plain["type"]?.string == "array" {
            let elements = values.flatMap { $0.split(separator: ",").map(String.init) }
            let list = elements.map { typed($0, plain["items"].map(spec.target) ?? plain) }
            return check.violations(of: Node(.sequence(list), range: plain.range), schema: schema, at: path)
        }
        return values.flatMap { check.violations(of: typed($0, plain), schema: schema, at: path) }
    }

    private func typed(_ text: String, _ schema: Node) -> Node {
        let types = schema["type"]?.sequence?.compactMap(\.string) ?? [schema["type"]?.string ?? "string"]
        if types.contains("boolean"), let flag = Bool(text) { return Node(.bool(flag), range: schema.range) }
        if types.contains("integer") || types.contains("number"), Decimal(string: text) != nil {
            return Node(Int(text).map { .int($0) } ?? .number(text: text), range: schema.range)
        }
        return Node(.string(text), range: schema.range)
    }
}
