/// The types of the items of sequential bodies.
extension BodyResolver {

    /// Returns the body of a request whose items are sent one by one.
    func items(
        _ entry: RequestBodyEntry,
        _ media: MediaTypeEntry,
        _ form: MediaForm,
        operation: String
    ) -> BodyModel {
        BodyModel(
            kind: form == .textSequence ? .textSequence : .lines,
            contentType: media.name,
            type: item(media, name: operation + "Body", word: "Item") ?? .json,
            isRequired: entry.isRequired,
            documentation: Documentation(summary: entry.description),
            encodings: []
        )
    }

    /// Returns the type of a sequence's items; `nil` without a schema.
    ///
    /// `itemSchema` describes each item. Before OpenAPI 3.2, `schema` describes an item, or the list of all items.
    func item(_ media: MediaTypeEntry, name: String, word: String) -> SwiftType? {
        guard let schema = itemSchema(media) else { return nil }
        return type(schema, name: name, word: word)
    }

    private func itemSchema(_ media: MediaTypeEntry) -> Schema? {
        if let schema = media.itemSchema { return schema }
        guard let schema = media.schema, let own = types.graph.followed(schema) else { return nil }
        return own.kinds == [.array] ? own.items ?? schema : schema
    }

    private func type(_ schema: Schema, name: String, word: String) -> SwiftType {
        var stem = name
        for ending in ["Response", "Body", "Events", "Lines", "Sequence", word, word + "s"]
        where stem.hasSuffix(ending) && stem.count > ending.count {
            stem.removeLast(ending.count)
        }
        let resolved = types.resolve(schema, at: TypeResolver.Place(parent: nil, name: stem + word))
        return resolved.isNullable && resolved.type != .json ? .optional(resolved.type) : resolved.type
    }

    /// Returns the events of a response.
    ///
    /// The schema describes the data of an event, or the whole event with the properties `data`, `event` and `id`.
    func events(_ media: MediaTypeEntry, name: String) -> ResponseModel {
        guard let schema = itemSchema(media), let own = types.graph.followed(schema) else {
            return .events(nil, isWhole: false)
        }
        if let data = eventData(own) {
            guard let content = data.contentSchema ?? (isText(data) ? nil : data) else {
                return .events(nil, isWhole: false)
            }
            return .events(type(content, name: name, word: "Event"), isWhole: false)
        }
        if isText(own) { return .events(nil, isWhole: false) }
        let variants = own.variants.compactMap(types.graph.followed)
        let isWhole = !variants.isEmpty && variants.allSatisfy { eventData($0) != nil }
        return .events(type(schema, name: name, word: "Event"), isWhole: isWhole)
    }

    /// Returns the schema of the data if a schema describes a whole event.
    private func eventData(_ schema: Schema) -> Schema? {
        let names = Set(schema.properties.map(\.name))
        guard names.isSubset(of: ["data", "event", "id", "retry", "comment"]), schema.variants.isEmpty,
            let data = schema.properties.first(where: { $0.name == "data" })
        else { return nil }
        return types.graph.followed(data.schema)
    }

    private func isText(_ schema: Schema) -> Bool {
        schema.kinds == [.string] && schema.listedValues == nil && schema.format == nil
    }

    /// Whether a multipart response is a sequence of parts instead of a form.
    func isPartStream(_ media: MediaTypeEntry) -> Bool {
        let essence = media.name.prefix { $0 != ";" }.trimmed
        let types = ["multipart/mixed", "multipart/related", "multipart/parallel", "multipart/x-mixed-replace"]
        return types.contains(essence) || essence.hasPrefix("multipart/") && media.itemSchema != nil
    }
}
