import YAMLReader

/// Diagnostics of references, and the readings of references that name no value.
extension ParseContext {
    /// Returns the string next to a reference that replaces the one of the referenced object; `nil` for none.
    ///
    /// OpenAPI 3.0 ignores everything next to a reference.
    func replacement(_ key: String, nextTo element: Element) -> String? {
        guard !isVersion30, element.node.mapping?.contains("$ref") == true else { return nil }
        return element.node[key]?.string
    }

    /// Returns an element and the elements that its references lead to one after another; only the element, with a
    /// diagnostic, if they lead to no value.
    func chain(from element: Element) -> [Element] {
        var chain = [element]
        guard follow(element) != nil else { return chain }
        var last = element
        while let node = last.node["$ref"], let text = node.string,
            let target = resolve(Reference(text, at: last.pointer, range: node.range, in: self))
        {
            chain.append(target)
            last = target
        }
        return chain
    }

    /// Returns the component that a reference means although it does not name it: `Name` or `#/definitions/Name`; `nil`
    /// if the reference names an existing value, or if there is no such component.
    func meant(by reference: Reference) -> [String]? {
        guard reference.file == 0 else { return nil }
        if let tokens = tokensWithoutMark(reference) { return tokens }
        if !reference.filePath.isEmpty {
            guard !reference.text.contains("#"), !hasIdentifiers(in: 0), let kind = componentKind(reference.filePath),
                path(of: reference).map({ sources.number(of: $0, at: reference.range, diagnostics) == nil }) ?? true
            else { return nil }
            return ["components", kind, reference.filePath]
        }
        guard !sources.isSwagger(0), let tokens = JSONPointer(parsing: reference.fragment)?.tokens, tokens.count >= 2,
            tokens[0] == "definitions", root.node["definitions"]?[tokens[1]] == nil,
            root.node["components"]?["schemas"]?[tokens[1]] != nil
        else { return nil }
        return ["components", "schemas"] + tokens.dropFirst()
    }

    /// Returns the path of a value of the document whose reference has no `#` or no `/` after it:
    /// `/components/schemas/Name` and `#components/schemas/Name`; `nil` for any other reference.
    private func tokensWithoutMark(_ reference: Reference) -> [String]? {
        let text = reference.text
        let path = text.hasPrefix("#") ? "#/" + text.dropFirst() : "#" + text
        guard !text.hasPrefix("#/"), "/#".contains(text.first ?? " "), text.dropFirst().contains("/"),
            !text.dropFirst().contains("#"), let tokens = JSONPointer(parsing: path)?.tokens,
            let target = sources.roots[0]?.resolve(JSONPointer(sources.path(tokens, in: 0))), !target.isNull
        else { return nil }
        return tokens
    }

    /// Reports the cycle at the end of a chain of references; reports the chain's length if there is no cycle.
    func reportCycle(_ hops: [Reference]) {
        let last = hops[hops.count - 1]
        guard let start = hops.dropLast().lastIndex(where: { $0.text == last.text && $0.file == last.file }) else {
            slip(
                "reference-cycle",
                "This reference passes through 100 other references",
                so: "it is ignored",
                at: hops[0].range
            )
            return
        }
        // Reported once, at the reference of the cycle that is first in the document.
        let circle = hops[start..<hops.count - 1]
        let first = circle.indices.min {
            (hops[$0].range.file, hops[$0].range.start.offset) < (hops[$1].range.file, hops[$1].range.start.offset)
        }
        let turned = hops[(first ?? start)..<hops.count - 1] + hops[start..<(first ?? start)]
        let names = turned.map { "'\($0.text)'" } + ["'\(turned.first?.text ?? "")'"]
        slip(
            "reference-cycle",
            "This reference refers back to itself: \(names.joined(separator: " → "))",
            so: "it is ignored",
            hint: "Make one of them refer to a value",
            at: turned.first?.range ?? last.range
        )
    }

    /// A hint for an invalid reference.
    var referenceHint: String {
        let place = sources.isSwagger(0) ? "definitions" : "components/schemas"
        return "Use '#/\(place)/Name' or 'file.yaml#/path/to/value'"
    }

    /// Reports a reference that is not a string.
    func reportReference(_ node: Node, _ key: String) {
        slip(
            "bad-reference",
            "'\(key)' must be a string, but this is \(node.kind)",
            so: "it is ignored",
            hint: referenceHint,
            at: node.range
        )
    }

    /// Returns a hint for a reference to a missing file that equals the name of a component.
    func advice(for reference: Reference) -> String? {
        componentKind(reference.filePath).map { "Did you mean '\(written(["components", $0, reference.filePath]))'?" }
    }

    /// Returns a reference to a component as its document writes it: `#/definitions/Name` for a schema of Swagger 2.0.
    func written(_ tokens: [String]) -> String {
        guard sources.isSwagger(0), tokens.count > 2, tokens[0] == "components" else {
            return JSONPointer(tokens).description
        }
        let places = ["schemas": "definitions", "requestBodies": "parameters"]
        return JSONPointer([places[tokens[1]] ?? tokens[1]] + tokens.dropFirst(2)).description
    }

    /// Returns the kind of the first component with a name.
    func componentKind(_ name: String) -> String? {
        let kinds = [
            "schemas", "responses", "parameters", "requestBodies", "headers", "links", "callbacks", "pathItems",
        ]
        return kinds.first { root.node["components"]?[$0]?[name] != nil }
    }

    func reportDangling(_ reference: Reference, token: String, in node: Node) {
        let names = node.mapping.map { $0.entries.map(\.key.text) } ?? []
        let nearest = Suggestion.nearest(to: token, among: names)
        // What refers to a removed part must not be generated without it.
        let isOfRemoved = knownDangling.map { !$0.contains(reference.range) } ?? false
        diagnostics.slip(
            "dangling-reference",
            "'\(reference.text)' cannot be resolved: there is no '\(token)'",
            so: "it is ignored",
            isStrict: isStrict || isOfRemoved,
            hint: nearest.map { "Did you mean '\($0)'?" } ?? "Add the missing definition, or correct the reference",
            at: reference.range
        )
    }
}
