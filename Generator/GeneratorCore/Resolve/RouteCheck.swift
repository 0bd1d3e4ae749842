/// Reports the ends of paths that are not sent or have no effect, and paths without a route in the server.
struct RouteCheck {

    private let diagnostics: DiagnosticCollector
    private let hasServer: Bool
    /// The numbers of operations with the same method and path on the wire.
    private let counts: [String: Int]

    /// Creates the check for the operations of a document.
    init(_ document: Document, hasServer: Bool, _ diagnostics: DiagnosticCollector) {
        self.diagnostics = diagnostics
        self.hasServer = hasServer
        let sent = document.operations.map { "\($0.method) \($0.sentPath)" }
        counts = Dictionary(sent.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// Reports a query or a fragment in a path, and a path that the server cannot distinguish from others or whose
    /// values it cannot match.
    ///
    /// - Parameter entry: The operation.
    /// - Returns: Whether a server has a route.
    func check(_ entry: OperationEntry) -> Bool {
        let hasRoute = !hasServer || !isSelectedByEnd(entry)
        reportEnd(entry, hasRoute: hasRoute)
        guard hasServer, hasRoute else { return hasRoute }
        if entry.path.count > 1, entry.path.hasSuffix("/"), counts["\(entry.method) \(entry.path.dropLast())"] != nil {
            diagnostics.warning(
                "path-end",
                "The server has no route for '\(entry.path)', because it reads the path like "
                    + "'\(entry.path.dropLast())'",
                hint: "Remove one of the operations, or the server",
                at: entry.pathRange
            )
            return false
        }
        reportSegments(entry)
        return true
    }

    /// Whether only a query or a fragment distinguishes the path from those of other operations.
    private func isSelectedByEnd(_ entry: OperationEntry) -> Bool {
        let isMarked = entry.path != entry.sentPath && entry.path.contains { "?#".contains($0) }
        let isShared = isMarked && counts["\(entry.method) \(entry.sentPath)", default: 1] > 1
        return isShared || URLTemplate(entry.sentPath).hasQuery
    }

    /// Reports a query or a fragment; some documents use them to distinguish operations.
    private func reportEnd(_ entry: OperationEntry, hasRoute: Bool) {
        let hasFragment = entry.pathWithoutFragment != entry.path
        let hasQuery = URLTemplate(PathExpressions.withoutQuery(entry.path, entry.parameters)).hasQuery
        let end = hasFragment ? "fragment" : "query"
        let reason = "because it selects no operation by a \(end)"
        guard hasFragment || hasQuery && !entry.isExtension else {
            guard !hasRoute else { return }
            diagnostics.warning(
                "path-end",
                "The server has no route for '\(entry.path)', \(reason)",
                hint: "Add the route in the app",
                at: entry.pathRange
            )
            return
        }
        let consequence = hasFragment ? "which is not sent" : "which is sent unchanged"
        let hint =
            hasFragment ? "Remove the part from '#' on" : "Declare its parameters under 'parameters' with 'in: query'"
        diagnostics.warning(
            "path-end",
            "The path '\(entry.path)' contains a \(end), \(consequence)"
                + (hasRoute ? "" : ". The server has no route for it, \(reason)"),
            hint: hasRoute ? hint : hint + ", or add the route in the app",
            at: entry.pathRange
        )
    }

    /// Reports a path with a parameter of several segments.
    private func reportSegments(_ entry: OperationEntry) {
        guard let name = PathExpressions.severalSegments(in: entry) else { return }
        diagnostics.warning(
            "one-segment",
            "The server's route for '\(entry.documentPath)' matches only one segment as '\(name)'",
            hint: "Add a route for paths with more segments in the app",
            at: entry.pathRange
        )
    }
}
