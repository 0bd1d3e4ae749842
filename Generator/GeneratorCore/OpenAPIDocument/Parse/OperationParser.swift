import YAMLReader

/// Parses Path Item Objects and Operation Objects.
struct OperationParser {

    let context: ParseContext

    /// Whether the operations belong to a callback.
    var isCallback = false

    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    static let pathKeys = KeySet(
        ["$ref", "summary", "description", "servers", "parameters", "additionalOperations"].union(methods)
    )
    private static let operationKeys = KeySet(
        [
            "tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody", "responses",
            "callbacks", "deprecated", "security", "servers", OperationExtensions.pageableKey,
        ],
        extensions: OperationExtensions.names
    )

    /// Returns the operations below `paths` or `webhooks`, in document order.
    func operations(_ object: SpecObject, _ key: String) -> [OperationEntry] {
        let entries = object.entries(key)
        if entries.isEmpty, let node = object.mapping[key], node.mapping == nil, !node.isNull {
            context.diagnostics.error(
                "wrong-type",
                "No operation can be read from '\(key)', because it is \(node.kind)",
                hint: "Write a mapping from paths to path items",
                at: object.keyRange(key)
            )
        }
        return entries.filter { !$0.key.text.hasPrefix("x-") }.flatMap { entry in
            operations(at: entry.element, path: entry.key)
        }
    }

    /// Returns the operations of a path item, and of those that it refers to.
    private func operations(at place: Element, path: Mapping.Key) -> [OperationEntry] {
        let items = context.chain(from: place).compactMap(pathItem)
        let bodies = BodyParser(context: context)
        let shared = parameters(of: items)
        let servers = servers(of: items)
        return methods(of: items).compactMap { method, place in
            guard let element = context.follow(place).map(modern),
                let object = SpecObject(element, "an operation", keys: Self.operationKeys, in: context)
            else {
                return nil
            }
            var parameters = merged(shared, self.parameters(of: object))
            let plain = PathExpressions.plain(path.text, &parameters)
            return operation(object, at: path, plain, method, parameters, bodies, servers)
        }
    }

    /// Returns the parameters of a path item and of those that it refers to.
    private func parameters(of items: [SpecObject]) -> [ParameterEntry] {
        let lists = items.map(parameters)
        return lists.reversed().reduce([]) { shared, own in
            for parameter in own {
                guard let other = shared.first(where: { isSame($0, parameter) }) else { continue }
                reportReplaced("The parameter '\(other.name)'", by: parameter.range, at: other.range)
            }
            return merged(shared, own)
        }
    }

    /// Returns the servers of a path item, or of the first with servers among those that it refers to.
    private func servers(of items: [SpecObject]) -> [ServerEntry] {
        let listing = items.filter { $0.has("servers") }
        for (near, far) in zip(listing, listing.dropFirst()) {
            reportReplaced("'servers'", by: near.keyRange("servers"), at: far.keyRange("servers"))
        }
        return items.map(ServerParser(context: context).servers).first { !$0.isEmpty } ?? []
    }

    /// Returns the operations of a path item, and those of the items that it refers to which it does not replace.
    private func methods(of items: [SpecObject]) -> [(method: Mapping.Key, place: Element)] {
        guard items.count > 1 else { return items.flatMap(methods) }
        var known: [String: SourceRange] = [:]
        return items.flatMap(methods).filter { method, _ in
            guard let near = known[method.text] else {
                known[method.text] = method.range
                return true
            }
            reportReplaced("'\(method.text)'", by: near, at: method.range)
            return false
        }
    }

    /// Reports a part of a path item that the same part next to a reference to the item replaces.
    private func reportReplaced(_ what: String, by near: SourceRange, at far: SourceRange) {
        context.diagnostics.warning(
            "no-effect",
            "\(what) of the referenced path item has no effect, because it is also next to '$ref'",
            hint: "Remove one of them, because OpenAPI does not define which one applies",
            at: near,
            related: [.init(message: "The one without effect is here", range: far)]
        )
    }

