/// Translates the documented header fields of responses into typed constants.
struct HeadersTranslator {

    let context: TranslationContext

    /// Returns the file of all header fields; empty if no response has any.
    func files() -> [SourceFileModel] {
        let set = context.module.headers
        guard !set.headers.isEmpty else { return [] }
        var speller = TypeSpeller(context)
        let type = TypeDeclaration(
            documentation: DocComment(
                summary: "The header fields of responses.",
                details:
                    "Read a field with `response.header(\(set.typeName.text).\(set.headers[0].name.text))`. Use `withResponse` for the "
                    + "response of a success and `withResult` for that of a failure."
            ),
            access: context.accessCode,
            keyword: .enumeration,
            name: "\(set.typeName)",
            members: set.headers.map { member($0, &speller) } + set.responses.map { response($0, &speller) }
        )
        return [context.file("", set.typeName, speller, [.type(type)], runtime: .declared)]
    }

    private func response(_ headers: ResponseHeaders, _ speller: inout TypeSpeller) -> Declaration {
        .type(
            TypeDeclaration(
                documentation: DocComment(summary: headers.summary),
                access: context.accessCode,
                keyword: .enumeration,
                name: "\(headers.name)",
                members: headers.headers.map { member($0, &speller) }
            )
        )
    }

    private func member(_ header: HeaderModel, _ speller: inout TypeSpeller) -> Declaration {
        var arguments: [Code] = ["\(literal: header.wireName)"]
        if header.explode {
            arguments.append("explode: true")
        }
        if header.isJSON {
            arguments.append("isJSON: true")
        }
        if let separator = header.separator {
            arguments.append("separator: .\(separator.code)")
        }
        let type: Code = "\(RuntimeNames.responseHeader)<\(speller.spell(header.type))>"
        return .property(
            PropertyDeclaration(
                documentation: context.comment(
                    header.documentation,
                    otherwise: "The header field `\(header.wireName)`."
                ),
                access: context.accessCode,
                head: "static let \(header.name) = \(type)(\(arguments.joined(separator: ", ")))"
            )
        )
    }
}
