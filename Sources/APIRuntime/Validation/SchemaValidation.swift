/// The constraints that values violate, with the path to each value and without the values.
public struct SchemaValidation: Sendable {

    /// A constraint that a value violates.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// The path to the value, such as `items[2].title`; keys of maps appear as `*`.
        public let path: String

        /// The requirement, such as `at most 80 characters`.
        public let rule: String

        /// The path and the rule.
        public var description: String { path.isEmpty ? "must be \(rule)" : "\(path) must be \(rule)" }
    }

    /// The problems in the order of the properties; at most 100.
    public private(set) var problems: [Problem] = []

    private var path: [DecodingFailure.Step] = []

    init() {}

    /// Returns the problems of a value.
    public static func problems<T: SchemaValidated>(of value: T) -> [Problem] {
        var check = SchemaValidation()
        value.validate(&check)
        return check.problems
    }

    /// Returns the problems of a value with rules; a model with constraints also validates itself.
    package static func problems<T: JSONCodable>(of value: T, _ rules: [SchemaRule]) -> [Problem] {
        var check = SchemaValidation()
        check.check(value, rules)
        return check.problems
    }

    /// Validates a property that may be absent.
    ///
    /// - Parameters:
    ///   - name: The property's name in JSON.
    ///   - value: The value; `nil` violates no constraint.
    ///   - rules: The rules for the value itself; those of a nested model are validated as well.
    @_spi(Generated)
    public mutating func member<T: JSONCodable>(_ name: String, _ value: T?, _ rules: SchemaRule...) {
        guard let value else { return }
        inside(.member(name)) { $0.check(value, rules) }
    }

    /// Validates a property that cannot be written as JSON, such as a part of a form.
    @_disfavoredOverload
    @_spi(Generated)
    public mutating func member<T: SchemaValidated>(_ name: String, _ value: T?) {
        guard let value else { return }
        inside(.member(name)) { value.validate(&$0) }
    }

    /// Validates each property of a map, whose keys are data and are not named.
    @_spi(Generated)
    public mutating func members<T: JSONCodable>(_ values: [String: T], _ rules: SchemaRule...) {
        for value in values.values {
            inside(.member("*")) { $0.check(value, rules) }
        }
    }

    /// Validates each element of an array after those with individual types.
    @_spi(Generated)
    public mutating func elements<T: JSONCodable>(_ values: [T], _ rules: SchemaRule...) {
        for (index, value) in values.enumerated() {
            inside(.element(index)) { $0.check(value, rules) }
        }
    }

    /// Validates the value of a union.
    @_spi(Generated)
    public mutating func value<T: JSONCodable>(_ value: T, _ rules: SchemaRule...) {
        check(value, rules)
    }

    /// Validates a value of any type.
    mutating func check<T: JSONCodable>(_ value: T, _ rules: [SchemaRule]) {
        if !rules.isEmpty {
            check(json: JSONValue(encoding: value), rules)
        }
        if let value = value as? any SchemaValidated {
            value.validate(&self)
        }
    }

    /// Validates JSON; null violates no constraint.
    private mutating func check(json value: JSONValue, _ rules: [SchemaRule]) {
        guard !value.isNull else { return }
        // The length limits the work of a pattern, which is not matched with a string of another length.
        let hasLength = rules.allSatisfy { !$0.isLength || $0.allows(value) }
        for rule in rules where hasLength || !rule.isPattern {
            if case .each(let inner) = rule.kind {
                check(elementsOf: value, inner)
            } else if !rule.allows(value) {
                add(rule.description)
            }
        }
    }

    private mutating func check(elementsOf value: JSONValue, _ rules: [SchemaRule]) {
        for (index, element) in (value.array ?? []).enumerated() {
            inside(.element(index)) { $0.check(json: element, rules) }
        }
        for member in value.object?.members ?? [] {
            inside(.member("*")) { $0.check(json: member.value, rules) }
        }
    }

    /// Validates a value nested in the current one.
    mutating func inside(_ step: DecodingFailure.Step, _ body: (inout SchemaValidation) -> Void) {
        path.append(step)
        body(&self)
        path.removeLast()
    }

    private mutating func add(_ rule: String) {
        guard problems.count < 100 else { return }
        problems.append(Problem(path: path.text, rule: rule))
    }
}

extension SchemaRule {
    fileprivate var isLength: Bool { if case .length = kind { true } else { false } }
    fileprivate var isPattern: Bool { if case .pattern = kind { true } else { false } }
}
