import YAMLReader

/// A struct with properties.
struct ObjectType: Hashable {
    var properties: [PropertyModel] = []
    var additional = AdditionalProperties.kept
    /// The `xml` of each of those properties and of the values that it contains; empty if there is none.
    var additionalXML: [XMLModel?] = []
    /// The bounds of each of those properties; empty unless validation is enabled.
    var additionalRules: [RuleModel] = []
    /// Whether each of those properties is a file in a multipart body, and bytes elsewhere.
    var areOthersFiles = false
    /// Whether it is serialized as a list, with each property at its own position.
    var isTuple = false
    /// Whether its schema, or the one of the properties that it does not name, is sensitive.
    var isSensitive = false

    /// Whether descriptions must not show the values.
    var hidesValues: Bool { isSensitive || properties.contains(where: \.isSensitive) }

    /// Whether each property that the schema does not name is a file, or a list of files.
    var hasOtherFiles: Bool {
        switch additional {
        case .typed(.file), .typed(.array(.file)): true
        default: false
        }
    }
}

/// The handling of properties that the schema does not name.
enum AdditionalProperties: Hashable {
    /// They are kept as JSON.
    case kept
    /// They have a type.
    case typed(SwiftType)
    /// There are none.
    case none

    /// Whether the object has a property for them.
    var isTyped: Bool {
        if case .typed = self { true } else { false }
    }
}

/// A property of a struct.
struct PropertyModel: Hashable {
    /// Whether the property may be absent, and whether it may be null.
    enum Presence {
        case required
        /// May be absent; null counts as absent.
        case optional
        /// Always present; may be null.
        case nullable
        /// Absent and null have different meanings.
        case threeState
    }

    let wireName: String
    let name: Identifier
    var type: SwiftType
    var presence: Presence
    /// The value that is written unless the caller sets another one: a constant or a discriminator.
    @Rare var initialValue: LiteralValue? = nil
    /// The default of a required property, which is the initializer's default argument and written like any other value.
    @Rare var argument: LiteralValue? = nil
    /// The value that the receiver assumes for an absent property, which is never written.
    @Rare var defaultValue: DefaultModel? = nil
    var documentation: Documentation
    let isDeprecated: Bool
    /// Whether the value may be a number or a string with its digits.
    let isLenient: Bool
    let isSensitive: Bool
    /// Whether the initial value is the only one.
    var isConstant = false
    /// The `xml` of the value.
    @Rare var xml: XMLModel? = nil
    /// The `xml` of the values that a list or a map contains, outermost first; empty if there is none.
    var innerXML: [XMLModel?] = []
    /// The bounds of the value; empty unless validation is enabled.
    var rules: [RuleModel] = []
    /// Whether the property is stored by reference, because the type contains itself or has `x-boxed`.
    var isBoxed = false
    /// Whether the value is a file in a multipart body, and bytes elsewhere.
    var isFile = false
    /// Whether requests omit the value, although the type has it in both directions.
    var isReadOnly = false
    /// Whether responses omit the value, although the type has it in both directions.
    var isWriteOnly = false
    /// The most fraction digits of its date-times' seconds; `nil` for the usual three.
    var fractionDigits: Int?
    var range: SourceRange
}

extension PropertyModel {

    /// Whether the Swift property is an optional.
    var isOptional: Bool { presence != .required }

    /// The Swift properties on the path to the value, which is the default if the property is absent.
    var steps: [(name: Identifier, isOptional: Bool)] {
        if let defaultValue {
            return [(defaultValue.accessor, presence == .threeState)]
        }
        return presence == .threeState ? [(name, true), ("value", true)] : [(name, isOptional)]
    }

    /// The kind of the node in XML: objects and lists of objects are elements, also if they are described as text.
    var xmlNode: XMLModel.NodeType {
        switch xml?.node ?? .element {
        case .attribute where !type.isXMLAttribute, .text where !type.isXMLText, .cdata where !type.isXMLText: .element
        case let node: node
        }
    }

    /// Whether the object always contains the property, with a value other than null.
    var isAlwaysThere: Bool { presence == .required }

    /// Whether the initializer's parameter has no default.
    var isNeeded: Bool {
        (presence == .required || presence == .nullable) && initialValue == nil && argument == nil
    }
}

/// The default of a property, with the name of the property that applies it.
struct DefaultModel: Hashable {
    let value: LiteralValue
    let accessor: Identifier
    /// The default in JSON; `nil` if it is long.
    let text: String?
}

