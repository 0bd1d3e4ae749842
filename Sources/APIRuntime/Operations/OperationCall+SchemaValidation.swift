@_spi(Generated)
extension OperationCall {

    /// Checks a parameter or a body against the bounds of its schema; sending fails if the value violates them.
    ///
    /// - Parameters:
    ///   - name: The parameter's name, or `body`.
    ///   - value: The value; `nil` violates no bound.
    ///   - rules: Bounds of the value itself; the rules of nested models apply too.
    public mutating func check<T: JSONCodable>(_ name: String, _ value: T?, _ rules: SchemaRule...) {
        guard problem == nil, let value else { return }
        var check = SchemaValidation()
        check.inside(.member(name)) { $0.check(value, rules) }
        note(check)
    }

    /// Checks a body that is a form against the bounds of its schema.
    @_disfavoredOverload
    public mutating func check<T: SchemaValidated>(_ name: String, _ value: T?) {
        guard problem == nil, let value else { return }
        var check = SchemaValidation()
        check.inside(.member(name)) { value.validate(&$0) }
        note(check)
    }

    /// Has the value of a success checked against bounds; those of models inside of it are checked as well.
    public mutating func checkResponse(_ rules: SchemaRule...) {
        validatesResponse = true
        responseRules = rules
    }

    private mutating func note(_ check: SchemaValidation) {
        guard !check.problems.isEmpty else { return }
        let list = check.problems.prefix(5).map(\.description).joined(separator: "; ")
        problem = "A value violates a constraint of the specification: \(list)."
    }
}
