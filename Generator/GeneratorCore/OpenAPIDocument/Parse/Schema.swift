import YAMLReader

/// The keywords of a schema, without following references.
///
/// A class, because schemas may refer to each other in cycles and are compared by identity.
final class Schema {

    /// The meaning of `additionalProperties`.
    enum Additional {
        /// The keyword is absent: unknown properties of any type may be present.
        case unsaid
        case forbidden
        /// Additional properties of any type are allowed explicitly.
        case anything
        case schema(Schema)
    }

    /// A property of an object.
    struct Property {
        let name: String
        let nameRange: SourceRange
        let schema: Schema
    }

    /// The property that distinguishes the variants of a union.
    struct Discriminator {
        let property: String
        /// The values and the references that they select, in document order.
        let mapping: [(value: String, target: Reference)]
        /// The variant of values with another or no discriminator (OpenAPI 3.2).
        var defaultTarget: Reference?
        let range: SourceRange
    }

    /// The bounds of a value; numbers as strings of digits, because they may exceed the range of any numeric type.
    struct Bounds {
        var minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf: String?
        var minLength, maxLength, minItems, maxItems, minProperties, maxProperties, minContains, maxContains: Int?
        var pattern: String?
        var uniqueItems = false

        /// Creates bounds without any bound.
        init() {}

        /// Creates the bounds of the number of elements of two lists or dictionaries; `nil` if both have none.
        init?(_ first: Bounds?, _ second: Bounds?) {
            guard first != nil || second != nil else { return nil }
            func merged(_ key: KeyPath<Bounds, Int?>, _ choose: (Int, Int) -> Int) -> Int? {
                let values = [first?[keyPath: key], second?[keyPath: key]].compactMap { $0 }
                return values.count == 2 ? choose(values[0], values[1]) : values.first
            }
            minItems = merged(\.minItems, max)
            maxItems = merged(\.maxItems, min)
            minProperties = merged(\.minProperties, max)
            maxProperties = merged(\.maxProperties, min)
            uniqueItems = first?.uniqueItems == true || second?.uniqueItems == true
        }
    }

    let pointer: Pointer
    let range: SourceRange
    /// The index of the schema among all schemas of its run; 0 or more.
    let number: Int

    var reference: Reference?
    /// `false` for the schema `false`, which no value satisfies.
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
    /// Whether any other string is a value too, so that the values are only those that are known.
    var isExtensible = false
    @Rare var constant: Node? = nil
    @Rare var defaultValue: Node? = nil
    /// Values from `example` and `examples`.
    var examples: [Node] = []
    var properties: [Property] = []
    var required: [String] = []
    /// The position of `required`.
    var requiredRange: SourceRange?
    var additional = Additional.unsaid
    /// The schemas of properties whose names match a pattern.
    var patternProperties: [(pattern: String, schema: Schema)] = []
    var items: Schema?
    /// The schema that at least one element of a list satisfies.
    var contains: Schema?
    var prefixItems: [Schema] = []
    var allOf: [Schema] = []
    /// The parts of `allOf` that only bound and describe a value whose type the schema itself states.
    var boundingParts: [Schema] = []
    var oneOf: [Schema] = []
    var anyOf: [Schema] = []
    @Rare var discriminator: Discriminator? = nil
    /// The value of a base's discriminator that an extension states.
    @Rare var discriminatorValue: String? = nil
    @Rare var bounds: Bounds? = nil
    var contentMediaType: String?
    var contentEncoding: String?
    /// The schema of the document that a string contains.
    @Rare var contentSchema: Schema? = nil
    /// The position of the keyword `contentSchema`.
    @Rare var contentSchemaRange: SourceRange? = nil
    /// The XML Object.
    @Rare var xml: XMLModel? = nil
    /// The address and description of further documentation.
    var externalDocs: String?

