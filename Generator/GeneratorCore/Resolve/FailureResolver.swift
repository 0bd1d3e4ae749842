import YAMLReader

/// Creates the documented failures of an operation.
struct FailureResolver {

    let bodies: BodyResolver

    /// Returns the failures in the order of their statuses, one for each form and schema of a body.
    func failures(_ responses: [ResponseEntry], operation: String) -> [FailureModel] {
        var names: Set<Identifier> = []
        return responses.sorted { $0.status < $1.status }.map(readable).flatMap { response in
            let documented = response.content
            return bodies.failureGroups(response).enumerated().map { index, group in
                var response = response
                response.content = group.media
                // The parts of a failure are read as a whole.
                let hasParts = group.media.first.map(bodies.isPartStream) ?? false
                let received = hasParts ? .data : received(response, operation, suffix: group.suffix)
                let body = body(received)
                if received.isStream || hasParts { reportItems(group.media) }
                markXML(body, group, in: documented)
                return FailureModel(
                    status: response.status,
                    name: name(response, group, &names),
                    body: body,
                    isProblem: isProblem(response, body),
                    types: index > 0 ? group.media.map(\.name) : [],
                    isWhole: received.isStream || body == .data,
                    documentation: response.documentation
                )
            }
        }
    }

    /// Returns a response whose objects are JSON even if its media type cannot contain them.
    ///
    /// Some documents name the media type of a file for the failures of its download too.
    private func readable(_ response: ResponseEntry) -> ResponseEntry {
        guard !response.content.contains(where: bodies.isModel) else { return response }
        var response = response
        reportMisnamed(response.content.filter(bodies.isMisnamed))
        for index in response.content.indices where bodies.isMisnamed(response.content[index]) {
            response.content[index].form = .json
        }
        return response
    }

    /// Reports the media types of objects, those at one position together: `produces` of Swagger 2.0 has several for
    /// one schema.
    private func reportMisnamed(_ content: [MediaTypeEntry]) {
        var known: Set<SourceRange> = []
        for media in content where known.insert(media.range).inserted {
            let names = content.filter { $0.range == media.range }.map { "'\($0.name)'" }
            bodies.types.diagnostics.warning(
                "misnamed-failure",
                "This failure is read as JSON, because an object cannot be \(names.joined(separator: " or "))",
                hint: "Document it as 'application/json'",
                at: media.range
            )
        }
    }

    private func name(_ response: ResponseEntry, _ group: MediaGroup, _ taken: inout Set<Identifier>) -> Identifier {
        let status = StatusName.member(response.status)
        var name = group.suffix.isEmpty ? status : Identifier(sanitizing: status.text + group.suffix)
        while !taken.insert(name).inserted {
            name = Identifier(sanitizing: name.text + "2")
        }
        return name
    }

    private func received(_ response: ResponseEntry, _ operation: String, suffix: String) -> ResponseModel {
        bodies.response(response, name: operation + StatusName.word(response.status) + suffix + "Body")
    }

    /// Reports the schema of a stream's items, which the body of a failure does not have.
    private func reportItems(_ media: [MediaTypeEntry]) {
        guard let first = media.first, !first.schemas.isEmpty else { return }
        bodies.types.diagnostics.warning(
            "no-effect",
            "The schema of '\(first.name)' has no effect, because the body of a failure is read as a whole",
            hint: "Describe the failure as 'application/json', or decode the items in the app",
            at: first.range
        )
    }

    /// Records that the values of a failure in JSON are read from XML too if the failure is documented in both.
    private func markXML(_ body: FailureModel.Body, _ group: MediaGroup, in content: [MediaTypeEntry]) {
        guard case .json(let type) = body, let json = group.media.first, bodies.twin(of: json, in: content) != nil
        else {
            return
        }
        bodies.types.markXML(type)
    }

    private func body(_ received: ResponseModel) -> FailureModel.Body {
        switch received {
        case .nothing, .variants: .nothing
        case .json(let type): .json(type)
        case .optionalJSON(let type): .json(.optional(type))
        case .text, .events: .text
        case .data, .lines, .parts, .file, .chunks: .data
        }
    }

    /// Whether a JSON body has the media type of RFC 9457, or a schema with the properties of that RFC.
    private func isProblem(_ response: ResponseEntry, _ body: FailureModel.Body) -> Bool {
        guard case .json(let type) = body else { return false }
        let isDeclared = bodies.entries([response]).contains { $0.type?.hasPrefix("application/problem+json") == true }
        return isDeclared || type.hasProblemShape
    }
}

extension BodyResolver {

    /// Whether a body is an object although its media type is that of a file or of plain text.
    func isMisnamed(_ media: MediaTypeEntry) -> Bool {
        guard [.binary, .text, .events].contains(media.form) else { return false }
        return !Self.structured.contains(where: media.name.lowercased().contains) && isObject(media)
    }

    /// Whether all values of a body are objects.
    func isObject(_ media: MediaTypeEntry) -> Bool {
        guard let schema = media.schema else { return false }
        var known: Set<ObjectIdentifier> = []
        return isOnlyObject(schema, &known)
    }

    /// Parts of the names of media types that can contain objects, or are separate documents.
    private static let structured = ["cbor", "msgpack", "messagepack", "yaml", "proto", "avro", "bson", "html", "toml"]

    /// Whether all values of a schema are objects.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - known: The schemas that are or were examined, each of which is examined once.
    /// - Returns: Whether they are.
    private func isOnlyObject(_ schema: Schema, _ known: inout Set<ObjectIdentifier>) -> Bool {
        guard let own = types.graph.followed(schema), own.kinds.isEmpty || own.kinds == [.object] else { return false }
        guard known.insert(ObjectIdentifier(own)).inserted else { return true }
        guard own.variants.isEmpty else { return own.variants.allSatisfy { isOnlyObject($0, &known) } }
        return ScalarComposition(types.graph.relations).isObject(own)
    }
}

extension SwiftType {

    /// Whether the type is an object with a title, and with a detail or a numeric status, as in RFC 9457.
    fileprivate var hasProblemShape: Bool {
        switch self {
        case .optional(let wrapped): return wrapped.hasProblemShape
        case .named(let named):
            switch named.content {
            case .alias(let target): return target.hasProblemShape
            case .object(let object): return object.hasProblemShape
            default: return false
            }
        default: return false
        }
    }

    fileprivate var unwrapped: SwiftType {
        if case .optional(let wrapped) = self { wrapped.unwrapped } else { self }
    }
}

extension ObjectType {

    fileprivate var hasProblemShape: Bool {
        has("title", .string) && (has("detail", .string) || has("status", .int))
    }

    private func has(_ name: String, _ type: SwiftType) -> Bool {
        properties.contains { $0.wireName == name && $0.type.unwrapped == type }
    }
}
