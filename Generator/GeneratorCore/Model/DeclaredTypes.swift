import YAMLReader

/// A struct with members.
struct ObjectType: Hashable {
    var properties: [PropertyModel] = []
    var additional = AdditionalMembers.kept
}

/// What happens to members that the schema does not name.
enum AdditionalMembers: Hashable {
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
    var defaultValue: LiteralValue?
    let documentation: Documentation
    let isDeprecated: Bool
    /// Whether the value comes as a number or as the digits of one in a string.
    let isLenient: Bool
    let isSensitive: Bool
    /// Whether it is held through a reference, because the type holds itself.
    var isBoxed = false
    var range: SourceRange
}

/// A value written into the code.
enum LiteralValue: Hashable {
    case string(String)
    case bool(Bool)
    /// Digits as written in the document.
    case number(String)
    case enumCase(Identifier)
}

/// An enum of known values, open for others.
struct EnumType: Hashable {
    struct Case: Hashable {
        let name: Identifier
        let text: String
    }

    let isInteger: Bool
    let cases: [Case]
}

/// An enum of variants that are told apart while they are read.
struct UnionType: Hashable {
    struct Variant: Hashable {
        let name: Identifier
        var type: SwiftType
        /// Values of the discriminator that stand for it.
        var tags: [String] = []
        /// A member that only this variant requires.
        var uniqueKey: String?
        /// Number of required members, to try the pickiest first.
        var requiredCount = 0
    }

    var variants: [Variant]
    let discriminator: String?
    var isIndirect = false
}
