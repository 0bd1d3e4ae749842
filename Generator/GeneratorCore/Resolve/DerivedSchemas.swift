/// Schemas that stand in no document, by the ones that they are made of.
struct DerivedSchemas {

    /// Two schemas that one value must satisfy.
    fileprivate struct Pair: Hashable {
        let first: ObjectIdentifier
        let second: ObjectIdentifier
    }

    fileprivate var merged: [Pair: Schema] = [:]
    /// How many there may be: more than the document has schemas, as two parts of compositions seldom differ.
    ///
    /// Without it there could be one for each set of schemas that the document has.
    fileprivate var mostMerged: Int?
    fileprivate var isOverfull = false
    fileprivate var alternatives: [[ObjectIdentifier]: Schema] = [:]
    fileprivate var nullables = SchemaTable<Schema>()
    /// Variants with the members beside them, and what they come from.
    fileprivate(set) var completed = SchemaTable<(union: Schema, variant: Schema)>()
    /// Those variants and what is merged for them: nobody wrote them as one composition, so conflicts only warn.
    var tolerant = SchemaSet()
}

extension TypeResolver {

    /// The schema that asks for what two schemas ask for, the same one for the same two.
    func merge(_ first: Schema, _ second: Schema) -> Schema {
        let pair = DerivedSchemas.Pair(first: ObjectIdentifier(first), second: ObjectIdentifier(second))
        if let known = derived.merged[pair] {
            return known
        }
        let most = derived.mostMerged ?? 200 + context.schemaCount
        derived.mostMerged = most
        guard derived.merged.count < most else {
            reportMixtures(second)
            return second
        }
        let schema = context.newSchema(second.pointer, range: second.range)
        schema.allOf = [first, second]
        schema.title = second.title ?? first.title
        schema.description = second.description ?? first.description
        schema.isReadOnly = first.isReadOnly || second.isReadOnly
        schema.isDeprecated = first.isDeprecated || second.isDeprecated
        schema.isSensitive = first.isSensitive || second.isSensitive
        schema.swiftName = second.swiftName ?? first.swiftName
        noteChange(of: schema, like: [first, second])
        derived.merged[pair] = schema
        return schema
    }

    private func reportMixtures(_ schema: Schema) {
        guard !derived.isOverfull else { return }
        derived.isOverfull = true
        diagnostics.error(
            "endless-mixture",
            "Properties that several parts of compositions declare need more than \(derived.merged.count) merged types",
            hint: "Give such properties the same type in all parts",
            at: schema.range
        )
    }

    /// The schema of a union's variant together with what the union says beside its variants.
    func complete(_ variant: Schema, of union: Schema, with common: Schema) -> Schema {
        let whole = merge(common, variant)
        noteUse(of: whole, like: [union, variant])
        derived.completed[whole] = (union, followed(variant) ?? variant)
        _ = derived.tolerant.insert(whole)
        return whole
    }

    /// The schema of a value that one of several schemas describes, the same one for the same ones.
    ///
    /// - Parameters:
    ///   - schemas: Two or more schemas.
    ///   - fill: Says so in a new schema.
    /// - Returns: The schema.
    func either(_ schemas: [Schema], _ fill: (Schema) -> Void) -> Schema {
        let key = schemas.map(ObjectIdentifier.init)
        if let known = derived.alternatives[key] {
            return known
        }
        let schema = context.newSchema(schemas[0].pointer, range: schemas[0].range)
        fill(schema)
        noteUse(of: schema, like: schemas)
        derived.alternatives[key] = schema
        return schema
    }

    /// The schema of a value that another schema describes, or null; the same one for the same schema.
    func nullable(_ schema: Schema) -> Schema {
        if let known = derived.nullables[schema] {
            return known
        }
        let other = context.newSchema(schema.pointer, range: schema.range)
        other.allOf = [schema]
        other.isNullable = true
        other.isReadOnly = schema.isReadOnly
        other.swiftName = schema.swiftName
        noteChange(of: other, like: [schema])
        derived.nullables[schema] = other
        return other
    }
}
