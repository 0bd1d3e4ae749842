import YAMLReader

/// The use of schemas in requests and responses.
struct SchemaUsage {

    private var sent = SchemaSet()
    private var received = SchemaSet()
    /// The schemas of requests whose serialization distinguishes null from an absent property.
    private var sentWithNull = SchemaSet()
    /// The schemas of webhooks and callbacks, which the service sends.
    private var delivered = SchemaSet()
    /// The properties of multipart bodies.
    private var parts = SchemaSet()
    /// The schemas of request bodies that are not multipart.
    private var otherwise = SchemaSet()
    /// The schemas of bodies that change a part of a resource, in which absent properties keep their values.
    private var patches = SchemaSet()
    /// The objects whose properties are changes of a resource, each of which the caller states.
    private var changes = SchemaSet()
    /// The parts that are bytes unless they have a type, because of their encoding or without one.
    private var bytes = SchemaSet()
    private let context: ParseContext
    private let inheritance: Inheritance
    private let shared: SharedUse
    /// Whether other documents share the schemas of this one.
    private let isAllShared: Bool

    /// Visits the bodies and the parameters of all operations.
    init(
        _ document: Document,
        _ inheritance: Inheritance,
        in context: ParseContext,
        shared: SharedUse = SharedUse(),
        isShared: Bool = false
    ) {
        self.shared = shared
        isAllShared = isShared
        self.context = context
        self.inheritance = inheritance
        let requests = document.operations.flatMap { $0.requestBody?.content ?? [] }
        let parameters = document.operations.flatMap(\.parameters)
        sent = reach(requests.flatMap(\.schemas) + parameters.compactMap(\.schema))
        // Like a form, a parameter has no null, unless its content is JSON.
        let json = parameters.filter(\.isJSON)
        sentWithNull = reach(requests.filter { !$0.isForm }.flatMap(\.schemas) + json.compactMap(\.schema))
        received = reach(document.operations.flatMap { $0.responses.flatMap(\.content) })
        let isMultipart = { (media: MediaTypeEntry) in media.name.hasPrefix("multipart/") }
        otherwise = reach(requests.filter { !isMultipart($0) })
        let changing = document.operations.flatMap { operation in
            (operation.requestBody?.content ?? []).filter {
                ["patch", "put"].contains(operation.method.lowercased())
                    || $0.name.hasPrefix("application/merge-patch+json")
            }
        }
        patches = reach(changing)
        changes = changes(
            document.operations.flatMap { operation in
                (operation.requestBody?.content ?? []).filter {
                    operation.method.lowercased() == "patch" || $0.name.hasPrefix("application/merge-patch+json")
                }
            }
        )
        let hooks = (document.webhooks + document.callbacks.map(\.operation)).flatMap { $0.requestBody?.content ?? [] }
        delivered = reach(hooks)
        var forms = (requests + hooks).filter(isMultipart).compactMap(\.schema)
        for (_, schema) in document.schemas where self.isShared(schema, in: shared.multipart) {
            forms.append(schema)
        }
        parts = members(of: forms)
        for media in (requests + hooks).filter(isMultipart) {
            let parts = members(of: media.schema.map { [$0] } ?? []) { name in
                // The media type of a part without a type is that of bytes, which OpenAPI 3.0 does not say.
                guard let stated = media.encodings[name]?.contentType else { return !context.isVersion30 }
                return MediaRange.isBinary(stated)
            }
            bytes.formUnion(parts)
        }
    }

    /// Records that a schema is used wherever some others are.
    mutating func note(_ schema: Schema, like others: [Schema]) {
        for set in [\Self.sent, \.received, \.delivered, \.sentWithNull, \.parts, \.otherwise, \.bytes, \.patches] {
            if others.contains(where: { self[keyPath: set].contains($0) }) {
                _ = self[keyPath: set].insert(schema)
            }
        }
    }

    /// Records that derived schemas are used wherever the schemas that contain them are.
    mutating func note(_ uses: [DerivedSchemas.Use]) {
        // One derived schema may contain another one, which several schemas share.
        var isComplete = false
        while !isComplete {
            isComplete = true
            for use in uses {
                for set in [\Self.sent, \.received, \.delivered, \.sentWithNull, \.otherwise, \.patches]
                where self[keyPath: set].contains(use.container) {
                    isComplete = !self[keyPath: set].insert(use.schema) && isComplete
                }
            }
        }
    }

    /// Whether the schema describes a part that is bytes unless it has a type.
    func isBytes(_ schema: Schema) -> Bool {
        bytes.contains(schema)
    }

    /// Whether the schema is part of a body that changes an existing resource: of PATCH, of PUT, or a merge patch.
    ///
    /// There, a default would replace a value that the caller does not mention.
    func isInPatch(_ schema: Schema) -> Bool {
        patches.contains(schema)
    }

    /// Whether the schema is an object whose properties are changes: the body of PATCH or a merge patch, or an object in
    /// it that is no element of a list and no variant.
    func isChange(_ schema: Schema) -> Bool {
        changes.contains(schema)
    }

    /// Whether the schema is part of a request: of its body or of a parameter.
    func isSent(_ schema: Schema) -> Bool {
        sent.contains(schema) || isShared(schema, in: shared.sent)
    }

