/// What callers receive of each server-sent event, and its schema.
enum EventPayload {
    /// The text of the data.
    case text
    /// The whole event, because only the whole event distinguishes its variants.
    case event(Schema)
    /// The data. The document describes the data alone.
    case data(Schema)
    /// The data. The document describes the whole event.
    case dataOfEvent(Schema)

    /// Decides what callers receive.
    ///
    /// `itemSchema` describes the whole event. Before OpenAPI 3.2, a schema describes the data of an event, unless its
    /// properties are the fields of an event.
    init(_ media: MediaTypeEntry, _ graph: SchemaGraph) {
        guard let schema = media.schemaOfItems(following: graph.followed), let own = graph.followed(schema) else {
            self = .text
            return
        }
        let fields = EventFields(own, graph)
        if !(media.itemSchema == nil ? fields.areCertain(isShared: media.isShared) : fields.arePossible) {
            self = Self.isText(own) ? .text : .data(schema)
        } else if fields.haveVariants {
            self = .event(schema)
        } else if let data = fields.data, let content = fields.content ?? (Self.isText(data) ? nil : data) {
            self = .dataOfEvent(content)
        } else {
            self = .text
        }
    }

    /// Whether a schema describes any text; `format: binary` says that the text is not encoded.
    private static func isText(_ schema: Schema) -> Bool {
        schema.kinds == [.string] && schema.listedValues == nil && [nil, "binary"].contains(schema.format)
    }
}
