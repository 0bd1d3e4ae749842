/// A time of day without a date: JSON Schema's format `time`.
///
/// ```swift
/// let opening = TimeOfDay("09:30:00+01:00")
/// ```
public struct TimeOfDay: Sendable, Hashable, CustomStringConvertible {

    /// The hour, from 0 to 23.
    public let hour: Int

    /// The minute, from 0 to 59.
    public let minute: Int

    /// The second, from 0 to 60 for a leap second.
    public let second: Int

    /// The billionths of a second, from 0 to 999,999,999.
    public let nanosecond: Int

    /// The minutes east of UTC; `nil` for a time without a time zone.
    public let offset: Int?

    /// Creates a time; `nil` when a part is out of range, or the offset is a day or more.
    public init?(hour: Int, minute: Int, second: Int = 0, nanosecond: Int = 0, offset: Int? = nil) {
        guard 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second, 0...999_999_999 ~= nanosecond,
            -1439...1439 ~= offset ?? 0
        else { return nil }
        self.hour = hour
        self.minute = minute
        self.second = second
        self.nanosecond = nanosecond
        self.offset = offset
    }

    /// Creates a time from known values; an invalid part becomes the nearest valid one.
    public init(_ hour: Int, _ minute: Int, _ second: Int, nanosecond: Int = 0, offset: Int? = nil) {
        self.hour = min(max(hour, 0), 23)
        self.minute = min(max(minute, 0), 59)
        self.second = min(max(second, 0), 60)
        self.nanosecond = min(max(nanosecond, 0), 999_999_999)
        self.offset = offset.map { min(max($0, -1439), 1439) }
    }

    /// Creates a time from `09:30:00`, `09:30`, `09:30:00.5Z` or `09:30:00+01:00`; `nil` for any other format.
    public init?(_ text: String) {
        var scanner = TextScanner(text)
        guard let hour = scanner.number(digits: 2), scanner.skip(ASCII.colon), let minute = scanner.number(digits: 2)
        else { return nil }
        var second = 0
        var nanosecond = 0
        if scanner.skip(ASCII.colon) {
            guard let value = scanner.number(digits: 2) else { return nil }
            second = value
            if scanner.skip(ASCII.dot) {
                guard let value = scanner.fraction(digits: 9) else { return nil }
                nanosecond = value
            }
        }
        guard let offset = Self.offset(&scanner), scanner.isAtEnd else { return nil }
        self.init(hour: hour, minute: minute, second: second, nanosecond: nanosecond, offset: offset.minutes)
    }

    /// Parses the time zone at the end of a time; returns `nil` for an invalid one.
    private static func offset(_ scanner: inout TextScanner) -> (minutes: Int?, Void)? {
        if scanner.isAtEnd { return (nil, ()) }
        if scanner.skip(0x5A) || scanner.skip(0x7A) { return (0, ()) }
        let isWest = scanner.skip(ASCII.minus)
        guard isWest || scanner.skip(ASCII.plus), let hours = scanner.number(digits: 2), scanner.skip(ASCII.colon),
            let minutes = scanner.number(digits: 2)
        else { return nil }
        return ((hours * 60 + minutes) * (isWest ? -1 : 1), ())
    }

    /// The time in the format `09:30:00+01:00`, with `Z` for UTC and a fraction if it is not zero.
    public var description: String {
        var text = "\(padded(hour)):\(padded(minute)):\(padded(second))"
        if nanosecond > 0 {
            text += "." + fractionText(nanosecond, digits: 9)
        }
        guard let offset else { return text }
        guard offset != 0 else { return text + "Z" }
        return text + (offset < 0 ? "-" : "+") + "\(padded(abs(offset) / 60)):\(padded(abs(offset) % 60))"
    }
}

extension TimeOfDay: JSONCodable {

    /// Reads a string such as `"09:30:00Z"`.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a string in this format.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        self = try reader.readSpelled("a time such as 09:30:00Z") { TimeOfDay($0) }
    }

    /// Writes a string.
    public func write(to writer: inout JSONWriter) {
        writer.write(string: description)
    }
}
