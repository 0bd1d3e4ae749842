/// Translates enums, which stay open for values that the spec does not define.
struct EnumTranslator {

    let context: TranslationContext
    let type: NamedType

    /// Returns the enum of a list of values.
    ///
    /// Each value is written once, next to its raw value: `switch` statements over hundreds of strings take seconds to
    /// compile (measured with 600 values: 3.3 s instead of 0.5 s).
    func declaration(_ content: EnumType) -> TypeDeclaration {
        let raw = raw(content)
        let members: [Declaration] =
            cases(content) + [
                .enumCase(
                    EnumCaseDeclaration(
                        documentation: DocComment(
                            summary: content.isOpen
                                ? "Any other string." : "A value that the specification does not define."
                        ),
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
            conformances: [protocolName(content)],
            members: members
        )
    }

    /// Returns the cases on shared lines, or one per line if any has documentation.
    private func cases(_ content: EnumType) -> [Declaration] {
        guard content.cases.contains(where: { $0.documentation.summary != nil }) else {
            return [.enumCases(content.cases.map(\.name))]
        }
        return content.cases.map { item in
            .enumCase(EnumCaseDeclaration(documentation: context.comment(item.documentation), name: item.name))
        }
    }

    private func raw(_ content: EnumType) -> Code {
        switch content.raw {
        case .string: "String"
        case .int: "Int"
        case .json: RuntimeNames.json
        }
    }

    private func protocolName(_ content: EnumType) -> Code {
        switch content.raw {
        case .string: content.isOpen ? RuntimeNames.openListedEnum : RuntimeNames.listedEnum
        case .int: RuntimeNames.listedIntEnum
        case .json: RuntimeNames.listedValueEnum
        }
    }

    private func listing(_ content: EnumType, _ raw: Code) -> Declaration {
        .property(
            PropertyDeclaration(
                access: context.accessCode,
                head: "static let listing: \(RuntimeNames.enumListing)<\(type.name), \(raw)> =",
                list: content.cases.map { "\(literal($0, content)): .\($0.name)" },
                emptyList: "[:]"
            )
        )
    }

    private func literal(_ item: EnumType.Case, _ content: EnumType) -> Code {
        // A number that a literal would round keeps its digits.
        if content.raw == .json, case .number(let digits) = item.value, Int(digits) == nil {
            return ".number(digits: \(literal: digits))"
        }
        return item.value.code
    }
}
