import YAMLReader

/// The schemas that appear in no document, because they combine several schemas.
///
/// A schema is complete once it is created, and each combination is created once.
struct DerivedSchemas {

    /// Two schemas that one value must satisfy.
    private struct Pair: Hashable {
        let first: ObjectIdentifier
        let second: ObjectIdentifier
    }

    /// The schemas that a derived schema has something in common with.
    struct Origin {
        let schema: Schema
        let others: [Schema]
        /// Whether the schema is used wherever one of the others is.
        var sharesUse: Bool
    }

    /// A derived schema in a schema that contains or needs it.
    struct Use {
        let schema: Schema
        let container: Schema
    }

    /// A schema without any keyword.
    let anything: Schema
    /// The derived schemas with the schemas that they combine, in the order of their creation.
    private(set) var origins: [Origin] = []
    /// The uses of derived schemas, in the order of the visits to the containers.
    private(set) var uses: [Use] = []
    /// The schemas of variants with the properties of their unions.
    private(set) var completions = SchemaTable<SchemaGraph.Completion>()

    private let context: ParseContext
    private var merged: [Pair: Schema] = [:]
    /// The largest number of merged schemas, which is above the number of schemas in the document.
    ///
    /// Without a limit there could be one for each set of schemas.
    private let mostMerged: Int
    private var isOverfull = false
    private var alternatives: [[ObjectIdentifier]: Schema] = [:]
    private var nullables = SchemaTable<Schema>()
    /// The completed variants and the schemas merged for them, whose conflicts are warnings, because no author wrote
    /// them as one composition.
    private var tolerant = SchemaSet()

    /// Creates a collection with only the schema without any keyword.
    init(_ context: ParseContext) {
        self.context = context
        mostMerged = 200 + context.schemaCount
        anything = context.newSchema(context.root.pointer, range: context.root.node.range)
    }

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema whose location the new one has.
    ///   - others: The schemas wherever one of which is used, the new one is used as well.
    ///   - fill: Sets the keywords.
    /// - Returns: The schema.
    mutating func add(at schema: Schema, usedLike others: [Schema] = [], _ fill: (Schema) -> Void) -> Schema {
        let new = context.newSchema(schema.pointer, range: schema.range)
        fill(new)
        if !others.isEmpty {
            origins.append(Origin(schema: new, others: others, sharesUse: true))
        }
        return new
    }

    /// Returns the schema of a value that has two schemas: one of them, or a combination of both.
    mutating func combine(
        _ first: Schema,
        _ second: Schema,
        _ merger: AllOfMerger,
        _ problems: inout [CompositionProblem]
    ) -> Schema {
        switch merger.stricter(first, second) {
        case .first: first
        case .second: second
        case .both: merge(first, second, &problems)
        case .bothElements: mergeElements(first, second, merger, &problems)
        case .commonValues: commonValues(first, second, merger)
        case .firstWithFormat: add(formatOf: second, to: first, merger, (first, second))
        case .secondWithFormat: add(formatOf: first, to: second, merger, (first, second))
        }
    }

    /// Returns the schema whose values satisfy two schemas; the second one if there are too many such schemas.
    mutating func merge(_ first: Schema, _ second: Schema, _ problems: inout [CompositionProblem]) -> Schema {
        let pair = Pair(first: ObjectIdentifier(first), second: ObjectIdentifier(second))
        if let known = merged[pair] {
            return known
        }
        guard merged.count < mostMerged else {
            if !isOverfull {
                problems.append(.tooManyMixtures(merged.count, at: second.range))
            }
            isOverfull = true
            return second
        }
        let schema = add(at: second) { schema in
            schema.allOf = [first, second]
            schema.addNotes(of: first, second)
        }
        return record(schema, of: first, second)
    }

    /// Returns a list or dictionary whose elements satisfy the schemas of the elements of two of them.
    ///
    /// - Returns: The schema; the second one if the elements cannot be merged.
    private mutating func mergeElements(
        _ first: Schema,
        _ second: Schema,
        _ merger: AllOfMerger,
        _ problems: inout [CompositionProblem]
    ) -> Schema {
        let pair = Pair(first: ObjectIdentifier(first), second: ObjectIdentifier(second))
        if let known = merged[pair] {
            return known
        }
        guard let one = merger.target(first), let other = merger.target(second), let ones = one.elements,
            let others = other.elements
        else { return second }
        let elements = combine(ones, others, merger, &problems)
        guard elements !== others else { return second }
        let container = add(at: second) { container in
            container.kinds = other.kinds
            if other.items == nil {
                container.additional = .schema(elements)
            } else {
                container.items = elements
            }
            container.isNullable = one.isNullable && other.isNullable
            container.addNotes(of: first, second)
            container.description = second.description ?? other.description ?? first.description ?? one.description
            container.bounds = Schema.Bounds(one.bounds, other.bounds)
            container.xml = other.xml ?? one.xml
            container.defaultValue = second.defaultValue ?? other.defaultValue ?? first.defaultValue ?? one.defaultValue
            container.examples = other.examples.isEmpty ? one.examples : other.examples
            container.skipsInvalidElements = one.skipsInvalidElements || other.skipsInvalidElements
        }
        return record(container, of: first, second)
    }

