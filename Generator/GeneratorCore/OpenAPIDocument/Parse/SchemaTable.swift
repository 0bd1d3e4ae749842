/// A table of values for schemas, indexed by the schemas' numbers.
struct SchemaTable<Value> {

    private var values: [Value?] = []

    /// The value for a schema; `nil` if there is none.
    subscript(schema: Schema) -> Value? {
        get {
            values.indices.contains(schema.number) ? values[schema.number] : nil
        }
        set {
            let missing = schema.number + 1 - values.count
            if missing > 0 {
                values.append(contentsOf: repeatElement(nil, count: missing))
            }
            values[schema.number] = newValue
        }
    }
}

extension SchemaTable {

    /// The value for a schema, or a default for a schema without one.
    subscript(schema: Schema, default absent: @autoclosure () -> Value) -> Value {
        get { self[schema] ?? absent() }
        set { self[schema] = newValue }
    }
}

/// A set of schemas of one run.
///
/// Uses one byte for every schema of the run, so it suits large sets rather than a few schemas.
struct SchemaSet {

    private var marks: [Bool] = []
    /// The number of schemas in the set.
    private(set) var count = 0

    func contains(_ schema: Schema) -> Bool {
        marks.indices.contains(schema.number) && marks[schema.number]
    }

    /// Inserts a schema; returns `false` if the set already contains it.
    mutating func insert(_ schema: Schema) -> Bool {
        guard !contains(schema) else { return false }
        let missing = schema.number + 1 - marks.count
        if missing > 0 {
            marks.append(contentsOf: repeatElement(false, count: missing))
        }
        marks[schema.number] = true
        count += 1
        return true
    }

    /// Inserts all schemas of another set.
    mutating func formUnion(_ other: SchemaSet) {
        let missing = other.marks.count - marks.count
        if missing > 0 {
            marks.append(contentsOf: repeatElement(false, count: missing))
        }
        for (index, isMarked) in other.marks.enumerated() where isMarked && !marks[index] {
            marks[index] = true
            count += 1
        }
    }

    mutating func remove(_ schema: Schema) {
        guard contains(schema) else { return }
        marks[schema.number] = false
        count -= 1
    }
}
