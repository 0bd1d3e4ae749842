/// A table of values for schemas, with separate values for the types of requests that differ from those of responses.
struct ViewTable<Value> {

    /// The values for responses, and for all schemas that have one type.
    private(set) var received = SchemaTable<Value>()
    private var sent = SchemaTable<Value>()

    /// The value for a schema; `isSent` selects the one for requests.
    subscript(schema: Schema, isSent: Bool) -> Value? {
        get { isSent ? sent[schema] : received[schema] }
        set {
            if isSent {
                sent[schema] = newValue
            } else {
                received[schema] = newValue
            }
        }
    }
}

/// A set of schemas, separate for the types of requests that differ from those of responses.
struct ViewSet {

    private var received = SchemaSet()
    private var sent = SchemaSet()

    /// The number of schemas in the set.
    var count: Int { received.count + sent.count }

    /// Whether the set contains a schema; `isSent` selects the schemas of requests.
    func contains(_ schema: Schema, _ isSent: Bool) -> Bool {
        isSent ? sent.contains(schema) : received.contains(schema)
    }

    /// Inserts a schema; returns `false` if the set already contains it.
    mutating func insert(_ schema: Schema, _ isSent: Bool) -> Bool {
        isSent ? sent.insert(schema) : received.insert(schema)
    }

    /// Removes a schema.
    mutating func remove(_ schema: Schema, _ isSent: Bool) {
        if isSent {
            sent.remove(schema)
        } else {
            received.remove(schema)
        }
    }
}