    /// Returns the list of the values that two lists have in common; the second one if there are too many combinations.
    private mutating func commonValues(_ first: Schema, _ second: Schema, _ merger: AllOfMerger) -> Schema {
        let pair = Pair(first: ObjectIdentifier(first), second: ObjectIdentifier(second))
        if let known = merged[pair] {
            return known
        }
        guard merged.count < mostMerged, let one = merger.target(first), let other = merger.target(second),
            let values = one.listedValues, let others = other.listedValues
        else { return second }
        let known = Set(values.map { JSONText($0).text })
        let indices = others.indices.filter { known.contains(JSONText(others[$0]).text) }
        let list = add(at: second) { list in
            list.kinds = other.kinds.isEmpty ? one.kinds : other.kinds
            list.isNullable = one.isNullable && other.isNullable
            list.enumeration = indices.map { others[$0] }
            list.enumNames = other.enumNames.count == others.count ? indices.map { other.enumNames[$0] } : []
            list.enumDescriptions =
                other.enumDescriptions.count == others.count ? indices.map { other.enumDescriptions[$0] } : []
            list.swiftNames = one.swiftNames.merging(other.swiftNames) { $1 }
            list.addNotes(of: first, second)
        }
        return record(list, of: first, second)
    }

    /// Returns a string or number with the format or content that another schema adds.
    private mutating func add(
        formatOf other: Schema,
        to plain: Schema,
        _ merger: AllOfMerger,
        _ parts: (first: Schema, second: Schema)
    ) -> Schema {
        let pair = Pair(first: ObjectIdentifier(parts.first), second: ObjectIdentifier(parts.second))
        if let known = merged[pair] {
            return known
        }
        guard merged.count < mostMerged, let own = merger.target(plain) else { return plain }
        let schema = add(at: parts.second) { schema in
            schema.kinds = own.kinds
            schema.isNullable = own.isNullable
            schema.bounds = own.bounds ?? other.bounds
            schema.format = other.format
            schema.contentEncoding = other.contentEncoding
            schema.contentMediaType = other.contentMediaType
            schema.contentSchema = other.contentSchema
            schema.contentSchemaRange = other.contentSchemaRange
            schema.addNotes(of: parts.first, parts.second)
        }
        return record(schema, of: parts.first, parts.second)
    }

    private mutating func record(_ schema: Schema, of first: Schema, _ second: Schema) -> Schema {
        origins.append(Origin(schema: schema, others: [first, second], sharesUse: false))
        merged[Pair(first: ObjectIdentifier(first), second: ObjectIdentifier(second))] = schema
        return schema
    }

    /// Returns the schema of a union's variant with the properties of the union.
    ///
    /// - Parameters:
    ///   - variant: The variant.
    ///   - own: The schema at the end of its references.
    ///   - union: The union.
    ///   - common: The schema of the union's properties.
    ///   - problems: The problems of the union.
    /// - Returns: The schema.
    mutating func complete(
        _ variant: Schema,
        _ own: Schema,
        of union: Schema,
        with common: Schema,
        _ problems: inout [CompositionProblem]
    ) -> Schema {
        let whole = merge(common, variant, &problems)
        origins.append(Origin(schema: whole, others: [union, variant], sharesUse: true))
        completions[whole] = SchemaGraph.Completion(union: union, variant: own)
        noteTolerant(whole)
        return whole
    }

    /// Returns the schema whose values satisfy one of several schemas, if it exists already.
    func known(anyOf schemas: [Schema]) -> Schema? {
        alternatives[schemas.map(ObjectIdentifier.init)]
    }

    /// Returns the schema whose values satisfy one of several schemas.
    ///
    /// - Parameters:
    ///   - schemas: Two or more schemas.
    ///   - fill: Sets the keywords of a new schema.
    /// - Returns: The schema.
    mutating func either(_ schemas: [Schema], _ fill: (Schema) -> Void) -> Schema {
        if let known = known(anyOf: schemas) {
            return known
        }
        let schema = add(at: schemas[0], usedLike: schemas, fill)
        alternatives[schemas.map(ObjectIdentifier.init)] = schema
        return schema
    }

    /// Returns the schema whose values satisfy another schema or are null.
    mutating func nullable(_ schema: Schema) -> Schema {
        if let known = nullables[schema] {
            return known
        }
        let other = add(at: schema) { other in
            other.allOf = [schema]
            other.isNullable = true
            other.isReadOnly = schema.isReadOnly
            other.isWriteOnly = schema.isWriteOnly
            other.swiftName = schema.swiftName
        }
        origins.append(Origin(schema: other, others: [schema], sharesUse: false))
        nullables[schema] = other
        return other
    }

    /// Records the derived schemas among those that a schema contains or needs.
    mutating func noteUse(of schemas: [Schema], in container: Schema) {
        for schema in schemas where schema.number >= anything.number {
            uses.append(Use(schema: schema, container: container))
        }
    }

    /// Whether conflicts within a schema are warnings, because no author wrote its parts as one composition.
    func isTolerant(_ schema: Schema) -> Bool {
        tolerant.contains(schema)
    }

    /// Makes conflicts within a schema warnings.
    mutating func noteTolerant(_ schema: Schema) {
        _ = tolerant.insert(schema)
    }
}

extension Schema {

    /// Adds the name, the comment and the flags of two schemas that apply together; the second one has precedence.
    fileprivate func addNotes(of first: Schema, _ second: Schema) {
        title = second.title ?? first.title
        description = second.description ?? first.description
        isReadOnly = first.isReadOnly || second.isReadOnly
        isWriteOnly = first.isWriteOnly || second.isWriteOnly
        isDeprecated = first.isDeprecated || second.isDeprecated
        isSensitive = first.isSensitive || second.isSensitive
        swiftName = second.swiftName ?? first.swiftName
    }
}
