/// The declared types whose values have bounds to check.
struct ValidatedTypes {

    var types: Set<NamedType> = []

    /// Whether the properties without a declared name have bounds.
    func checksOthers(_ object: ObjectType) -> Bool {
        guard case .typed(let value) = object.additional else { return false }
        return !object.additionalRules.isEmpty || isChecked(value)
    }

    /// Whether values of a type contain a value with bounds.
    func isChecked(_ type: SwiftType) -> Bool {
        switch type {
        case .array(let element), .arraySkippingInvalidElements(let element), .dictionary(let element),
            .optional(let element):
            isChecked(element)
        case .named(let named): isChecked(named)
        default: false
        }
    }

    /// Whether a declared type checks its values.
    func isChecked(_ type: NamedType) -> Bool {
        if case .alias(let target) = type.content {
            return isChecked(target)
        }
        return types.contains(type.original ?? type)
    }
}
