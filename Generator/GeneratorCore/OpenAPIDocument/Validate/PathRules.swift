import YAMLReader

/// Checks paths and their templates.
struct PathRules {

    let context: ParseContext
    private var diagnostics: DiagnosticCollector { context.diagnostics }

    /// Checks the path of an operation.
    func check(_ operation: OperationEntry) {
        guard operation.path.hasPrefix("/") else {
            diagnostics.slip(
                "bad-path",
                "The path '\(operation.path)' must begin with '/'",
                so: "it is read as '/\(operation.path)'",
                hint: "Use '/\(operation.path)'",
                at: operation.pathRange
            )
            return
        }
        checkSyntax(of: operation)
        if checkBraces(URLTemplate(operation.path), operation) {
            let path = PathExpressions.withoutQuery(operation.path, operation.parameters)
            checkNames(URLTemplate(path).names, operation)
        }
    }

    /// Reports paths that a server cannot distinguish, because they differ only in the names or patterns of their
    /// parameters.
    func checkShapes(_ operations: [OperationEntry]) {
        var known: [String: OperationEntry] = [:]
        for operation in operations where operation.path.contains("{") {
            let template = URLTemplate(operation.sentPath)
            let parts = template.parts.map { if case .text(let text) = $0 { text } else { "{}" } }
            let shape = "\(operation.method) \(parts.joined())"
            guard let first = known[shape] else {
                known[shape] = operation
                continue
            }
            let isSame = first.sentPath == operation.sentPath
            guard !isSame || first.path == operation.path, first.documentPath != operation.documentPath else {
                continue
            }
            let difference = isSame ? "patterns" : "names"
            diagnostics.warning(
                "ambiguous-path",
                "'\(operation.documentPath)' and '\(first.documentPath)' differ only in the \(difference) of their "
                    + "parameters",
                hint: "Document them as one path, because their requests look the same",
                at: operation.pathRange,
                related: [.init(message: "The other path is here", range: first.pathRange)]
            )
        }
    }

    /// Reports parameters in the syntax of routers that OpenAPI would read as something else.
    private func checkSyntax(of operation: OperationEntry) {
        for name in PathExpressions.colonNames(in: operation.documentPath) {
            guard !operation.path.contains("/{\(name)}") else {
                reportSyntax(":\(name)", "{\(name)}", operation)
                continue
            }
            // A literal segment may begin with a colon, as that of a custom method does.
            guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), operation.parameters.isEmpty else {
                continue
            }
            diagnostics.warning(
                "bad-path",
                "The path has ':\(name)', which is sent unchanged, because no path parameter has that name",
                hint: "If it is a parameter, write '{\(name)}' and declare it",
                at: operation.pathRange
            )
        }
        for angle in PathExpressions.angles(in: operation.documentPath) where !operation.path.contains(angle.text) {
            reportSyntax(angle.text, "{\(angle.name)}", operation)
        }
        for part in PathExpressions.optionalParts(in: operation.documentPath) {
            diagnostics.slip(
                "bad-path",
                "The path has '\(part)', which is not the syntax of OpenAPI",
                so: "this optional part is omitted",
                hint: "Remove it",
                at: operation.pathRange
            )
        }
        for name in URLTemplate(operation.documentPath).names where name.hasSuffix("?") {
            reportSyntax("{\(name)}", "{\(name.dropLast())}", operation)
        }
    }

    private func reportSyntax(_ written: String, _ meant: String, _ operation: OperationEntry) {
        diagnostics.slip(
            "bad-path",
            "The path has '\(written)', which is not the syntax of OpenAPI",
            so: "it is read as '\(meant)'",
            hint: "Write '\(meant)'",
            at: operation.pathRange
        )
    }

    /// Whether every brace is matched.
    private func checkBraces(_ path: URLTemplate, _ operation: OperationEntry) -> Bool {
        for case .text(let text) in path.parts {
            guard let brace = text.unicodeScalars.first(where: { $0 == "{" || $0 == "}" }) else { continue }
            diagnostics.slip(
                "bad-path",
                "The path '\(operation.documentPath)' has an unmatched '\(brace)'",
                so: "it is read as '\(PathRepair.balanced(operation.path))'",
                hint: "Write each parameter as '{name}'",
                at: operation.pathRange
            )
            return false
        }
        return true
    }

    private func checkNames(_ names: [String], _ operation: OperationEntry) {
        let declared = operation.parameters.filter { $0.place == .path }
        for name in names where !declared.contains(where: { $0.name == name }) {
            let isQuery = PathExpressions.queryNames(in: name) != nil
            diagnostics.slip(
                "undeclared-parameter",
                PathExpressions.queryNames(in: name) == nil
                    ? "The path has '{\(name)}', but '\(operation.method)' declares no path parameter with that name"
                    : "The path has '{\(name)}', but '\(operation.method)' does not declare all of these query parameters",
                so: isQuery ? "the others are optional strings" : "it is read as a string",
                hint: hint(for: name, declared.map(\.name)),
                at: operation.pathRange,
                culprit: operation.range
            )
        }
        for parameter in declared where !names.contains(parameter.name) {
            diagnostics.slip(
                "unused-parameter",
                "The path parameter '\(parameter.name)' does not appear in the path '\(operation.path)'",
                so: "it is ignored",
                hint: "Add '{\(parameter.name)}' to the path, or remove the parameter",
                at: parameter.range
            )
        }
        if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
            diagnostics.warning(
                "bad-path",
                "The path has '{\(name)}' twice, and both get the same value",
                hint: "Use two different parameters",
                at: operation.pathRange
            )
        }
    }

    private func hint(for name: String, _ declared: [String]) -> String {
        if PathExpressions.queryNames(in: name) != nil {
            return "Declare them under 'parameters' with 'in: query'"
        }
        return Suggestion.nearest(to: name, among: declared).map { "Did you mean '{\($0)}'?" }
            ?? "Add it under 'parameters' with 'in: path'"
    }
}
