import YAMLReader

/// A struct with members.
struct ObjectType: Hashable {
    var properties: [PropertyModel] = []
    var additional = AdditionalProperties.kept
    /// Bounds of each of those members; none unless they are checked.
    var additionalRules: [RuleModel] = []
    /// Whether each of those members is a file where the object is a multipart body, and bytes elsewhere.
    var areOthersFiles = false
    /// Whether it is written as a list, each property at its own position.
    var isTuple = false
}

/// What happens to members that the schema does not name.
enum AdditionalProperties: Hashable {
    /// They are kept as they came.
    case kept
    /// They have a type of their own.
    case typed(SwiftType)
    /// There are none.
    case none
}

/// A member of a struct.
struct PropertyModel: Hashable {
    /// Whether the member may be left out, and whether it may be null.
    enum Presence {
        case required
        /// May be left out; null counts as left out.
        case optional
        /// Always there, may be null.
        case nullable
        /// Left out and null mean different things.
        case threeState
    }

    let wireName: String
    let name: Identifier
    var type: SwiftType
    var presence: Presence
    /// Value for one that is left out.
    @Rare var defaultValue: LiteralValue? = nil
    var documentation: Documentation
    let isDeprecated: Bool
    /// Whether the value comes as a number or as the digits of one in a string.
    let isLenient: Bool
    let isSensitive: Bool
    /// Whether the default is the only value that there is.
    var isConstant = false
    /// How the value stands in XML, and the elements of a list.
    @Rare var xml: XMLModel? = nil
    @Rare var itemXML: XMLModel? = nil
    /// Bounds of the value; none unless they are checked.
    var rules: [RuleModel] = []
    /// Whether it is held through a reference, because the type holds itself or the document says so.
    var isBoxed = false
    /// Whether the value is a file where it stands in a multipart body, and bytes elsewhere.
    var isFile = false
    var range: SourceRange
}

/// A value written into the code.
indirect enum LiteralValue: Hashable {
    /// A member of an object, or an argument.
    struct Member: Hashable {
        let name: String
        let value: LiteralValue
    }

    /// A member of a struct.
    struct Argument: Hashable {
        let label: Identifier
        let value: LiteralValue
    }

    case null
    case string(String)
    case bool(Bool)
    /// Digits as written in the document.
    case number(String)
    /// A case of an enum; with the enum where the name alone would mean a case of `Optional`.
    case enumCase(Identifier, of: NamedType? = nil)
    case list([LiteralValue])
    case dictionary([Member])
    /// A struct from its members.
    case object([Argument])
    /// A decimal number: its digits without a point, and the power of ten of the last one.
    case decimal(digits: String, exponent: Int)
    /// Seconds since 1970.
    case date(String)
    case day(year: Int, month: Int, day: Int)
    case uuid([UInt8])
    /// Hours, minutes and seconds, with what else there is.
    case time([Int], [Argument])
    /// Whole numbers of units.
    case duration([Argument])
    case bytes([UInt8])
    /// A case of a union with its value.
    case variant(Identifier, LiteralValue, of: NamedType? = nil)
}

extension LiteralValue {

    /// A case of a declared enum.
    static func enumCase(_ name: Identifier, in type: NamedType) -> LiteralValue {
        .enumCase(name, of: isUnclear(name) ? type : nil)
    }

    /// A variant of a declared union.
    static func variant(_ name: Identifier, _ value: LiteralValue, in type: NamedType) -> LiteralValue {
        .variant(name, value, of: isUnclear(name) ? type : nil)
    }

    /// Whether a case has the name of one that `Optional` has.
    private static func isUnclear(_ name: Identifier) -> Bool {
        name == "none" || name == "some"
    }
}

/// An enum of known values, open for others.
struct EnumType: Hashable {
    /// What the raw values are.
    enum Raw {
        case string, int
        /// Numbers with a fraction or beyond `Int`, or values of several kinds.
        case json
    }

    struct Case: Hashable {
        let name: Identifier
        let value: LiteralValue
        var documentation = Documentation()

        /// The raw value's text: a string or digits.
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
    /// Whether the specification allows any other value of the kind.
    var isOpen = false

    /// What the values look like in JSON.
    var jsonKind: SwiftType.JSONKind {
        switch raw {
        case .string: .string
        case .int: .number
        case .json:
            cases.allSatisfy { if case .number = $0.value { true } else { false } } ? .number : .any
        }
    }
}

/// An enum of variants that are told apart while they are read.
struct UnionType: Hashable {
    struct Variant: Hashable {
        let name: Identifier
        var type: SwiftType
        /// Values of the discriminator that stand for it.
        var tags: [String] = []
        /// The value of the discriminator that is added where the variant is written without one; `nil` for none.
        var writtenTag: String?
        /// A member that only this variant requires.
        var uniqueKey: String?
        /// Number of required members, to try the pickiest first.
        var requiredCount = 0
        /// Bounds of its values; none unless they are checked.
        var rules: [RuleModel] = []
    }

    var variants: [Variant]
    let discriminator: String?
    var isIndirect = false
    /// The variant that reads values whose discriminator is none of the others'.
    var fallback: Int?
}
