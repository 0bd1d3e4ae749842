/// Translates the client, its servers and its credentials.
struct ClientTranslator {

    let context: TranslationContext
    private var module: APIModule { context.module }

    init(context: TranslationContext) {
        self.context = context
    }

    /// Returns the files of the client, its servers and its credentials.
    func files() -> [SourceFileModel] {
        var files = [client(), servers()]
        if !module.schemes.isEmpty {
            files.append(credentials())
        }
        return files
    }

    private func client() -> SourceFileModel {
        let speller = TypeSpeller(context)
        var members: [Declaration] = module.groups.map { group in
            .property(
                PropertyDeclaration(
                    documentation: context.comment(group.documentation, otherwise: "A group of operations."),
                    access: context.accessCode,
                    head: "let \(group.name): \(group.typeName)"
                )
            )
        }
        members += [initializer(), transportInitializer()]
        var comment = context.comment(module.documentation, otherwise: "The client of a service.")
        comment.details = comment.details.map { CommentText.clean($0) }
        let type = TypeDeclaration(
            documentation: comment,
            access: context.accessCode,
            keyword: .structure,
            name: "\(module.clientName)",
            conformances: ["Sendable"],
            members: members
        )
        let refreshers = RefreshersTranslator(context: context).declarations()
        return context.file("", module.clientName, speller, [.type(type)] + refreshers)
    }

    /// Returns the initializer with all settings.
    private func initializer() -> Declaration {
        let sources: Code = module.schemes.isEmpty ? "[:]" : "credentials.sources"
        let arguments: Code = "servers: servers.addresses, credentials: \(sources), configuration: configuration"
        return .function(
            FunctionDeclaration(
                documentation: initializerComment(
                    "Creates a client.",
                    ("configuration", "The transport, cache, retry policy and other settings.")
                ),
                access: context.accessCode,
                head: "init",
                parameters: initializerParameters(
                    .init(name: "configuration", type: RuntimeNames.clientConfiguration)
                ),
                body: (module.groups.isEmpty ? [] : [Line("let sender = \(RuntimeNames.sender)(\(arguments))")])
                    + module.groups.map { group in
                        let isHidden = ["servers", "credentials", "configuration", "sender"].contains(group.name.text)
                        return Line(
                            "\(isHidden ? "self." : "" as Code)\(group.name) = \(group.typeName)(sender: sender)"
                        )
                    }
            )
        )
    }

    /// Returns the initializer with a transport and default settings.
    private func transportInitializer() -> Declaration {
        let credentials: Code = module.schemes.isEmpty ? "" : "credentials: credentials, "
        let configuration: Code = "\(RuntimeNames.clientConfiguration)(transport: transport)"
        return .function(
            FunctionDeclaration(
                documentation: initializerComment(
                    "Creates a client with a transport and default settings.",
                    ("transport", "The transport, such as `.urlSession` or `.asyncHTTP`.")
                ),
                access: context.accessCode,
                head: "init",
                parameters: initializerParameters(.init(name: "transport", type: "any \(RuntimeNames.transport)")),
                body: [Line("self.init(servers: servers, \(credentials)configuration: \(configuration))")]
            )
        )
    }

    private func initializerParameters(_ last: FunctionDeclaration.Parameter) -> [FunctionDeclaration.Parameter] {
        let hasDefault = !module.servers.environments.isEmpty
        var parameters: [FunctionDeclaration.Parameter] = [
            .init(
                name: "servers",
                type: "\(module.servers.typeName)",
                defaultValue: hasDefault ? defaultServers() : nil
            )
        ]
        if !module.schemes.isEmpty {
            parameters.append(
                .init(
                    name: "credentials",
                    type: "\(module.credentialsName)",
                    defaultValue: "\(module.credentialsName)()"
                )
            )
        }
        return parameters + [last]
    }

    private func initializerComment(_ summary: String, _ last: (name: Identifier, text: String)) -> DocComment {
        var comment = DocComment(summary: summary)
        comment.parameters = [("servers", "The addresses of the service's hosts.")]
        if !module.schemes.isEmpty {
            comment.parameters.append(
                (
                    "credentials",
                    "The sources of credentials. An operation whose credential is missing fails without a request."
                )
            )
        }
        comment.parameters.append(last)
        return comment
    }

    private func defaultServers() -> Code {
        let first = module.servers.environments[0]
        return first.addresses.contains { !$0.variables.isEmpty } ? ".\(first.name)()" : ".\(first.name)"
    }

    // MARK: - Servers

