import YAMLReader

/// The parts around a location that can be removed from the document.
struct SalvageOffers {

    /// A part that can be removed.
    struct Offer {
        /// The length of the path to the part, as a prefix of the location's path.
        let length: Int
        /// The name of the part in messages.
        let name: String
        /// Whether a sibling of the part must remain.
        var needsSibling = false
    }

    /// The parts, from the largest to the smallest.
    private(set) var found: [Offer] = []

    private let place: [String]
    private let root: Node
    private let original: Node
    /// The name of the part that contains the current location.
    private var owner = ""
    /// The name of the part that contains the schema around the current location.
    private var holder = ""

    /// - Parameters:
    ///   - place: The keys and indices from the root of the file.
    ///   - root: The current content of the file.
    ///   - original: The content of the file before any removal.
    init(place: [String], root: Node, original: Node) {
        self.place = place
        self.root = root
        self.original = original
    }

    /// Finds the removable parts on the path to the location.
    ///
    /// - Parameter isOpen: Whether any entry of the file can be removed, as in files that a document refers to.
    mutating func find(isOpen: Bool) {
        guard let first = place.first else { return }
        switch first {
        case "openapi", "info", "security": return
        case "paths", "x-ms-paths", "webhooks", "x-webhooks":
            guard place.count >= 2 else { return }
            offer(2, "\(first.hasSuffix("webhooks") ? "webhook" : "path") '\(place[1])'")
            pathItem(2)
        case "components": component()
        case "servers", "tags":
            guard place.count >= 2 else { return }
            offer(2, "entry \(place[1]) of '\(first)'")
        default:
            // In another file any entry can be removed; in the document only extensions.
            guard isOpen || first.hasPrefix("x-") else { return }
            offer(1, "'\(first)'")
            guard isOpen else { return }
            owner = "'\(first)'"
            fragment(1)
        }
    }

    /// Handles an entry of another file, whose keys say what kind of object it is.
    private mutating func fragment(_ index: Int) {
        switch token(index) {
        case "content", "headers", "links": response(index)
        case "schema", "examples": field(index)
        case let key? where OperationParser.methods.contains(key): pathItem(index)
        default: schema(index, [place[0]])
        }
    }

    private mutating func offer(_ length: Int, _ name: String, needsSibling: Bool = false) {
        found.append(Offer(length: length, name: name, needsSibling: needsSibling))
    }

    private func token(_ index: Int) -> String? {
        place.indices.contains(index) ? place[index] : nil
    }

    private func node(_ length: Int) -> Node? {
        root.resolve(JSONPointer(Array(place.prefix(length))))
    }

    /// Handles a keyword that only documents or restricts values.
    private mutating func keyword(_ index: Int, among keys: Set<String>) {
        guard let key = token(index), keys.contains(key) || Self.isDispensable(key) else { return }
        offer(index + 1, "'\(key)' of \(owner)")
    }

    private static let texts: Set<String> = ["summary", "description", "externalDocs", "example", "deprecated"]

    /// Without these extensions the output would show what it must hide, or repeat a request that must not be repeated.
    private static let needed: Set<String> = [
        "x-sensitive", "x-replay", "x-read-as", "x-separator", "x-token-refresh", "x-server",
    ]

    private static func isDispensable(_ key: String) -> Bool {
        guard key.hasPrefix("x-") else { return false }
        let meant = ExtensionName.all.contains(key) ? key : Suggestion.nearest(to: key, among: ExtensionName.all)
        return meant.map { !needed.contains($0) } ?? true
    }

    // MARK: - Components

    private static let kinds = [
        "schemas": "schema", "responses": "response", "parameters": "parameter", "examples": "example",
        "requestBodies": "request body", "headers": "header", "securitySchemes": "security scheme", "links": "link",
        "callbacks": "callback", "pathItems": "path item", "mediaTypes": "media type",
    ]

    private mutating func component() {
        guard place.count >= 3 else { return }
        owner = "\(Self.kinds[place[1]] ?? place[1]) '\(place[2])'"
        offer(3, owner)
        switch place[1] {
        case "schemas": schema(3, [place[2]])
        case "responses": response(3)
        case "requestBodies": body(3)
        case "parameters", "headers": field(3)
        case "pathItems": pathItem(3)
        default: break
        }
    }

    // MARK: - Operations

    private mutating func pathItem(_ index: Int) {
        guard let key = token(index) else { return }
        owner = "path '\(place[index - 1])'"
        if key == "additionalOperations", let method = token(index + 1) {
            let id = node(index + 2)?["operationId"]?.string
            owner = id.map { "operation '\($0)'" } ?? "path '\(method) \(place[index - 1])'"
            offer(index + 2, owner)
            return operation(index + 2)
        }
        guard OperationParser.methods.contains(key) else {
            return key == "parameters" ? parameter(index + 1) : keyword(index, among: Self.texts)
        }
        let id = node(index + 1)?["operationId"]?.string
        owner = id.map { "operation '\($0)'" } ?? "path '\(key.uppercased()) \(place[index - 1])'"
        offer(index + 1, owner)
        operation(index + 1)
    }

