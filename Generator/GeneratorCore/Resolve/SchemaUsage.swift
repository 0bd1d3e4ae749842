/// Finds which schemas travel in requests.
struct SchemaUsage {

    private var sent: Set<ObjectIdentifier> = []
    private let context: ParseContext

    /// Walks the bodies of all operations.
    init(_ document: Document, in context: ParseContext) {
        self.context = context
        for operation in document.operations {
            for media in operation.requestBody?.content ?? [] {
                media.schema.map { mark($0) }
            }
        }
    }

    /// Whether the schema is part of a request's body.
    func isSent(_ schema: Schema) -> Bool {
        sent.contains(ObjectIdentifier(schema))
    }

    private mutating func mark(_ schema: Schema) {
        var open = [schema]
        while let schema = open.popLast() {
            guard sent.insert(ObjectIdentifier(schema)).inserted else { continue }
            if let reference = schema.reference, let target = context.schema(reference) {
                open.append(target)
            }
            open += schema.properties.map(\.schema) + schema.allOf + schema.oneOf + schema.anyOf + schema.prefixItems
            if let items = schema.items {
                open.append(items)
            }
            if case .schema(let additional) = schema.additional {
                open.append(additional)
            }
        }
    }
}