    /// Returns an operation with a request body and content instead of the parameters and schemas of Swagger 2.0.
    private func modern(_ element: Element) -> Element {
        let operation = element.node
        guard !context.isStrict, let mapping = operation.mapping else { return element }
        let parameters = mapping["parameters"]?.sequence ?? []
        let body = parameters.first { SwaggerParameters.kind(of: $0) != .plain && $0["in"] != nil }
        let responses = mapping["responses"]?.mapping?.entries.map(\.value) ?? []
        let response = responses.first { $0["schema"]?.mapping != nil && $0["content"] == nil }
        guard let culprit = body?["in"] ?? response?["schema"] else { return element }
        context.slip(
            "old-operation",
            body == nil
                ? "A response has no 'schema' in OpenAPI 3"
                : "'in: \(culprit.string ?? "")' does not exist in OpenAPI 3",
            so: "the operation is read as in Swagger 2.0",
            hint: body == nil ? "Move it below 'content'" : "Move it to 'requestBody'",
            at: culprit.range
        )
        let upgrade = SwaggerUpgrade.Context(diagnostics: context.diagnostics) { _, _ in nil }
        let item = Node(.mapping(Mapping([.made("get", operation)])), range: operation.range)
        let result = SwaggerOperations(upgrade, Mapping([])).pathItem(item)["get"] ?? operation
        return Element(node: result, pointer: element.pointer)
    }

    /// Returns the methods of a path item with their operations, also those of `additionalOperations`.
    private func methods(of item: SpecObject) -> [(method: Mapping.Key, place: Element)] {
        let usual = item.mapping.entries.filter { Self.methods.contains($0.key.text) }.map {
            ($0.key, item.element.child($0.key.text, $0.value))
        }
        guard item.has("additionalOperations") else { return usual }
        return usual
            + item.entries("additionalOperations").compactMap { entry in
                let name = entry.key.text
                guard !HTTPText.isToken(name) || Self.methods.contains(name.lowercased()) else {
                    return (entry.key, entry.element)
                }
                let own = HTTPText.isToken(name) ? name.lowercased() : nil
                let isFree = own.map { own in !usual.contains { $0.0.text == own } } ?? false
                context.slip(
                    "bad-method",
                    HTTPText.isToken(name)
                        ? "'\(name)' is a key of the path item itself" : "'\(name)' is not the name of an HTTP method",
                    so: isFree ? "it is read as if it were there" : "the operation is ignored",
                    hint: HTTPText.isToken(name) ? "Use '\(name.lowercased())'" : "Use letters, such as 'COPY'",
                    at: entry.key.range
                )
                guard let own, isFree, !context.isStrict else { return nil }
                return (Mapping.Key(own, range: entry.key.range), entry.element)
            }
    }

    /// Returns the documented body of a request; `nil` for the methods whose requests have none.
    private func requestBody(_ object: SpecObject, _ method: Mapping.Key) -> Element? {
        guard let body = object.element("requestBody") else { return nil }
        guard ["get", "head", "trace"].contains(method.text.lowercased()) else { return body }
        let contents = body.node["content"]?.mapping?.entries.map(\.value) ?? []
        let isEmpty =
            body.node["$ref"] == nil
            && contents.allSatisfy { media in
                let schema = media["schema"]?.mapping
                return ["$ref", "allOf", "anyOf", "oneOf", "items"].allSatisfy { schema?[$0] == nil }
                    && schema?["properties"]?.mapping?.entries.isEmpty ?? true
            }
        // Some producers add an empty form to each operation.
        if !isEmpty {
            let name = method.text.uppercased()
            context.diagnostics.warning(
                "no-effect",
                "A \(name) request has no body, so 'requestBody' has no effect",
                hint: "Write its properties as parameters, or use 'post', or 'query' of OpenAPI 3.2",
                at: object.keyRange("requestBody")
            )
        }
        return nil
    }

