/// A value of a document, with the place it was written at.
public struct Node: Sendable {

    /// What the value is.
    public enum Value: Sendable {

        /// `null`, `~`, or nothing at all where YAML allows that.
        case null

        /// `true` or `false`.
        case bool(Bool)

        /// A whole number that fits `Int`.
        case int(Int)

        /// A number with a point or an exponent, or a whole number beyond `Int`.
        ///
        /// The text is as written, so no digit is lost. Besides decimal digits it can be, in YAML only, a large
        /// `0x…` or `0o…`, or one of `.inf`, `+.inf`, `-.inf` and `.nan` in any of their three spellings.
        case number(text: String)

        /// Text.
        case string(String)

        /// A list.
        case sequence([Node])

        /// Keys with their values.
        case mapping(Mapping)
    }

    /// What the value is.
    public var value: Value

    /// Where the value is written.
    ///
    /// For a scalar its token with quotes, for a collection from its first token to the end of its last. The value of
    /// an alias has the range of the anchor's definition.
    public var range: SourceRange

    /// Creates a node.
    ///
    /// - Parameters:
    ///   - value: What the value is.
    ///   - range: Where it is written.
    public init(_ value: Value, range: SourceRange) {
        self.value = value
        self.range = range
    }
}

// The accessors are not inlined: inlined across modules, two of them on one node crash the optimiser of Swift 6.3
// ("Found ownership error" in CopyPropagation).
extension Node {

    /// The text of a string; `nil` for anything else.
    @inline(never)
    public var string: String? {
        if case .string(let text) = value { text } else { nil }
    }

    /// The number, when it is whole and fits; `nil` for anything else.
    @inline(never)
    public var int: Int? {
        if case .int(let number) = value { number } else { nil }
    }

    /// The Boolean; `nil` for anything else.
    @inline(never)
    public var bool: Bool? {
        if case .bool(let flag) = value { flag } else { nil }
    }

    /// The keys and values of a mapping; `nil` for anything else.
    @inline(never)
    public var mapping: Mapping? {
        if case .mapping(let mapping) = value { mapping } else { nil }
    }

    /// The elements of a list; `nil` for anything else.
    @inline(never)
    public var sequence: [Node]? {
        if case .sequence(let nodes) = value { nodes } else { nil }
    }

    /// Whether the value is null.
    @inline(never)
    public var isNull: Bool {
        if case .null = value { true } else { false }
    }

    /// Digits of a number of either kind, in decimal for ``Value/int(_:)``; `nil` for anything else.
    @inline(never)
    public var numberText: String? {
        switch value {
        case .int(let number): String(number)
        case .number(let text): text
        default: nil
        }
    }

    /// Name of the kind of value for diagnostics, such as "a string" or "a list".
    public var kind: String {
        switch value {
        case .null: "null"
        case .bool: "a Boolean"
        case .int: "an integer"
        case .number: "a number"
        case .string: "a string"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    /// The value of a key; `nil` when there is none or this is no mapping.
    public subscript(_ key: String) -> Node? {
        mapping?[key]
    }
}
