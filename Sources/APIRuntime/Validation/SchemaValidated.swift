/// A value that can be validated against the constraints of its schema.
///
/// Generated models conform if `validation` is enabled in `specwright.yaml`.
public protocol SchemaValidated {
    /// Validates the properties that have constraints or contain values with constraints.
    func validate(_ check: inout SchemaValidation)
}

extension Array: SchemaValidated where Element: SchemaValidated {
    /// Validates each element.
    public func validate(_ check: inout SchemaValidation) {
        for (index, element) in enumerated() {
            check.inside(.element(index)) { element.validate(&$0) }
        }
    }
}

extension Dictionary: SchemaValidated where Key == String, Value: SchemaValidated {
    /// Validates each value; the keys are data and are not named.
    public func validate(_ check: inout SchemaValidation) {
        for value in values {
            check.inside(.member("*")) { value.validate(&$0) }
        }
    }
}

extension Optional: SchemaValidated where Wrapped: SchemaValidated {
    /// Validates the value, if there is one.
    public func validate(_ check: inout SchemaValidation) {
        self?.validate(&check)
    }
}

extension Nullable: SchemaValidated where Wrapped: SchemaValidated {
    /// Validates the value, if there is one.
    public func validate(_ check: inout SchemaValidation) {
        value?.validate(&check)
    }
}