    /// Whether the schema is part of a request in which null differs from an absent property.
    func isSentWithNull(_ schema: Schema) -> Bool {
        sentWithNull.contains(schema) || isShared(schema, in: shared.sent)
    }

    /// Whether the schema is part of forms, which cannot have null, and of nothing else.
    func isSentInFormsOnly(_ schema: Schema) -> Bool {
        isSent(schema) && !isSentWithNull(schema) && !isReceived(schema)
    }

    /// Whether the schema describes a property of a multipart body.
    func isPart(_ schema: Schema) -> Bool {
        parts.contains(schema)
    }

    /// Whether the schema is also part of a body that is not multipart.
    func isMoreThanPart(_ schema: Schema) -> Bool {
        received.contains(schema) || otherwise.contains(schema)
    }

    /// Whether the schema is part of a body that the service sends: of a response, a webhook or a callback.
    func isFromService(_ schema: Schema) -> Bool {
        isReceived(schema) || delivered.contains(schema)
    }

    /// Whether the schema is part of a response's body.
    func isReceived(_ schema: Schema) -> Bool {
        received.contains(schema) || isShared(schema, in: shared.received)
    }

    private func isShared(_ schema: Schema, in names: Set<String>) -> Bool {
        (isAllShared || schema.pointer.file != 0) && !names.isEmpty && names.contains(name(schema))
    }

    private func name(_ schema: Schema) -> String {
        context.files[schema.pointer.file].path + schema.pointer.text
    }

    /// Returns the use that a document makes of schemas of other files.
    static func shared(_ document: Document, in context: ParseContext) -> SharedUse {
        let usage = SchemaUsage(document, Inheritance(document, in: context), in: context)
        func names(_ marked: [Schema]) -> Set<String> {
            Set(marked.filter { $0.pointer.file != 0 }.map(usage.name))
        }
        let operations = document.operations + document.webhooks + document.callbacks.map(\.operation)
        let sent = operations.flatMap { $0.requestBody?.content ?? [] }
        let content = sent + operations.flatMap { $0.responses.flatMap(\.content) }
        let multipart = sent.filter { $0.form == .multipart }.compactMap(\.schema)
        let others =
            document.schemas.map(\.schema) + operations.flatMap { $0.parameters.compactMap(\.schema) }
            + operations.flatMap { $0.responses.flatMap(\.headers).compactMap(\.schema) }
        var use = SharedUse()
        let parameters = document.operations.flatMap(\.parameters).compactMap(\.schema)
        use.sent = names(
            usage.schemas(document.operations.flatMap { $0.requestBody?.content ?? [] }.flatMap(\.schemas) + parameters)
        )
        use.received = names(usage.schemas(document.operations.flatMap { $0.responses.flatMap(\.content) }))
        use.named = names(usage.schemas(content.flatMap(\.schemas) + others).compactMap(context.target))
        use.xml = names(usage.schemas(content.filter { $0.form == .xml }))
        use.multipart = names(multipart.map { context.target(of: $0) ?? $0 })
        return use
    }

    /// Returns the properties of objects and of the parts that they are composed of.
    private func members(of schemas: [Schema], where isWanted: (String) -> Bool = { _ in true }) -> SchemaSet {
        var found = SchemaSet()
        var known = SchemaSet()
        var open = schemas
        while let schema = open.popLast() {
            guard known.insert(schema) else { continue }
            for property in schema.properties where isWanted(property.name) {
                _ = found.insert(property.schema)
            }
            if case .schema(let others) = schema.additional {
                _ = found.insert(others)
            }
            open += schema.allOf + schema.variants
            if let target = context.target(of: schema) {
                open.append(target)
            }
        }
        return found
    }

    /// Returns the objects of bodies, and those that are their properties.
    private func changes(_ bodies: [MediaTypeEntry]) -> SchemaSet {
        var found = SchemaSet()
        var open = bodies.compactMap(\.schema)
        while let schema = open.popLast() {
            guard found.insert(schema) else { continue }
            open += schema.properties.map(\.schema) + schema.allOf.flatMap(\.properties).map(\.schema)
            // A part is the object itself only if there is no other one.
            let values = schema.variants.filter { $0.kinds != [.null] }
            if schema.allOf.count + values.count == 1 { open += schema.allOf + values }
            for part in schema.allOf {
                open += context.target(of: part)?.properties.map(\.schema) ?? []
            }
            if let target = context.target(of: schema) {
                open.append(target)
            }
        }
        return found
    }

    private func reach(_ content: [MediaTypeEntry]) -> SchemaSet {
        reach(content.flatMap(\.schemas))
    }

    private func reach(_ roots: [Schema]) -> SchemaSet {
        var walk = SchemaWalk(roots, in: context)
        while let schema = walk.next() {
            inheritance.children(of: schema).forEach { walk.add($0.schema) }
        }
        return walk.seen
    }

    private func schemas(_ content: [MediaTypeEntry]) -> [Schema] {
        schemas(content.flatMap(\.schemas))
    }

    /// Returns the schemas with all schemas that they contain or refer to, each once.
    private func schemas(_ roots: [Schema]) -> [Schema] {
        var found: [Schema] = []
        var walk = SchemaWalk(roots, in: context)
        while let schema = walk.next() {
            found.append(schema)
            inheritance.children(of: schema).forEach { walk.add($0.schema) }
        }
        return found
    }
}
