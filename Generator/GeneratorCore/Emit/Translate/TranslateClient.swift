/// Translates the client, with the files of its servers and its credentials.
struct ClientTranslator {

    let context: TranslationContext
    private var module: APIModule { context.module }

    init(context: TranslationContext) {
        self.context = context
    }

    /// Returns the files of the client, its servers and its credentials.
    func files() -> [SourceFileModel] {
        var files = [client(), ServerSetTranslator(context: context).file()]
        if !module.schemes.isEmpty {
            files.append(CredentialsTranslator(context: context).file())
        }
        return files
    }

    private func client() -> SourceFileModel {
        let speller = TypeSpeller(context)
        var members: [Declaration] = module.groups.map { group in
            .property(
                PropertyDeclaration(
                    documentation: context.summary(of: group),
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
        var parameters: [FunctionDeclaration.Parameter] = [
            .init(
                name: "servers",
                type: "\(module.servers.typeName)",
                defaultValue: module.servers.hasDefault ? defaultServers() : nil
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
}
