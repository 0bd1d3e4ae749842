/// Translates enums, which stay open for values that the spec does not name.
struct EnumTranslator {

    let context: TranslationContext
    let type: NamedType

    /// The enum of a list of values.
    ///
    /// Each value stands once, beside its raw value: `switch` statements over hundreds of strings take seconds to
    /// compile (measured with 600 values: 3.3 s against 0.5 s).
    func declaration(_ content: EnumType) -> TypeDeclaration {
        let raw: Code = content.isInteger ? "Int" : "String"
        let members: [Declaration] = [
            .enumCases(content.cases.map(\.name)),
            .enumCase(
                EnumCaseDeclaration(
                    documentation: DocComment(summary: "A value that the specification does not name."),
                    name: "unknown",
                    payload: raw
                )
            ),
            listing(content, raw),
            .property(
                PropertyDeclaration(
                    access: context.accessCode,
                    head: "var unlisted: \(raw)?",
                    body: [Line("if case .unknown(let value) = self { value } else { nil }")]
                )
            ),
        ]
        return TypeDeclaration(
            documentation: context.comment(type, otherwise: "One of several values."),
            access: context.accessCode,
            keyword: .enumeration,
            name: "\(type.name)",
            conformances: [content.isInteger ? RuntimeNames.listedIntEnum : RuntimeNames.listedEnum],
            members: members
        )
    }

    private func listing(_ content: EnumType, _ raw: Code) -> Declaration {
        .property(
            PropertyDeclaration(
                access: context.accessCode,
                head: "static let listing: \(RuntimeNames.enumListing)<\(type.name), \(raw)> =",
                list: content.cases.map { "\(literal($0, content)): .\($0.name)" }
            )
        )
    }

    private func literal(_ item: EnumType.Case, _ content: EnumType) -> Code {
        content.isInteger ? Code.number(item.text) ?? "0" : "\(literal: item.text)"
    }
}
