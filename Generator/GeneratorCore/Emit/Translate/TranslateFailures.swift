/// Translates the sets of documented failures into errors that operations share.
struct FailuresTranslator {

    let context: TranslationContext

    /// One file for each set.
    func work() -> [FileWork] {
        context.module.failures.map { set in { [file(set)] } }
    }

    private func file(_ set: FailureSet) -> SourceFileModel {
        var speller = TypeSpeller(context)
        let declaration = declaration(set, &speller)
        return context.file("Failures/", set.name, speller, [.type(declaration)])
    }

    private func declaration(_ set: FailureSet, _ speller: inout TypeSpeller) -> TypeDeclaration {
        var members = set.cases.map { item -> Declaration in
            .enumCase(
                EnumCaseDeclaration(
                    documentation: DocComment(summary: summary(item)),
                    name: item.name,
                    payload: payload(item, &speller),
                    isIndirect: item.body.isLarge
                )
            )
        }
        members += Self.common.map { item in
            .enumCase(
                EnumCaseDeclaration(
                    documentation: DocComment(summary: item.summary),
                    name: item.name,
                    payload: item.payload
                )
            )
        }
        members += [initializer(), documented(set), failure(set), status(set)] + self.body(set)
        return TypeDeclaration(
            documentation: DocComment(summary: "What can go wrong with the operations that document these failures."),
            access: context.accessCode,
            keyword: .enumeration,
            name: "\(set.name)\(parameters(set))",
            conformances: [RuntimeNames.operationError],
            members: members
        )
    }

    private func parameters(_ set: FailureSet) -> Code {
        guard !set.parameters.isEmpty else { return "" }
        return "<\(set.parameters.map { "\($0): \(RuntimeNames.jsonCodable)" }.joined(separator: ", "))>"
    }

    /// The cases that every operation has.
    private static let common: [(name: Identifier, payload: Code?, summary: String)] = [
        ("undocumented", RuntimeNames.receivedResponse, "A response that the specification does not name, as it came."),
        ("transport", RuntimeNames.transportError, "No response came."),
        ("decoding", RuntimeNames.decodingFailure, "A success whose body is not what the specification says."),
        ("cancelled", nil, "The task was cancelled."),
        ("unauthenticated", RuntimeNames.authenticationError, "There is no credential to send the call with."),
    ]

    private func isRange(_ item: FailureSet.Case) -> Bool {
        Int(item.status) == nil
    }

    private func summary(_ item: FailureSet.Case) -> String {
        switch item.status {
        case "default": "Any other status."
        case _ where isRange(item): "A status from \(item.status.prefix(1))00 to \(item.status.prefix(1))99."
        default: "Status \(item.status)."
        }
    }

    private func payload(_ item: FailureSet.Case, _ speller: inout TypeSpeller) -> Code? {
        let body: Code? =
            switch item.body {
            case .nothing: nil
            case .json(let type): speller.spell(type)
            case .parameter(let name): "\(name)"
            case .text: "String"
            case .data: speller.foundation("Data")
            }
        guard isRange(item) else { return body }
        return body.map { "status: Int, \($0)" } ?? "status: Int"
    }

    private func initializer() -> Declaration {
        .function(
            FunctionDeclaration(
                access: context.accessCode,
                head: "init",
                parameters: [.init(name: "_ failure", type: RuntimeNames.callFailure)],
                body: [
                    Line("switch failure {"),
                    Line("case .undocumented(let response): self = .undocumented(response)"),
                    Line("case .transport(let error): self = .transport(error)"),
                    Line("case .decoding(let failure): self = .decoding(failure)"),
                    Line("case .cancelled: self = .cancelled"),
                    Line("case .unauthenticated(let error): self = .unauthenticated(error)"),
                    Line("}"),
                ]
            )
        )
    }

