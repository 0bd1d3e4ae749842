/// Compares the schemas of one property in two parts of a composition.
struct AllOfMerger {

    private let relations: SchemaRelations

    init(_ relations: SchemaRelations) {
        self.relations = relations
    }

    /// Whether one of two schemas allows only null, and the other one describes the remaining values.
    func areNullAndMore(_ first: Schema, _ second: Schema) -> Bool {
        isNull(first) != isNull(second) && !first.isUnconstrained && !second.isUnconstrained
    }

    /// Whether null is the only value of a schema.
    func isNull(_ schema: Schema) -> Bool {
        relations.followed(schema)?.kinds == [.null]
    }

    /// The schema of a property with two schemas.
    enum Choice {
        case first, second
        /// A schema whose values satisfy both.
        case both
        /// A list or dictionary whose elements satisfy the schemas of both.
        case bothElements
        /// The values that both list.
        case commonValues
        /// The string or number of one of them with the format or content that the other one adds.
        case firstWithFormat, secondWithFormat
    }

    /// Returns the schema at the end of a schema's references; `nil` if there is none.
    func target(_ schema: Schema) -> Schema? {
        relations.followed(schema)
    }

    /// Chooses the schema of a property with two schemas.
    ///
    /// - Parameters:
    ///   - first: The schema of the earlier part.
    ///   - second: The schema of the later part.
    ///   - depth: The number of lists and dictionaries around the schemas, which may contain themselves.
    /// - Returns: The choice.
    func stricter(_ first: Schema, _ second: Schema, depth: Int = 0) -> Choice {
        guard let one = relations.followed(first), let other = relations.followed(second), one !== other else {
            return second.isUnconstrained ? .first : .second
        }
        if depth < 16, (one.items == nil) == (other.items == nil), let elements = one.elements,
            let others = other.elements
        {
            return switch stricter(elements, others, depth: depth + 1) {
            case .first: .first
            case .second: .second
            case .both, .bothElements, .commonValues, .firstWithFormat, .secondWithFormat: .bothElements
            }
        }
        if let choice = choiceOfValues(one, other) {
            return choice
        }
        let composition = ScalarComposition(relations)
        if composition.isObject(one), composition.isObject(other) {
            if extends(other, one) || isAnyObject(one) && isDeclaredApart(second) {
                return .second
            }
            let isKept = extends(one, other) || isAnyObject(other) && isDeclaredApart(first)
            return isKept ? .first : .both
        }
        if composition.addsFormat(other, to: one) {
            return .firstWithFormat
        }
        if composition.addsFormat(one, to: other) {
            return .secondWithFormat
        }
        return rank(other) < rank(one) ? .first : .second
    }

    /// Chooses one of two lists of values; `nil` if one of the schemas lists none.
    ///
    /// If they have no value in common, the second one is chosen. A list of known values excludes no others.
    private func choiceOfValues(_ one: Schema, _ other: Schema) -> Choice? {
        guard let values = texts(one), let others = texts(other) else { return nil }
        guard !one.isExtensible || !other.isExtensible else { return others.isSubset(of: values) ? .first : .second }
        guard !one.isExtensible, !other.isExtensible else { return one.isExtensible ? .second : .first }
        if others.isSubset(of: values) || others.isDisjoint(with: values) {
            return .second
        }
        return values.isSubset(of: others) ? .first : .commonValues
    }

    /// Returns the values that a schema lists, in JSON, which is `nil` for one that JSON lacks; `nil` without a list.
    private func texts(_ schema: Schema) -> Set<String?>? {
        schema.listedValues.flatMap { $0.isEmpty ? nil : Set($0.map { JSONText($0).text }) }
    }

    /// Whether the second one of two schemas that list values or elements restricts those of the first one.
    func narrows(_ second: Schema, _ first: Schema) -> Bool {
        guard let one = relations.followed(first), let other = relations.followed(second) else { return false }
        if texts(one) == nil || texts(other) == nil {
            guard (one.items == nil) == (other.items == nil), let elements = one.elements, let others = other.elements,
                !areContrary(elements, others)
            else { return false }
        }
        // Of two equal schemas, the later one is chosen in both orders.
        return stricter(second, first) != .second
    }

    /// Whether a schema extends another one, itself or in each of its variants.
    private func extends(_ schema: Schema, _ base: Schema) -> Bool {
        let variants = relations.values(of: schema)
        return relations.extends(schema, base)
            || !variants.isEmpty && variants.allSatisfy { relations.extends($0, base) }
    }

    /// Whether the type of a schema is declared elsewhere, or is not a struct.
    private func isDeclaredApart(_ schema: Schema) -> Bool {
        schema.reference != nil || !relations.values(of: schema).isEmpty
    }

    /// Whether a schema allows any object.
    private func isAnyObject(_ schema: Schema) -> Bool {
        switch schema.additional {
        case .schema, .forbidden: return false
        case .unsaid, .anything: break
        }
        guard schema.reference == nil, schema.properties.isEmpty, schema.patternProperties.isEmpty,
            schema.allOf.isEmpty, schema.listedValues == nil, schema.required.isEmpty
        else { return false }
        return schema.variants.allSatisfy { variant in
            !variant.kinds.isEmpty && !variant.kinds.contains(.object) || isAnyObject(variant)
        }
    }

    /// Returns the degree to which a schema restricts its values; the strictest schema has the highest degree.
    private func rank(_ schema: Schema) -> Int {
        if schema.isUnconstrained {
            return 0
        }
        if schema.enumeration != nil || schema.constant != nil {
            return 3
        }
        return schema.format == nil && schema.items == nil && schema.allOf.isEmpty && schema.variants.isEmpty ? 1 : 2
    }

    /// Returns a schema that allows the values of two contrary schemas: any string if both are strings, or any value.
    func common(_ first: Schema, _ second: Schema, _ derived: inout DerivedSchemas) -> Schema {
        let kinds = [first, second].compactMap { relations.followed($0)?.kinds }
        return derived.either([first, second]) { schema in
            schema.kinds = kinds == [[.string], [.string]] ? [.string] : []
            schema.isNullable = [first, second].contains { relations.followed($0)?.isNullable ?? false }
            schema.description = second.description ?? first.description
        }
    }

    /// Whether two schemas list values, none of which is in both lists.
    func haveNoCommonValue(_ first: Schema, _ second: Schema) -> Bool {
        guard let one = relations.followed(first), let other = relations.followed(second), one !== other,
            !one.isExtensible, !other.isExtensible, let values = texts(one), let others = texts(other)
        else { return false }
        return values.isDisjoint(with: others)
    }

    /// Whether no value satisfies both schemas.
    func areContrary(_ first: Schema, _ second: Schema) -> Bool {
        guard let one = relations.followed(first), let other = relations.followed(second), one !== other,
            one.kinds != [.null], other.kinds != [.null]
        else { return false }
        if one.kinds == [.string], other.kinds == [.string] {
            let formats = [one, other].map(relations.texts.format)
            return formats[0] != formats[1] && !formats.contains(.plain)
        }
        let number: Set<JSONType> = [.integer, .number]
        let (kinds, others) = (Set(one.kinds), Set(other.kinds))
        guard !kinds.isEmpty, !others.isEmpty, kinds.isDisjoint(with: others) else { return false }
        return kinds.union(others).isSubset(of: number) == false
    }
}
