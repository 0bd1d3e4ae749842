import YAMLReader

/// Creates the model of a module from a document.
struct ModuleResolver {

    let context: ParseContext
    let options: ModuleOptions
    let imports: [SharedTypes]

    /// Decides every type, name and operation.
    ///
    /// Reports problems to the diagnostics of the context.
    func module(_ document: Document) -> APIModule {
        let names = ModuleNames(document, options)
        let hooks = HookResolver(document: document, diagnostics: context.diagnostics, prefix: names.prefix)
        let reserved = names.all + hooks.typeNames + groupTypeNames(document) + imports.map(\.module)
        let resolver = resolver(document, imports, reserving: reserved)
        let schemes = schemes(document)
        let schemeNames = Dictionary(schemes.map { ($0.wireName, $0.name) }) { first, _ in first }
        var operations = OperationResolver(types: resolver, document: document, schemes: schemeNames)
        var groups = operations.groups()
        addPaging(&groups, document)
        PollingResolver(document: document, diagnostics: context.diagnostics).addPolling(&groups)
        let (webhooks, callbacks) = hooks.sets(resolver)
        let headers = HeaderResolver(types: resolver, typeName: names.headers).set(document)
        LinkResolver(context: context, document: document).addLinks(&groups)
        AlternativeResolver(document: document, bodies: operations.bodies, diagnostics: context.diagnostics)
            .addAlternatives(&groups)
        let types = resolver.finished()
        breakCircles(types)
        if options.prefix.isEmpty {
            var sharing = TypeSharing(excluding: types.multipart)
            sharing.run(types.topLevel)
        }
        XMLCheck(diagnostics: context.diagnostics, types: XMLPlan(types.xml).types).run(types.topLevel)
        let all = types.topLevel + envelopes(types)
        let refreshers = RefresherResolver(groups: groups, diagnostics: context.diagnostics)
        let imports = types.imports.map(\.imported)
        let module = APIModule(
            name: names.module,
            imports: imports,
            clientName: names.client,
            specName: options.specName,
            documentation: Documentation(summary: document.summary ?? document.title, details: document.description),
            types: all,
            multipart: types.multipart,
            xml: types.xml,
            groups: groups,
            servers: operations.servers.model(typeName: names.servers),
            credentialsName: names.credentials,
            schemes: schemes,
            refreshers: document.securitySchemes.compactMap { entry in
                guard let refresh = entry.refresh, let name = schemeNames[entry.name] else { return nil }
                return refreshers.refresher(refresh, scheme: name)
            },
            webhooks: webhooks,
            callbacks: callbacks,
            headers: headers,
            examples: options.hasMocks
                ? ExampleResolver(document: document, graph: resolver.graph, types: types).sets() : [],
            validation: ValidatedTypes(in: all, importing: imports, options),
            formats: resolver.graph.texts.mapped.known
        )
        var sizes = InlineSizes()
        sizes.run(all)
        return module
    }

    /// Boxes or renames types that would contain themselves.
    private func breakCircles(_ types: ResolvedTypes) {
        AliasBreaker(diagnostics: context.diagnostics).run(types.aliases)
        var unions = UnionBreaker(context.diagnostics)
        unions.run(types.topLevel)
        var breaker = CycleBreaker(context.diagnostics)
        // Types that several documents share precede the others, so that each document breaks their cycles at the same property.
        breaker.run(options.prefix.isEmpty ? types.topLevel : types.foreign + types.topLevel)
    }

    /// Returns a resolver that has decided the types of the components.
    private func resolver(
        _ document: Document,
        _ imports: [SharedTypes],
        also shared: [Schema] = [],
        reserving names: [Identifier]
    ) -> TypeResolver {
        let context = context
        let graph = SchemaGraphBuilder.graph(document, in: context, options, also: shared) { schema in
            guard !imports.isEmpty, schema.pointer.file != 0 else { return false }
            let path = context.files[schema.pointer.file].path
            return imports.contains { $0.resolved(schema, in: path) != nil }
        }
        let types = TypeResolver(graph, options, imports: imports, reserving: names)
        types.resolveComponents(document)
        return types
    }

    /// Decides only the types of a file's schemas.
    ///
    /// - Parameter document: The schemas.
    /// - Returns: A module without operations, and the type of each schema by the path of its file and its pointer.
    func typesAlone(_ document: Document) -> (module: APIModule, types: [ExactText: ResolvedType]) {
        let name = Identifier(sanitizing: options.module)
        let shared = SharedSchemas(options.sharedUse, in: context)
        let resolver = resolver(
            document,
            [],
            also: shared.named + shared.xml + shared.multipart,
            reserving: [name]
        )
        resolver.resolveShared(shared)
        let types = resolver.finished()
        var unions = UnionBreaker(context.diagnostics)
        unions.run(types.topLevel)
        var breaker = CycleBreaker(context.diagnostics)
        breaker.run(types.topLevel)
        var module = APIModule(name: name, types, options)
        module.formats = resolver.graph.texts.mapped.known
        var sizes = InlineSizes()
        sizes.run(types.topLevel)
        return (module, types.byLocation(in: context))
    }

