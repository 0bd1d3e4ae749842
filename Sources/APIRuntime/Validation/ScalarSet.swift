/// A set of Unicode scalars for a character class of a regular expression.
struct ScalarSet: Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    /// The categories whose scalars belong to the set.
    var categories: Set<Unicode.GeneralCategory> = []
    /// The nested sets, such as `\W` inside brackets.
    var parts: [ScalarSet] = []
    var isNegated = false

    /// Returns whether a scalar belongs to the set.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isListed =
            ranges.contains { $0.contains(scalar.value) }
            || !categories.isEmpty && categories.contains(scalar.properties.generalCategory)
            || parts.contains { $0.contains(scalar) }
        return isListed != isNegated
    }

    /// The complement of the set.
    var negated: ScalarSet {
        var set = self
        set.isNegated.toggle()
        return set
    }

    init(_ ranges: ClosedRange<UInt32>...) {
        self.ranges = ranges
    }

    init(_ scalar: Unicode.Scalar) {
        ranges = [scalar.value...scalar.value]
    }

    static let digit = ScalarSet(0x30...0x39)
    static let word = ScalarSet(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
    static let space = ScalarSet(
        0x09...0x0D,
        0x20...0x20,
        0xA0...0xA0,
        0x1680...0x1680,
        0x2000...0x200A,
        0x2028...0x2029,
        0x202F...0x202F,
        0x205F...0x205F,
        0x3000...0x3000,
        0xFEFF...0xFEFF
    )
    /// The scalars that a dot matches: all except line terminators.
    static let dot = ScalarSet(0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029).negated

    /// Creates the set of a property such as `L`, `Lu` or `Letter`; `nil` for any other name.
    init?(property name: String) {
        let text =
            name.hasPrefix("General_Category=") || name.hasPrefix("gc=")
            ? name.drop { $0 != "=" }.dropFirst() : name[...]
        guard let categories = Self.properties[String(text)] else { return nil }
        self.categories = categories
    }

    private static let letters: Set<Unicode.GeneralCategory> = [
        .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
    ]
    private static let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .spacingMark, .enclosingMark]
    private static let numbers: Set<Unicode.GeneralCategory> = [.decimalNumber, .letterNumber, .otherNumber]
    private static let punctuation: Set<Unicode.GeneralCategory> = [
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation,
    ]
    private static let symbols: Set<Unicode.GeneralCategory> = [
        .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol,
    ]
    private static let separators: Set<Unicode.GeneralCategory> = [
        .spaceSeparator, .lineSeparator, .paragraphSeparator,
    ]

    private static let properties: [String: Set<Unicode.GeneralCategory>] = [
        "L": letters, "Letter": letters, "Lu": [.uppercaseLetter], "Uppercase_Letter": [.uppercaseLetter],
        "Ll": [.lowercaseLetter], "Lowercase_Letter": [.lowercaseLetter], "Lt": [.titlecaseLetter],
        "Lm": [.modifierLetter], "Lo": [.otherLetter], "M": marks, "Mark": marks, "Mn": [.nonspacingMark],
        "Mc": [.spacingMark], "Me": [.enclosingMark], "N": numbers, "Number": numbers, "Nd": [.decimalNumber],
        "Decimal_Number": [.decimalNumber], "Nl": [.letterNumber], "No": [.otherNumber], "P": punctuation,
        "Punctuation": punctuation, "Pc": [.connectorPunctuation], "Pd": [.dashPunctuation], "S": symbols,
        "Symbol": symbols, "Sm": [.mathSymbol], "Sc": [.currencySymbol], "Sk": [.modifierSymbol],
        "So": [.otherSymbol], "Z": separators, "Separator": separators, "Zs": [.spaceSeparator],
    ]
}
