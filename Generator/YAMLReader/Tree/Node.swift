/// A value of a document, with its source range.
public struct Node: Sendable {

    /// A value.
    public enum Value: Sendable {

        /// `null`, `~`, or an empty value where YAML allows it.
        case null

        /// `true` or `false`.
        case bool(Bool)

        /// An integer that fits `Int`.
        case int(Int)

        /// A number with a decimal point or an exponent, or an integer beyond `Int`.
        ///
        /// The text is unchanged, so that no digit is lost. In addition to decimal digits, it can be, in YAML only, a
        /// large `0x…` or `0o…`, or one of `.inf`, `+.inf`, `-.inf` and `.nan` in any of their three spellings.
        case number(text: String)

        /// A string.
        case string(String)

        /// A list.
        case sequence([Node])

        /// Keys with their values.
        case mapping(Mapping)
    }

    /// The value.
    public var value: Value

    /// Source range of the value.
    ///
    /// For a scalar, the range of its token including quotes. For a collection, the range from its first token to the
    /// end of its last. The value of an alias has the range of the anchor's definition.
    public var range: SourceRange

    /// Creates a node.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - range: Source range of the value.
    public init(_ value: Value, range: SourceRange) {
        self.value = value
        self.range = range
    }
}

// The accessors are not inlined. Inlined across modules, two accessors on one node crash the optimizer of Swift 6.3
// ("Found ownership error" in CopyPropagation).
extension Node {

    /// The string.
    ///
    /// `nil` for any other type.
    @inline(never)
    public var string: String? {
        if case .string(let text) = value { text } else { nil }
    }

    /// The integer, if it fits `Int`.
    ///
    /// `nil` for any other value.
    @inline(never)
    public var int: Int? {
        if case .int(let number) = value { number } else { nil }
    }

    /// The Boolean.
    ///
    /// `nil` for any other type.
    @inline(never)
    public var bool: Bool? {
        if case .bool(let flag) = value { flag } else { nil }
    }

    /// The mapping.
    ///
    /// `nil` for any other type.
    @inline(never)
    public var mapping: Mapping? {
        if case .mapping(let mapping) = value { mapping } else { nil }
    }

    /// The elements of a list.
    ///
    /// `nil` for any other type.
    @inline(never)
    public var sequence: [Node]? {
        if case .sequence(let nodes) = value { nodes } else { nil }
    }

    /// Whether the value is null.
    @inline(never)
    public var isNull: Bool {
        if case .null = value { true } else { false }
    }

    /// Digits of a number of either case, in decimal for ``Value/int(_:)``.
    ///
    /// `nil` for any other type.
    @inline(never)
    public var numberText: String? {
        switch value {
        case .int(let number): String(number)
        case .number(let text): text
        default: nil
        }
    }

    /// Name of the type of the value in diagnostics, such as "a string" or "a list".
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

    /// The value of a key.
    ///
    /// `nil` if there is none, or if this node is not a mapping.
    public subscript(_ key: String) -> Node? {
        mapping?[key]
    }
}