    private func operation(
        _ object: SpecObject,
        at path: Mapping.Key,
        _ plainPath: String,
        _ method: Mapping.Key,
        _ parameters: [ParameterEntry],
        _ bodies: BodyParser,
        _ shared: [ServerEntry]
    ) -> OperationEntry {
        let id = operationID(object)
        let requestBody = requestBody(object, method).flatMap(bodies.requestBody)?.stating(typesIn: parameters)
        let responses = bodies.responses(object)
        let servers = ServerParser(context: context).servers(object)
        return OperationEntry(
            path: plainPath,
            documentPath: path.text,
            pathRange: path.range,
            method: method.text,
            pointer: object.element.pointer,
            range: method.range,
            operationID: id,
            operationIDRange: id == nil ? nil : object.mapping["operationId"]?.range,
            tags: uniqueTags(object),
            summary: object.string("summary"),
            description: object.string("description"),
            isDeprecated: object.bool("deprecated") ?? false,
            externalDocs: ExternalDocs.text(object),
            parameters: parameters,
            requestBody: requestBody,
            responses: responses,
            documentsResponses: !object.entries("responses").isEmpty,
            security: SecurityParser(context: context).requirement(ofOperation: object),
            servers: servers.isEmpty ? shared : servers,
            extensions: OperationExtensions(object),
            callbacks: callbacks(object, of: OperationEntry.nameable(id) ?? method.text + " " + plainPath)
        )
    }

    /// Returns the tags of an operation, each once.
    private func uniqueTags(_ object: SpecObject) -> [String] {
        var known: Set<ExactText> = []
        return object.strings("tags").filter { known.insert(ExactText($0)).inserted }
    }

    /// Returns the ID of an operation; reports an empty ID and returns `nil` for it.
    private func operationID(_ object: SpecObject) -> String? {
        let id = object.string("operationId")
        guard id?.isEmpty == true else { return id }
        context.diagnostics.warning(
            "empty-value",
            "'operationId' is empty, so the operation is named after its path",
            hint: "Add a name, or remove the key",
            at: object.mapping["operationId"]?.range ?? object.range
        )
        return nil
    }

    private func callbacks(_ object: SpecObject, of origin: String) -> [CallbackEntry] {
        guard !isCallback else {
            if object.has("callbacks") {
                context.diagnostics.warning(
                    "no-effect",
                    "'callbacks' of a callback has no effect on the generated code",
                    at: object.keyRange("callbacks")
                )
            }
            return []
        }
        let inner = OperationParser(context: context, isCallback: true)
        return object.entries("callbacks").flatMap { entry -> [CallbackEntry] in
            guard let element = context.follow(entry.element) else { return [] }
            let path = element.pointer.tokens
            let isShared = element.pointer.file != entry.element.pointer.file || path.first == "components"
            let name = isShared ? path.last ?? entry.key.text : entry.key.text
            return inner.operations(callback: element).map {
                CallbackEntry(name: name, isShared: isShared, origin: origin, operation: $0)
            }
        }
    }

    /// Returns the operations of a callback, whose keys are expressions for the address.
    private func operations(callback element: Element) -> [OperationEntry] {
        let keys = KeySet(Set(element.node.mapping?.keys.map(\.text) ?? []))
        guard let object = SpecObject(element, "a callback", keys: keys, in: context) else { return [] }
        return object.mapping.entries.filter { !$0.key.text.hasPrefix("x-") }.flatMap { entry in
            operations(at: element.child(entry.key.text, entry.value), path: entry.key)
        }
    }

    /// Whether two parameters have the same name and location.
    private func isSame(_ one: ParameterEntry, _ other: ParameterEntry) -> Bool {
        one.name == other.name && one.place == other.place
    }

    /// Returns the parameters of the path item, each replaced by the operation's own one with the same name and
    /// location, and the other parameters of the operation.
    private func merged(_ shared: [ParameterEntry], _ own: [ParameterEntry]) -> [ParameterEntry] {
        let inherited = shared.map { parameter in own.last { isSame($0, parameter) } ?? parameter }
        return inherited + own.filter { parameter in !shared.contains { isSame($0, parameter) } }
    }
}

extension [String] {
    fileprivate func union(_ others: [String]) -> Set<String> {
        Set(self).union(others)
    }
}
