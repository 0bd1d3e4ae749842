/// Translates the failures of an operation into its error type.
///
/// The enum has its cases and one `switch` in each direction; `OperationError` provides everything else. All payloads
/// are indirect, so that the compiler copies a single reference whatever the failures contain.
struct FailuresTranslator {

    let context: TranslationContext
    let operation: OperationModel

    /// Returns the error enum of the operation.
    func declaration(_ speller: inout TypeSpeller) -> Declaration {
        let members = cases(&speller) + [documented(), content()] + problem(&speller)
        return .type(
            TypeDeclaration(
                documentation: DocComment(summary: "The errors of `\(operation.id)`."),
                access: context.accessCode,
                keyword: .indirectEnumeration,
                name: "\(operation.errorName)",
                conformances: [RuntimeNames.operationError],
                members: members
            )
        )
    }

    private func cases(_ speller: inout TypeSpeller) -> [Declaration] {
        let documented = operation.failures.map { failure in
            EnumCaseDeclaration(
                documentation: DocComment(
                    summary: summary(failure),
                    details: failure.isWhole ? "The whole body is in memory." : nil
                ),
                name: failure.name,
                payload: payload(failure, &speller)
            )
        }
        let common = Self.common.map { EnumCaseDeclaration(name: $0.name, payload: $0.payload) }
        return (documented + common).map { .enumCase($0) }
    }

    /// The cases that every operation has; the protocol documents them.
    private static let common: [(name: Identifier, payload: Code?, value: Code)] = [
        ("undocumented", RuntimeNames.receivedResponse, "response"),
        ("transport", RuntimeNames.transportError, "error"),
        ("decoding", RuntimeNames.decodingFailure, "failure"),
        ("cancelled", nil, ""),
        ("unauthenticated", RuntimeNames.authenticationError, "error"),
    ]

    private func summary(_ failure: FailureModel) -> String {
        let status =
            switch failure.status {
            case "default": "Any other status"
            case _ where failure.isRange: "A status from \(failure.status.prefix(1))00 to \(failure.status.prefix(1))99"
            default: "Status \(failure.status)"
            }
        let types = failure.types.map { "`\($0)`" }.joined(separator: ", ")
        let text = failure.documentation.map { ": \($0)" } ?? "."
        return types.isEmpty ? "\(status)\(text)" : "\(status), with the media type \(types)\(text)"
    }

    private func payload(_ failure: FailureModel, _ speller: inout TypeSpeller) -> Code? {
        let body: Code? =
            switch failure.body {
            case .nothing: nil
            case .json(let type): speller.spell(type)
            case .text: "String"
            case .data: speller.foundation("Data")
            }
        guard failure.isRange else { return body }
        return body.map { "status: Int, \($0)" } ?? "status: Int"
    }

    private func documented() -> Declaration {
        .function(
            FunctionDeclaration(
                access: context.accessCode,
                head: "static func documented",
                parameters: [.init(name: "_ response", type: RuntimeNames.receivedResponse)],
                suffix: "throws(\(RuntimeNames.decodingFailure)) -> Self?",
                body: documentedBody()
            )
        )
    }

    private func documentedBody() -> [Line] {
        guard !operation.failures.isEmpty else { return [Line("nil")] }
        let exact = operation.failures.filter { !$0.isRange }
        let ranges = operation.failures.filter { $0.isRange && $0.status != "default" }
        let others = operation.failures.filter { $0.status == "default" }
        // A case with a condition comes before the one of the same status without.
        let ordered = [exact, ranges, others].flatMap { failures in
            failures.filter { !$0.types.isEmpty } + failures.filter { $0.types.isEmpty }
        }
        let cases = ordered.map { Line("\(label($0)) \(value($0))") }
        let rest = others.isEmpty ? [Line("default: nil")] : []
        return [Line("switch response.status {")] + cases + rest + [Line("}")]
    }

    private func label(_ failure: FailureModel) -> Code {
        guard !failure.types.isEmpty else { return StatusPattern.label(failure.status) }
        let types = failure.types.map { "\(literal: $0)" as Code }.joined(separator: ", ")
        return "\(StatusPattern.pattern(failure.status)) where response.hasMediaType(\(types)):"
    }

    private func value(_ failure: FailureModel) -> Code {
        let body: Code? =
            switch failure.body {
            case .nothing: nil
            case .json(.arraySkippingInvalidElements): "try response.jsonSkippingInvalidElements()"
            case .json(.optional(.arraySkippingInvalidElements)):
                "try response.optionalJSONSkippingInvalidElements()"
            case .json: "try response.json()"
            case .text: "response.text()"
            case .data: "response.data()"
            }
        let arguments = [failure.isRange ? "status: response.status" : nil, body].compactMap { $0 } as [Code]
        return arguments.isEmpty ? ".\(failure.name)" : ".\(failure.name)(\(arguments.joined(separator: ", ")))"
    }

    private func content() -> Declaration {
        let common = Self.common.map { item in
            item.payload == nil
                ? Line("case .\(item.name): .\(item.name)")
                : Line("case .\(item.name)(let \(item.value)): .\(item.name)(\(item.value))")
        }
        return .property(
            PropertyDeclaration(
                access: context.accessCode,
                head: "var content: \(RuntimeNames.operationErrorContent)",
                body: [Line("switch self {")] + operation.failures.map(content) + common + [Line("}")]
            )
        )
    }

    private func content(_ failure: FailureModel) -> Line {
        let hasBody = failure.body != .nothing
        let names = [failure.isRange ? "let status" : nil, hasBody ? "let body" : nil].compactMap { $0 } as [Code]
        let pattern: Code = names.isEmpty ? "" : "(\(names.joined(separator: ", ")))"
        let status: Code = failure.isRange ? "status" : "\(Int(failure.status) ?? 0)"
        let name = "\(literal: failure.name.text)" as Code
        let body: Code = hasBody ? ", body" : ""
        let kind: Code = failure.isProblem ? "problem" : "documented"
        return Line("case .\(failure.name)\(pattern): .\(kind)(\(name), \(status)\(body))")
    }

    /// Returns the `problem` property if the problems of all failures have the same declared type.
    private func problem(_ speller: inout TypeSpeller) -> [Declaration] {
        guard let type = operation.problemType else { return [] }
        let name = speller.spell(type)
        return [
            .property(
                PropertyDeclaration(
                    documentation: DocComment(
                        summary: "The problem details of a documented failure; `nil` for any other failure."
                    ),
                    access: context.accessCode,
                    head: "var problem: \(name)?",
                    body: [Line("body as? \(name)")]
                )
            )
        ]
    }
}
