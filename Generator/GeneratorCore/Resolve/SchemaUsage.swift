import YAMLReader

/// Finds which schemas travel in requests, and which in answers.
struct SchemaUsage {

    private var sent = SchemaSet()
    private var received = SchemaSet()
    /// Those among the sent ones that travel in a form that has null.
    private var sentWithNull = SchemaSet()
    /// Members of multipart bodies.
    private var parts = SchemaSet()
    /// What travels in requests with bodies of other kinds.
    private var otherwise = SchemaSet()
    private let context: ParseContext
    private let inheritance: Inheritance
    private let shared: SharedUse
    /// Whether the document itself is what others share.
    private let isAllShared: Bool

    /// Walks the bodies of all operations.
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
        sent = reach(requests)
        sentWithNull = reach(requests.filter { !$0.isForm })
        received = reach(document.operations.flatMap { $0.responses.flatMap(\.content) })
        let isMultipart = { (media: MediaTypeEntry) in media.name.hasPrefix("multipart/") }
        otherwise = reach(requests.filter { !isMultipart($0) })
        let hooks = (document.webhooks + document.callbacks.map(\.operation)).flatMap { $0.requestBody?.content ?? [] }
        var forms = (requests + hooks).filter(isMultipart).compactMap(\.schema)
        for (_, schema) in document.schemas where self.isShared(schema, in: shared.multipart) {
            forms.append(schema)
        }
        parts = members(of: forms)
    }

    /// Notes that a schema travels wherever some others do.
    mutating func note(_ schema: Schema, like others: [Schema]) {
        for set in [\Self.sent, \.received, \.sentWithNull, \.parts, \.otherwise] {
            if others.contains(where: { self[keyPath: set].contains($0) }) {
                _ = self[keyPath: set].insert(schema)
            }
        }
    }

    /// Whether the schema is part of a request's body.
    func isSent(_ schema: Schema) -> Bool {
        sent.contains(schema) || isShared(schema, in: shared.sent)
    }

    /// Whether the schema is part of a request's body in which null differs from nothing.
    func isSentWithNull(_ schema: Schema) -> Bool {
        sentWithNull.contains(schema) || isShared(schema, in: shared.sent)
    }

    /// Whether the schema is that of a member of a multipart body.
    func isPart(_ schema: Schema) -> Bool {
        parts.contains(schema)
    }

    /// Whether the schema is part of a body that is not a multipart one, too.
    func isMoreThanPart(_ schema: Schema) -> Bool {
        received.contains(schema) || otherwise.contains(schema)
    }

    /// Whether the schema is part of an answer's body.
    func isReceived(_ schema: Schema) -> Bool {
        received.contains(schema) || isShared(schema, in: shared.received)
    }

    private func isShared(_ schema: Schema, in names: Set<String>) -> Bool {
        (isAllShared || schema.pointer.file != 0) && !names.isEmpty && names.contains(name(schema))
    }

    private func name(_ schema: Schema) -> String {
        context.files[schema.pointer.file].path + schema.pointer.text
    }

    /// What a document does with schemas of other files.
    static func shared(_ document: Document, in context: ParseContext) -> SharedUse {
        let usage = SchemaUsage(document, Inheritance(document, in: context), in: context)
        func names(_ marked: [Schema]) -> Set<String> {
            Set(marked.filter { $0.pointer.file != 0 }.map(usage.name))
        }
        let operations = document.operations + document.webhooks + document.callbacks.map(\.operation)
        let sent = operations.flatMap { $0.requestBody?.content ?? [] }
        let content = sent + operations.flatMap { $0.responses.flatMap(\.content) }
        let multipart = sent.filter { MediaForm($0.name) == .multipart }.compactMap(\.schema)
        let others =
            document.schemas.map(\.schema) + operations.flatMap { $0.parameters.compactMap(\.schema) }
            + operations.flatMap { $0.responses.flatMap(\.headers).compactMap(\.schema) }
        var use = SharedUse()
        use.sent = names(usage.schemas(document.operations.flatMap { $0.requestBody?.content ?? [] }))
        use.received = names(usage.schemas(document.operations.flatMap { $0.responses.flatMap(\.content) }))
        use.named = names(usage.schemas(content.compactMap(\.schema) + others).compactMap(context.target))
        use.xml = names(usage.schemas(content.filter { MediaForm($0.name) == .xml }))
        use.multipart = names(multipart.map { context.target(of: $0) ?? $0 })
        return use
    }

    /// The members of objects, also those that they are composed of.
    private func members(of schemas: [Schema]) -> SchemaSet {
        var found = SchemaSet()
        var known = SchemaSet()
        var open = schemas
        while let schema = open.popLast() {
            guard known.insert(schema) else { continue }
            for property in schema.properties {
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

    private func reach(_ content: [MediaTypeEntry]) -> SchemaSet {
        var walk = SchemaWalk(content.compactMap(\.schema), in: context)
        while let schema = walk.next() {
            inheritance.children(of: schema).forEach { walk.add($0.schema) }
        }
        return walk.seen
    }

    private func schemas(_ content: [MediaTypeEntry]) -> [Schema] {
        schemas(content.compactMap(\.schema))
    }

    /// The schemas with all that they are made of and refer to, each once.
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
