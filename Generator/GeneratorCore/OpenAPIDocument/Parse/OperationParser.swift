import YAMLReader

/// Parses Path Item Objects and Operation Objects.
struct OperationParser {

    let context: ParseContext

    /// Whether the operations belong to a callback.
    var isCallback = false

    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    private static let pathKeys = KeySet(
        ["$ref", "summary", "description", "servers", "parameters", "additionalOperations"].union(methods)
    )
    private static let operationKeys = KeySet(
        [
            "tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody", "responses",
            "callbacks", "deprecated", "security", "servers",
        ],
        extensions: OperationExtensions.names
    )

    /// Returns the operations below `paths` or `webhooks`, in document order.
    func operations(_ object: SpecObject, _ key: String) -> [OperationEntry] {
        object.entries(key).filter { !$0.key.text.hasPrefix("x-") }.flatMap { entry in
            guard let element = context.follow(entry.element),
                let item = SpecObject(element, "a path item", keys: Self.pathKeys, in: context)
            else { return [OperationEntry]() }
            return operations(of: item, path: entry.key)
        }
    }

    private func operations(of item: SpecObject, path: Mapping.Key) -> [OperationEntry] {
        let bodies = BodyParser(context: context)
        let shared = item.list("parameters").compactMap(ParameterParser(context: context).parameter)
        let servers = ServerParser(context: context).servers(item)
        return methods(of: item).compactMap { method, place in
            guard let element = context.follow(place),
                let object = SpecObject(element, "an operation", keys: Self.operationKeys, in: context)
            else {
                return nil
            }
            var parameters = merged(shared, object)
            let path = Mapping.Key(PathExpressions.plain(path.text, &parameters), range: path.range)
            return operation(object, at: path, method, parameters, bodies, servers)
        }
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
                context.slip(
                    "bad-method",
                    HTTPText.isToken(name)
                        ? "'\(name)' is a key of the path item itself" : "'\(name)' is not the name of an HTTP method",
                    so: "the operation is ignored",
                    hint: HTTPText.isToken(name) ? "Use '\(name.lowercased())'" : "Use letters, such as 'COPY'",
                    at: entry.key.range
                )
                return nil
            }
    }

    private func operation(
        _ object: SpecObject,
        at path: Mapping.Key,
        _ method: Mapping.Key,
        _ parameters: [ParameterEntry],
        _ bodies: BodyParser,
        _ shared: [ServerEntry]
    ) -> OperationEntry {
        let id = operationID(object)
        let requestBody = object.element("requestBody").flatMap(bodies.requestBody)
        let responses = bodies.responses(object)
        let servers = ServerParser(context: context).servers(object)
        return OperationEntry(
            path: path.text,
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
            security: SecurityParser(context: context).requirement(object),
            servers: servers.isEmpty ? shared : servers,
            extensions: OperationExtensions(object),
            callbacks: callbacks(object, of: id ?? method.text + " " + path.text)
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
        return object.mapping.entries.filter { !$0.key.text.hasPrefix("x-") }.flatMap { entry -> [OperationEntry] in
            guard let target = context.follow(element.child(entry.key.text, entry.value)),
                let item = SpecObject(target, "a path item", keys: Self.pathKeys, in: context)
            else { return [] }
            return operations(of: item, path: entry.key)
        }
    }

    /// Returns the parameters of the operation and those of the path item without the same name and location.
    private func merged(_ shared: [ParameterEntry], _ object: SpecObject) -> [ParameterEntry] {
        let own = object.list("parameters").compactMap(ParameterParser(context: context).parameter)
        let kept = shared.filter { old in !own.contains { $0.name == old.name && $0.place == old.place } }
        return kept + own
    }
}

extension [String] {
    fileprivate func union(_ others: [String]) -> Set<String> {
        Set(self).union(others)
    }
}
