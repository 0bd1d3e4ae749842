import YAMLReader

/// The combined parts of an object.
struct ComposedObject {

    /// A property of one of the parts.
    struct Property {
        let property: Schema.Property
        /// Whether the part always applies, in contrast to a variant of a union.
        var isCertain: Bool
        /// The component that declares the property; `nil` for the schema itself.
        var owner: Schema?
        /// The schemas of the property in the parts, in their order.
        ///
        /// The schema of the property decides its type, and all of them its other keywords.
        var declarations: [Schema]

        /// Creates a property that one part declares.
        init(property: Schema.Property, isCertain: Bool, owner: Schema? = nil) {
            self.property = property
            self.isCertain = isCertain
            self.owner = owner
            declarations = [property.schema]
        }

        /// The name that a part pins; the one of the last part if several parts do.
        var swiftName: String? {
            declarations.last { $0.swiftName != nil }?.swiftName
        }
    }

    var properties: [Property] = []
    var positions: [ExactText: Int] = [:]
    var required: Set<ExactText> = []
    /// The position of the first schema that requires each property.
    var requiredAt: [ExactText: SourceRange] = [:]
    var additional: Schema.Additional = .unsaid
    var patterns: [Schema] = []
    /// The contradictions between the parts.
    var problems: [CompositionProblem] = []

    /// Creates an object without any parts.
    init() {}

    /// Creates an object with only the properties of a schema itself.
    init(only schema: Schema) {
        for property in schema.possibleProperties where positions[ExactText(property.name)] == nil {
            append(Property(property: property, isCertain: true))
        }
        addRequired(of: schema)
        addOthers(of: schema)
    }

    /// Whether the properties without a declared name have a type.
    var hasTypedMembers: Bool {
        switch additional {
        case .unsaid, .anything: false
        case .forbidden: !patterns.isEmpty
        case .schema: true
        }
    }

    /// Adds a property that no earlier part has.
    mutating func append(_ property: Property) {
        positions[ExactText(property.property.name)] = properties.count
        properties.append(property)
    }

    /// Adds the names of the properties that a part requires.
    mutating func addRequired(of part: Schema) {
        for name in part.required.map(ExactText.init) where required.insert(name).inserted {
            requiredAt[name] = part.requiredRange ?? part.range
        }
    }

    /// Adds the schemas of the properties that a part does not name.
    mutating func addOthers(of part: Schema) {
        replaceAdditional(part.additional)
        patterns += part.patternProperties.map(\.schema).filter(\.isPossible)
    }

    /// Replaces the meaning of `additionalProperties`, unless the other one is absent.
    mutating func replaceAdditional(_ other: Schema.Additional) {
        if case .unsaid = other { return }
        additional = other
    }
}

extension Schema {

    /// The properties without those whose schema is `false`, which never exist.
    var possibleProperties: some Sequence<Property> {
        properties.lazy.filter(\.schema.isPossible)
    }
}
