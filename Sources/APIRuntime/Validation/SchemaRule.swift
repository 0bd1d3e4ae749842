/// A constraint of a schema for a value.
///
/// Numbers are written as digits, because they may exceed the range of any machine type.
public struct SchemaRule: Sendable, Hashable {

    indirect enum Kind: Sendable, Hashable {
        case length(Int, Int)
        case pattern(String)
        case minimum(String, isExclusive: Bool)
        case maximum(String, isExclusive: Bool)
        case multiple(String)
        case items(Int, Int)
        case unique
        case members(Int, Int)
        case each([SchemaRule])
        case contains([SchemaRule], Int, Int)
        case type(String)
        case oneOf([JSONValue])
    }

    let kind: Kind

    /// Returns a rule that limits the number of Unicode scalars of a string.
    @_spi(Generated)
    public static func length(min: Int = 0, max: Int = .max) -> SchemaRule { SchemaRule(kind: .length(min, max)) }

    /// Returns a rule that a part of a string matches a regular expression of ECMA-262.
    ///
    /// An expression with look-around or back references allows every string.
    @_spi(Generated)
    public static func pattern(_ expression: String) -> SchemaRule { SchemaRule(kind: .pattern(expression)) }

    /// Returns a rule that a number is greater than or equal to a limit.
    @_spi(Generated)
    public static func min(_ digits: String) -> SchemaRule { SchemaRule(kind: .minimum(digits, isExclusive: false)) }

    /// Returns a rule that a number is greater than a limit.
    @_spi(Generated)
    public static func above(_ digits: String) -> SchemaRule { SchemaRule(kind: .minimum(digits, isExclusive: true)) }

    /// Returns a rule that a number is less than or equal to a limit.
    @_spi(Generated)
    public static func max(_ digits: String) -> SchemaRule { SchemaRule(kind: .maximum(digits, isExclusive: false)) }

    /// Returns a rule that a number is less than a limit.
    @_spi(Generated)
    public static func below(_ digits: String) -> SchemaRule { SchemaRule(kind: .maximum(digits, isExclusive: true)) }

    /// Returns a rule that a number is a multiple of another one.
    @_spi(Generated)
    public static func multiple(of digits: String) -> SchemaRule { SchemaRule(kind: .multiple(digits)) }

    /// Returns a rule that limits the number of elements of an array.
    @_spi(Generated)
    public static func items(min: Int = 0, max: Int = .max) -> SchemaRule { SchemaRule(kind: .items(min, max)) }

    /// A rule that no two elements of an array are equal.
    @_spi(Generated)
    public static let unique = SchemaRule(kind: .unique)

    /// Returns a rule that limits the number of properties of an object.
    @_spi(Generated)
    public static func members(min: Int = 0, max: Int = .max) -> SchemaRule { SchemaRule(kind: .members(min, max)) }

    /// Returns a rule that every element of an array, or every value of a map, satisfies some rules.
    @_spi(Generated)
    public static func each(_ rules: SchemaRule...) -> SchemaRule { SchemaRule(kind: .each(rules)) }

    /// Returns a rule that limits the number of elements of an array that satisfy some rules.
    @_spi(Generated)
    public static func contains(min: Int = 1, max: Int = .max, _ rules: SchemaRule...) -> SchemaRule {
        SchemaRule(kind: .contains(rules, min, max))
    }

    /// Returns a rule that a value has a type of JSON Schema.
    @_spi(Generated)
    public static func type(_ word: String) -> SchemaRule { SchemaRule(kind: .type(word)) }

    /// Returns a rule that a value is one of several values, given as JSON.
    @_spi(Generated)
    public static func oneOf(_ texts: String...) -> SchemaRule {
        SchemaRule(kind: .oneOf(texts.compactMap { try? JSONCoding.decode(JSONValue.self, from: Array($0.utf8)) }))
    }

    /// Returns whether a value satisfies the rule; a value of a kind that the rule does not apply to satisfies it.
    func allows(_ value: JSONValue) -> Bool {
        switch (kind, value) {
        case (.length(let least, let most), .string(let text)): Self.isAmong(text.unicodeScalars.count, least, most)
        case (.pattern(let expression), .string(let text)): Pattern.named(expression)?.matches(text) ?? true
        case (.minimum(let digits, let isExclusive), .number(let number)):
            isExclusive ? number.isMore(than: digits) : !JSONNumber(unchecked: digits).isMore(than: number.text)
        case (.maximum(let digits, let isExclusive), .number(let number)):
            isExclusive ? JSONNumber(unchecked: digits).isMore(than: number.text) : !number.isMore(than: digits)
        case (.multiple(let digits), .number(let number)): number.isMultiple(of: JSONNumber(unchecked: digits))
        case (.items(let least, let most), .array(let items)): Self.isAmong(items.count, least, most)
        case (.unique, .array(let items)): JSONValue.areDifferent(items)
        case (.members(let least, let most), .object(let object)): Self.isAmong(object.count, least, most)
        case (.contains(let rules, let least, let most), .array(let items)):
            Self.isAmong(items.filter { item in rules.allSatisfy { $0.allows(item) } }.count, least, most)
        case (.type(let word), _): Self.isOf(word, value)
        case (.oneOf(let values), _): values.contains { $0 == value && $0.isSame(as: value) }
        default: true
        }
    }

    /// Returns whether a count is between two bounds; always `false` if the lower bound exceeds the upper one.
    private static func isAmong(_ count: Int, _ least: Int, _ most: Int) -> Bool {
        count >= least && count <= most
    }

    private static func isOf(_ word: String, _ value: JSONValue) -> Bool {
        switch value {
        case .null: word == "null"
        case .bool: word == "boolean"
        case .string: word == "string"
        case .array: word == "array"
        case .object: word == "object"
        case .number(let number):
            word == "number" || word == "integer" && number.isMultiple(of: JSONNumber(unchecked: "1"))
        }
    }
}

extension SchemaRule: CustomStringConvertible {

    /// The requirement of the rule.
    public var description: String {
        switch kind {
        case .length(let least, let most): Self.range(least, most, "character")
        case .pattern(let expression): "a match of \(expression)"
        case .minimum(let digits, let isExclusive): isExclusive ? "more than \(digits)" : "at least \(digits)"
        case .maximum(let digits, let isExclusive): isExclusive ? "less than \(digits)" : "at most \(digits)"
        case .multiple(let digits): "a multiple of \(digits)"
        case .items(let least, let most): Self.range(least, most, "element")
        case .unique: "a list of different elements"
        case .members(let least, let most): Self.range(least, most, "property")
        case .each: "a list of right elements"
        case .contains(let rules, let least, let most):
            "a list with \(Self.range(least, most, "element")) that \(least == 1 && most == .max ? "is" : "are") "
                + (rules.isEmpty ? "whatever" : rules.map(\.description).joined(separator: " and "))
        case .type(let word): "of the type \(word)"
        case .oneOf(let values):
            "one of " + values.map { String(decoding: JSONCoding.encode($0), as: UTF8.self) }.joined(separator: ", ")
        }
    }

    private static func range(_ least: Int, _ most: Int, _ unit: String) -> String {
        switch (least, most) {
        case (0, _): "at most \(most) \(plural(unit, most))"
        case (_, .max): "at least \(least) \(plural(unit, least))"
        case (most, _): "\(most) \(plural(unit, most))"
        default: "\(least) to \(most) \(plural(unit, most))"
        }
    }

    private static func plural(_ unit: String, _ count: Int) -> String {
        if count == 1 { return unit }
        return unit.hasSuffix("y") ? unit.dropLast() + "ies" : unit + "s"
    }
}