    // Extensions.
    var swiftName: String?
    var swiftNames: [String: String] = [:]
    /// The names and descriptions of the values from extensions of other generators, in the order of the values.
    var enumNames: [String] = []
    var enumDescriptions: [String] = []
    var isSensitive = false
    /// Whether properties of this type are stored by reference, so that values that contain them are cheap to copy.
    var isBoxed = false
    var skipsInvalidElements = false
    var readAs: ReadAs?
    /// The most fraction digits of a date-time's second; `nil` if they are not set.
    var fractionDigits: Int?

    /// The Swift type for a value with several JSON types.
    enum ReadAs: String, CaseIterable {
        case integer, number, double
    }

    init(_ pointer: Pointer, range: SourceRange, number: Int) {
        self.pointer = pointer
        self.range = range
        self.number = number
    }

    /// The schema of a list's elements, or of a dictionary's values; `nil` for any other schema.
    var elements: Schema? {
        guard prefixItems.isEmpty, allOf.isEmpty, variants.isEmpty, enumeration == nil else { return nil }
        if kinds == [.array] {
            return items
        }
        guard kinds == [.object], properties.isEmpty, required.isEmpty, patternProperties.isEmpty,
            case .schema(let values) = additional
        else { return nil }
        return values
    }

    /// The schemas of `oneOf`, or of `anyOf` if there is no `oneOf`.
    var variants: [Schema] {
        oneOf.isEmpty ? anyOf : oneOf
    }

    /// The values of `enum`, or the value of `const`; `nil` if both are absent.
    var listedValues: [Node]? {
        enumeration ?? constant.map { [$0] }
    }

    /// The only value of `enum`; `nil` if there are several values, or if others may be added.
    var onlyListedValue: Node? {
        guard !isExtensible, let enumeration, enumeration.count == 1 else { return nil }
        return enumeration[0]
    }

    /// Whether the schema has only keywords that document the value.
    var isUnconstrained: Bool {
        reference == nil && isPossible && kinds.isEmpty && enumeration == nil && constant == nil && properties.isEmpty
            && items == nil && prefixItems.isEmpty && allOf.isEmpty && variants.isEmpty && patternProperties.isEmpty
            && !saysAdditional
    }

    /// Whether the schema has only a type, constants and bounds of a scalar.
    var isScalarCheck: Bool {
        reference == nil && properties.isEmpty && items == nil && prefixItems.isEmpty && allOf.isEmpty && oneOf.isEmpty
            && anyOf.isEmpty && patternProperties.isEmpty && !saysAdditional && contains == nil && kinds.count < 2
            && (!isNullable || kinds.isEmpty || kinds == [.null])
            && (enumeration ?? constant.map { [$0] } ?? []).allSatisfy { $0.sequence == nil && $0.mapping == nil }
    }

    /// Whether the schema restricts at most the type of a value.
    var saysOnlyTypes: Bool {
        variants.isEmpty && saysOnlyTypesBesideVariants
    }

    /// Whether the schema restricts at most the type and the variants of a value.
    var saysOnlyTypesBesideVariants: Bool {
        reference == nil && isPossible && enumeration == nil && constant == nil && properties.isEmpty && items == nil
            && prefixItems.isEmpty && allOf.isEmpty && patternProperties.isEmpty && !saysAdditional && format == nil
            && contentEncoding == nil && contentMediaType == nil && required.isEmpty
    }

    /// Whether the schema only bounds and describes a value, whatever its type.
    var isOnlyBounds: Bool {
        isUnconstrained && required.isEmpty && !isNullable && contentEncoding == nil && contentMediaType == nil
            && contentSchema == nil && discriminator == nil && contains == nil && readAs == nil && swiftName == nil
    }

    /// Whether the schema is an object and describes no properties.
    var isAnyObject: Bool {
        guard kinds == [.object], reference == nil, properties.isEmpty, patternProperties.isEmpty, allOf.isEmpty,
            variants.isEmpty, required.isEmpty, listedValues == nil, xml == nil
        else { return false }
        return !saysAdditional
    }

    /// Whether the schema says something of properties that it does not declare.
    var saysAdditional: Bool {
        if case .unsaid = additional { false } else { true }
    }
}
