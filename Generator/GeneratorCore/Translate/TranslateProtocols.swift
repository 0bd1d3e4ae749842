/// Translates the operations of each tag into a protocol, for code that is tested with doubles.
struct ProtocolsTranslator {

    let context: TranslationContext

    /// The files of all groups.
    func files() -> [SourceFileModel] {
        context.module.groups.map { group in
            var speller = TypeSpeller(context)
            let name = group.protocolName
            let requirements = group.methods(context).map { requirement($0, &speller) }
            let declarations: [Declaration] = [
                .type(
                    TypeDeclaration(
                        documentation: DocComment(
                            summary: "What ``\(group.typeName.text)`` can do, for code that is tested with a double."
                        ),
                        access: context.accessCode,
                        keyword: .protocol,
                        name: "\(name)",
                        conformances: ["Sendable"],
                        members: requirements
                    )
                ),
                .type(
                    TypeDeclaration(keyword: .extension, name: "\(group.typeName)", conformances: ["\(name)"])
                ),
                .type(
                    TypeDeclaration(
                        keyword: .extension,
                        name: "\(name)",
                        members: group.methods(context).map { shortForm($0, &speller) }
                    )
                ),
            ]
            return context.file("Operations/", name, speller, declarations)
        }
    }

    private func requirement(_ method: GroupMethod, _ speller: inout TypeSpeller) -> Declaration {
        .function(
            FunctionDeclaration(
                documentation: DocComment(summary: method.summary),
                head: "func \(method.name)",
                parameters: method.parameters(&speller, withDefaults: false),
                suffix: method.suffix(&speller),
                isRequirement: true
            )
        )
    }

    /// Requirements have no default arguments; a method beside each has them.
    private func shortForm(_ method: GroupMethod, _ speller: inout TypeSpeller) -> Declaration {
        let parameters = method.parameters(&speller, withDefaults: true).dropLast()
        let all = parameters.map(\.passedOn) + ["options: \(RuntimeNames.callOptions)()"]
        return .function(
            FunctionDeclaration(
                documentation: DocComment(summary: "Calls ``\(method.name.text)`` with what most calls want."),
                attributes: method.target.isDeprecated ? Attributes.deprecated : [],
                access: context.accessCode,
                head: "func \(method.name)",
                parameters: Array(parameters),
                suffix: method.suffix(&speller),
                body: [
                    Line("\(method.isCall ? "try await " as Code : "")\(method.name)(\(all.joined(separator: ", ")))")
                ]
            )
        )
    }
}

/// One method of a group: an operation, its pages, the waiting for its end, or the way on from its answer.
struct GroupMethod {

    /// What the method does.
    enum Kind {
        case call, pages
        case polling(PollingModel)
        case link(LinkModel)
    }

    let context: TranslationContext
    let operation: OperationModel
    let kind: Kind

    /// The operation that is called in the end.
    var target: OperationModel {
        if case .link(let link) = kind { link.target } else { operation }
    }

    /// Whether the method gives an answer, and not a sequence of them.
    var isCall: Bool {
        if case .pages = kind { false } else { true }
    }

    var name: Identifier {
        switch kind {
        case .call: operation.methodName
        case .pages: operation.paging?.methodName ?? operation.methodName
        case .polling(let polling): polling.methodName
        case .link(let link): link.name
        }
    }

    /// What the method does in one line.
    var summary: String {
        switch kind {
        case .call, .pages: operation.summary
        case .polling: "Calls ``\(operation.methodName.text)`` again and again until its work has ended."
        case .link(let link):
            "Calls ``\(link.target.methodName.text)`` with what ``\(operation.methodName.text)`` gave."
        }
    }

    /// The parameters, with those of the call at the end.
    func parameters(_ speller: inout TypeSpeller, withDefaults: Bool) -> [FunctionDeclaration.Parameter] {
        var parameters =
            switch kind {
            case .call: OperationSignature(operation).parameters(&speller)
            case .pages: OperationSignature(operation).parameters(&speller, leavingOutPosition: true)
            case .polling(let polling):
                PollingTranslator(context: context, operation: operation, polling: polling).parameters(&speller)
            case .link(let link): LinkTranslator(context: context, link: link).parameters(&speller)
            }
        if !withDefaults {
            for index in parameters.indices {
                parameters[index].defaultValue = nil
            }
        }
        return parameters
    }

    /// What stands behind the parameters.
    func suffix(_ speller: inout TypeSpeller) -> Code {
        guard !isCall, let paging = operation.paging else { return target.effects(&speller) }
        return "-> \(RuntimeNames.pageSequence)<\(speller.spell(paging.itemType))>"
    }
}

extension OperationGroupModel {

    /// Name of the protocol.
    var protocolName: Identifier {
        typeName.appending("Protocol")
    }

    /// The methods that a double has to have.
    func methods(_ context: TranslationContext) -> [GroupMethod] {
        operations.flatMap { operation in
            var kinds = [GroupMethod.Kind.call]
            kinds += operation.paging == nil ? [] : [.pages]
            kinds += operation.polling.map { [.polling($0)] } ?? []
            kinds += operation.links.map { .link($0) }
            return kinds.map { GroupMethod(context: context, operation: operation, kind: $0) }
        }
    }
}

extension OperationModel {
    /// What the operation does in one line.
    var summary: String {
        let text = (documentation.summary ?? documentation.details)?.trimmed ?? ""
        return text.isEmpty ? "Sends `\(id)`." : TranslationContext.split(text).first
    }
}
