/// A duration in calendar units: JSON Schema's format `duration`, ISO 8601's `P1Y2M3DT4H5M6S`.
///
/// Units are stored separately, because a month has no fixed number of days.
public struct CalendarDuration: Sendable, Hashable, CustomStringConvertible {

    /// The whole number of each unit, 0 or more.
    public var years, months, weeks, days, hours, minutes, seconds: Int

    /// The billionths of a second, from 0 to 999,999,999.
    public var nanoseconds: Int

    /// Whether the duration is negative.
    public var isNegative: Bool

    /// Creates a duration.
    public init(
        years: Int = 0,
        months: Int = 0,
        weeks: Int = 0,
        days: Int = 0,
        hours: Int = 0,
        minutes: Int = 0,
        seconds: Int = 0,
        nanoseconds: Int = 0,
        isNegative: Bool = false
    ) {
        self.years = years
        self.months = months
        self.weeks = weeks
        self.days = days
        self.hours = hours
        self.minutes = minutes
        self.seconds = seconds
        self.nanoseconds = nanoseconds
        self.isNegative = isNegative
    }

    /// Creates a duration from `P1Y2M3DT4H5M6.5S`, `P2W` or `-PT1H`; `nil` for any other format.
    public init?(_ text: String) {
        self.init()
        var scanner = TextScanner(text)
        isNegative = scanner.skip(ASCII.minus)
        guard scanner.skip(0x50), !scanner.isAtEnd else { return nil }
        var units = Self.dateUnits
        var isInTime = false
        while !scanner.isAtEnd {
            if !isInTime, scanner.skip(0x54) {
                guard !scanner.isAtEnd else { return nil }
                isInTime = true
                units = Self.timeUnits
            }
            guard let number = scanner.number() else { return nil }
            let hasFraction = scanner.skip(ASCII.dot)
            if hasFraction {
                guard let fraction = scanner.fraction(digits: 9) else { return nil }
                nanoseconds = fraction
            }
            // Units appear in a fixed order, each at most once.
            guard let index = units.firstIndex(where: { scanner.skip($0.letter) }) else { return nil }
            guard !hasFraction || units[index].path == \.seconds else { return nil }
            self[keyPath: units[index].path] = number
            units = units[(index + 1)...]
        }
    }

    private typealias Unit = (letter: UInt8, path: any (WritableKeyPath<CalendarDuration, Int> & Sendable))

    private static let dateUnits: ArraySlice<Unit> = [
        (0x59, \.years), (0x4D, \.months), (0x57, \.weeks), (0x44, \.days),
    ]
    private static let timeUnits: ArraySlice<Unit> = [(0x48, \.hours), (0x4D, \.minutes), (0x53, \.seconds)]

    /// The duration in the format `P1Y2M3DT4H5M6.5S`, without units that are zero; `PT0S` for an empty duration.
    public var description: String {
        var text = isNegative ? "-P" : "P"
        for (value, letter) in [(years, "Y"), (months, "M"), (weeks, "W"), (days, "D")] where value > 0 {
            text += "\(value)\(letter)"
        }
        let hasSeconds = seconds > 0 || nanoseconds > 0
        guard hours > 0 || minutes > 0 || hasSeconds else { return text.hasSuffix("P") ? text + "T0S" : text }
        text += "T"
        for (value, letter) in [(hours, "H"), (minutes, "M")] where value > 0 {
            text += "\(value)\(letter)"
        }
        guard hasSeconds else { return text }
        return text + "\(seconds)" + (nanoseconds > 0 ? "." + fractionText(nanoseconds, digits: 9) : "") + "S"
    }
}

extension CalendarDuration: JSONCodable {

    /// Reads a string such as `"PT1H30M"`.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a string in this format.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        self = try reader.readSpelled("a duration such as PT1H30M") { CalendarDuration($0) }
    }

    /// Writes a string.
    public func write(to writer: inout JSONWriter) {
        writer.write(string: description)
    }
}
