import YAMLReader

/// Derives the name of a schema from its location in a document.
///
/// Used for references to a schema inside another part of the document, whose last token, such as `0` or `schema`, says
/// nothing.
struct LocationName {

    let context: ParseContext

    /// Returns the name for the target of a reference: `Order Item` for `#/components/schemas/Order/properties/item`.
    func name(of reference: Reference) -> String {
        let all = JSONPointer(parsing: reference.fragment)?.tokens
        // The elements of a file that is a list.
        if let all, !all.isEmpty, all.allSatisfy(Self.isIndex), !reference.fileName.isEmpty {
            return ([reference.fileName] + all).joined(separator: " ")
        }
        guard let tokens = all, !isNamed(tokens),
            tokens.contains(where: { Self.containers[$0] != nil || Self.isStructural($0) })
        else { return reference.lastToken }
        let isHere = reference.filePath.isEmpty && reference.base.isEmpty && reference.file == 0
        let words = words(tokens, in: isHere ? context.root.node : nil)
        return words.isEmpty ? reference.lastToken : words.joined(separator: " ")
    }

    /// Whether the last token is the name of a schema: of a component or a definition.
    private func isNamed(_ tokens: [String]) -> Bool {
        guard tokens.count > 1 else { return true }
        let folder = tokens[tokens.count - 2]
        return tokens.count == 3 && tokens[0] == "components" || ["definitions", "$defs", "schemas"].contains(folder)
    }

    private static func isStructural(_ token: String) -> Bool {
        isIndex(token) || ["schema", "items", "additionalProperties"].contains(token)
    }

    private static func isIndex(_ token: String) -> Bool {
        token.allSatisfy { ("0"..."9").contains($0) }
    }

    private func words(_ tokens: [String], in root: Node?) -> [String] {
        var words: [String] = []
        var isInside = false
        var rest = tokens[...]
        var node = root
        if rest.first == "components" {
            rest = rest.dropFirst()
            node = node?["components"]
        }
        while let token = rest.first {
            rest = rest.dropFirst()
            let parent = node
            node = child(token, of: node)
            guard let kind = Self.containers[token] else {
                let own = word(token)
                // Outside of schemas, only the last of several keys is a name; an index needs the key before it.
                words = isInside || own != [token] || Self.isIndex(token) ? words + own : own
                isInside = isInside || own != [token]
                continue
            }
            isInside = true
            guard let key = rest.first else { break }
            rest = rest.dropFirst()
            node = child(key, of: node)
            switch kind {
            case .path:
                guard let method = rest.first else { return words + [key] }
                rest = rest.dropFirst()
                node = child(method, of: node)
                words.append(node?["operationId"]?.string ?? "\(method) \(key)")
            case .named: words.append(key)
            case .response: words.append(responseName(key, among: parent))
            case .parameter: words.append(node?["name"]?.string ?? (Int(key) == nil ? key : "Parameter \(number(key))"))
            case .alternative: words.append(node?["title"]?.string ?? "Variant \(number(key))")
            case .part: words.append(node?["title"]?.string ?? "Part \(number(key))")
            case .position: words.append("Item \(number(key))")
            case .silent: break
            }
        }
        return words
    }

    /// Returns the name of a response: with its status if there are several, or its own name among the components.
    private func responseName(_ key: String, among parent: Node?) -> String {
        guard key == "default" || key.first?.isNumber == true else { return key }
        return parent?["responses"]?.mapping?.count == 1 ? "Response" : "\(key) Response"
    }

    /// Returns the value of a key or at an index.
    private func child(_ token: String, of node: Node?) -> Node? {
        if let list = node?.sequence {
            return Int(token).flatMap { list.indices.contains($0) ? list[$0] : nil }
        }
        return node?[token]
    }

    private func number(_ index: String) -> String {
        Int(index).map { String($0 + 1) } ?? index
    }

    /// Returns the words for a token that contains a single value.
    private func word(_ token: String) -> [String] {
        switch token {
        case "schema": []
        case "items", "itemSchema", "unevaluatedItems", "contains": ["Item"]
        case "additionalProperties", "unevaluatedProperties": ["Value"]
        case "requestBody": ["Body"]
        default: [token]
        }
    }

    private enum Container {
        case path, named, response, parameter, alternative, part, position, silent
    }

    private static let containers: [String: Container] = [
        "paths": .path, "x-ms-paths": .path, "webhooks": .path, "x-webhooks": .path, "properties": .named,
        "patternProperties": .named,
        "$defs": .named,
        "definitions": .named, "dependentSchemas": .named, "schemas": .named, "headers": .named,
        "requestBodies": .named, "callbacks": .named, "pathItems": .path, "responses": .response,
        "parameters": .parameter, "oneOf": .alternative, "anyOf": .alternative, "allOf": .part,
        "prefixItems": .position, "content": .silent,
    ]
}
