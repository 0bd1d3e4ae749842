/// Translates the operations of each tag into a protocol, for code that is tested with doubles.
struct ProtocolsTranslator {

    let context: TranslationContext

    /// The files of all groups.
    func files() -> [SourceFileModel] {
        context.module.groups.map { group in
            var speller = TypeSpeller(context)
            let name = group.protocolName
            let requirements = group.methods.map { requirement($0, &speller) }
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
                        members: group.methods.map { shortForm($0, &speller) }
                    )
                ),
            ]
            return context.file("Operations/", name, speller, declarations)
        }
    }

    private func requirement(_ method: GroupMethod, _ speller: inout TypeSpeller) -> Declaration {
        .function(
            FunctionDeclaration(
                documentation: DocComment(summary: "\(method.operation.summary)"),
                head: "func \(method.name)",
                parameters: method.parameters(&speller, withDefaults: false),
                suffix: method.suffix(&speller),
                isRequirement: true
            )
        )
    }

    /// Requirements have no default arguments; a method beside each has them.
    private func shortForm(_ method: GroupMethod, _ speller: inout TypeSpeller) -> Declaration {
        let arguments = method.signature.arguments(position: nil, keepingPosition: !method.isPaging).dropLast()
        let all = arguments + ["options: \(RuntimeNames.callOptions)()"]
        return .function(
            FunctionDeclaration(
                documentation: DocComment(summary: "Calls ``\(method.name.text)`` with what most calls want."),
                attributes: method.operation.isDeprecated ? Attributes.deprecated : [],
                access: context.accessCode,
                head: "func \(method.name)",
                parameters: Array(method.parameters(&speller, withDefaults: true).dropLast()),
                suffix: method.suffix(&speller),
                body: [
                    Line("\(method.isPaging ? "" : "try await " as Code)\(method.name)(\(all.joined(separator: ", ")))")
                ]
            )
        )
    }
}

/// One method of a group: an operation, or its pages.
struct GroupMethod {

    let operation: OperationModel
    /// Whether it gives the pages.
    let isPaging: Bool

    var name: Identifier {
        isPaging ? operation.paging?.methodName ?? operation.methodName : operation.methodName
    }

    var signature: OperationSignature {
        OperationSignature(operation)
    }

    /// The parameters, with those of the call at the end.
    func parameters(_ speller: inout TypeSpeller, withDefaults: Bool) -> [FunctionDeclaration.Parameter] {
        var parameters = signature.parameters(&speller, leavingOutPosition: isPaging)
        if !withDefaults {
            for index in parameters.indices {
                parameters[index].defaultValue = nil
            }
        }
        return parameters
    }

    /// What stands behind the parameters.
    func suffix(_ speller: inout TypeSpeller) -> Code {
        guard isPaging, let paging = operation.paging else { return operation.effects(&speller) }
        return "-> \(RuntimeNames.pageSequence)<\(speller.spell(paging.itemType))>"
    }
}

extension OperationGroupModel {

    /// Name of the protocol.
    var protocolName: Identifier {
        typeName.appending("Protocol")
    }

    /// The methods that a double has to have.
    var methods: [GroupMethod] {
        operations.flatMap { operation in
            [GroupMethod(operation: operation, isPaging: false)]
                + (operation.paging == nil ? [] : [GroupMethod(operation: operation, isPaging: true)])
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
