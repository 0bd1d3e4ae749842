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
            Self.addParts(of: schema, in: context, to: &open)
            return schema
        }
        return nil
    }

    /// Returns the schemas that a schema contains or refers to directly.
    static func parts(of schema: Schema, in context: ParseContext) -> [Schema] {
        var parts: [Schema] = []
        addParts(of: schema, in: context, to: &parts)
        return parts
    }

    private static func addParts(of schema: Schema, in context: ParseContext, to parts: inout [Schema]) {
        if let target = context.target(of: schema) {
            parts.append(target)
        }
        for property in schema.properties {
            parts.append(property.schema)
        }
        for (_, members) in schema.patternProperties {
            parts.append(members)
        }
        parts += schema.allOf
        parts += schema.oneOf
        parts += schema.anyOf
        parts += schema.prefixItems
        if let items = schema.items {
            parts.append(items)
        }
        if let content = schema.contentSchema {
            parts.append(content)
        }
        if case .schema(let additional) = schema.additional {
            parts.append(additional)
        }
    }
}
