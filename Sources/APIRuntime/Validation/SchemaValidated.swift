/// A value that knows the bounds that its schema sets.
///
/// Generated models conform where `validation` is on in `specwright.yaml`.
public protocol SchemaValidated {
    /// Checks the properties that have bounds, and those inside of which there are some.
    func validate(_ check: inout SchemaValidation)
}

extension Array: SchemaValidated where Element: SchemaValidated {
    /// Checks each element.
    public func validate(_ check: inout SchemaValidation) {
        for (index, element) in enumerated() {
            check.inside(.element(index)) { element.validate(&$0) }
        }
    }
}

extension Dictionary: SchemaValidated where Key == String, Value: SchemaValidated {
    /// Checks each value; the keys are data and are not named.
    public func validate(_ check: inout SchemaValidation) {
        for value in values {
            check.inside(.member("*")) { value.validate(&$0) }
        }
    }
}

extension Optional: SchemaValidated where Wrapped: SchemaValidated {
    /// Checks the value, if there is one.
    public func validate(_ check: inout SchemaValidation) {
        self?.validate(&check)
    }
}

extension Nullable: SchemaValidated where Wrapped: SchemaValidated {
    /// Checks the value, if there is one.
    public func validate(_ check: inout SchemaValidation) {
        value?.validate(&check)
    }
}
