import Foundation
import YAMLReader

/// The keywords of a schema that apply to one value without its content: types, enums, bounds, patterns and formats.
struct ScalarCheck {
    let schema: Node
    let path: String
    var fractionDigits: Int?

    func violations(of value: Node) -> [String] {
        var found: [String] = []
        if let fault = typeFault(value) { found.append(fault) }
        if let values = schema["enum"]?.sequence, !values.contains(where: { Self.text($0) == Self.text(value) }) {
            found.append("'\(Self.text(value))' is not one of the documented values")
        }
        if let constant = schema["const"], Self.text(constant) != Self.text(value) {
            found.append("is not the documented constant")
        }
        if let text = value.string { found += stringFaults(text) }
        if let digits = value.numberText { found += numberFaults(digits) }
        return found.map { "\(path): \($0)" }
    }

    private func typeFault(_ value: Node) -> String? {
        guard let type = schema["type"] else { return nil }
        let names = type.string.map { [$0] } ?? type.sequence?.compactMap(\.string) ?? []
        if schema["nullable"]?.bool == true, value.isNull { return nil }
        let isPermitted = names.contains { Self.has(value, type: $0) }
        return isPermitted ? nil : "is \(value.kind), not \(names.joined(separator: " or "))"
    }

    private static func has(_ value: Node, type: String) -> Bool {
        switch type {
        case "null": value.isNull
        case "boolean": value.bool != nil
        // An integer is written without a fraction and an exponent.
        case "integer": value.numberText.map { $0.allSatisfy { $0.isNumber || $0 == "-" } } ?? false
        case "number": value.numberText != nil
        case "string": value.string != nil
        case "array": value.sequence != nil
        case "object": value.mapping != nil
        default: false
        }
    }

    private func stringFaults(_ text: String) -> [String] {
        var found: [String] = []
        let length = text.unicodeScalars.count
        if let least = schema["minLength"]?.int, length < least { found.append("is shorter than \(least)") }
        if let most = schema["maxLength"]?.int, length > most { found.append("is longer than \(most)") }
        if let pattern = schema["pattern"]?.string, !Patterns.matches(pattern, text) {
            found.append("'\(text)' does not match \(pattern)")
        }
        if let format = schema["format"]?.string,
            !Formats(schema: schema, fractionDigits: fractionDigits).permits(text, format: format)
        {
            found.append("'\(text)' is not spelled as '\(format)'")
        }
        return found
    }

    private func numberFaults(_ digits: String) -> [String] {
        guard let number = Decimal(string: digits) else { return ["'\(digits)' is not a decimal number"] }
        func bound(_ key: String) -> Decimal? { schema[key]?.numberText.flatMap { Decimal(string: $0) } }
        var found: [String] = []
        if let least = bound("minimum"), number < least { found.append("\(digits) is less than \(least)") }
        if let most = bound("maximum"), number > most { found.append("\(digits) is more than \(most)") }
        if let least = bound("exclusiveMinimum"), number <= least {
            found.append("\(digits) is not more than \(least)")
        }
        if let most = bound("exclusiveMaximum"), number >= most { found.append("\(digits) is not less than \(most)") }
        switch schema["format"]?.string {
        case "int32" where Int32(digits) == nil: found.append("\(digits) has more than 32 bits")
        case "int64" where Int64(digits) == nil: found.append("\(digits) has more than 64 bits")
        default: break
        }
        return found
    }

    /// Returns the value as a string in which equal values are equal, such as numbers with trailing zeros.
    static func text(_ value: Node) -> String {
        switch value.value {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .int, .number: value.numberText.flatMap { Decimal(string: $0) }.map { "#\($0)" } ?? "?"
        case .string(let text): Formats.instant(text).map { "@\($0)" } ?? "\"\(text)\""
        case .sequence(let elements): "[\(elements.map(text).joined(separator: ","))]"
        case .mapping(let object):
            "{\(object.entries.filter { !$0.value.isNull }.map { "\($0.key.text):\(text($0.value))" }.sorted())}"
        }
    }
}

/// Regular expressions of a specification.
enum Patterns {
    static func matches(_ pattern: String, _ text: String) -> Bool {
        // In ECMAScript, `$` does not match before a line break at the end.
        let whole = pattern.hasSuffix("$") ? pattern.dropLast() + #"\z"# : pattern
        guard let expression = try? NSRegularExpression(pattern: whole) else { return false }
        return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}
