/// Translates the operations of each tag into a protocol, for code that is tested with mocks.
struct ProtocolsTranslator {

    let context: TranslationContext

    /// Returns the files of all groups.
    func files() -> [SourceFileModel] {
        context.module.groups.flatMap(files) + client()
    }

    /// Returns the protocol of the whole client; none for a module without operations.
    ///
    /// Its associated types keep the groups of a client concrete, and an existential has a protocol for each group.
    private func client() -> [SourceFileModel] {
        let module = context.module
        guard !module.groups.isEmpty else { return [] }
        let speller = TypeSpeller(context)
        let associated = module.groups.map { group in
            Declaration.property(
                PropertyDeclaration(head: "associatedtype \(module.groupName(group)): \(group.protocolName)")
            )
        }
        let groups = module.groups.map { group in
            Declaration.property(
                PropertyDeclaration(
                    documentation: context.summary(of: group),
                    head: "var \(group.name): \(module.groupName(group)) { get }"
                )
            )
        }
        let whole = TypeDeclaration(
            documentation: DocComment(
                summary: "The groups of ``\(module.clientName.text)``, for code that is tested with mocks."
            ),
            access: context.accessCode,
            keyword: .protocol,
            name: "\(module.clientName.appending("Protocol"))",
            conformances: ["Sendable"],
            members: associated + groups
        )
        let conformance = TypeDeclaration(
            keyword: .extension,
            name: "\(module.clientName)",
            conformances: ["\(module.clientName.appending("Protocol"))"]
        )
        let name = module.clientName.appending("Protocol")
        return [context.file("", name, speller, [.type(whole), .type(conformance)], runtime: .asSpelled)]
    }

    /// Returns the files of a protocol.
    ///
    /// If one file would be too long, the short forms of the methods are in other files, and so are the requirements,
    /// as protocols that the protocol inherits from.
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

    /// Returns the short forms in separate files.
    private func shortForms(_ methods: [GroupMethod], of name: Identifier) -> [SourceFileModel] {
        methods.cut(by: \.estimatedLines).enumerated().map { index, part in
            var speller = TypeSpeller(context)
            let forms = shortForms(part, of: name, &speller)
            let suffix = Identifier("ShortForms")
            return context.file(
                "Operations/",
                name,
                part: index == 0 ? suffix : suffix.numbered(index + 1),
                speller,
                [forms]
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
                attributes: method.target.resultAttributes,
                head: "func \(method.name)",
                parameters: method.parameters(&speller, withDefaults: false),
                suffix: method.suffix(&speller),
                isRequirement: true
            )
        )
    }

    /// Returns a method with default arguments, which requirements cannot have.
    ///
    /// Its options are an optional, so that it cannot implement the requirement, and a double without the method does
    /// not compile.
    private func shortForm(_ method: GroupMethod, _ speller: inout TypeSpeller) -> Declaration {
        var parameters = method.parameters(&speller, withDefaults: true)
        let options = parameters.removeLast()
        let all =
            parameters.map(\.passedOn) + ["\(options.name): \(options.name) ?? \(RuntimeNames.callOptions)()"]
        parameters.append(.init(name: options.name, type: "\(options.type)?", defaultValue: "nil"))
        let call: Code = "\(parameters.member("\(method.name)"))(\(all.joined(separator: ", ")))"
        return .function(
            FunctionDeclaration(
                documentation: DocComment(summary: "Calls ``\(method.name.text)`` with default values."),
                attributes: (method.target.isDeprecated ? Attributes.deprecated : []) + method.target.resultAttributes,
                access: context.accessCode,
                head: "func \(method.name)",
                parameters: parameters,
                suffix: method.suffix(&speller),
                body: [Line("\(method.isCall ? "try await " as Code : "")\(call)")]
            )
        )
    }
}

/// A method of a group: for an operation, its pages, its polling, or a link of its response.
struct GroupMethod {

    /// The kind of a method.
    enum Kind {
        case call, pages
        case polling(PollingModel)
        case link(LinkModel)
    }

    let context: TranslationContext
    let operation: OperationModel
    let kind: Kind

    /// The operation that the method calls.
    var target: OperationModel {
        if case .link(let link) = kind { link.target } else { operation }
    }

    /// Whether the method returns a response instead of a sequence of them.
    var isCall: Bool {
        if case .pages = kind { false } else { !target.response.isStream }
    }

    var name: Identifier {
        switch kind {
        case .call: operation.methodName
        case .pages: operation.paging?.methodName ?? operation.methodName
        case .polling(let polling): polling.methodName
        case .link(let link): link.name
        }
    }

    /// The name by which scripts distinguish the method from overloads.
    var scriptKey: Identifier {
        if case .file = target.response { name.appending("ToFile") } else { name }
    }

    /// A summary of the method in one line.
    var summary: String {
        switch kind {
        case .call, .pages: operation.summary(context)
        case .polling: "Calls ``\(operation.methodName.text)`` repeatedly until its work has finished."
        case .link(let link):
            "Calls ``\(link.target.methodName.text)`` with values from a response of ``\(operation.methodName.text)``."
        }
    }

    /// The estimated number of lines, with the comment.
    var estimatedLines: Int {
        let count = target.parameters.count + (target.body == nil ? 1 : 2)
        return count > 3 ? 7 + count : 6
    }

    /// Returns the parameters, followed by the options of the call.
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

    /// Returns the effects and the result after the parameters.
    func suffix(_ speller: inout TypeSpeller) -> Code {
        guard case .pages = kind, let paging = operation.paging else { return target.effects(&speller) }
        return "-> \(RuntimeNames.pageSequence)<\(speller.spell(paging.itemType))>"
    }
}

extension APIModule {

    /// Returns the name of a group's type in the protocol of the client, which no type of the module has.
    fileprivate func groupName(_ group: OperationGroupModel) -> Identifier {
        let taken = Set(types.map(\.name) + groups.flatMap { [$0.typeName, $0.protocolName] } + [servers.typeName])
        return SwiftName.type(group.name.text + "Group").free { taken.contains($0) || ReservedNames.contains($0) }
    }
}

extension OperationGroupModel {

    /// The name of the protocol.
    var protocolName: Identifier {
        typeName.appending("Protocol")
    }

    /// Returns the methods that a mock must implement.
    func methods(_ context: TranslationContext) -> [GroupMethod] {
        operations.flatMap { operation in
            var kinds = [GroupMethod.Kind.call]
            kinds += operation.paging == nil ? [] : [.pages]
            kinds += operation.polling.map { [.polling($0)] } ?? []
            kinds += operation.links.map { .link($0) }
            return kinds.prefix(1).map { GroupMethod(context: context, operation: operation, kind: $0) }
                + operation.alternatives.map { GroupMethod(context: context, operation: $0, kind: .call) }
                + kinds.dropFirst().map { GroupMethod(context: context, operation: operation, kind: $0) }
        }
    }
}

extension OperationModel {
    /// Returns a summary of the operation in one line.
    func summary(_ context: TranslationContext) -> String {
        let text = (documentation.summary ?? documentation.details)?.trimmed ?? ""
        return text.isEmpty ? plainSummary(context) : TranslationContext.split(text).first
    }
}
