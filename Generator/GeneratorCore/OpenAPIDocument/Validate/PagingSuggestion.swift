/// Suggests `x-paging` for operations with parameters and a response that look like those of pages.
struct PagingSuggestion {

    let context: ParseContext

    /// Paging that an operation seems to have.
    private struct Finding {
        /// The parameters and the property that indicate it.
        let signs: String
        /// The entries of `x-paging`.
        let entries: [String]
    }

    /// Names of parameters with the position of a page, without separators and in lower case.
    private static let positions: Set<String> = [
        "cursor", "pagecursor", "pagetoken", "nextpagetoken", "nexttoken", "nextcursor", "continuationtoken", "after",
        "startingafter", "startcursor", "starttoken", "marker", "continuation", "continue", "next",
    ]

    /// Names of properties with the position of the next page.
    private static let followers: Set<String> = [
        "nextcursor", "nextpagetoken", "nexttoken", "nextpagecursor", "continuationtoken", "endcursor", "nextmarker",
        "continue", "cursor", "next",
    ]

    /// Names of parameters with the largest number of items.
    private static let sizes: Set<String> = [
        "limit", "pagesize", "perpage", "maxresults", "first", "take", "count", "size",
    ]

    /// Names of parameters with the number of a page, and of those with its size.
    private static let pages: Set<String> = ["page", "pagenumber"]
    private static let pageSizes: Set<String> = ["perpage", "pagesize", "limit", "size"]

    /// Adds a note for each operation.
    func check(_ document: Document) {
        for operation in document.operations where operation.extensions.paging == nil {
            check(operation)
        }
    }

    private func check(_ operation: OperationEntry) {
        guard let schema = body(of: operation) else { return }
        let body = ResponseSearch(schema, in: context)
        guard let found = cursor(operation, body) ?? url(operation, body) ?? number(operation, body) else { return }
        context.diagnostics.note(
            "suggested-paging",
            "This operation looks paginated: \(found.signs). A method for pages can be generated",
            hint: "Add 'x-paging: { \(found.entries.joined(separator: ", ")) }'",
            at: operation.range
        )
    }

    /// Returns the schema of the JSON in the only success with a body.
    private func body(of operation: OperationEntry) -> Schema? {
        let successes = operation.responses.filter { $0.status.hasPrefix("2") && !$0.content.isEmpty }
        guard successes.count == 1 else { return nil }
        return successes[0].content.first { $0.form == .json }?.schema
    }

    // MARK: - Styles

    private func cursor(_ operation: OperationEntry, _ body: ResponseSearch) -> Finding? {
        let position = operation.parameters.first { parameter in
            Self.isPosition(parameter) && !parameter.isRequired && body.isPlain(parameter.schema, .string)
        }
        let next = body.members.first { member in
            Self.followers.contains(Self.plain(member.path.last ?? "")) && !body.isNextURL(member)
                && body.isPlain(member.schema, .string)
        }
        guard let position, let next, let items = body.members.first(where: { body.isList($0.schema) }) else {
            return nil
        }
        let size = operation.parameters.first { Self.sizes.contains(Self.plain($0.name)) }
        return Finding(
            signs: "parameter '\(position.name)', response '\(Self.place(next.path))'",
            entries: [
                "style: cursor", size.map { "size: \(Self.scalar($0.name))" },
                "position: \(Self.scalar(position.name))", "items: ['\(Self.place(items.path))']",
                "next: ['\(Self.place(next.path))']",
            ].compactMap { $0 }
        )
    }

    private func url(_ operation: OperationEntry, _ body: ResponseSearch) -> Finding? {
        guard operation.method == "get", let next = body.members.first(where: body.isNextURL),
            let items = body.onlyList
        else { return nil }
        return Finding(
            signs: "response '\(Self.place(next.path))'",
            entries: ["style: url", "items: ['\(Self.place(items))']", "next: ['\(Self.place(next.path))']"]
        )
    }

    /// Returns the paging by the number of a page or of an item, unless another parameter may have the position.
    private func number(_ operation: OperationEntry, _ body: ResponseSearch) -> Finding? {
        guard operation.method == "get", !operation.parameters.contains(where: Self.isPosition),
            let items = body.onlyList
        else { return nil }
        let page = integer(Self.pages, of: operation, body)
        let offset = integer(["offset"], of: operation, body)
        guard let position = page ?? offset, page == nil || offset == nil,
            let size = integer(page == nil ? ["limit"] : Self.pageSizes, of: operation, body),
            let start = body.start(of: position.schema, usual: page == nil ? 0 : nil), page != nil || start == 0
        else { return nil }
        return Finding(
            signs: "parameters '\(position.name)' and '\(size.name)'",
            entries: [
                page == nil ? "style: offset" : "style: page, first: \(start)", "size: \(Self.scalar(size.name))",
                "position: \(Self.scalar(position.name))", "items: ['\(Self.place(items))']",
            ]
        )
    }

    /// Returns the only query parameter with an integer that has one of the names.
    private func integer(
        _ names: Set<String>,
        of operation: OperationEntry,
        _ body: ResponseSearch
    ) -> ParameterEntry? {
        let found = operation.parameters.filter { $0.place == .query && names.contains(Self.plain($0.name)) }
        return found.count == 1 && body.isPlain(found[0].schema, .integer) ? found[0] : nil
    }

    // MARK: - Names

    private static func isPosition(_ parameter: ParameterEntry) -> Bool {
        parameter.place == .query && positions.contains(plain(parameter.name))
    }

    /// Returns a name without separators and letter case.
    private static func plain(_ name: String) -> String {
        name.filter { $0.isLetter || $0.isNumber }.lowercased()
    }

    private static func place(_ path: [String]) -> String {
        escaped(OperationExtensions.Location.body(path).text)
    }

    /// Returns a name as a scalar of YAML, in quotes if it has other characters than those of identifiers.
    private static func scalar(_ name: String) -> String {
        let isSimple = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        return isSimple ? name : "'\(escaped(name))'"
    }

    /// Returns a text for use between single quotes of YAML.
    private static func escaped(_ text: String) -> String {
        text.replacing("'", with: "''")
    }
}
