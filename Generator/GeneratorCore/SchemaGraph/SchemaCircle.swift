/// Finds the way on which a schema that is nothing but references and compositions comes back to itself.
struct SchemaCircle {

    let context: ParseContext

    /// Names of the schemas on the way, with the first one at both ends; empty when there is no way back.
    func names(from schema: Schema) -> [String] {
        // Breadth first: the shortest way is the one to show.
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
        // Inner schemas have no name that anybody knows.
        let names = (schemas + [start]).filter { $0.pointer.tokens.count <= 3 || $0 === start }.map(name)
        return names.count > 1 ? names : []
    }

    private func name(_ schema: Schema) -> String {
        let tokens = schema.pointer.tokens
        return tokens.count == 3 ? tokens[2] : schema.pointer.text
    }
}
