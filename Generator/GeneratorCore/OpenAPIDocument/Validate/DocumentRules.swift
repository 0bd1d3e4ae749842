import YAMLReader

/// Checks the consistency of a document's parts, which the parsers cannot see.
struct DocumentRules {

    let document: Document
    let context: ParseContext
    private var diagnostics: DiagnosticCollector { context.diagnostics }

    init(document: Document, context: ParseContext) {
        self.document = document
        self.context = context
    }

    /// Runs every rule.
    ///
    /// Each rule reports all problems and does not change the document.
    func check() {
        checkOperationIDs()
        let paths = PathRules(context: context)
        paths.checkShapes(document.operations)
        for operation in document.operations {
            paths.check(operation)
            checkParameters(operation)
            checkSecurity(operation.security)
            checkResponses(operation)
            checkPolling(operation)
        }
        checkSecurity(document.security)
        checkReferences()
    }

    private func checkOperationIDs() {
        var known: [String: SourceRange] = [:]
        for operation in document.operations {
            guard let id = operation.operationID, let range = operation.operationIDRange else { continue }
            // Paths that share a path item share its operations.
            if let first = known[id], first != range {
                diagnostics.slip(
                    "repeated-operation",
                    "The operationId '\(id)' is used twice",
                    so: "this operation is named after its path",
                    hint: "Give each operation a unique operationId",
                    at: range,
                    related: [.init(message: "First declared here", range: first)]
                )
            }
            known[id] = known[id] ?? range
        }
    }

    private func checkParameters(_ operation: OperationEntry) {
        var known: [String: SourceRange] = [:]
        for parameter in operation.parameters {
            let key = "\(parameter.place.rawValue) \(parameter.name)"
            if let first = known[key] {
                diagnostics.slip(
                    "repeated-parameter",
                    "The \(parameter.place.rawValue) parameter '\(parameter.name)' is declared twice",
                    so: "this one is ignored",
                    at: parameter.range,
                    related: [.init(message: "First declared here", range: first)]
                )
            }
            known[key] = known[key] ?? parameter.range
        }
        checkWholeQuery(operation)
    }

    /// Reports a whole query next to another one, or next to single query parameters.
    private func checkWholeQuery(_ operation: OperationEntry) {
        let queries = operation.parameters.filter { [.query, .querystring].contains($0.place) }
        guard let whole = queries.first(where: { $0.place == .querystring }) else { return }
        for parameter in queries
        where parameter.range != whole.range && (parameter.place, parameter.name) != (whole.place, whole.name) {
            diagnostics.slip(
                "repeated-parameter",
                "The \(parameter.place.rawValue) parameter '\(parameter.name)' is declared next to '\(whole.name)', "
                    + "which is the whole query",
                so: "the query contains both",
                hint: "Describe the whole query in '\(whole.name)', or declare it as parameters with 'in: query'",
                at: parameter.range,
                related: [.init(message: "The whole query is declared here", range: whole.range)]
            )
        }
    }

    private func checkSecurity(_ requirement: SecurityEntry?) {
        guard let requirement else { return }
        let names = document.securitySchemes.map(\.name)
        for name in requirement.alternatives.flatMap({ $0 }) where !names.contains(name) {
            diagnostics.slip(
                "unknown-security",
                "There is no security scheme '\(name)'",
                so: "no credential is sent for it",
                hint: Suggestion.nearest(to: name, among: names).map { "Did you mean '\($0)'?" }
                    ?? "Declare it under 'components.securitySchemes'",
                at: requirement.range
            )
        }
    }

    private func checkResponses(_ operation: OperationEntry) {
        guard !operation.documentsResponses else { return }
        diagnostics.warning(
            "no-responses",
            "'\(operation.operationID ?? operation.method)' documents no response",
            hint: "Callers receive every response except a success without a body as 'undocumented'",
            at: operation.range
        )
    }

    private func checkPolling(_ operation: OperationEntry) {
        guard let polling = operation.extensions.polling, let name = polling.waitParameter,
            !operation.parameters.contains(where: { $0.name == name })
        else { return }
        diagnostics.slip(
            "unfit-polling",
            "'\(name)' is not a parameter of this operation",
            so: "it is ignored",
            hint: "Correct 'wait-parameter' of 'x-polling', or remove it",
            at: polling.range
        )
    }

    /// Follows every reference between schemas, so that every unresolved one is found.
    private func checkReferences() {
        var open = document.schemas.map(\.schema)
        for operation in document.operations + document.webhooks + document.callbacks.map(\.operation) {
            open += operation.parameters.compactMap(\.schema)
            open += operation.requestBody?.content.flatMap(\.schemas) ?? []
            open += operation.responses.flatMap { $0.content.flatMap(\.schemas) + $0.headers.compactMap(\.schema) }
        }
        var walk = SchemaWalk(open, in: context)
        while let schema = walk.next() {
            for (_, target) in schema.discriminator?.mapping ?? [] {
                context.schema(target).map { walk.add($0) }
            }
            checkDiscriminator(schema)
        }
    }

    /// Reports a discriminator property that no variant has.
    private func checkDiscriminator(_ schema: Schema) {
        guard let discriminator = schema.discriminator,
            !MemberSearch(context: context).mayHave(discriminator.property, schema)
        else { return }
        let isUnion = !schema.variants.isEmpty
        context.diagnostics.warning(
            "unfit-discriminator",
            (isUnion ? "No variant has the" : "The schema has no")
                + " discriminator property '\(discriminator.property)'",
            hint: schema.kinds == [.array] && schema.items != nil
                ? "Move the discriminator to 'items', whose schema describes the elements"
                : "Correct 'propertyName', or declare the property\(isUnion ? " in each variant" : "")",
            at: discriminator.range
        )
    }
}
