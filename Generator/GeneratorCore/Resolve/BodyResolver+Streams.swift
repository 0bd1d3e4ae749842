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

    /// Returns the schema of a sequence's items; `nil` without one.
    func itemSchema(_ media: MediaTypeEntry) -> Schema? {
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
    /// `itemSchema` describes the whole event. Before OpenAPI 3.2, a schema describes the data of an event, unless its
    /// properties are the fields of an event.
    func events(_ media: MediaTypeEntry, name: String) -> ResponseModel {
        guard let schema = itemSchema(media), let own = types.graph.followed(schema) else {
            return .events(nil, isWhole: false)
        }
        let fields = EventFields(own, types.graph)
        guard media.itemSchema == nil ? fields.areCertain : fields.arePossible else {
            return .events(isText(own) ? nil : type(schema, name: name, word: "Event"), isWhole: false)
        }
        // Only the whole event tells the variants apart.
        if fields.haveVariants { return .events(type(schema, name: name, word: "Event"), isWhole: true) }
        guard let data = fields.data, let content = data.contentSchema ?? (isText(data) ? nil : data) else {
            return .events(nil, isWhole: false)
        }
        return .events(type(content, name: name, word: "Event"), isWhole: false)
    }

    private func isText(_ schema: Schema) -> Bool {
        schema.kinds == [.string] && schema.listedValues == nil && schema.format == nil
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
        let essence = media.name.prefix { $0 != ";" }.trimmed
        let types = ["multipart/mixed", "multipart/related", "multipart/parallel", "multipart/x-mixed-replace"]
        return types.contains(essence) || essence.hasPrefix("multipart/") && media.itemSchema != nil
    }
}

/// The properties of a schema that may describe a whole event.
struct EventFields {

    private static let known: Set<String> = ["data", "event", "id", "retry", "comment"]

    private let graph: SchemaGraph
    private let properties: [String: Schema]
    /// Whether the event has several forms.
    let haveVariants: Bool

    init(_ schema: Schema, _ graph: SchemaGraph) {
        self.graph = graph
        let members = graph.object(schema).properties.map { ($0.property.name, $0.property.schema) }
        properties = Dictionary(members) { first, _ in first }
        haveVariants = Self.hasVariants(schema, graph)
    }

    private static func hasVariants(_ schema: Schema, _ graph: SchemaGraph, depth: Int = 0) -> Bool {
        guard let own = graph.followed(schema), depth < 8 else { return false }
        return !own.variants.isEmpty || own.allOf.contains { hasVariants($0, graph, depth: depth + 1) }
    }

    /// The schema of the data; `nil` if the event has none.
    var data: Schema? { properties["data"].flatMap(graph.followed) }

    /// Whether the properties can be those of an event.
    var arePossible: Bool {
        properties["data"] != nil || !properties.isEmpty && Set(properties.keys).isSubset(of: Self.known)
    }

    /// Whether the properties are those of an event rather than of its data: nothing else has a name and an interval.
    ///
    /// The name and the identifier of an event are text.
    var areCertain: Bool {
        guard arePossible, let data, Set(properties.keys).isSubset(of: Self.known),
            isMember("id", of: [.string]), isMember("event", of: [.string]),
            isMember("retry", of: [.integer, .number, .string])
        else { return false }
        return properties["event"] != nil || properties["retry"] != nil || data.contentSchema != nil
    }

    private func isMember(_ name: String, of kinds: Set<JSONType>) -> Bool {
        guard let own = properties[name].flatMap(graph.followed) else { return true }
        // Without a type, the values of an enumeration say it.
        let values = own.constant.map { [$0] } ?? own.enumeration ?? []
        return own.kinds.isEmpty
            ? values.allSatisfy { $0.string != nil } : own.kinds.allSatisfy { kinds.contains($0) || $0 == .null }
    }
}
