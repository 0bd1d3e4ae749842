import YAMLReader

/// Takes out of a document the smallest parts that hold its errors, so that the rest can be generated.
struct Salvage {

    /// A part that can be taken out.
    struct Part: Hashable {
        let file: Int
        let place: [String]
        /// What it is, for people.
        let name: String
    }

    let sources: SourceStore
    /// Whether the document is a file of schemas, any of which may go.
    var isSchemaFile = false

    /// The parts that hold some errors; `nil` when one is in no part that a document can do without.
    func parts(holding errors: [Diagnostic]) -> [Part]? {
        var parts: [Part] = []
        var known: Set<Part> = []
        for error in errors {
            let found = places(of: error.range).compactMap(part)
            guard !found.isEmpty else { return nil }
            parts += found.filter { known.insert($0).inserted }
        }
        return parts
    }

    /// Takes parts out of their files.
    func remove(_ parts: [Part]) {
        for (file, parts) in Dictionary(grouping: parts, by: \.file) {
            let range = SourceRange(start: .start, end: .start, file: file)
            let empty = Node(.mapping(Mapping([])), range: range)
            let rest = sources.roots[file].flatMap { NodePlaces(parts.map(\.place)).removed(from: $0) }
            sources.replaceRoot(of: file, by: rest ?? empty)
        }
    }

    // MARK: - Places

    private typealias Place = (file: Int, path: [String])

    /// Where the value or key of a range stands; several places for what is used through an alias.
    private func places(of range: SourceRange) -> [Place] {
        if range.file > 0, sources.roots[range.file] == nil {
            return [(range.file, [])]
        }
        // A correction from an overlay stands in the document's tree.
        for file in [0, range.file] {
            guard let root = sources.roots[file] else { continue }
            var exact: [[String]] = []
            var deepest: [String]?
            Self.search(root, [], range, &exact, &deepest)
            let found = exact.isEmpty ? deepest.map { [$0] } ?? [] : exact
            if !found.isEmpty {
                return found.map { (file, $0) }
            }
        }
        return []
    }

    private static func search(
        _ node: Node,
        _ path: [String],
        _ range: SourceRange,
        _ exact: inout [[String]],
        _ deepest: inout [String]?
    ) {
        if node.range == range {
            exact.append(path)
        }
        if node.range.file == range.file, node.range.start <= range.start, range.start < node.range.end,
            path.count >= deepest?.count ?? 0
        {
            deepest = path
        }
        switch node.value {
        case .sequence(let nodes):
            for (index, element) in nodes.enumerated() {
                search(element, path + [String(index)], range, &exact, &deepest)
            }
        case .mapping(let mapping):
            for entry in mapping.entries {
                if entry.key.range == range {
                    exact.append(path + [entry.key.text])
                }
                search(entry.value, path + [entry.key.text], range, &exact, &deepest)
            }
        default: break
        }
    }

    // MARK: - Parts

    private func part(_ found: Place) -> Part? {
        let (file, place) = found
        guard let root = sources.roots[file] else {
            return Part(file: file, place: [], name: "file '\(sources.files[file].path)'")
        }
        guard let first = place.first else { return nil }
        switch first {
        case "openapi", "info", "security": return nil
        case "paths", "webhooks": return operation(place, file, root)
        case "components":
            guard place.count >= 3 else { return nil }
            return component(place, file, root)
        case "servers", "tags":
            return place.count >= 2
                ? Part(file: file, place: Array(place.prefix(2)), name: "entry \(place[1]) of '\(first)'") : nil
        default:
            // Of another file any entry may go; of the document, extensions alone.
            guard file > 0 || isSchemaFile || first.hasPrefix("x-") else { return nil }
            return Part(file: file, place: [first], name: "'\(first)'")
        }
    }

    private func operation(_ place: [String], _ file: Int, _ root: Node) -> Part? {
        guard place.count >= 2 else { return nil }
        let what = place[0] == "paths" ? "path" : "webhook"
        guard place.count >= 3, OperationParser.methods.contains(place[2]) else {
            return Part(file: file, place: Array(place.prefix(2)), name: "\(what) '\(place[1])'")
        }
        if let detail = detail(place, behind: 3) {
            let kind = detail[detail.count - 2].dropLast()
            return Part(file: file, place: detail, name: "\(kind) '\(detail[detail.count - 1])'")
        }
        let id = root.resolve(JSONPointer(Array(place.prefix(3))))?["operationId"]?.string
        let name = id.map { "operation '\($0)'" } ?? "\(what) '\(place[2].uppercased()) \(place[1])'"
        return Part(file: file, place: Array(place.prefix(3)), name: name)
    }

    /// Callbacks and links are smaller than the operation around them.
    private func detail(_ place: [String], behind count: Int) -> [String]? {
        let rest = place.dropFirst(count)
        if rest.first == "callbacks", rest.count >= 2 {
            return Array(place.prefix(count + 2))
        }
        if rest.first == "responses", rest.count >= 4, rest[rest.startIndex + 2] == "links" {
            return Array(place.prefix(count + 4))
        }
        return nil
    }

    private func component(_ place: [String], _ file: Int, _ root: Node) -> Part {
        let whole = Array(place.prefix(3))
        if place[1] == "responses", place.count >= 5, place[3] == "links" {
            return Part(file: file, place: Array(place.prefix(5)), name: "link '\(place[4])'")
        }
        let kind = Self.kinds[place[1]] ?? place[1]
        guard place[1] == "schemas", let optional = optionalProperty(place, root) else {
            return Part(file: file, place: whole, name: "\(kind) '\(place[2])'")
        }
        let names =
            [place[2]]
            + optional.indices.dropFirst(4).filter { optional[$0 - 1] == "properties" }
            .map { optional[$0] }
        return Part(file: file, place: optional, name: "property '\(names.joined(separator: "."))'")
    }

    private static let kinds = [
        "schemas": "schema", "responses": "response", "parameters": "parameter", "examples": "example",
        "requestBodies": "request body", "headers": "header", "securitySchemes": "security scheme", "links": "link",
        "callbacks": "callback", "pathItems": "path item",
    ]

    /// The innermost property around a place that its object can do without.
    private func optionalProperty(_ place: [String], _ root: Node) -> [String]? {
        var node = root.resolve(JSONPointer(Array(place.prefix(3))))
        var index = 3
        var result: [String]?
        while let current = node, index + 1 < place.count {
            let (keyword, name) = (place[index], place[index + 1])
            switch keyword {
            case "properties":
                let required = current["required"]?.sequence?.compactMap(\.string) ?? []
                if !required.contains(name) {
                    result = Array(place.prefix(index + 2))
                }
                node = current["properties"]?[name]
                index += 2
            case "items", "additionalProperties":
                node = current[keyword]
                index += 1
            case "allOf", "oneOf", "anyOf", "prefixItems":
                node = current[keyword]?.resolve(JSONPointer([name]))
                index += 2
            default: return result
            }
        }
        return result
    }
}