    private func documented(_ set: FailureSet) -> Declaration {
        let exact = set.cases.filter { !isRange($0) }
        let ranges = set.cases.filter { isRange($0) && $0.status != "default" }
        let rest = set.cases.first { $0.status == "default" }
        var body: [Line] = []
        if set.cases.isEmpty {
            body.append(Line("nil"))
        } else {
            body.append(Line("switch response.status {"))
            body += (exact + ranges).map { Line("\(StatusPattern.label($0.status)) \(value($0))") }
            body.append(Line("default: \(rest.map(value) ?? "nil")"))
            body.append(Line("}"))
        }
        return .function(
            FunctionDeclaration(
                access: context.accessCode,
                head: "static func documented",
                parameters: [.init(name: "_ response", type: RuntimeNames.receivedResponse)],
                suffix: "throws(\(RuntimeNames.decodingFailure)) -> \(set.name)?",
                body: body
            )
        )
    }

    private func value(_ item: FailureSet.Case) -> Code {
        let body: Code? =
            switch item.body {
            case .nothing: nil
            case .json(.arraySkippingInvalidElements): "try response.jsonSkippingInvalidElements()"
            case .json, .parameter: "try response.json()"
            case .text: "response.text()"
            case .data: "response.data()"
            }
        let arguments = [isRange(item) ? "status: response.status" : nil, body].compactMap { $0 } as [Code]
        return arguments.isEmpty ? ".\(item.name)" : ".\(item.name)(\(arguments.joined(separator: ", ")))"
    }

    private func failure(_ set: FailureSet) -> Declaration {
        var body = [
            Line("switch self {"),
            Line("case .undocumented(let response): .undocumented(response)"),
            Line("case .transport(let error): .transport(error)"),
            Line("case .decoding(let failure): .decoding(failure)"),
            Line("case .cancelled: .cancelled"),
            Line("case .unauthenticated(let error): .unauthenticated(error)"),
        ]
        if !set.cases.isEmpty {
            body.append(Line("default: nil"))
        }
        body.append(Line("}"))
        return .property(
            PropertyDeclaration(
                access: context.accessCode,
                head: "var failure: \(RuntimeNames.callFailure)?",
                body: body
            )
        )
    }

    private func status(_ set: FailureSet) -> Declaration {
        var body: [Line] = []
        if set.cases.isEmpty {
            body.append(Line("failure?.status"))
        } else {
            body.append(Line("switch self {"))
            body += set.cases.map { item in
                guard isRange(item) else { return Line("case .\(item.name): \(Int(item.status) ?? 0)") }
                let rest: Code = item.body == .nothing ? "" : ", _"
                return Line("case .\(item.name)(let status\(rest)): status")
            }
            body += [Line("default: failure?.status"), Line("}")]
        }
        return .property(
            PropertyDeclaration(
                access: context.accessCode,
                head: "var status: Int?",
                body: body
            )
        )
    }

    /// The documented body, whatever the case; nothing when no case has one.
    private func body(_ set: FailureSet) -> [Declaration] {
        let bodies = set.cases.filter { $0.body != .nothing }
        guard !bodies.isEmpty else { return [] }
        // Cases whose bodies have one type share a line as far as it goes.
        var lines: [(body: FailureBody, patterns: Code)] = []
        for item in bodies {
            let pattern: Code = ".\(item.name)(\(isRange(item) ? "_, " : "" as Code)let body)"
            if let last = lines.last, last.body == item.body, last.patterns.text.utf8.count < 60 {
                lines[lines.count - 1].patterns = "\(last.patterns), \(pattern)"
            } else {
                lines.append((item.body, pattern))
            }
        }
        let cases = lines.map { Line("case \($0.patterns): body") }
        return [
            .property(
                PropertyDeclaration(
                    access: context.accessCode,
                    head: "var body: (any \(RuntimeNames.jsonCodable))?",
                    body: [Line("switch self {")] + cases + [Line("default: nil"), Line("}")]
                )
            )
        ]
    }
}

extension FailureBody {
    /// Whether the body is, or may be, so large that the error holds it through a reference.
    fileprivate var isLarge: Bool {
        switch self {
        case .json(let type): type.isLarge
        case .parameter: true
        case .nothing, .text, .data: false
        }
    }
}
