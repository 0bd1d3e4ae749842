extension RawResponse {

    /// Validates a decoded value against its schema if the call requires it.
    func checked<T>(_ value: T) throws(DecodingFailure) -> T {
        guard isChecked else { return value }
        var check = SchemaValidation()
        if !rules.isEmpty, let value = value as? any JSONCodable {
            check.check(value, rules)
        } else if let model = value as? any SchemaValidated {
            model.validate(&check)
        }
        guard let first = check.problems.first else { return value }
        throw DecodingFailure(.invalid, "a value violates a constraint of the specification: \(first)")
    }
}
