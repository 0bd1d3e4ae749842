import YAMLReader

/// Makes the model of a module from a document.
struct ModuleResolver {

    let context: ParseContext
    let options: ModuleOptions
    let imports: [SharedTypes]

    /// Decides every type, name and operation.
    ///
    /// Problems go to the diagnostics of the context.
    func module(_ document: Document) -> (module: APIModule, types: TypeResolver) {
        let clientName = Identifier(sanitizing: options.client)
        let prefix = clientName.text.hasSuffix("Client") ? String(clientName.text.dropLast(6)) : clientName.text
        let serversName = SwiftName.derived(prefix, "Servers", orWith: "API")
        let credentialsName = SwiftName.derived(prefix, "Credentials", orWith: "API")
        let hooks = HookResolver(document: document, diagnostics: context.diagnostics, prefix: prefix)
        let headersName = Identifier(sanitizing: prefix + "Headers")
        let hasHeaders = document.operations.contains { $0.responses.contains { !$0.headers.isEmpty } }
        let moduleName = Identifier(sanitizing: options.module)
        let reserved =
            [moduleName, clientName, serversName, credentialsName] + hooks.typeNames + groupTypeNames(document)
            + (hasHeaders ? [headersName] : [])
            + imports.map(\.module)
        let types = TypeResolver(document, context: context, options: options, imports: imports, reserving: reserved)
        let schemes = schemes(document)
        let names = Dictionary(schemes.map { ($0.wireName, $0.name) }) { first, _ in first }
        var operations = OperationResolver(types: types, document: document, schemes: names)
        var groups = operations.groups()
        addPaging(&groups, document)
        PollingResolver(document: document, diagnostics: context.diagnostics).addPolling(&groups)
        let (webhooks, callbacks) = hooks.sets(types)
        let headers = HeaderResolver(types: types, typeName: headersName).set(document)
        LinkResolver(context: context, document: document).addLinks(&groups)
        AliasBreaker(diagnostics: context.diagnostics).run(types.aliases)
        var unions = UnionBreaker(context.diagnostics)
        unions.run(types.topLevel)
        var breaker = CycleBreaker(context.diagnostics)
        // What several documents share comes first, so that each of them breaks its circles at the same place.
        breaker.run(options.prefix.isEmpty ? types.topLevel : types.foreign + types.topLevel)
        if options.prefix.isEmpty {
            var sharing = TypeSharing(excluding: types.multipart)
            sharing.run(types.topLevel)
        }
        let envelopes = envelopes(types)
        let refreshers = RefresherResolver(groups: groups, diagnostics: context.diagnostics)
        let module = APIModule(
            name: Identifier(sanitizing: options.module),
            imports: types.usedImports,
            clientName: clientName,
            specName: options.specName,
            documentation: Documentation(summary: document.summary ?? document.title, details: document.description),
            types: types.topLevel + envelopes,
            multipart: types.multipart,
            xml: types.xml,
            groups: groups,
            servers: operations.servers.model(typeName: serversName),
            credentialsName: credentialsName,
            schemes: schemes,
            refreshers: document.securitySchemes.compactMap { entry in
                guard let refresh = entry.refresh, let name = names[entry.name] else { return nil }
                return refreshers.refresher(refresh, scheme: name)
            },
            webhooks: webhooks,
            callbacks: callbacks,
            headers: headers,
            examples: options.hasMocks ? ExampleResolver(document: document, types: types).sets() : []
        )
        return (module, types)
    }

    /// Decides the types of a file's schemas, and nothing else.
    func typesAlone(_ document: Document) -> (module: APIModule, types: TypeResolver) {
        let name = Identifier(sanitizing: options.module)
        let types = TypeResolver(document, context: context, options: options, imports: [], reserving: [name])
        types.resolveShared(options.sharedUse)
        var unions = UnionBreaker(context.diagnostics)
        unions.run(types.topLevel)
        var breaker = CycleBreaker(context.diagnostics)
        breaker.run(types.topLevel)
        return (APIModule(name: name, types: types), types)
    }

    /// Generic types that inline objects share; none where each type says more of itself than its members.
    private func envelopes(_ types: TypeResolver) -> [NamedType] {
        guard options.prefix.isEmpty, options.validation == .off, types.xml.isEmpty else { return [] }
        let sharing = EnvelopeSharing(excluded: types.multipart, diagnostics: context.diagnostics)
        return sharing.run(types.topLevel, isTaken: types.isTaken)
    }

    /// Names of the operation groups, kept from schemas.
    private func groupTypeNames(_ document: Document) -> [Identifier] {
        let tags = document.tags.map(\.name) + document.operations.map { $0.tags.first ?? "operations" }
        let names = Set(tags).sorted().map { tag in
            options.prefixed(SwiftName.type(SwiftName.member(tag).text + "Operations"))
        }
        return options.hasMocks ? names + names.map { $0.appending("Protocol") } : names
    }

    private func schemes(_ document: Document) -> [SchemeModel] {
        var scope = NameScope(context.diagnostics, reserving: ["sources"])
        return document.securitySchemes.compactMap { entry in
            if case .unsupported(let what) = entry.placement {
                context.diagnostics.warning(
                    "unsupported-security",
                    "Credentials of the kind \(what) cannot be sent, so operations that need '\(entry.name)' send none",
                    at: entry.range
                )
                return nil
            }
            let wanted =
                entry.swiftName.map(Identifier.init(sanitizing:))
                ?? options.prefixed(member: SwiftName.member(entry.name))
            return SchemeModel(
                name: scope.take(wanted, for: "The security scheme '\(entry.name)'", at: entry.range),
                wireName: entry.name,
                placement: entry.placement,
                flows: entry.flows,
                documentation: Documentation(summary: entry.description)
            )
        }
    }

    private func addPaging(_ groups: inout [OperationGroupModel], _ document: Document) {
        let resolver = PagingResolver(diagnostics: context.diagnostics)
        let entries = Dictionary(document.operations.map { ($0.key, $0) }) { first, _ in first }
        for group in groups.indices {
            var names = NameScope(context.diagnostics, reserving: groups[group].operations.flatMap(\.methodNames))
            for index in groups[group].operations.indices {
                let operation = groups[group].operations[index]
                guard let entry = entries[operation.key], var paging = resolver.paging(operation, entry) else {
                    continue
                }
                let range = entry.operationIDRange ?? entry.range
                let what = "The walk over the pages of '\(operation.id)'"
                paging.methodName = names.take(paging.methodName, for: what, at: range)
                groups[group].operations[index].paging = paging
            }
        }
    }
}

extension SwiftType {

    /// Whether a file is somewhere in the type.
    var hasFile: Bool {
        switch self {
        case .file: true
        case .array(let element), .arraySkippingInvalidElements(let element), .dictionary(let element),
            .optional(let element):
            element.hasFile
        default: false
        }
    }
}

extension AdditionalProperties {

    /// Whether they are files.
    var hasFile: Bool {
        if case .typed(let type) = self { type.hasFile } else { false }
    }
}
