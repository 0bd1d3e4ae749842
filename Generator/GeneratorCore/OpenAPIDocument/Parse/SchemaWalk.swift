/// A traversal of schemas and all schemas that they contain or refer to, each once.
struct SchemaWalk {

    private let context: ParseContext
    private(set) var seen = SchemaSet()
    private var open: [Schema]

    init(_ roots: [Schema], in context: ParseContext) {
        self.context = context
        open = roots
    }

    /// Adds a schema to the traversal.
    mutating func add(_ schema: Schema) {
        open.append(schema)
    }

    /// Returns the next schema and adds the schemas that it contains; `nil` at the end.
    mutating func next() -> Schema? {
        while let schema = open.popLast() {
            guard seen.insert(schema) else { continue }
            if let target = context.target(of: schema) {
                open.append(target)
            }
            for property in schema.properties {
                open.append(property.schema)
            }
            for (_, members) in schema.patternProperties {
                open.append(members)
            }
            open += schema.allOf
            open += schema.oneOf
            open += schema.anyOf
            open += schema.prefixItems
            if let items = schema.items {
                open.append(items)
            }
            if let content = schema.contentSchema {
                open.append(content)
            }
            if case .schema(let additional) = schema.additional {
                open.append(additional)
            }
            return schema
        }
        return nil
    }
}
