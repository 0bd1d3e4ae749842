/// Finds the path on which a schema of only references and compositions leads back to itself.
struct SchemaCircle {

    let context: ParseContext

    /// Returns the names of the schemas on the path, with the first one at both ends; empty if there is no path.
    func names(from schema: Schema) -> [String] {
        // Breadth first, because the shortest path is the easiest to understand.
        var cameFrom: [ObjectIdentifier: Schema] = [:]
        var open = [schema]
        var position = 0
        while position < open.count {
            let current = open[position]
            position += 1
            for next in parts(of: current) {
                if next === schema {
                    return way(to: current, cameFrom, schema)
                }
                guard cameFrom[ObjectIdentifier(next)] == nil else { continue }
                cameFrom[ObjectIdentifier(next)] = current
                open.append(next)
            }
        }
        return []
    }

    private func parts(of schema: Schema) -> [Schema] {
        let target = context.target(of: schema)
        return (target.map { [$0] } ?? []) + schema.allOf + schema.variants
    }

    private func way(
        to last: Schema,
        _ cameFrom: [ObjectIdentifier: Schema],
        _ start: Schema
    ) -> [String] {
        var schemas = [last]
        while let first = schemas.first, first !== start, let before = cameFrom[ObjectIdentifier(first)] {
            schemas.insert(before, at: 0)
        }
        // Inline schemas have no name that a user would recognize.
        let names = (schemas + [start]).filter { $0.pointer.tokens.count <= 3 || $0 === start }.map(name)
        return names.count > 1 ? names : []
    }

    private func name(_ schema: Schema) -> String {
        let tokens = schema.pointer.tokens
        return tokens.count == 3 ? tokens[2] : schema.pointer.text
    }
}
