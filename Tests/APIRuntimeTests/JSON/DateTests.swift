@_spi(Generated) import APIRuntime
import Foundation
import SeededTesting
import Testing

@Suite("Dates in JSON")
struct DateTests {

    @Test(
        "every timestamp format is parsed",
        arguments: [
            ("1970-01-01T00:00:00Z", 0.0), ("1970-01-01T00:00:00.5Z", 0.5), ("1970-01-01t00:00:01z", 1),
            ("1970-01-01 00:00:01Z", 1), ("1970-01-01T01:00:00+01:00", 0), ("1969-12-31T18:30:00-05:30", 0),
            ("1970-01-01T00:00:00.000000001Z", 1e-9), ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("2024-02-29T12:00:00.123456Z", 1_709_208_000.123456), ("1970-01-01T00:00:00+0000", 0),
            ("1970-01-01T00:01Z", 60), ("0000-01-01T00:00:00Z", -62_167_219_200),
            ("9999-12-31T23:59:59Z", 253_402_300_799), ("1970-01-01T00:00:00,25Z", 0.25),
            ("1970-01-01T00:00:00.1234567890123456789Z", 0.123456789012345678), ("1970-01-01T00:00:00-00:00", 0),
        ]
    )
    func spellings(_ text: String, _ seconds: Double) throws {
        let date = try read("\"\(text)\"", as: Date.self)
        #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
    }

    @Test(
        "an invalid timestamp is refused",
        arguments: [
            "", "2024", "2024-05-06", "2024-05-06T07:08:09", "2024-13-01T00:00:00Z", "2023-02-29T00:00:00Z",
            "2024-05-06T24:00:00Z", "2024-05-06T07:60:00Z", "2024-05-06T07:08:61Z", "2024-05-06T07:08:09.Z",
            "2024-05-06T07:08:09Zx", "2024-05-06T07:08:09+1", "2024-05-06T07:08:09+24:00", "2024/05/06T07:08:09Z",
            " 2024-05-06T07:08:09Z", "2024-05-06T07:08:09 Z", "24-05-06T07:08:09Z", "2024-05-00T07:08:09Z",
        ]
    )
    func refused(_ text: String) {
        #expect(reason("\"\(text)\"", as: Date.self) == .mismatch)
    }

    @Test("any time in milliseconds is the same after encoding and decoding")
    func roundTrip() throws {
        var random = SeededRandom(seed: 4)
        for _ in 0..<20_000 {
            let seconds = Double.random(in: -6.3e10...2.5e11, using: &random)
            let near = Double.random(in: 7e8...8e8, using: &random)
            for interval in [seconds.rounded(), (seconds * 1000).rounded() / 1000, (near * 1000).rounded() / 1000] {
                let date = Date(timeIntervalSinceReferenceDate: interval)
                #expect(try read(text(date), as: Date.self) == date)
            }
        }
        #expect(text(Date(timeIntervalSince1970: 1.5)) == "\"1970-01-01T00:00:01.500Z\"")
        #expect(text(Date(timeIntervalSince1970: -1)) == "\"1969-12-31T23:59:59Z\"")
        #expect(text(Date.distantFuture) == "\"4001-01-01T00:00:00Z\"")
    }

    @Test("every date is written in milliseconds, to the nearest, as RFC 3339 spells it")
    func milliseconds() throws {
        var random = SeededRandom(seed: 5)
        let spelling = #/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z"/#
        for _ in 0..<5000 {
            let date = Date(timeIntervalSinceReferenceDate: Double.random(in: -6.3e10...2.5e11, using: &random))
            let json = text(date)
            #expect(json.wholeMatch(of: spelling) != nil, "\(json)")
            #expect(abs(try read(json, as: Date.self).timeIntervalSince(date)) < 0.000_6)
        }
        #expect(text(Date(timeIntervalSince1970: 0.171_999_931)) == "\"1970-01-01T00:00:00.172Z\"")
        #expect(text(Date(timeIntervalSince1970: 59.999_9)) == "\"1970-01-01T00:01:00Z\"")
        #expect(text(Date(timeIntervalSince1970: -0.000_1)) == "\"1970-01-01T00:00:00Z\"")
        let late = Date(timeIntervalSinceReferenceDate: 252_423_993_599.999_9)
        #expect(text(late) == "\"9999-12-31T23:59:59Z\"")
    }

    @Test(
        "a time is written with as many digits as asked for, in groups of three",
        arguments: [
            (0, "01"), (1, "01.1"), (2, "01.13"), (3, "01.125"), (4, "01.125"), (6, "01.125"), (7, "01.125"),
        ]
    )
    func digits(_ most: Int, _ seconds: String) {
        let date = Date(timeIntervalSince1970: 1.125)
        #expect(date.timestamp(fractionDigits: most) == "1970-01-01T00:00:\(seconds)Z")
        let micros = Date(timeIntervalSince1970: 1_000_000_000.123_456)
        #expect(micros.timestamp(fractionDigits: 6) == "2001-09-09T01:46:40.123456Z")
        #expect(micros.timestamp(fractionDigits: 3) == "2001-09-09T01:46:40.123Z")
    }

