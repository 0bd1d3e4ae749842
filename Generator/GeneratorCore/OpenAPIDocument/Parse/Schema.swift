import YAMLReader

/// The keywords of a schema, as the document writes them; its references are not followed.
///
/// A class, because schemas refer to each other in circles and are compared by identity.
final class Schema {

    /// What `additionalProperties` says.
    enum Additional {
        /// Nothing is said: other members may come, of unknown shape.
        case unsaid
        case forbidden
        /// Other members are invited, of any shape.
        case anything
        case schema(Schema)
    }

    /// A member of an object.
    struct Property {
        let name: String
        let nameRange: SourceRange
        let schema: Schema
    }

    /// How the variants of a union are told apart.
    struct Discriminator {
        let property: String
        /// Values and the references they stand for, in the document's order.
        let mapping: [(value: String, target: Reference)]
        let range: SourceRange
    }

    /// Limits on a value; numbers as their digits, because they may lie beyond any machine type.
    struct Bounds {
        var minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf: String?
        var minLength, maxLength, minItems, maxItems, minProperties, maxProperties, minContains, maxContains: Int?
        var pattern: String?
        var uniqueItems = false
    }

    let pointer: Pointer
    let range: SourceRange
    /// Its place among all schemas of its run; 0 or more.
    let number: Int

    var reference: Reference?
    /// `false` for the schema `false`, which nothing satisfies.
    var isPossible = true
    var kinds: [JSONType] = []
    var isNullable = false
    var format: String?
    var title: String?
    var description: String?
    var isDeprecated = false
    var isReadOnly = false
    var isWriteOnly = false
    var enumeration: [Node]?
    @Rare var constant: Node? = nil
    @Rare var defaultValue: Node? = nil
    /// Values from `example` and `examples`.
    var examples: [Node] = []
    var properties: [Property] = []
    var required: [String] = []
    var additional = Additional.unsaid
    /// Members whose names match a pattern.
    var patternProperties: [(pattern: String, schema: Schema)] = []
    var items: Schema?
    /// What some element of a list must be.
    var contains: Schema?
    var prefixItems: [Schema] = []
    var allOf: [Schema] = []
    var oneOf: [Schema] = []
    var anyOf: [Schema] = []
    @Rare var discriminator: Discriminator? = nil
    @Rare var bounds: Bounds? = nil
    var contentMediaType: String?
    var contentEncoding: String?
    /// How the value stands in XML.
    @Rare var xml: XMLModel? = nil
    /// Address and description of further documentation.
    var externalDocs: String?

    // Extensions.
    var swiftName: String?
    var swiftNames: [String: String] = [:]
    /// Names and descriptions of the values as other generators' extensions give them, in the values' order.
    var enumNames: [String] = []
    var enumDescriptions: [String] = []
    var isSensitive = false
    /// Whether members of the type are held through a reference, which makes copies of what holds them cheap.
    var isBoxed = false
    var skipsInvalidElements = false
    var readAs: ReadAs?

    /// The Swift type that a value of several JSON types is held as.
    enum ReadAs: String, CaseIterable {
        case integer, number, double
    }

    init(_ pointer: Pointer, range: SourceRange, number: Int) {
        self.pointer = pointer
        self.range = range
        self.number = number
    }

    /// Members of `oneOf`, or of `anyOf` where there is no `oneOf`.
    var variants: [Schema] {
        oneOf.isEmpty ? anyOf : oneOf
    }

    /// The values of `enum`, or the one of `const`; `nil` when neither is there.
    var listedValues: [Node]? {
        enumeration ?? constant.map { [$0] }
    }

    /// Whether the schema says nothing about the value beside documentation.
    var isUnconstrained: Bool {
        reference == nil && isPossible && kinds.isEmpty && enumeration == nil && constant == nil && properties.isEmpty
            && items == nil && prefixItems.isEmpty && allOf.isEmpty && variants.isEmpty && patternProperties.isEmpty
            && !saysAdditional
    }

    /// Whether the schema says no more than a type, constants and bounds of a scalar.
    var isScalarCheck: Bool {
        reference == nil && properties.isEmpty && items == nil && prefixItems.isEmpty && allOf.isEmpty && oneOf.isEmpty
            && anyOf.isEmpty && patternProperties.isEmpty && !saysAdditional && contains == nil && kinds.count < 2
            && (!isNullable || kinds.isEmpty || kinds == [.null])
            && (enumeration ?? constant.map { [$0] } ?? []).allSatisfy { $0.sequence == nil && $0.mapping == nil }
    }

    /// Whether the schema says of a value at most which types it may have.
    var saysOnlyTypes: Bool {
        variants.isEmpty && saysOnlyTypesBesideVariants
    }

    /// Whether the schema says of a value at most which types and which variants it may have.
    var saysOnlyTypesBesideVariants: Bool {
        reference == nil && isPossible && enumeration == nil && constant == nil && properties.isEmpty && items == nil
            && prefixItems.isEmpty && allOf.isEmpty && patternProperties.isEmpty && !saysAdditional && format == nil
            && contentEncoding == nil && contentMediaType == nil && required.isEmpty
    }

    private var saysAdditional: Bool {
        if case .unsaid = additional { false } else { true }
    }
}