    private mutating func operation(_ index: Int) {
        switch token(index) {
        case "parameters": parameter(index + 1)
        case "responses": responses(index + 1)
        case "requestBody": body(index + 1)
        case "callbacks": named("callback", index + 1)
        case "tags" where token(index + 1) != nil: named("tag", index + 1)
        default: keyword(index, among: Self.texts.union(["tags"]))
        }
    }

    /// Handles an entry of a mapping or list that can be removed separately.
    private mutating func named(_ kind: String, _ index: Int) {
        guard let name = token(index) else { return }
        offer(index + 1, "\(kind) '\(name)' of \(owner)")
    }

    private mutating func parameter(_ index: Int) {
        guard token(index) != nil, let node = node(index + 1) else { return }
        // A parameter in the components may already be removed.
        let target =
            node["$ref"]?.string.flatMap(JSONPointer.init(parsing:)).flatMap { original.resolve($0) } ?? node
        let name = "parameter '\(target["name"]?.string ?? place[index])' of \(owner)"
        // Any other value of `required` may have been meant as true.
        if target["required"].map({ $0.bool == false }) ?? true, target["in"]?.string ?? "path" != "path" {
            offer(index + 1, name)
        }
        owner = name
        field(index + 1)
    }

    /// Handles the content of a parameter or a header.
    private mutating func field(_ index: Int) {
        switch token(index) {
        case "schema": outerSchema(index + 1)
        case "content": content(index + 1)
        case "examples": named("example", index + 1)
        default: keyword(index, among: Self.texts)
        }
    }

    private mutating func responses(_ index: Int) {
        guard let status = token(index) else { return }
        let name = "response '\(status)' of \(owner)"
        // The response that callers receive must remain.
        let others = node(index)?.mapping?.keys.map(\.text).filter { $0 != status } ?? []
        if !status.hasPrefix("2"), others.contains(where: { $0.hasPrefix("2") }) {
            offer(index + 1, name)
        }
        owner = name
        response(index + 1)
    }

    private mutating func response(_ index: Int) {
        switch token(index) {
        case "headers": named("header", index + 1)
        case "links": named("link", index + 1)
        case "content": content(index + 1)
        default: keyword(index, among: Self.texts)
        }
    }

    private mutating func body(_ index: Int) {
        guard token(index) == "content" else { return keyword(index, among: Self.texts) }
        content(index + 1)
    }

    private mutating func content(_ index: Int) {
        guard let type = token(index) else { return }
        offer(index + 1, "content '\(type)' of \(owner)", needsSibling: true)
        switch token(index + 1) {
        case "schema": outerSchema(index + 2)
        case "examples": named("example", index + 2)
        default: keyword(index + 1, among: Self.texts)
        }
    }

    // MARK: - Schemas

    private static let schemaKeys: Set<String> = [
        "title", "description", "externalDocs", "xml", "example", "examples", "default", "deprecated", "format",
        "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern",
        "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "minContains", "maxContains",
        "contains", "not", "if", "then", "else", "$comment",
    ]

    /// Handles a schema outside the components.
    private mutating func outerSchema(_ index: Int) {
        holder = owner
        schema(index, [])
    }

    /// - Parameters:
    ///   - index: The length of the path to the schema.
    ///   - names: The component and the properties on the path; empty for a schema without a name.
    private mutating func schema(_ index: Int, _ names: [String]) {
        guard let keyword = token(index) else { return }
        switch keyword {
        case "properties": property(index + 1, names)
        case "items" where node(index + 1)?.sequence == nil, "additionalProperties": schema(index + 1, names)
        case "items", "allOf", "prefixItems": schema(index + 2, names)
        case "oneOf", "anyOf": variant(index + 1, names)
        case "discriminator":
            guard token(index + 1) != "defaultMapping" else {
                return offer(index + 2, "'defaultMapping' of the discriminator of \(owner)")
            }
            guard token(index + 1) == "mapping", let value = token(index + 2) else { return }
            offer(index + 3, "value '\(value)' of the discriminator of \(owner)")
        case "x-swift-names":
            guard let value = token(index + 1) else { return }
            offer(index + 2, "'\(keyword).\(value)' of \(owner)")
        default: self.keyword(index, among: Self.schemaKeys)
        }
    }

    private mutating func property(_ index: Int, _ names: [String]) {
        guard let name = token(index) else { return }
        let names = names + [name]
        let isNamed = place.first == "components" && place[1] == "schemas"
        let label = "property '\(names.joined(separator: "."))'" + (isNamed || holder.isEmpty ? "" : " of \(holder)")
        let required = node(index - 1)?["required"]?.sequence?.compactMap(\.string) ?? []
        if !required.contains(name) {
            offer(index + 1, label)
        }
        owner = label
        schema(index + 1, names)
    }

    private mutating func variant(_ index: Int, _ names: [String]) {
        guard let position = token(index).flatMap(Int.init) else { return }
        let reference = node(index + 1)?["$ref"]?.string.map { Reference($0, file: 0, range: root.range).lastToken }
        let name = "variant \(reference.map { "'\($0)'" } ?? String(position + 1)) of \(owner)"
        offer(index + 1, name, needsSibling: true)
        schema(index + 1, names)
    }
}
