/// Finds which schemas travel in requests, and which in answers.
struct SchemaUsage {

    private var sent: Set<ObjectIdentifier> = []
    private var received: Set<ObjectIdentifier> = []
    private let context: ParseContext
    private let inheritance: Inheritance

    /// Walks the bodies of all operations.
    init(_ document: Document, _ inheritance: Inheritance, in context: ParseContext) {
        self.context = context
        self.inheritance = inheritance
        sent = reach(document.operations.flatMap { $0.requestBody?.content ?? [] })
        received = reach(document.operations.flatMap { $0.responses.flatMap(\.content) })
    }

    /// Whether the schema is part of a request's body.
    func isSent(_ schema: Schema) -> Bool {
        sent.contains(ObjectIdentifier(schema))
    }

    /// Whether the schema is part of an answer's body.
    func isReceived(_ schema: Schema) -> Bool {
        received.contains(ObjectIdentifier(schema))
    }

    private func reach(_ content: [MediaTypeEntry]) -> Set<ObjectIdentifier> {
        var marked: Set<ObjectIdentifier> = []
        var open = content.compactMap(\.schema)
        while let schema = open.popLast() {
            guard marked.insert(ObjectIdentifier(schema)).inserted else { continue }
            open += inheritance.children(of: schema).map(\.schema) + schema.patternProperties.map(\.schema)
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
        return marked
    }
}