extension NamedType {
    /// The properties of an object or a multipart body; none for other types.
    var properties: [PropertyModel] {
        switch content {
        case .object(let object), .form(let object): object.properties
        default: []
        }
    }
}

extension ObjectType {
    /// The properties in the order of the initializer's parameters: first those that are always written.
    ///
    /// The default of a required property does not change its position, so that it can be added and removed.
    var initializerOrder: [PropertyModel] {
        func isFirst(_ property: PropertyModel) -> Bool { property.isNeeded || property.argument != nil }
        return properties.filter(isFirst) + properties.filter { !isFirst($0) }
    }
}

/// A literal value in the generated code.
indirect enum LiteralValue: Hashable {
    /// An entry of a dictionary.
    struct Member: Hashable {
        let name: String
        let value: LiteralValue
    }

    /// An argument of an initializer.
    struct Argument: Hashable {
        let label: Identifier
        let value: LiteralValue
    }

    case null
    case string(String)
    case bool(Bool)
    /// Digits as written in the document.
    case number(String)
    /// A case of an enum; with the enum if the name alone would denote a case of `Optional`.
    case enumCase(Identifier, of: NamedType? = nil)
    case list([LiteralValue])
    case dictionary([Member])
    /// A struct, by the arguments of its initializer.
    case object([Argument])
    /// A decimal number: its digits without a point, and the power of ten of the last one.
    case decimal(digits: String, exponent: Int)
    /// Seconds since 1970.
    case date(String)
    case day(year: Int, month: Int, day: Int)
    case uuid([UInt8])
    /// An absolute URL.
    case url(String)
    /// Hours, minutes and seconds, with further arguments.
    case time([Int], [Argument])
    /// A duration, as integers of units.
    case duration([Argument])
    case bytes([UInt8])
    /// A case of a union with its value.
    case variant(Identifier, LiteralValue, of: NamedType? = nil)
}

extension LiteralValue {

    /// Returns a case of a declared enum.
    static func enumCase(_ name: Identifier, in type: NamedType) -> LiteralValue {
        .enumCase(name, of: isUnclear(name) ? type : nil)
    }

    /// Returns a variant of a declared union.
    static func variant(_ name: Identifier, _ value: LiteralValue, in type: NamedType) -> LiteralValue {
        .variant(name, value, of: isUnclear(name) ? type : nil)
    }

    /// Whether a case has the name of a case of `Optional`.
    private static func isUnclear(_ name: Identifier) -> Bool {
        name == "none" || name == "some"
    }
}

/// An enum of known values, open for others.
struct EnumType: Hashable {
    /// The type of the raw values.
    enum Raw {
        case string, int
        /// Numbers with a fraction or beyond `Int`, or values of several kinds.
        case json
    }

    /// A case of the enum.
    struct Case: Hashable {
        let name: Identifier
        let value: LiteralValue
        var documentation = Documentation()

        /// The raw value as a string: the string itself or its digits.
        var text: String {
            switch value {
            case .string(let text), .number(let text): text
            case .bool(let flag): flag ? "true" : "false"
            default: ""
            }
        }
    }

    let raw: Raw
    let cases: [Case]
    /// Whether the document allows any other value of the type.
    var isOpen = false

    /// The JSON type of the values.
    var jsonKind: SwiftType.JSONKind {
        switch raw {
        case .string: .string
        case .int: .number
        case .json:
            cases.allSatisfy { if case .number = $0.value { true } else { false } } ? .number : .any
        }
    }
}

/// An enum of variants, one of which decodes each value.
struct UnionType: Hashable {
    /// A variant of the union.
    struct Variant: Hashable {
        let name: Identifier
        var type: SwiftType
        /// The values of the discriminator for the variant.
        var tags: [String] = []
        /// The value of the discriminator that is added if the variant is serialized without one; `nil` for none.
        var writtenTag: String?
        /// Whether the mapping of the discriminator names the variant.
        var isMapped = false
        /// A required property that no other variant has.
        var uniqueKey: String?
        /// The number of required properties; variants with more are tried first.
        var requiredCount = 0
        /// The bounds of the values; empty unless validation is enabled.
        var rules: [RuleModel] = []
        /// The most fraction digits of its date-times' seconds; `nil` for the usual three.
        var fractionDigits: Int?
    }

    var variants: [Variant]
    let discriminator: String?
    /// Whether every value has the discriminator, because the document states it, or requires the property that serves as
    /// one.
    var requiresDiscriminator = false
    /// Whether descriptions must not show the values.
    var isSensitive = false
    var isIndirect = false
    /// The index of the variant that decodes values with any other discriminator.
    var fallback: Int?
}
