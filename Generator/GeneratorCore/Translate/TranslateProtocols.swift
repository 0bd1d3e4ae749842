/// Translates the operations of each tag into a protocol, for code that is tested with doubles.
struct ProtocolsTranslator {

    let context: TranslationContext

    /// The files of all groups.
    func files() -> [SourceFileModel] {
        context.module.groups.flatMap(files)
    }

    /// A protocol stands in one file; where that would be too long, the short forms of its methods have others, and so
    /// have its requirements, as protocols that it inherits from.
    private func files(_ group: OperationGroupModel) -> [SourceFileModel] {
        let name = group.protocolName
        let methods = group.methods(context)
        let length = methods.reduce(0) { $0 + $1.estimatedLines }
        let parts = length > OperationFiles.longest ? methods.cut(by: \.estimatedLines) : []
        let taken = Set(context.module.types.map(\.name))
        let names = parts.indices.map { index in
            name.appending(Identifier("Part")).numbered(index + 1).free { taken.contains($0) }
        }
        var speller = TypeSpeller(context)
        let whole = declaration(
            name,
            documentation: "The methods of ``\(group.typeName.text)``, for code that is tested with a mock.",
            conformances: parts.isEmpty ? ["Sendable"] : names.map { "\($0)" },
            methods: parts.isEmpty ? methods : [],
            &speller
        )
        var declarations = [
            whole,
            .type(TypeDeclaration(keyword: .extension, name: "\(group.typeName)", conformances: ["\(name)"])),
        ]
        guard 2 * length > OperationFiles.longest else {
            declarations.append(shortForms(methods, of: name, &speller))
            return [context.file("Operations/", name, speller, declarations)]
        }
        let runtime = parts.isEmpty ? TranslationContext.RuntimeUse.declared : .asSpelled
        return [context.file("Operations/", name, speller, declarations, runtime: runtime)]
            + zip(parts, names).map { requirements($0, $1) } + shortForms(methods, of: name)
    }

    private func requirements(_ methods: [GroupMethod], _ name: Identifier) -> SourceFileModel {
        var speller = TypeSpeller(context)
        let part = declaration(
            name,
            documentation: "A part of the methods of a group of operations.",
            conformances: ["Sendable"],
            methods: methods,
            &speller
        )
        return context.file("Operations/", name, speller, [part])
    }

    private func declaration(
        _ name: Identifier,
        documentation: String,
        conformances: [Code],
        methods: [GroupMethod],
        _ speller: inout TypeSpeller
    ) -> Declaration {
        .type(
            TypeDeclaration(
                documentation: DocComment(summary: documentation),
                access: context.accessCode,
                keyword: .protocol,
                name: "\(name)",
                conformances: conformances,
                members: methods.map { requirement($0, &speller) }
            )
        )
    }

    /// The short forms in files of their own.
    private func shortForms(_ methods: [GroupMethod], of name: Identifier) -> [SourceFileModel] {
        methods.cut(by: \.estimatedLines).enumerated().map { index, part in
            var speller = TypeSpeller(context)
            let forms = shortForms(part, of: name, &speller)
            // Without the options of a call, signatures may speak of no type of the runtime.
            let isDeclared = speller.usesRuntime || part.contains(where: \.speaksOfRuntime)
            let suffix = Identifier("ShortForms")
            return context.file(
                "Operations/",
                name,
                part: index == 0 ? suffix : suffix.numbered(index + 1),
                speller,
                [forms],
                runtime: isDeclared ? .declared : .inside
            )
        }
    }

    private func shortForms(_ methods: [GroupMethod], of name: Identifier, _ speller: inout TypeSpeller) -> Declaration
    {
        .type(
            TypeDeclaration(
                keyword: .extension,
                name: "\(name)",
                members: methods.map { shortForm($0, &speller) }
            )
        )
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
        let call: Code = "\(parameters.member("\(method.name)"))(\(all.joined(separator: ", ")))"
        return .function(
            FunctionDeclaration(
                documentation: DocComment(summary: "Calls ``\(method.name.text)`` with default values."),
                attributes: method.target.isDeprecated ? Attributes.deprecated : [],
                access: context.accessCode,
                head: "func \(method.name)",
                parameters: Array(parameters),
                suffix: method.suffix(&speller),
                body: [Line("\(method.isCall ? "try await " as Code : "")\(call)")]
            )
        )
    }
}

/// One method of a group: an operation, its pages, the waiting for its end, or the way on from its response.
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

    /// Whether the method gives a response, and not a sequence of them.
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
        case .polling: "Calls ``\(operation.methodName.text)`` repeatedly until its work has finished."
        case .link(let link):
            "Calls ``\(link.target.methodName.text)`` with values from a response of ``\(operation.methodName.text)``."
        }
    }

    /// Whether its short form speaks of the runtime beside the types of the spec.
    var speaksOfRuntime: Bool {
        switch kind {
        case .pages, .polling: true
        case .call, .link: target.body?.kind == .binary || target.body?.kind == .parts
        }
    }

    /// About how many lines it takes, with its comment.
    var estimatedLines: Int {
        let count = target.parameters.count + (target.body == nil ? 1 : 2)
        return count > 3 ? 7 + count : 6
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
        return text.isEmpty ? "Calls the operation `\(id)`." : TranslationContext.split(text).first
    }
}
