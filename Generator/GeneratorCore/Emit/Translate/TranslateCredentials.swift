/// Translates the credential sources of a client.
struct CredentialsTranslator {

    let context: TranslationContext
    private var module: APIModule { context.module }

    /// Returns the file of the credential sources.
    func file() -> SourceFileModel {
        let speller = TypeSpeller(context)
        var members: [Declaration] = module.schemes.map { scheme in
            .property(
                PropertyDeclaration(
                    documentation: context.comment(
                        scheme.documentation,
                        otherwise: "The credential source for the security scheme `\(scheme.wireName)`."
                    ),
                    access: context.accessCode,
                    head: "var \(scheme.name): (any \(RuntimeNames.credentialSource))?"
                )
            )
        }
        members += [credentialsInitializer(), sources()]
        let type = TypeDeclaration(
            documentation: DocComment(summary: "The credential sources, one for each security scheme."),
            access: context.accessCode,
            keyword: .structure,
            name: "\(module.credentialsName)",
            conformances: [RuntimeNames.credentialSet],
            members: members
        )
        let schemes = module.schemes.map { scheme -> Declaration in
            let arguments: Code = "\(literal: scheme.name.text), \(placement(scheme.placement))"
            return .property(
                PropertyDeclaration(
                    head: "nonisolated static let \(scheme.name) = \(RuntimeNames.securityScheme)(\(arguments))"
                )
            )
        }
        let constants = TypeDeclaration(keyword: .extension, name: RuntimeNames.securityScheme, members: schemes)
        let declarations: [Declaration] = [.type(type)] + flows() + [.type(constants)] + requirements()
        return context.file("", module.credentialsName, speller, declarations)
    }

    /// Returns the constants for requirements with more than one scheme.
    private func requirements() -> [Declaration] {
        let members = context.security.entries.map { entry -> Declaration in
            let alternatives = entry.alternatives.map { schemes -> Code in
                "[\(schemes.map { Code(".\($0)") }.joined(separator: ", "))]"
            }
            let list = alternatives.joined(separator: ", ")
            let value: Code = "\(RuntimeNames.securityRequirement)(alternatives: [\(list)])"
            return .property(PropertyDeclaration(head: "nonisolated static let \(entry.name) = \(value)"))
        }
        guard !members.isEmpty else { return [] }
        return [.type(TypeDeclaration(keyword: .extension, name: RuntimeNames.securityRequirement, members: members))]
    }

    /// Returns the OAuth 2.0 flows; empty if there are none.
    private func flows() -> [Declaration] {
        var taken: Set<Identifier> = []
        let members = module.schemes.flatMap { scheme in
            scheme.flows.map { flow -> Declaration in
                let wanted = scheme.name.appending(SwiftName.type(flow.kind.rawValue))
                let names = [wanted] + (2...99).map(wanted.numbered)
                let name = names.first { taken.insert($0).inserted } ?? wanted
                return .property(
                    PropertyDeclaration(
                        documentation: documentation(flow, scheme),
                        access: context.accessCode,
                        head: "static let \(name) = \(RuntimeNames.oauthFlow)(\(arguments(flow)))"
                    )
                )
            }
        }
        guard !members.isEmpty else { return [] }
        return [.type(TypeDeclaration(keyword: .extension, name: "\(module.credentialsName)", members: members))]
    }

    private func arguments(_ flow: OAuthFlow) -> Code {
        var arguments: [Code] = [".\(Identifier(sanitizing: flow.kind.rawValue))"]
        let addresses: [(label: Code, address: String?)] = [
            ("authorizationURL", flow.authorizationURL), ("tokenURL", flow.tokenURL), ("refreshURL", flow.refreshURL),
            ("deviceAuthorizationURL", flow.deviceAuthorizationURL),
        ]
        for (label, address) in addresses {
            if let address {
                arguments.append("\(label): \(literal: address)")
            }
        }
        if !flow.scopes.isEmpty {
            let names = flow.scopes.map { "\(literal: $0.name)" as Code }
            arguments.append("scopes: [\(names.joined(separator: ", "))]")
        }
        return arguments.joined(separator: ", ")
    }

    private func documentation(_ flow: OAuthFlow, _ scheme: SchemeModel) -> DocComment {
        let lines = flow.scopes.map { "- `\($0.name)`: \(CommentText.line($0.description))" }
        return DocComment(
            summary: "The OAuth 2.0 flow that issues tokens for `\(scheme.wireName)`.",
            details: lines.isEmpty ? nil : lines.joined(separator: "\n")
        )
    }

    private func credentialsInitializer() -> Declaration {
        .function(
            FunctionDeclaration(
                documentation: DocComment(summary: "Creates a set of credential sources."),
                access: context.accessCode,
                head: "init",
                parameters: module.schemes.map {
                    .init(name: "\($0.name)", type: "(any \(RuntimeNames.credentialSource))?", defaultValue: "nil")
                },
                body: module.schemes.map { Line("self.\($0.name) = \($0.name)") }
            )
        )
    }

    private func sources() -> Declaration {
        .property(
            PropertyDeclaration(
                documentation: DocComment(summary: "The credential sources, by the name of the security scheme."),
                access: context.accessCode,
                head: "var sources: [String: any \(RuntimeNames.credentialSource)]",
                body: [Line("var sources: [String: any \(RuntimeNames.credentialSource)] = [:]")]
                    + module.schemes.map { Line("sources[\(literal: $0.name.text)] = \($0.name)") }
                    + [Line("return sources")]
            )
        )
    }

    private func placement(_ placement: CredentialPlacement) -> Code {
        switch placement {
        case .bearer, .unsupported: ".bearer"
        case .basic: ".basic"
        case .header(let name): ".header(\(literal: name))"
        case .query(let name): ".query(\(literal: name))"
        case .cookie(let name): ".cookie(\(literal: name))"
        }
    }
}
