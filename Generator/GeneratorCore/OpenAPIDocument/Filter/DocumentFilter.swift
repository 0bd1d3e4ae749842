import YAMLReader

/// Removes the operations that a filter excludes from a document, and the components that are then unused.
struct DocumentFilter {

    let filter: Filter
    let context: ParseContext
    /// The number of the file that contains the filter.
    let file: Int

    /// One operation of the document.
    private struct Operation {
        let place: [String]
        let subject: Filter.Subject
        let isKept: Bool
        /// Whether the operation is the target of a reference, so that it cannot be removed.
        let isElsewhere: Bool
    }

    /// Returns the root of the document without the removed parts.
    func filtered() -> Node {
        let root = context.root.node
        let operations = operations()
        report(operations)
        reportEmpty(operations)
        var dropped = operations.filter { !$0.isKept && !$0.isElsewhere }.map(\.place)
        dropped += emptyItems(operations)
        guard let kept = NodePlaces(dropped).removed(from: root) else { return root }
        let reached = Reachability(context: context).components(of: kept)
        let rest = NodePlaces(unreached(kept, reached)).removed(from: kept) ?? kept
        return withoutLoose(rest, Set(operations.filter { !$0.isKept }.compactMap(\.subject.operationID)), operations)
    }

    private func operations() -> [Operation] {
        ["paths", "x-ms-paths", "webhooks", "x-webhooks"].flatMap { key -> [Operation] in
            guard let items = context.root.node[key]?.mapping else { return [] }
            let parent = Pointer(parent: context.root.pointer, token: key)
            return items.entries.filter { !$0.key.text.hasPrefix("x-") }.flatMap { item -> [Operation] in
                let element = Element(node: item.value, pointer: Pointer(parent: parent, token: item.key.text))
                return operations(at: element).map { steps, entry, isElsewhere in
                    let subject = Filter.Subject(
                        path: item.key.text,
                        tags: entry.value["tags"]?.sequence?.compactMap(\.string) ?? [],
                        operationID: entry.value["operationId"]?.string
                    )
                    return Operation(
                        place: [key, item.key.text] + steps + [entry.key.text],
                        subject: subject,
                        isKept: filter.keeps(subject),
                        isElsewhere: isElsewhere
                    )
                }
            }
        }
    }

    /// Returns the operations of a path item and of those that it refers to, each once.
    private func operations(at item: Element) -> [(steps: [String], entry: Mapping.Entry, isElsewhere: Bool)] {
        var known: Set<[String]> = []
        var found: [(steps: [String], entry: Mapping.Entry, isElsewhere: Bool)] = []
        for (position, part) in context.chain(from: item).enumerated() {
            guard let mapping = part.node.mapping else { continue }
            for own in Self.operations(of: mapping) where known.insert(own.steps + [own.entry.key.text]).inserted {
                found.append((own.steps, own.entry, position > 0))
            }
        }
        return found
    }

    /// Returns the operations of a path item, each with the keys that lead to its mapping.
    private static func operations(of item: Mapping) -> [(steps: [String], entry: Mapping.Entry)] {
        var found: [(steps: [String], entry: Mapping.Entry)] = []
        for entry in item.entries {
            if OperationParser.methods.contains(entry.key.text) {
                found.append(([], entry))
            } else if entry.key.text == "additionalOperations" {
                found += (entry.value.mapping?.entries ?? []).map { ([entry.key.text], $0) }
            }
        }
        return found
    }

    /// Returns the path items without any remaining operation.
    private func emptyItems(_ operations: [Operation]) -> [[String]] {
        let items = Dictionary(grouping: operations) { Array($0.place.prefix(2)) }
        return items.filter { !$0.value.contains(where: \.isKept) }.map(\.key)
    }

    /// Reports a filter that keeps no operation although each of its entries matches one.
    private func reportEmpty(_ operations: [Operation]) {
        guard !operations.isEmpty, !operations.contains(where: \.isKept), let entry = filter.entries.first,
            filter.entries.allSatisfy({ entry in operations.contains { entry.names($0.subject) } })
        else { return }
        context.diagnostics.warning(
            "empty-filter",
            "The filter excludes every operation of the document",
            hint: "Include one, or remove the filter",
            at: SourceRange(start: entry.range.start, end: entry.range.end, file: file)
        )
    }

    /// Reports entries that match no operation: a misspelt one would silently keep or drop the wrong operations.
    private func report(_ operations: [Operation]) {
        let tags = context.root.node["tags"]?.sequence?.compactMap { $0["name"]?.string } ?? []
        for entry in filter.entries where !operations.contains(where: { entry.names($0.subject) }) {
            let names: [String] =
                switch entry.kind {
                case .tag: tags + operations.flatMap(\.subject.tags)
                case .path: operations.map(\.subject.path)
                case .operation: operations.compactMap(\.subject.operationID)
                }
            context.diagnostics.error(
                "unmatched-filter",
                "No operation has the \(entry.kind == .operation ? "operationId" : entry.kind.rawValue) '\(entry.text)'",
                hint: Suggestion.nearest(to: entry.text, among: names).map { "Did you mean '\($0)'?" }
                    ?? "Correct it, or remove it from the filter",
                at: SourceRange(start: entry.range.start, end: entry.range.end, file: file)
            )
        }
    }

    private func unreached(_ root: Node, _ reached: Set<[String]>) -> [[String]] {
        guard let kinds = root["components"]?.mapping else { return [] }
        return kinds.entries.filter { !$0.key.text.hasPrefix("x-") }.flatMap { kind -> [[String]] in
            (kind.value.mapping?.entries ?? []).map { [kind.key.text, $0.key.text] }
                .filter { !reached.contains($0) }.map { ["components"] + $0 }
        }
    }

    /// Returns the document without links and refreshers that refer to removed operations.
    private func withoutLoose(_ root: Node, _ ids: Set<String>, _ operations: [Operation]) -> Node {
        let references = Set(operations.filter { !$0.isKept }.map { JSONPointer($0.place).description })
        var places: [[String]] = []
        func search(_ node: Node, _ path: [String]) {
            for entry in node.mapping?.entries ?? [] {
                let inner = path + [entry.key.text]
                if let id = entry.value["operationId"]?.string ?? entry.value["operation"]?.string,
                    ids.contains(id), path.last == "links" || entry.key.text == "x-token-refresh"
                {
                    places.append(inner)
                } else if let text = entry.value["operationRef"]?.string, references.contains(text),
                    path.last == "links"
                {
                    places.append(inner)
                } else {
                    search(entry.value, inner)
                }
            }
        }
        search(root, [])
        return NodePlaces(places).removed(from: root) ?? root
    }
}
