/// Translates the addresses of the hosts of a service.
struct ServerSetTranslator {

    let context: TranslationContext
    private let types: ServerVariableTypes
    private var module: APIModule { context.module }

    init(context: TranslationContext) {
        self.context = context
        types = ServerVariableTypes(context.module.servers)
    }

    /// Returns the file of the addresses.
    func file() -> SourceFileModel {
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
        members += types.declarations(context)
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
        let names = ServerVariableNames(environment, set)
        let arguments = set.roles.map { role -> Code in
            guard let address = environment.addresses.first(where: { $0.role == role }) else {
                return "\(Code.label(role)): nil"
            }
            let parts = address.url.parts.map { part -> Code.TemplatePart in
                switch part {
                case .text(let text): .text(text)
                case .name(let name): .value(value(name, address, names))
                }
            }
            return "\(Code.label(address.role)): URL(string: \(Code.template(parts)))"
        }
        let lines = initializer(set, arguments)
        let variables = environment.addresses.flatMap { address in address.variables.map { (address, $0) } }
        guard !variables.isEmpty else {
            return .property(
                PropertyDeclaration(
                    documentation: comment,
                    access: context.accessCode,
                    head: "static let \(environment.name) = \(lines[0].code)",
                    lines: Array(lines.dropFirst())
                )
            )
        }
        return .function(
            FunctionDeclaration(
                documentation: documented(comment, variables, names),
                access: context.accessCode,
                head: "static func \(environment.name)",
                parameters: variables.map { address, variable in
                    let type = types.type(of: variable, address.role, in: environment.name)
                    return .init(
                        name: "\(names[variable.name, address.role])",
                        type: type.map { "\($0.name)" } ?? "String",
                        defaultValue: variable.isRequired
                            ? nil : type?.code(of: variable.defaultValue) ?? "\(literal: variable.defaultValue)"
                    )
                },
                suffix: "-> \(set.typeName)",
                body: lines
            )
        )
    }

    /// Returns the call that creates a set, with each of several addresses on a separate line.
    private func initializer(_ set: ServerSetModel, _ arguments: [Code]) -> [Line] {
        guard set.roles.count > 1 else { return [Line("\(set.typeName)(\(arguments.joined(separator: ", ")))")] }
        let lines = arguments.enumerated().map { index, argument in
            Line(index + 1 < arguments.count ? "\(argument)," : argument, depth: 1)
        }
        return [Line("\(set.typeName)(")] + lines + [Line(")")]
    }

    private func documented(
        _ comment: DocComment,
        _ variables: [(ServerSetModel.Address, ServerVariable)],
        _ names: ServerVariableNames
    ) -> DocComment {
        var comment = comment
        comment.parameters = variables.map { address, variable in
            (names[variable.name, address.role], variable.description ?? "A variable part of the address.")
        }
        return comment
    }

    /// Returns the text of a variable.
    private func value(_ name: String, _ address: ServerSetModel.Address, _ names: ServerVariableNames) -> Code {
        let isListed = address.variables.contains { $0.name == name && !$0.values.isEmpty }
        let variable = names[name, address.role]
        return isListed ? "\(variable).rawValue" : "\(variable)"
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
}
