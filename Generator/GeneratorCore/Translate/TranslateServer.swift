/// Translates the operations of a module into what a server of them does: for each tag a protocol, and the routes that
/// lead to its methods.
struct ServerTranslator {

    let context: TranslationContext
    /// What the names of the protocols begin with; empty for nothing.
    let prefix: String
    private let names: ServerNames

    init(context: TranslationContext, prefix: String) {
        self.context = context
        self.prefix = prefix
        names = ServerNames(context.module)
    }

    /// The files of all groups.
    func files() -> [SourceFileModel] {
        context.module.groups.map(file)
    }

    private func file(_ group: OperationGroupModel) -> SourceFileModel {
        var speller = TypeSpeller(module: context.module.name)
        speller.qualified = names.shared
        let stem = stem(of: group)
        let name = name(stem)
        let requirements = group.operations.map { requirement($0, &speller) }
        let declarations: [Declaration] = [
            .type(
                TypeDeclaration(
                    documentation: context.comment(group.documentation, otherwise: "What a server does for one group."),
                    access: context.accessCode,
                    keyword: .protocol,
                    name: "\(name)",
                    conformances: ["Sendable"],
                    members: requirements
                )
            ),
            .type(TypeDeclaration(keyword: .extension, name: "\(name)", members: [registration(group, stem)])),
        ]
        return SourceFileModel(
            path: "\(name.text).swift",
            imports: imports(group, speller),
            declarations: declarations
        )
    }

    /// `Notes` for the group whose client is `NotesOperations`, with the prefix before it.
    private func stem(of group: OperationGroupModel) -> String {
        let ending = "Operations"
        let type = group.typeName.text
        return prefix + (type.hasSuffix(ending) ? String(type.dropLast(ending.count)) : type)
    }

    /// `NotesService`, with a number where the client has a type of that name.
    private func name(_ stem: String) -> Identifier {
        let wanted = Identifier(sanitizing: stem + "Service")
        let taken = Set(context.module.types.map(\.name))
        return ([wanted] + (2...9).map(wanted.numbered)).first { !taken.contains($0) } ?? wanted
    }

    /// An import that is more public than its use is a warning.
    private func imports(_ group: OperationGroupModel, _ speller: TypeSpeller) -> [Import] {
        let isPublic = context.access == .public
        let sendsBytes = group.operations.contains { $0.body?.kind == .binary }
        var imports = [
            Import(module: RuntimeNames.module, isPublic: isPublic && (speller.usesRuntime || sendsBytes)),
            Import(module: ServerNames.module, isPublic: isPublic),
        ]
        if speller.usesFoundation {
            imports.append(Import(module: "Foundation", isPublic: isPublic))
        }
        return imports + [Import(module: "\(context.module.name)", isPublic: isPublic && speller.usesModule)]
    }

    // MARK: - The protocol

    private func requirement(_ operation: OperationModel, _ speller: inout TypeSpeller) -> Declaration {
        let parameters = OperationSignature(operation).parameters(&speller).dropLast().map { parameter in
            FunctionDeclaration.Parameter(name: parameter.name, type: parameter.type)
        }
        let request = FunctionDeclaration.Parameter(name: requestLabel(operation), type: names.request)
        var comment = context.comment(operation.documentation, otherwise: "Answers `\(operation.id)`.")
        comment.throwing = "``\(operation.errorName.text)`` for a documented failure"
        comment.source = "`\(operation.method.uppercased()) \(operation.path.plain)`"
        return .function(
            FunctionDeclaration(
                documentation: comment,
                head: "func \(operation.methodName)",
                parameters: parameters + [request],
                suffix: "async throws -> \(names.reply(operation.answer.spelled(&speller) ?? "Void"))",
                isRequirement: true
            )
        )
    }

    /// A parameter of the operation may have the name already.
    private func requestLabel(_ operation: OperationModel) -> Code {
        operation.parameters.contains { $0.name.text == "request" } ? "serverRequest" : "request"
    }

    // MARK: - The routes

    /// One type may serve several groups, so that the name holds the group's.
    private func registration(_ group: OperationGroupModel, _ stem: String) -> Declaration {
        let shared = SharedRoute(group)
        return .function(
            FunctionDeclaration(
                documentation: DocComment(summary: "Adds the routes of these operations."),
                access: context.accessCode,
                head: "func \(Identifier(sanitizing: "add" + stem + "Routes"))",
                parameters: [.init(name: "to routes", type: names.routes)],
                body: shared.lines
                    + group.operations.flatMap { operation in
                        let request = requestLabel(operation)
                        return RouteTranslator(operation: operation, request: request, shared: shared).lines()
                    }
            )
        )
    }
}