    private func servers() -> SourceFileModel {
        var speller = TypeSpeller(context)
        let url = speller.foundation("URL")
        let set = module.servers
        var members: [Declaration] = set.roles.map { role in
            .property(
                PropertyDeclaration(
                    documentation: DocComment(
                        summary:
                            "The address of the `\(role.text)` host. Calls to this host fail while the address is `nil`."
                    ),
                    access: context.accessCode,
                    head: "var \(role): \(url)?"
                )
            )
        }
        members += [serversInitializer(set, url), commonInitializer(set, url)]
        members += set.environments.map { environment($0, set) }
        members.append(addresses(set, url))
        let type = TypeDeclaration(
            documentation: DocComment(summary: "The addresses of the service's hosts."),
            access: context.accessCode,
            keyword: .structure,
            name: "\(set.typeName)",
            conformances: ["Hashable", "Sendable"],
            members: members
        )
        let roles = set.roles.dropFirst().map { role -> Declaration in
            .property(
                PropertyDeclaration(
                    head: "nonisolated static let \(role) = \(RuntimeNames.serverRole)(\(literal: role.text))"
                )
            )
        }
        var declarations: [Declaration] = [.type(type)]
        if !roles.isEmpty {
            declarations.append(
                .type(TypeDeclaration(keyword: .extension, name: RuntimeNames.serverRole, members: Array(roles)))
            )
        }
        return context.file("", set.typeName, speller, declarations, runtime: .inside)
    }

    private func serversInitializer(_ set: ServerSetModel, _ url: Code) -> Declaration {
        .function(
            FunctionDeclaration(
                documentation: DocComment(summary: "Creates a set of addresses, one for each host."),
                access: context.accessCode,
                head: "init",
                parameters: set.roles.map { .init(name: "\($0)", type: "\(url)?") },
                body: set.roles.map { Line("self.\($0) = \($0)") }
            )
        )
    }

    private func commonInitializer(_ set: ServerSetModel, _ url: Code) -> Declaration {
        .function(
            FunctionDeclaration(
                documentation: DocComment(
                    summary: "Creates a set with one address for every host, such as a sandbox or a gateway."
                ),
                access: context.accessCode,
                head: "init",
                parameters: [.init(name: "all base", type: url)],
                body: set.roles.map { Line("\($0) = base") }
            )
        )
    }

    private func environment(_ environment: ServerSetModel.Environment, _ set: ServerSetModel) -> Declaration {
        let comment = context.comment(environment.documentation, otherwise: "An environment of the service.")
        let isLong = set.roles.count > 1
        let arguments = environment.addresses.map { address -> Code in
            let parts = address.url.parts.map { part -> Code.TemplatePart in
                switch part {
                case .text(let text): .text(text)
                case .name(let name): .value("\(variableName(name, address, set))")
                }
            }
            return "\(Code.label(address.role)): URL(string: \(Code.template(parts)))"
        }
        let joined =
            isLong
            ? "\n\(arguments.map { Code("            \($0)") }.joined(separator: ",\n"))\n        "
            : arguments.joined(separator: ", ")
        let variables = environment.addresses.flatMap { address in address.variables.map { (address, $0) } }
        guard !variables.isEmpty else {
            let plain =
                isLong
                ? "\n\(arguments.map { Code("        \($0)") }.joined(separator: ",\n"))\n    " as Code
                : arguments.joined(separator: ", ")
            return .property(
                PropertyDeclaration(
                    documentation: comment,
                    access: context.accessCode,
                    head: "static let \(environment.name) = \(set.typeName)(\(plain))"
                )
            )
        }
        return .function(
            FunctionDeclaration(
                documentation: documented(comment, variables, set),
                access: context.accessCode,
                head: "static func \(environment.name)",
                parameters: variables.map { address, variable in
                    .init(
                        name: "\(variableName(variable.name, address, set))",
                        type: "String",
                        defaultValue: "\(literal: variable.defaultValue)"
                    )
                },
                suffix: "-> \(set.typeName)",
                body: [Line("\(set.typeName)(\(joined))")]
            )
        )
    }

    private func documented(
        _ comment: DocComment,
        _ variables: [(ServerSetModel.Address, ServerVariable)],
        _ set: ServerSetModel
    ) -> DocComment {
        var comment = comment
        comment.parameters = variables.map { address, variable in
            let values = variable.values.isEmpty ? "" : " One of: \(variable.values.joined(separator: ", "))."
            return (
                variableName(variable.name, address, set),
                (variable.description ?? "A variable part of the address.") + values
            )
        }
        return comment
    }

    /// Returns the name of a variable; variables of several hosts are prefixed with the host.
    private func variableName(_ name: String, _ address: ServerSetModel.Address, _ set: ServerSetModel) -> Identifier {
        guard set.roles.count > 1 else { return SwiftName.member(name) }
        return Identifier(sanitizing: address.role.text + SwiftName.type(name).text)
    }

    private func addresses(_ set: ServerSetModel, _ url: Code) -> Declaration {
        let entries = set.roles.enumerated().map { index, role -> Code in
            index == 0 ? ".main: \(role)" : ".\(role): \(role)"
        }
        return .property(
            PropertyDeclaration(
                documentation: DocComment(summary: "The addresses, by the role of the host."),
                head: "var addresses: [\(RuntimeNames.serverRole): \(url)]",
                body: [Line("[\(entries.joined(separator: ", "))].compactMapValues { $0 }")]
            )
        )
    }

    // MARK: - Credentials

    private func credentials() -> SourceFileModel {
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
