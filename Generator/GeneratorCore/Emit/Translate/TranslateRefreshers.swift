/// Translates the operations that renew credentials.
struct RefreshersTranslator {

    let context: TranslationContext

    /// Returns an extension with a method for each scheme that can be renewed.
    func declarations() -> [Declaration] {
        let methods = context.module.refreshers.map(method)
        guard !methods.isEmpty else { return [] }
        return [
            .type(TypeDeclaration(keyword: .extension, name: "\(context.module.clientName)", members: methods))
        ]
    }

    private func method(_ refresher: RefresherModel) -> Declaration {
        var comment = DocComment(
            summary:
                "Returns a refresher that renews the credential `\(refresher.scheme.text)` with `\(refresher.operation.id)`.",
            details: "Use a separate client for it that does not send the credential to be renewed."
        )
        comment.parameters = refresher.arguments.map { ($0, "The value to send with every renewal.") }
        return .function(
            FunctionDeclaration(
                documentation: comment,
                access: context.accessCode,
                head: "func \(refresher.scheme.appending("Refresher"))",
                parameters: refresher.arguments.map { .init(name: "\($0)", type: "String") },
                suffix: "-> \(RuntimeNames.tokenRefresher)",
                body: body(refresher)
            )
        )
    }

    private func body(_ refresher: RefresherModel) -> [Line] {
        // A group whose name the closure uses is captured under another name.
        let isHidden = ["token", "options", "response", "accessToken", "body"].contains(refresher.group.text)
        let group: Code = isHidden ? "operations" : "\(refresher.group)"
        let captured: Code = isHidden ? "operations = \(refresher.group)" : "\(refresher.group)"
        var lines = [Line("\(RuntimeNames.tokenRefresher) { [\(captured)] token in")]
        var arguments = refresher.parameters.map { Code("\(Code.label($0.label)): \(value($0.value))") }
        if let type = refresher.bodyType {
            var speller = TypeSpeller(context)
            lines.append(Line("let body = \(speller.spell(type))(", depth: 1))
            for (index, member) in refresher.body.enumerated() {
                let comma: Code = index + 1 < refresher.body.count ? "," : ""
                lines.append(Line("\(Code.label(member.label)): \(value(member.value))\(comma)", depth: 2))
            }
            lines.append(Line(")", depth: 1))
            // The body follows the required parameters and precedes the others.
            let needed = Set(refresher.operation.parameters.filter(\.isNeeded).map(\.name))
            arguments.insert("body: body", at: refresher.parameters.count { needed.contains($0.label) })
        }
        if !refresher.headers.isEmpty {
            lines.append(Line("var options = \(RuntimeNames.callOptions)()", depth: 1))
            for header in refresher.headers {
                let template = Code.template([.text(header.prefix), .value(value(header.value))])
                lines.append(Line("options.setHeader(\(literal: header.name), to: \(template))", depth: 1))
            }
            arguments.append("options: options")
        }
        let method: Code = "\(group).\(refresher.operation.methodName)"
        lines.append(Line("let response = try await \(method)(\(arguments.joined(separator: ", ")))", depth: 1))
        lines += result(refresher)
        lines.append(Line("}"))
        return lines
    }

    private func result(_ refresher: RefresherModel) -> [Line] {
        var lines: [Line] = []
        var access: Code = "response.\(refresher.accessToken.name)"
        if refresher.accessToken.isOptional {
            lines += [
                Line("guard let accessToken = \(access) else {", depth: 1),
                Line(
                    "throw \(RuntimeNames.decodingFailure)(.missing, \"a response without an access token\")",
                    depth: 2
                ),
                Line("}", depth: 1),
            ]
            access = "accessToken"
        }
        let refresh: Code = refresher.refreshToken.map { "response.\($0.name)" } ?? "nil"
        let expires: Code = refresher.expiresIn.map { "response.\($0.name)" } ?? "nil"
        let arguments: Code = "accessToken: \(access), refreshToken: \(refresh), expiresIn: \(expires)"
        lines.append(Line("return \(RuntimeNames.token)(\(arguments))", depth: 1))
        return lines
    }

    private func value(_ value: RefresherModel.Value) -> Code {
        switch value {
        case .refreshToken: "token.refreshToken ?? \"\""
        case .accessToken: "token.accessToken"
        case .argument(let name): "\(name)"
        case .literal(let literal): literal.code
        }
    }
}
