/// A value that knows the bounds that its schema sets.
///
/// Generated models conform where `validation` is on in `specwright.yaml`.
public protocol Validated {
    /// Checks the members that have bounds, and those inside of which there are some.
    func validate(_ check: inout Validation)
}

extension Array: Validated where Element: Validated {
    /// Checks each element.
    public func validate(_ check: inout Validation) {
        for (index, element) in enumerated() {
            check.inside(.element(index)) { element.validate(&$0) }
        }
    }
}

extension Dictionary: Validated where Key == String, Value: Validated {
    /// Checks each value; the keys are data and are not named.
    public func validate(_ check: inout Validation) {
        for value in values {
            check.inside(.member("*")) { value.validate(&$0) }
        }
    }
}

extension Optional: Validated where Wrapped: Validated {
    /// Checks the value, if there is one.
    public func validate(_ check: inout Validation) {
        self?.validate(&check)
    }
}

extension Nullable: Validated where Wrapped: Validated {
    /// Checks the value, if there is one.
    public func validate(_ check: inout Validation) {
        value?.validate(&check)
    }
}
