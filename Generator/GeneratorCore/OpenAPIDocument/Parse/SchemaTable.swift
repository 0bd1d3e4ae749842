/// Values for schemas, kept by the schemas' numbers.
struct SchemaTable<Value> {

    private var values: [Value?] = []

    /// The value of a schema; `nil` for one that has none.
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

/// Schemas of one run, each once.
///
/// Takes a byte for every schema of the run: meant for many of them, not for a look at a few.
struct SchemaSet {

    private var marks: [Bool] = []
    /// How many there are.
    private(set) var count = 0

    func contains(_ schema: Schema) -> Bool {
        marks.indices.contains(schema.number) && marks[schema.number]
    }

    /// Adds a schema; `false` when it is there already.
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

    /// Adds all of another set.
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
