import YAMLReader

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
            type: item(media, name: operation + "Request", word: "Item") ?? .json,
            isRequired: entry.isRequired,
            documentation: Documentation(summary: entry.description),
            encodings: []
        )
    }

    /// Returns the type of a sequence's items; `nil` without a schema.
    func item(_ media: MediaTypeEntry, name: String, word: String) -> SwiftType? {
        guard let schema = itemSchema(media) else { return nil }
        return type(schema, name: name, word: word)
    }

    /// Returns the schema of a sequence's items; `nil` without one.
    func itemSchema(_ media: MediaTypeEntry) -> Schema? {
        media.schemaOfItems(following: types.graph.followed)
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
    func events(_ media: MediaTypeEntry, name: String) -> ResponseModel {
        switch EventPayload(media, types.graph) {
        case .text: .events(nil, isWhole: false)
        case .event(let schema):
            .events(
                type(schema, name: name, word: "Event"),
                isWhole: true,
                json: types.namesOfEventsWithJSONText(schema)
            )
        case .data(let schema), .dataOfEvent(let schema):
            .events(type(schema, name: name, word: "Event"), isWhole: false)
        }
    }

    /// Returns the parts of a multipart response.
    ///
    /// Parts with one schema in JSON are values of its type. All others are bytes with their header fields: images and
    /// other files, the properties of an object, and elements at fixed positions.
    func parts(_ media: MediaTypeEntry, name: String) -> ResponseModel {
        guard let schema = partSchema(media), let own = types.graph.followed(schema) else { return .parts(nil) }
        let isUntyped = own.isUnconstrained
        let stated = media.itemEncoding?.contentType ?? (isUntyped ? own.contentMediaType : nil)
        // The standard media type of parts without a type is that of bytes.
        let areJSON = stated.map(MediaRange.isJSON) ?? !isUntyped
        guard areJSON, own.kinds != [.string] else {
            if !isUntyped, own.kinds != [.string] {
                reportParts(schema, "their media type is not JSON")
            }
            return .parts(nil)
        }
        return .parts(item(media, name: name, word: "Part"))
    }

    /// Returns the schema of each part of a multipart response; `nil` if the parts have several schemas or none.
    ///
    /// Reports a schema of the whole response that says more of its parts than that they are bytes.
    private func partSchema(_ media: MediaTypeEntry) -> Schema? {
        if let schema = media.itemSchema { return schema }
        guard let schema = media.schema, let own = types.graph.followed(schema) else { return nil }
        // Each part replaces the previous one, so the schema is that of a part.
        guard !media.name.hasPrefix("multipart/x-mixed-replace") else { return itemSchema(media) }
        guard own.prefixItems.isEmpty else {
            reportParts(schema, "their schemas depend on their positions")
            return nil
        }
        if own.kinds == [.array] { return own.items }
        if own.kinds != [.string], !own.isUnconstrained {
            reportParts(schema, "the schema is that of all parts together")
        }
        return nil
    }

    private func reportParts(_ schema: Schema, _ reason: String) {
        types.diagnostics.warning(
            "no-effect",
            "The parts of this response are read as bytes with their header fields, because \(reason)",
            hint: "Decode each part in the app; 'itemSchema' or a list describes parts with one schema in JSON",
            at: schema.range
        )
    }

    /// Whether a multipart response is a sequence of parts instead of a form.
    func isPartStream(_ media: MediaTypeEntry) -> Bool {
        let essence = media.name.essence
        let types = [
            "multipart/mixed", "multipart/related", "multipart/parallel", "multipart/x-mixed-replace",
            "multipart/form-data",
        ]
        return types.contains(essence) || essence.hasPrefix("multipart/") && media.itemSchema != nil
    }
}
