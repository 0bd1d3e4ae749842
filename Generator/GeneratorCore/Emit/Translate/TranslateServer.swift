/// Translates the operations of a module into a server: a protocol for each tag, and the routes that call its methods.
struct ServerTranslator {

    let context: TranslationContext
    /// The prefix of the protocols' names; empty for none.
    let prefix: String
    private let names: ServerNames
    private let taken: TopLevelNames

    init(context: TranslationContext, prefix: String) {
        self.context = context
        self.prefix = prefix
        names = ServerNames(context.module)
        taken = TopLevelNames(context.module)
    }

    /// Returns the files of all groups.
    ///
    /// A group whose client has several files gets several protocols, and one that combines them.
    func files() -> [SourceFileModel] {
        let sections = OperationFiles(context.module).sections
        return context.module.groups.flatMap { group in
            let parts = sections.filter { $0.group.typeName == group.typeName }
            let stem = stem(of: group)
            let files = parts.map { part in
                let operations = part.operations.filter(\.hasRoute).map(received)
                return file(group, operations, part.part.map { "\(stem)\($0.text)" } ?? stem)
            }
            return parts.count == 1 ? files : files + [whole(group, stem, of: parts)]
        }
    }

    private func file(_ group: OperationGroupModel, _ operations: [OperationModel], _ stem: String) -> SourceFileModel {
        var speller = TypeSpeller(context)
        speller.qualified = names.shared
        let requirements = operations.flatMap(\.served).filter { !$0.isSyntaxTwin }.map { requirement($0, &speller) }
        let declarations = declarations(
            stem,
            group.documentation,
            conformances: ["Sendable"],
            requirements: requirements,
            isChecked: operations.contains { !$0.checked.isEmpty },
            body: routes(operations)
        )
        return SourceFileModel(
            path: "\(name(stem).text).swift",
            imports: imports(operations, speller),
            declarations: declarations
        )
    }

    /// Returns the operation as the server receives it: multipart parts that the document does not define are bytes.
    private func received(_ operation: OperationModel) -> OperationModel {
        var operation = operation
        switch operation.body?.kind {
        case .parts, .partList: operation.body?.kind = .binary
        default: break
        }
        operation.alternatives = operation.alternatives.map(received)
        return operation
    }

    private func whole(
        _ group: OperationGroupModel,
        _ stem: String,
        of sections: [OperationFiles.Section]
    ) -> SourceFileModel {
        let parts = sections.compactMap { section in
            section.part.map { (stem: stem + $0.text, isChecked: section.operations.contains { !$0.checked.isEmpty }) }
        }
        let declarations = declarations(
            stem,
            group.documentation,
            conformances: parts.map { "\(name($0.stem))" },
            requirements: [],
            isChecked: parts.contains(where: \.isChecked),
            body: parts.map { part in
                let security: Code = part.isChecked ? ", security: security" : ""
                return Line("\(adder(part.stem))(to: routes\(security))")
            }
        )
        let isVisible = context.access != .internal
        let imports = [Import(module: ServerNames.module, isVisible: isVisible)]
        return SourceFileModel(path: "\(name(stem).text).swift", imports: imports, declarations: declarations)
    }

    /// Returns the protocol and the method that adds its routes.
    private func declarations(
        _ stem: String,
        _ documentation: Documentation,
        conformances: [Code],
        requirements: [Declaration],
        isChecked: Bool,
        body: [Line]
    ) -> [Declaration] {
        let registration = FunctionDeclaration(
            documentation: DocComment(summary: "Adds the routes of these operations."),
            access: context.accessCode,
            head: "func \(adder(stem))",
            parameters: [.init(name: "to routes", type: names.routes)]
                + (isChecked ? [.init(name: "security", type: names.security)] : []),
            body: body
        )
        return [
            .type(
                TypeDeclaration(
                    documentation: context.comment(
                        documentation,
                        otherwise: "The operations that a server implements for a group."
                    ),
                    access: context.accessCode,
                    keyword: .protocol,
                    name: "\(name(stem))",
                    conformances: conformances,
                    members: requirements
                )
            ),
            .type(TypeDeclaration(keyword: .extension, name: "\(name(stem))", members: [.function(registration)])),
        ]
    }

