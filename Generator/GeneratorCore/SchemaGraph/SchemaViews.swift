/// The schemas of both requests and responses whose values differ between the two, because a required property is
/// read-only or write-only.
///
/// Such a schema has a type for each direction, and so has every schema that contains one. All other schemas have one
/// type for both directions.
struct SchemaViews {

    private var differing = SchemaSet()

    /// Finds the schemas.
    ///
    /// - Parameters:
    ///   - sent: The schemas of the bodies and parameters of requests.
    ///   - isReceived: Whether a schema is part of a body that the service sends.
    ///   - inheritance: The schemas that extend others.
    ///   - context: The context of the run.
    init(
        sent: [Schema],
        isReceived: (Schema) -> Bool,
        _ inheritance: Inheritance,
        in context: ParseContext
    ) {
        var walk = SchemaWalk(sent, in: context)
        var shared: [Schema] = []
        while let schema = walk.next() {
            inheritance.children(of: schema).forEach { walk.add($0.schema) }
            if isReceived(schema) {
                shared.append(schema)
            }
        }
        var open = shared.filter { Self.isOneSided($0, in: context) }
        guard !open.isEmpty else { return }
        var containers = SchemaTable<[Schema]>()
        for schema in shared {
            let parts = SchemaWalk.parts(of: schema, in: context) + inheritance.children(of: schema).map(\.schema)
            for part in parts {
                containers[part, default: []].append(schema)
            }
        }
        while let schema = open.popLast() {
            guard differing.insert(schema) else { continue }
            open += containers[schema] ?? []
        }
    }

    /// Whether the type of a schema in requests differs from the one in responses.
    func differs(_ schema: Schema) -> Bool {
        differing.contains(schema)
    }

    /// Records that a combination of schemas has two types if one of the schemas has.
    mutating func note(_ schema: Schema, like others: [Schema]) {
        if others.contains(where: differs) {
            _ = differing.insert(schema)
        }
    }

    /// Whether an object requires a property that is missing in one direction.
    private static func isOneSided(_ schema: Schema, in context: ParseContext) -> Bool {
        var names: Set<String> = []
        var required: Set<String> = []
        var known = Set<ObjectIdentifier>()
        var open = [schema]
        while let part = open.popLast() {
            guard known.insert(ObjectIdentifier(part)).inserted else { continue }
            for property in part.properties where property.schema.isOneSided(in: context) {
                names.insert(property.name)
            }
            required.formUnion(part.required)
            open += part.allOf
            if let target = context.target(of: part) {
                open.append(target)
            }
        }
        return !names.isDisjoint(with: required)
    }
}

extension Schema {

    /// Whether a property is either read-only or write-only, and no constant, which is written in any case.
    fileprivate func isOneSided(in context: ParseContext) -> Bool {
        let target = context.target(of: self)
        guard constant == nil, target?.constant == nil, onlyListedValue == nil else { return false }
        let isReadOnly = isReadOnly || target?.isReadOnly == true
        return isReadOnly != (isWriteOnly || target?.isWriteOnly == true)
    }
}