    @Test("the digits of one property do not change those of the next")
    func scope() {
        struct Row: JSONModel {
            var first: Date?
            var second: Date?
            var unknownProperties = UnknownProperties()
            static let keys: ObjectKeys = ["first", "second"]

            init(_ date: Date) {
                first = date
                second = date
            }

            init(from object: inout ObjectReader) throws(DecodingFailure) {
                first = try object.optional(0)
                second = try object.optional(1)
            }

            func write(to object: inout ObjectWriter) {
                object.put(0, first, fractionDigits: 6)
                object.put(1, second)
            }
        }
        let json = #"{"first":"1970-01-01T00:00:01.123456Z","second":"1970-01-01T00:00:01.123Z"}"#
        #expect(text(Row(Date(timeIntervalSince1970: 1.123_456))) == json)
        let exact = JSONWritingOptions(fractionDigits: 6)
        let bytes = JSONCoding.encode([Date(timeIntervalSince1970: 1.123_456)], options: exact)
        #expect(String(decoding: bytes, as: UTF8.self) == #"["1970-01-01T00:00:01.123456Z"]"#)
    }

    @Test("every day of the calendar is parsed, one after another")
    func everyDay() throws {
        var last: CalendarDate?
        var count = 0
        for year in stride(from: 0, through: 9999, by: 1) where year % 100 < 5 || year > 1890 && year < 2110 {
            for month in 1...12 {
                for day in 1...31 {
                    guard let date = CalendarDate(year: year, month: month, day: day) else { continue }
                    #expect(last.map { $0 < date } ?? true)
                    last = date
                    count += 1
                    guard day == 1 || day > 27 else { continue }
                    let stamp = "\"\(date)T00:00:00Z\""
                    #expect(text(try read(stamp, as: Date.self)) == stamp)
                }
            }
        }
        #expect(count > 200_000)
        #expect(CalendarDate("2024-02-29")?.day == 29)
        #expect(CalendarDate("2023-02-29") == nil && CalendarDate("2024-2-29") == nil && CalendarDate("") == nil)
        #expect(reason("\"2023-02-29\"", as: CalendarDate.self) == .mismatch)
    }

    @Test("a moment is a day in a time zone, and one outside of the calendar the first or last day")
    func dayOfMoment() throws {
        let moment = Date(timeIntervalSince1970: 1_709_247_600)  // 2024-02-29T23:00:00Z
        let hours = { (hours: Int) in try #require(TimeZone(secondsFromGMT: hours * 3600)) }
        #expect(try CalendarDate(moment, in: hours(0)) == CalendarDate(2024, 2, 29))
        #expect(try CalendarDate(moment, in: hours(1)) == CalendarDate(2024, 3, 1))
        #expect(try CalendarDate(moment, in: hours(-12)) == CalendarDate(2024, 2, 29))
        #expect(try CalendarDate(Date(timeIntervalSince1970: -1), in: hours(0)) == CalendarDate(1969, 12, 31))
        for seconds in [Double.infinity, 1e300] {
            #expect(try CalendarDate(Date(timeIntervalSince1970: seconds), in: hours(0)) == CalendarDate(9999, 12, 31))
            #expect(try CalendarDate(Date(timeIntervalSince1970: -seconds), in: hours(0)) == CalendarDate(0, 1, 1))
        }
    }

    @Test("a moment is a day in the time zone of the system")
    func dayOfSystem() {
        for seconds in stride(from: -1e11, through: 1e11, by: 1_234_567_890) {
            let moment = Date(timeIntervalSince1970: seconds)
            #expect(CalendarDate(moment) == CalendarDate(moment, in: .current), "\(seconds)")
        }
        #expect(CalendarDate(Date(timeIntervalSince1970: .infinity)) == CalendarDate(9999, 12, 31))
        #expect(CalendarDate(Date(timeIntervalSince1970: -1e300)) == CalendarDate(0, 1, 1))
        #if canImport(Glibc)
        // With rules that the name contains, so that the system needs no database of time zones.
        let former = ProcessInfo.processInfo.environment["TZ"]
        defer { setZone(former) }
        for (zone, day) in [("AAA-9", CalendarDate(2024, 3, 1)), ("BBB+9", CalendarDate(2024, 2, 29))] {
            setZone(zone)
            #expect(CalendarDate(Date(timeIntervalSince1970: 1_709_226_000)) == day, "\(zone)")
        }
        #endif
    }

    #if canImport(Glibc)
    private func setZone(_ name: String?) {
        if let name { setenv("TZ", name, 1) } else { unsetenv("TZ") }
        tzset()
    }
    #endif

    @Test("identifiers, URLs and bytes are decoded and encoded")
    func foundationTypes() throws {
        let uuid = "\"5f0c7a1e-3b2d-4c8e-9a6f-00000000002a\""
        #expect(text(try read(uuid, as: UUID.self)) == uuid)
        #expect(try read(uuid.uppercased(), as: UUID.self) == read(uuid, as: UUID.self))
        for broken in ["5f0c7a1e3b2d4c8e9a6f00000000002a", "5f0c7a1e-3b2d-4c8e-9a6f-00000000002g", "", "{5f0c7a1e}"] {
            #expect(reason("\"\(broken)\"", as: UUID.self) == .mismatch)
        }
        #expect(text(try read("\"https://example.org/a?b=c\"", as: URL.self)) == "\"https://example.org/a?b=c\"")
        #expect(try read("\"aGk=\"", as: Data.self) == Data("hi".utf8))
        #expect(reason("\"aG k=\"", as: Data.self) == .mismatch)
    }
}
