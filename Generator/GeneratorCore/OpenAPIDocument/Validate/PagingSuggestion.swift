import YAMLReader

/// Suggests `x-paging` for operations with a parameter and a response that look like those of pages.
struct PagingSuggestion {

    let context: ParseContext

    /// Names of parameters with the position of a page, without separators and in lower case.
    private static let positions: Set<String> = [
        "cursor", "pagecursor", "pagetoken", "nextpagetoken", "nexttoken", "nextcursor", "continuationtoken", "after",
        "startingafter", "starttoken", "marker", "continuation", "next",
    ]

    /// Names of properties with the position of the next page.
    private static let followers: Set<String> = [
        "nextcursor", "nextpagetoken", "nexttoken", "nextpagecursor", "continuationtoken", "endcursor", "nextmarker",
        "cursor", "next",
    ]

    /// Names of parameters with the largest number of items.
    private static let sizes: Set<String> = [
        "limit", "pagesize", "perpage", "maxresults", "first", "take", "count", "size",
    ]

    /// Adds a note for each operation.
    func check(_ document: Document) {
        for operation in document.operations where operation.extensions.paging == nil {
            check(operation)
        }
    }

    private func check(_ operation: OperationEntry) {
        let position = operation.parameters.first { parameter in
            Self.positions.contains(Self.plain(parameter.name)) && parameter.place == .query && !parameter.isRequired
                && isString(parameter.schema)
        }
        guard let position, let body = body(of: operation), let next = place(of: Self.isFollower, in: body, isString),
            let items = place(of: { _ in true }, in: body, isList)
        else { return }
        let size = operation.parameters.first { Self.sizes.contains(Self.plain($0.name)) }
        let entries = [
            "style: cursor", size.map { "size: \($0.name)" }, "position: \(position.name)", "items: ['\(items)']",
            "next: ['\(next)']",
        ].compactMap { $0 }
        context.diagnostics.note(
            "suggested-paging",
            "This operation looks paginated: parameter '\(position.name)', response '\(next)'. "
                + "A method for pages can be generated",
            hint: "Add 'x-paging: { \(entries.joined(separator: ", ")) }'",
            at: operation.range
        )
    }

    /// Returns the schema of the JSON in the first success.
    private func body(of operation: OperationEntry) -> Schema? {
        let success = operation.responses.first { $0.status.hasPrefix("2") }
        return success?.content.first { $0.form == .json }?.schema
    }

    /// Returns the location of the first property with a name and a type, in the body or in one of its objects.
    private func place(of name: (String) -> Bool, in body: Schema, _ isWanted: (Schema?) -> Bool) -> String? {
        let properties = properties(of: body)
        if let found = properties.first(where: { name($0.name) && isWanted($0.schema) }) {
            return OperationExtensions.Location.body([found.name]).text
        }
        for outer in properties {
            let inner = self.properties(of: outer.schema).first { name($0.name) && isWanted($0.schema) }
            if let inner { return OperationExtensions.Location.body([outer.name, inner.name]).text }
        }
        return nil
    }

    /// Returns the properties of a schema and of the parts that it is composed of.
    private func properties(of schema: Schema) -> [Schema.Property] {
        var known: Set<ObjectIdentifier> = []
        var open = [schema]
        var found: [Schema.Property] = []
        while let next = open.popLast() {
            guard known.insert(ObjectIdentifier(next)).inserted else { continue }
            found += next.properties
            open += next.allOf
            if let target = context.target(of: next) {
                open.append(target)
            }
        }
        return found
    }

    private func isString(_ schema: Schema?) -> Bool {
        guard let schema else { return false }
        let own = context.target(of: schema) ?? schema
        guard own.kinds.isEmpty else { return own.kinds == [.string] }
        let variants = own.variants.filter { $0.kinds != [.null] }
        return variants.count == 1 && (context.target(of: variants[0]) ?? variants[0]).kinds == [.string]
    }

    private func isList(_ schema: Schema?) -> Bool {
        guard let schema else { return false }
        return (context.target(of: schema) ?? schema).kinds == [.array]
    }

    private static func isFollower(_ name: String) -> Bool {
        followers.contains(plain(name))
    }

    /// Returns a name without separators and letter case.
    private static func plain(_ name: String) -> String {
        name.filter { $0.isLetter || $0.isNumber }.lowercased()
    }
}