    /// Returns `Notes` for the group whose client is `NotesOperations`, with the prefix before it.
    private func stem(of group: OperationGroupModel) -> String {
        let ending = "Operations"
        let type = group.typeName.text
        return prefix + (type.hasSuffix(ending) ? String(type.dropLast(ending.count)) : type)
    }

    /// Returns `NotesService`, with a number if the client has a type of that name.
    private func name(_ stem: String) -> Identifier {
        taken.free(Identifier(sanitizing: stem + "Service"))
    }

    /// Returns the name of the method that adds the routes.
    ///
    /// It contains the group's name, because one type can serve several groups.
    private func adder(_ stem: String) -> Identifier {
        Identifier(sanitizing: "add" + stem + "Routes")
    }

    /// Returns the imports; an import that is more public than its use causes a warning.
    private func imports(_ operations: [OperationModel], _ speller: TypeSpeller) -> [Import] {
        let isVisible = context.access != .internal
        let sendsBytes = operations.flatMap(\.served).contains(where: \.speaksOfRuntime)
        var imports = [
            Import(module: RuntimeNames.module, isVisible: isVisible && (speller.usesRuntime || sendsBytes)),
            Import(module: ServerNames.module, isVisible: isVisible),
        ]
        imports += Import.foundation(speller.foundationTypes, isVisible: isVisible && speller.usesFoundation)
        imports.append(Import(module: "\(context.module.name)", isVisible: isVisible && speller.usesModule))
        return imports + speller.modules.sorted().map { Import(module: "\($0)", isVisible: isVisible) }
    }

    // MARK: - The protocol

    private func requirement(_ operation: OperationModel, _ speller: inout TypeSpeller) -> Declaration {
        let parameters = OperationSignature(operation).servedParameters(&speller)
        let request = FunctionDeclaration.Parameter(name: requestLabel(operation), type: names.request)
        var comment = context.comment(operation.documentation, otherwise: "Handles the operation `\(operation.id)`.")
        let details = [comment.details].compactMap { $0 } + operation.servedNotes
        if !details.isEmpty { comment.details = details.joined(separator: "\n\n") }
        comment.throwing = "``\(operation.errorName.text)`` for a documented failure"
        comment.source = "`\(operation.methodText) \(operation.path.plain)`"
        return .function(
            FunctionDeclaration(
                documentation: comment,
                head: "func \(operation.methodName)",
                parameters: parameters + [request],
                suffix: "async throws -> \(names.response(operation.response.spelled(&speller) ?? "Void"))",
                isRequirement: true
            )
        )
    }

    /// Returns the label of the request, which differs if a parameter of the operation already has the name.
    private func requestLabel(_ operation: OperationModel) -> Code {
        operation.parameters.contains { $0.name.text == "request" } ? "serverRequest" : "request"
    }

    // MARK: - The routes

    private func routes(_ operations: [OperationModel]) -> [Line] {
        let shared = SharedRoute(operations)
        return shared.lines
            + operations.flatMap { operation in
                let routes = operation.served.map { served in
                    RouteTranslator(
                        operation: served,
                        request: requestLabel(operation),
                        shared: shared,
                        rules: RulesTranslator(context: context)
                    )
                }
                return routes.count == 1 ? routes[0].lines(in: routes[0].medium(isAlone: true)) : choice(routes)
            }
    }

    /// Returns the routes of an operation with several media types, of which the server chooses one for each request.
    private func choice(_ routes: [RouteTranslator]) -> [Line] {
        let several = Set(routes.map { $0.operation.body?.contentType }).count > 1
        let isChoice = Set(routes.map(\.operation.documentedResponses.types)).count > 1
        let lines = routes.flatMap { $0.lines(in: $0.medium(isChoice: isChoice, hasSeveralBodies: several)) }
        return [Line("routes.choosing { routes in")] + lines.map { Line($0.code, depth: $0.depth + 1) } + [Line("}")]
    }
}

extension OperationModel {
    /// Whether the signature of a server's method refers to the runtime in addition to the types of the spec.
    fileprivate var speaksOfRuntime: Bool {
        body?.kind == .binary || body?.kind.isSequence == true || body?.contentTypes.isEmpty == false
            || response.isStream || !acceptChoice.isEmpty
    }
}
