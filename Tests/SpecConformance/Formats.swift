import Foundation
import YAMLReader

/// The spellings of strings of a format.
struct Formats {
    let schema: Node
    /// The most digits of the fraction of a second; `nil` for those of the schema, or three.
    var fractionDigits: Int?

    /// Returns whether a string has the spelling of a format; any spelling for a format that this check does not know.
    func permits(_ text: String, format: String) -> Bool {
        switch format {
        case "date-time": isDateTime(text)
        case "date": Self.isDate(text)
        case "uuid": UUID(uuidString: text) != nil
        case "uri", "url": URL(string: text)?.scheme?.isEmpty == false
        case "email": text.split(separator: "@", omittingEmptySubsequences: false).count == 2
        case "byte": Data(base64Encoded: text) != nil
        case "decimal": Patterns.matches(#"^-?(0|[1-9][0-9]*)(\.[0-9]+)?$"#, text)
        default: true
        }
    }

    /// The number of fractional digits that the schema documents, by its extension or its examples; else milliseconds.
    private var documentedDigits: Int {
        let documented = schema["x-fraction-digits"]?.int
        let examples = (schema["examples"]?.sequence ?? []) + [schema["example"]].compactMap { $0 }
        let shown = examples.compactMap(\.string).compactMap { text in
            text.split(separator: ".").dropFirst().last.map { $0.prefix(while: \.isNumber).count }
        }
        return documented ?? max(3, shown.max() ?? 0)
    }

    private func isDateTime(_ text: String) -> Bool {
        let fraction = #"(\.[0-9]{1,\#(fractionDigits ?? documentedDigits)})?"#
        let day = "^[0-9]{4}-[0-9]{2}-[0-9]{2}"
        let pattern = "\(day)T([01][0-9]|2[0-3])(:[0-5][0-9]){2}\(fraction)(Z|[+-][0-9]{2}:[0-9]{2})$"
        return Patterns.matches(pattern, text) && Self.isDate(String(text.prefix(10)))
    }

    /// Returns the milliseconds from 1970 to a time, to the nearest; `nil` if the string is not a time.
    static func instant(_ text: String) -> Int? {
        guard
            Formats(schema: Node(.bool(true), range: SourceRange(start: .start, end: .start)), fractionDigits: 9)
                .isDateTime(text)
        else { return nil }
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        let fraction = text.contains(".") ? text.split(separator: ".")[1].prefix(while: \.isNumber) : ""
        let milliseconds = Int(((Double("0.\(fraction)0") ?? 0) * 1000).rounded())
        var seconds = days(numbers[0], numbers[1], numbers[2]) * 86_400
        seconds += numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
        if !text.hasSuffix("Z") {
            let offset = numbers[numbers.count - 2] * 3600 + numbers[numbers.count - 1] * 60
            seconds -= text[text.index(text.endIndex, offsetBy: -6)] == "-" ? -offset : offset
        }
        return seconds * 1000 + milliseconds
    }

    /// Returns the days from 1970-01-01 to a day of the Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Years begin in March here, so that a leap day is the last day of its year.
        let year = month < 3 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }

    /// Returns whether a string is a day of the Gregorian calendar as RFC 3339 spells it.
    static func isDate(_ text: String) -> Bool {
        guard Patterns.matches("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", text) else { return false }
        let parts = text.split(separator: "-").compactMap { Int($0) }
        let isLeap = parts[0] % 4 == 0 && (parts[0] % 100 != 0 || parts[0] % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...12).contains(parts[1]) && (1...days[parts[1] - 1]).contains(parts[2])
    }
}
