/// Translates a link into a method that calls the other operation with values of the response.
struct LinkTranslator {

    let context: TranslationContext
    let link: LinkModel

    /// Returns the method, for the group of the operation that returned the response.
    func method(_ operation: OperationModel, _ speller: inout TypeSpeller) -> Declaration {
        let signature = OperationSignature(link.target)
        let taken = Set(link.taken.keys)
        var comment = context.comment(
            link.documentation,
            otherwise: "Follows the link `\(link.wireName)` of a response of ``\(operation.methodName.text)``."
        )
        comment.parameters =
            [(responseName, "The response of ``\(operation.methodName.text)``.")]
            + signature.documentation(leavingOutPosition: false, leavingOut: taken)
        comment.throwing = "``\(link.target.errorName.text)``"
        comment.source = "Link `\(link.wireName)` to `\(link.target.id)`"
        if let serverNote {
            comment.details = [comment.details, serverNote].compactMap { $0 }.joined(separator: "\n\n")
        }
        if link.server != nil || link.taken.values.contains(where: \.needsFoundation) {
            speller.usesFoundationInside = true
        }
        let arguments = signature.arguments(position: nil, keepingPosition: true, values: link.taken.mapValues(value))
        let parameters = parameters(&speller)
        let sender = parameters.member("sender")
        var lines: [Line] = []
        if let server = link.server {
            lines.append(Line("var options = options"))
            lines.append(Line("options.linkedServer = URL(string: \(literal: server))"))
        }
        let verb: Code = link.server == nil ? "try await" : "return try await"
        lines.append(Line("\(verb) \(link.group)(sender: \(sender)).\(link.target.methodName)("))
        for (index, argument) in arguments.enumerated() {
            lines.append(Line("\(argument)\(index + 1 < arguments.count ? "," : "" as Code)", depth: 1))
        }
        lines.append(Line(")"))
        return .function(
            FunctionDeclaration(
                documentation: comment,
                attributes: link.target.isDeprecated ? Attributes.deprecated : [],
                access: context.accessCode,
                head: "func \(link.name)",
                parameters: parameters,
                suffix: link.target.effects(&speller),
                body: lines
            )
        )
    }

    /// The note about the server of the link; `nil` if it is that of the operation.
    private var serverNote: String? {
        guard let server = link.server else { return nil }
        let place = "Sends the request to `\(server)` unless `options` name another server."
        guard !link.target.security.isEmpty else { return place }
        return place + " Credentials are sent only if that address has the origin of one of the client's servers."
    }

    /// Returns the parameters: the response, and the parameters of the other operation that the response does not
    /// provide.
    func parameters(_ speller: inout TypeSpeller) -> [FunctionDeclaration.Parameter] {
        let rest = OperationSignature(link.target).parameters(&speller, leavingOut: Set(link.taken.keys))
        return [.init(label: "from", name: "\(responseName)", type: speller.spell(link.response))] + rest
    }

    /// A name that no parameter of the other operation has.
    private var responseName: Identifier {
        var name: Identifier = "response"
        while link.target.parameters.contains(where: { $0.name == name }) {
            name = name.appending("Here")
        }
        return name
    }

    private func value(_ source: LinkModel.Source) -> Code {
        switch source {
        case .member(let steps): value(steps)
        case .whole: "\(responseName)"
        case .literal(let literal): literal.code
        }
    }

    private func value(_ steps: [(name: Identifier, isOptional: Bool)]) -> Code {
        var code: Code = "\(responseName)"
        var isOptional = false
        for step in steps {
            code = isOptional ? "\(code)?.\(step.name)" : "\(code).\(step.name)"
            isOptional = isOptional || step.isOptional
        }
        return code
    }
}

extension LinkModel.Source {
    /// Whether the value contains a Foundation type.
    fileprivate var needsFoundation: Bool {
        if case .literal(let literal) = self { !literal.foundationTypes.isEmpty } else { false }
    }
}