    /// Returns the generic types that inline objects share; none with a prefix, with validation, or with bodies in XML.
    private func envelopes(_ types: ResolvedTypes) -> [NamedType] {
        guard options.prefix.isEmpty, options.validation == .off, types.xml.isEmpty else { return [] }
        let sharing = EnvelopeSharing(excluded: types.multipart)
        return sharing.run(types.topLevel, isTaken: types.names.contains)
    }

    /// Returns the names of the operation groups, which no schema can have.
    private func groupTypeNames(_ document: Document) -> [Identifier] {
        let groups = GroupNames(document, options)
        let tags = document.tags.map(\.name) + document.operations.compactMap(\.tags.first)
        var keys = Set(tags).sorted().map { Optional($0) }
        if document.operations.contains(where: \.tags.isEmpty) {
            keys.append(nil)
        }
        let names = keys.map { groups.type($0, groups.member($0)) }
        return options.hasMocks ? names + names.map { $0.appending("Protocol") } : names
    }

    private func schemes(_ document: Document) -> [SchemeModel] {
        var scope = NameScope(context.diagnostics, reserving: ["sources"])
        let securities = (document.operations + document.webhooks).map { $0.security ?? document.security }
        let required = Set(securities.flatMap { $0?.uses.joined().map(\.scheme) ?? [] })
        return document.securitySchemes.compactMap { entry in
            if case .unsupported(let what) = entry.placement {
                guard required.contains(entry.name) else { return nil }
                context.diagnostics.warning(
                    "unsupported-security",
                    "Credentials of type \(what) are not supported, so no operation sends that of '\(entry.name)'",
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
        let resolver = PagingResolver(context: context)
        let entries = Dictionary(document.operations.map { ($0.key, $0) }) { first, _ in first }
        for group in groups.indices {
            var names = NameScope(context.diagnostics, reserving: groups[group].operations.flatMap(\.methodNames))
            for index in groups[group].operations.indices {
                let operation = groups[group].operations[index]
                guard let entry = entries[operation.key], var paging = resolver.paging(operation, entry) else {
                    continue
                }
                let range = entry.operationIDRange ?? entry.range
                let what = "The paging method of '\(operation.id)'"
                paging.methodName = names.take(paging.methodName, for: what, at: range)
                groups[group].operations[index].paging = paging
            }
        }
    }
}

/// The names of a module that its options determine.
private struct ModuleNames {
    let module: Identifier
    let client: Identifier
    let servers: Identifier
    let credentials: Identifier
    let headers: Identifier
    /// The client's name without `Client`.
    let prefix: String
    /// The names that no schema can have.
    let all: [Identifier]

    init(_ document: Document, _ options: ModuleOptions) {
        module = Identifier(sanitizing: options.module)
        client = Identifier(sanitizing: options.client)
        prefix = client.text.hasSuffix("Client") ? String(client.text.dropLast(6)) : client.text
        servers = SwiftName.derived(prefix, "Servers", orWith: "API")
        credentials = SwiftName.derived(prefix, "Credentials", orWith: "API")
        headers = Identifier(sanitizing: prefix + "Headers")
        let hasHeaders = document.operations.contains { $0.responses.contains { !$0.headers.isEmpty } }
        all =
            [module, client, servers, credentials] + (hasHeaders ? [headers] : [])
            + (options.hasMocks ? [client.appending("Protocol")] : [])
    }
}

extension APIModule {

    /// Creates a module that contains only types.
    fileprivate init(name: Identifier, _ types: ResolvedTypes, _ options: ModuleOptions) {
        self.init(
            name: name,
            imports: [],
            clientName: name,
            specName: options.specName,
            documentation: Documentation(),
            types: types.topLevel,
            multipart: types.multipart,
            xml: types.xml,
            groups: [],
            servers: ServerSetModel(typeName: name, roles: [], environments: []),
            credentialsName: name,
            schemes: [],
            refreshers: [],
            webhooks: HookSet(typeName: name, hooks: []),
            callbacks: HookSet(typeName: name, hooks: []),
            headers: HeaderSet(typeName: name, headers: []),
            examples: [],
            validation: ValidatedTypes(in: types.topLevel, importing: [], options)
        )
    }
}

extension AdditionalProperties {

    /// Whether the content contains a file.
    var hasFile: Bool {
        if case .typed(let type) = self { type.hasFile } else { false }
    }
}
