import YAMLReader

/// A path that is followed in a document before and after its upgrade, token by token.
struct SwaggerSteps {

    /// The path to the value in the document that the path is translated for.
    private(set) var path: [String]
    /// The tokens that are not followed yet.
    private var rest: ArraySlice<String>
    /// The value in the document of the tokens; `nil` if there is none.
    private var from: Node?
    /// The value in the other document; `nil` if there is none.
    private var to: Node?

    init(path: [String], rest: ArraySlice<String>, from: Node?, to: Node?) {
        self.path = path
        self.rest = rest
        self.from = from
        self.to = to
    }

    /// Follows a token of the original document.
    ///
    /// - Returns: `false` after the last token.
    mutating func moveToUpgraded() -> Bool {
        guard let token = rest.popFirst() else { return false }
        if token == "parameters", let parameter = listed(token) {
            if parameter["in"]?.string == "body", to?["requestBody"] != nil {
                rest.removeFirst()
                follow("requestBody", with: parameter)
                return true
            }
            return moveToParameter(parameter)
        }
        // The keywords for the values of parameters and headers are those of a schema.
        if to?[token] == nil, from?[token] != nil, from?["type"] != nil, to?["schema"]?[token] != nil {
            follow("schema", with: from)
        }
        if token == "schema", to?[token] == nil, let media = to?["content"]?.mapping?.entries.first {
            follow("content", with: from)
            follow(media.key.text, with: from)
        }
        follow(token, with: from?.child(token))
        return true
    }

    /// Follows a token of the upgraded document.
    ///
    /// - Returns: `false` after the last token.
    mutating func moveToOriginal() -> Bool {
        guard let token = rest.popFirst() else { return false }
        switch token {
        case "parameters":
            guard let parameter = listed(token) else { break }
            return moveToParameter(parameter)
        case "requestBody":
            let parameters = to?["parameters"]?.sequence ?? []
            guard let index = parameters.firstIndex(where: { $0["in"]?.string == "body" }) else { break }
            let body = from?[token]
            follow("parameters", with: body)
            follow(String(index), with: body)
            return true
        case "content":
            guard to?[token] == nil, to?["schema"] != nil, let type = rest.first else { break }
            rest.removeFirst()
            from = from?[token]?[type]
            return true
        case "schema":
            guard to?[token] == nil, to?["type"] != nil else { break }
            from = from?[token]
            return true
        default: break
        }
        follow(token, with: from?.child(token))
        return true
    }

    /// Returns the element of a list whose index is the next token.
    private func listed(_ token: String) -> Node? {
        rest.first.flatMap { from?[token]?.child($0) }.flatMap { from?[token]?.sequence == nil ? nil : $0 }
    }

    /// Moves to a parameter, which has the same position in both files.
    private mutating func moveToParameter(_ parameter: Node) -> Bool {
        let others = to?["parameters"]?.sequence ?? []
        let index = others.firstIndex { $0.range == parameter.range }.map(String.init)
        let written = rest.removeFirst()
        follow("parameters", with: parameter)
        follow(index ?? written, with: parameter)
        return true
    }

    /// Adds a token to the path.
    private mutating func follow(_ token: String, with value: Node?) {
        path.append(token)
        from = value
        to = to?.child(token)
    }
}
