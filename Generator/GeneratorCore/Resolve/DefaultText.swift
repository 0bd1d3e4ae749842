import Foundation

/// Parses the strings of defaults for types that have no literal in Swift.
enum DefaultText {

    /// Parses a decimal number with up to 18 digits.
    static func decimal(_ text: String) -> LiteralValue? {
        var digits = ""
        var exponent = 0
        var isFraction = false
        var rest = Substring(text)
        let isNegative = rest.first == "-"
        if isNegative {
            rest.removeFirst()
        }
        while let character = rest.first, character.lowercased() != "e" {
            rest.removeFirst()
            if character == ".", !isFraction {
                isFraction = true
            } else if character.isASCII, character.isNumber {
                digits.append(character)
                exponent -= isFraction ? 1 : 0
            } else {
                return nil
            }
        }
        if !rest.isEmpty {
            guard let power = Int(rest.dropFirst()), (-99...99).contains(power) else { return nil }
            exponent += power
        }
        guard let number = Int(digits), digits.count <= 18 else { return nil }
        return .decimal(digits: isNegative ? "-\(number)" : String(number), exponent: exponent)
    }

    /// Parses a timestamp of RFC 3339, as seconds since 1970.
    static func date(_ text: String) -> LiteralValue? {
        let parts = text.uppercased().split(separator: "T", maxSplits: 1)
        guard parts.count == 2, let day = days(parts[0]) else { return nil }
        var time = parts[1]
        guard let zone = takeZone(&time) else { return nil }
        let numbers = time.split(separator: ":", omittingEmptySubsequences: false)
        guard numbers.count == 3, let hour = number(numbers[0], 2), let minute = number(numbers[1], 2), hour < 24,
            minute < 60, let second = seconds(numbers[2])
        else { return nil }
        let whole = day * 86_400 + hour * 3600 + minute * 60 - zone
        let seconds = Double(whole) + second
        return .date(seconds == seconds.rounded() ? String(Int(seconds)) : seconds.description)
    }

    /// Whether a string is no time in any spelling: neither a timestamp, with or without a time zone, nor a date.
    static func isImpossibleDate(_ text: String) -> Bool {
        let spelled = text.replacing(" ", with: "T", maxReplacements: 1)
        return date(spelled) == nil && date(spelled + "Z") == nil && day(text) == nil
    }

    /// Parses a date that exists in the calendar.
    static func day(_ text: String) -> LiteralValue? {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 3, let year = number(numbers[0], 4), let month = number(numbers[1], 2),
            let day = number(numbers[2], 2), (1...12).contains(month),
            (1...length(of: month, in: year)).contains(day)
        else { return nil }
        return .day(year: year, month: month, day: day)
    }

    /// Parses an absolute URL of ASCII characters with a host name or none, which every parser accepts.
    static func url(_ text: String) -> LiteralValue? {
        let scheme = text.prefix { $0 != ":" }
        guard let first = scheme.first, first.isASCII, first.isLetter, scheme.count + 1 < text.count,
            scheme.utf8.allSatisfy({ isLetterOrDigit($0) || "+-.".utf8.contains($0) })
        else { return nil }
        var rest = text.dropFirst(scheme.count + 1)
        if rest.hasPrefix("//") {
            let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
            let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
            guard let host = parts.first, !host.isEmpty, parts.count < 3,
                host.utf8.allSatisfy({ isLetterOrDigit($0) || "-.".utf8.contains($0) }),
                parts.count == 1 || number(parts[1]).map({ $0 < 65_536 }) ?? false
            else { return nil }
            rest = rest.dropFirst(2 + authority.count)
        }
        let pieces = rest.split(separator: "%", omittingEmptySubsequences: false)
        let isEscaped = pieces.dropFirst().allSatisfy { $0.prefix(2).count(where: \.isHexDigit) == 2 }
        let isPlain = rest.utf8.allSatisfy { isLetterOrDigit($0) || "-._~!$&'()*+,;=:@/?#%".utf8.contains($0) }
        return isEscaped && isPlain && rest.count(where: { $0 == "#" }) < 2 ? .url(text) : nil
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    /// Parses the sixteen bytes of a UUID.
    static func uuid(_ text: String) -> LiteralValue? {
        let digits = text.filter { $0 != "-" }
        guard text.utf8.count == 36, digits.count == 32, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return nil
        }
        var bytes: [UInt8] = []
        var rest = Substring(digits)
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return .uuid(bytes)
    }

