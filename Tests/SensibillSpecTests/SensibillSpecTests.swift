import Foundation
import Testing
import YAMLReader

/// Tests that compare the spec with the documentation of the service, except for intended differences.
@Suite("Sensibill spec and documentation")
struct SensibillSpecTests {
    private let spec: SpecDocument
    private let texts: SpecText

    init() throws {
        spec = try SpecDocument()
        texts = SpecText(spec: spec)
    }

    @Test("all documented schemas, properties, types and limits are in the spec or the decisions")
    func schemas() throws {
        let blocks = try Documented.schemas()
        #expect(blocks.count > 100)
        var differences: [String: String] = [:]
        for block in blocks {
            guard let schema = spec.schema(block.title) else {
                differences[block.title] = "missing"
                continue
            }
            if !block.text.isEmpty { compare(block.title, block.text, schema, &differences) }
            for line in block.lines { compare(block.title, line, schema, &differences) }
        }
        try expectDecided(differences, among: "/")
    }

    @Test("all documented operations, parameters, bodies and statuses are in the spec or the decisions")
    func operations() throws {
        let blocks = try Documented.operations()
        #expect(blocks.count > 50)
        var differences: [String: String] = [:]
        for block in blocks {
            guard let found = spec.operation(block.title) else {
                differences[block.title] = "missing"
                continue
            }
            let reader = OperationText(spec: spec, texts: texts, operation: found.operation, path: found.path)
            for line in block.lines {
                let actual = reader.text(line.name, like: line.text, isRequired: line.isRequired)
                if actual != line.text { differences["\(block.title) \(line.name)"] = "\(line.text) ≠ \(actual)" }
            }
        }
        try expectDecided(differences, among: " ")
    }

    @Test("every decision names a location that differs, and a reason")
    func reasons() throws {
        for (place, reason) in try Documented.decisions() { #expect(reason.count > 10, "\(place)") }
    }

    // MARK: - Comparing

    private func compare(
        _ title: String,
        _ line: (name: String, isRequired: Bool, text: String),
        _ schema: Node,
        _ differences: inout [String: String]
    ) {
        let place = "\(title)/\(line.name)"
        guard let found = member(line.name, of: schema) else { return differences[place] = "missing" }
        if found.isRequired != line.isRequired { differences["\(place)!"] = "required: \(found.isRequired)" }
        compare(place, line.text, found.node, &differences)
    }

    private func compare(_ place: String, _ text: String, _ node: Node, _ differences: inout [String: String]) {
        let actual = texts.text(node, like: text)
        if actual != text { differences[place] = "\(text) ≠ \(actual)" }
    }

    /// Returns the property at the end of a path such as `policies[]/id`.
    private func member(_ path: String, of schema: Node) -> (node: Node, isRequired: Bool)? {
        var current = schema
        var isRequired = false
        for step in path.split(separator: "/") {
            let name = step.hasSuffix("[]") ? String(step.dropLast(2)) : String(step)
            let members = spec.members(spec.plain(current))
            guard let next = members.properties[name] else { return nil }
            isRequired = members.required.contains(name)
            current = step.hasSuffix("[]") ? spec.plain(next)["items"] ?? next : next
        }
        return (current, isRequired)
    }

    private func expectDecided(_ differences: [String: String], among separator: Character) throws {
        let decided = try Documented.decisions().keys.filter { $0.contains(" ") == (separator == " ") }
        for (place, difference) in differences.sorted(by: { $0.key < $1.key }) where !decided.contains(place) {
            Issue.record("\(place): \(difference)")
        }
        for place in decided.sorted() where differences[place] == nil {
            Issue.record("\(place) does not differ, but is listed among the decisions.")
        }
    }
}

/// Converts an operation of the spec to the notation of the table.
struct OperationText {
    let spec: SpecDocument
    let texts: SpecText
    let operation: Node
    let path: Node

    /// Returns the text of a line such as `query limit`, `by` or `statuses`, with the parts that the documented line
    /// contains.
    func text(_ name: String, like documented: String, isRequired: Bool) -> String {
        switch name {
        case "by": return credentials
        case "statuses":
            let known = Set((operation["responses"]?.mapping?.keys.map(\.text)) ?? [])
            return documented.split(separator: " ").filter { known.contains(String($0)) }.joined(separator: " ")
        case "body": return operation["requestBody"].map { content(spec.target($0), documented) } ?? "nothing"
        case "response": return operation["responses"]?["200"].map { content(spec.target($0), documented) } ?? "missing"
        default: return parameter(name, documented, isRequired)
        }
    }

    private var credentials: String {
        let choices = (operation["security"]?.sequence ?? []).map { choice in
            let names = choice.mapping?.keys.map(\.text) ?? []
            return names.isEmpty ? "nobody" : names.joined(separator: "+")
        }
        return choices.isEmpty ? "nobody" : choices.joined(separator: " | ")
    }

    private func content(_ node: Node, _ documented: String) -> String {
        guard let entries = node["content"]?.mapping?.entries, !entries.isEmpty else { return "nothing" }
        return entries.map { entry in
            let text = documented.components(separatedBy: entry.key.text + " ").last ?? ""
            return entry.value["schema"].map { "\(entry.key.text) \(texts.text($0, like: text))" } ?? entry.key.text
        }.joined(separator: " ")
    }

    private func parameter(_ name: String, _ documented: String, _ isRequired: Bool) -> String {
        let all = ((path["parameters"]?.sequence ?? []) + (operation["parameters"]?.sequence ?? [])).map(spec.target)
        let found = all.first { "\($0["in"]?.string ?? "") \($0["name"]?.string ?? "")" == name }
        guard let found, let schema = found["schema"] else { return "missing" }
        let isInPath = found["in"]?.string == "path"
        guard isInPath || (found["required"]?.bool ?? false) == isRequired else { return "required: \(!isRequired)" }
        return texts.text(schema, like: documented)
    }
}
