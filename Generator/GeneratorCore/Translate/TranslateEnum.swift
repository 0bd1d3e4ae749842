/// Translates enums, which stay open for values that the spec does not name.
struct EnumTranslator {

    let context: TranslationContext
    let type: NamedType

    /// The enum of a list of values.
    func declaration(_ content: EnumType) -> TypeDeclaration {
        let raw: Code = content.isInteger ? "Int" : "String"
        var members: [Declaration] = content.cases.map {
            .enumCase(EnumCaseDeclaration(name: $0.name))
        }
        members.append(
            .enumCase(
                EnumCaseDeclaration(
                    documentation: DocComment(summary: "A value that the specification does not name."),
                    name: "unknown",
                    payload: raw
                )
            )
        )
        members.append(known(content))
        members.append(initializer(content, raw))
        members.append(rawValue(content, raw))
        return TypeDeclaration(
            documentation: context.comment(type.documentation, otherwise: "One of several values.", pointer: type.pointer),
            attributes: type.attributes,
            access: context.accessCode,
            keyword: .enumeration,
            name: "\(type.name)",
            conformances: [content.isInteger ? RuntimeNames.openIntEnum : RuntimeNames.openEnum],
            members: members
        )
    }

    private func known(_ content: EnumType) -> Declaration {
        let names = content.cases.map { Code(".\($0.name)") }
        let total = names.reduce(0) { $0 + $1.text.utf8.count + 2 }
        let list: Code =
            total <= 60
            ? "[\(names.joined(separator: ", "))]"
            : "[\n\(names.map { Code("        \($0),") }.joined(separator: "\n"))\n    ]"
        return .property(
            PropertyDeclaration(
                documentation: DocComment(summary: "The values that the specification names."),
                access: context.accessCode,
                head: "static let knownValues: [\(type.qualifiedName)] = \(list)"
            )
        )
    }

    private func initializer(_ content: EnumType, _ raw: Code) -> Declaration {
        var body = [Line("switch rawValue {")]
        body += content.cases.map { Line("case \(literal($0, content)): self = .\($0.name)") }
        body += [Line("default: self = .unknown(rawValue)"), Line("}")]
        return .function(
            FunctionDeclaration(
                documentation: DocComment(summary: "Creates a value, known or not."),
                access: context.accessCode,
                head: "init",
                parameters: [.init(name: "rawValue", type: raw)],
                body: body
            )
        )
    }

    private func rawValue(_ content: EnumType, _ raw: Code) -> Declaration {
        var body = [Line("switch self {")]
        body += content.cases.map { Line("case .\($0.name): \(literal($0, content))") }
        body += [Line("case .unknown(let value): value"), Line("}")]
        return .property(
            PropertyDeclaration(
                documentation: DocComment(summary: "The value in JSON."),
                access: context.accessCode,
                head: "var rawValue: \(raw)",
                body: body
            )
        )
    }

    private func literal(_ item: EnumType.Case, _ content: EnumType) -> Code {
        content.isInteger ? Code.number(item.text) ?? "0" : "\(literal: item.text)"
    }
}