    /// Parses a time of day, with or without a time zone.
    static func time(_ text: String) -> LiteralValue? {
        var rest = Substring(text.uppercased())
        var arguments: [LiteralValue.Argument] = []
        let hasZone = rest.contains { "Z+-".contains($0) }
        if hasZone {
            guard let zone = takeZone(&rest), zone % 60 == 0, abs(zone) < 86_400 else { return nil }
            arguments.append(LiteralValue.Argument(label: "offset", value: .number(String(zone / 60))))
        }
        let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(numbers.count), parts.count < 3 else { return nil }
        let values = numbers.compactMap { number($0, 2) } + (numbers.count == 2 ? [0] : [])
        guard values.count == 3, 0...23 ~= values[0], 0...59 ~= values[1], 0...60 ~= values[2] else { return nil }
        if parts.count == 2 {
            guard let billionths = billionths(parts[1]) else { return nil }
            arguments.insert(LiteralValue.Argument(label: "nanosecond", value: .number(String(billionths))), at: 0)
        }
        return .time(values, arguments)
    }

    /// Parses a duration in whole units, of which only the seconds may have a fraction.
    static func duration(_ text: String) -> LiteralValue? {
        var rest = Substring(text)
        let isNegative = rest.first == "-"
        if isNegative {
            rest.removeFirst()
        }
        guard rest.first == "P" else { return nil }
        let halves = rest.dropFirst().split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let units: [[(letter: Character, label: Identifier)]] = [
            [("Y", "years"), ("M", "months"), ("W", "weeks"), ("D", "days")],
            [("H", "hours"), ("M", "minutes"), ("S", "seconds")],
        ]
        var arguments: [LiteralValue.Argument] = []
        for (half, units) in zip(halves, units) {
            guard let found = counts(half, units) else { return nil }
            arguments += found
        }
        guard !arguments.isEmpty, halves.count == 1 || !halves[1].isEmpty else { return nil }
        if isNegative {
            arguments.append(LiteralValue.Argument(label: "isNegative", value: .bool(true)))
        }
        return .duration(arguments)
    }

    /// Parses numbers, each followed by the letter of its unit, in the order of the units.
    private static func counts(
        _ text: Substring,
        _ units: [(letter: Character, label: Identifier)]
    ) -> [LiteralValue.Argument]? {
        var rest = text
        var found: [LiteralValue.Argument] = []
        for unit in units {
            guard let end = rest.firstIndex(of: unit.letter) else { continue }
            let parts = rest[..<end].split(separator: ".", omittingEmptySubsequences: false)
            guard let count = number(parts[0]), parts.count == 1 || parts.count == 2 && unit.label == "seconds" else {
                return nil
            }
            found.append(LiteralValue.Argument(label: unit.label, value: .number(String(count))))
            if parts.count == 2 {
                guard let billionths = billionths(parts[1]) else { return nil }
                found.append(LiteralValue.Argument(label: "nanoseconds", value: .number(String(billionths))))
            }
            rest = rest[rest.index(after: end)...]
        }
        return rest.isEmpty ? found : nil
    }

    /// Returns the billionths that the digits of a fraction of a second represent.
    private static func billionths(_ fraction: Substring) -> Int? {
        let digits = fraction.prefix(9)
        guard isDigits(fraction), let number = number(digits) else { return nil }
        return (digits.count..<9).reduce(number) { value, _ in value * 10 }
    }

    /// Parses Base64 of at most 64 bytes.
    static func bytes(_ text: String) -> LiteralValue? {
        guard let data = Data(base64Encoded: text), data.count <= 64 else { return nil }
        return .bytes([UInt8](data))
    }

    /// Returns the number of a string of decimal digits; `nil` for any other string, or if the number of digits
    /// differs.
    private static func number(_ text: Substring, _ count: Int? = nil) -> Int? {
        guard isDigits(text), count.map({ $0 == text.utf8.count }) ?? true else { return nil }
        return Int(text)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Parses the seconds of a minute: two digits, with or without a fraction.
    private static func seconds(_ text: Substring) -> Double? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = number(parts[0], 2), whole <= 60, parts.count == 1 || isDigits(parts[1]) else { return nil }
        return Double(text)
    }

    /// Removes the time zone from the end of a time, and returns its offset in seconds east of UTC.
    private static func takeZone(_ time: inout Substring) -> Int? {
        if time.last == "Z" {
            time.removeLast()
            return 0
        }
        let zone = time.suffix(6)
        guard zone.count == 6, let sign = zone.first, sign == "+" || sign == "-" else { return nil }
        let numbers = zone.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard numbers.count == 2, let hours = number(numbers[0], 2), let minutes = number(numbers[1], 2), hours < 24,
            minutes < 60
        else { return nil }
        time.removeLast(6)
        return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }

    /// Returns the number of days since 1970-01-01.
    private static func days(_ text: Substring) -> Int? {
        guard case .day(let year, let month, let day)? = Self.day(String(text)) else { return nil }
        // The calendar has a year 0, which is a leap year, so 0001-01-01 follows the last day of year 0.
        let earlier = year - 1
        let leaps = year == 0 ? -1 : earlier / 4 - earlier / 100 + earlier / 400
        let months = (1..<month).reduce(0) { $0 + length(of: $1, in: year) }
        return earlier * 365 + leaps + months + day - 1 - 719_162
    }

    private static func length(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
