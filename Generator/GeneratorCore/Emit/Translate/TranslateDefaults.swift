extension ObjectTranslator {

    /// Returns the property that applies the default of another one; none without a default.
    func accessor(_ property: PropertyModel, _ speller: inout TypeSpeller) -> [Declaration] {
        guard let absent = property.defaultValue else { return [] }
        absent.value.foundationTypes.forEach { speller.noteFoundation($0) }
        let plain = speller.spell(property.type, in: type)
        let isNullable = property.presence == .threeState
        let summary =
            isNullable
            ? "The value of ``\(property.name.text)``, its default if it is absent, or `nil` if it is null."
            : "The value of ``\(property.name.text)``, or its default if it is absent."
        return [
            .property(
                PropertyDeclaration(
                    documentation: DocComment(summary: summary),
                    attributes: property.isDeprecated ? Attributes.deprecated : [],
                    access: context.accessCode,
                    head: "var \(absent.accessor): \(isNullable ? "\(plain)?" : plain)",
                    body: effective(property, absent.value)
                )
            )
        ]
    }

    /// The words that begin an accessor if they are the first of a property's body.
    private static let accessorWords: Set<String> = [
        "get", "set", "willSet", "didSet", "init", "read", "modify", "_read", "_modify", "borrow", "mutate",
        "unsafeAddress",
        "unsafeMutableAddress", "mutating", "nonmutating", "yielding",
    ]

    private func effective(_ property: PropertyModel, _ absent: LiteralValue) -> [Line] {
        let held = value(property, hidden: Self.accessorWords.contains(property.name.text) ? property.name.text : "")
        if property.presence == .threeState {
            return [Line("if let value = \(held) { value.value } else { \(code(absent)) }")]
        }
        // A statement, because the compiler infers the types of a literal with several parts slowly in an operator.
        return absent.isComposed
            ? [Line("if let value = \(held) { value } else { \(code(absent)) }")]
            : [Line("\(held) ?? \(code(absent))")]
    }
}

extension LiteralValue {
    /// Whether the literal contains others.
    fileprivate var isComposed: Bool {
        switch self {
        case .list, .dictionary, .object, .variant: true
        default: false
        }
    }
}
