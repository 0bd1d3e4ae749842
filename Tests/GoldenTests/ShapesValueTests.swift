import APIRuntime
import APITesting
import Foundation
import ShapesAPI
import ShapesSupport
import Testing

/// Tests of enums, formats and defaults.
@Suite("Shapes: values")
struct ShapesValueTests {

    @Test("enums of numbers keep their digits and unknown values")
    func numbers() throws {
        #expect(try decode("-3", as: Level.self) == .minus3)
        #expect(try decode("9", as: Level.self) == .unknown(9))
        let json = "[0.5,1,2.25,1e3,12345678901234567890,-0.5]"
        let ratios: [Ratio] = try decode(json)
        #expect(ratios == Ratio.knownValues)
        #expect(ratios == [._0_5, ._1, ._2_25, ._1e3, ._12345678901234567890, .minus0_5])
        #expect(text(of: ratios) == json)
        #expect(try decode("1000", as: Ratio.self) == ._1e3)
        #expect(try roundTrip("0.75", as: Ratio.self) == "0.75")
        #expect(throws: DecodingFailure.self) { try decode("0.75", strictly: true, as: Ratio.self) }
    }

    @Test("enums can have values of several types, null and the empty string")
    func mixed() throws {
        let json = #"[1,"one",true,null,0.01,"",false]"#
        let values: [Anything?] = try decode(json)
        #expect(values == [._1, .one, .true, nil, ._1_0e_2, .empty, .unknown(false)])
        #expect(text(of: values) == #"[1,"one",true,null,1.0e-2,"",false]"#)
        #expect(Anything.one.description == "one")
        #expect(try decode(#"["yes",null,"no"]"#, as: [Maybe?].self) == [.yes, nil, .no])
    }

    @Test("values with similar names are separate cases")
    func twins() throws {
        let json = #"["A-B","a_b","é","e\#u{301}","listing","unlisted","rawValue","description","1","-1"]"#
        let values: [Twins] = try decode(json)
        #expect(values == Twins.knownValues)
        #expect(Set(values).count == 10)
        #expect(values[0] == .aB)
        #expect(values[1] == .aB2)
        #expect(Array(text(of: values).utf8) == Array(json.utf8))
        #expect(Twins.listingValue.rawValue == "listing")
    }

    @Test("constants in oneOf are an enum with their titles as case names")
    func constants() throws {
        #expect(try decode(#"["s","m","l","x"]"#, as: [Kind].self) == [.small, .medium, .large, .unknown("x")])
        #expect(try decode(#"[1,2.5,"end"]"#, as: [Code].self) == [.first, .second, .end])
        #expect(text(of: [Code.first, .second, .end]) == #"[1,2.5,"end"]"#)
        #expect(try decode(#""b""#, as: Short.self) == .b)
    }

    @Test("formats have Swift types and are encoded unchanged")
    func formats() throws {
        let json = """
            {"at":"2024-02-29T12:00:00Z","bytes":"AQI=","cents":"12.05","clock":"9 o'clock","day":"2024-02-29",\
            "duration":"P1Y2M3DT4H5M6.5S","id":"4b3f0c61-1a2b-4c3d-8e9f-001122334455","int32":5,"link":"https://a.example/b",\
            "little":-7,"price":"10.50","time":"09:30:00.25+01:00","total":10.50,"uint32":4294967295,\
            "uint64":18446744073709551615,"unknown":"x"}
            """
        let value: Formats = try decode(json)
        #expect(value.price == "10.5")
        #expect(value.price?.value == Decimal(string: "10.5"))
        #expect(value.total == Decimal(string: "10.50"))
        #expect(value.cents == Cents(count: 1205))
        #expect(value.little == Int32(-7))
        #expect(value.uint64 == .max)
        #expect(value.time == TimeOfDay(hour: 9, minute: 30, nanosecond: 250_000_000, offset: 60))
        #expect(value.duration?.months == 2)
        #expect(value.clock == "9 o'clock")
        #expect(text(of: value) == json.replacingOccurrences(of: "10.50,\"uint32", with: "10.5,\"uint32"))
    }

    @Test("times and durations are parsed in all of their forms and no others")
    func times() {
        for text in ["09:30:00", "23:59:60Z", "09:30:00.123456789-11:30"] {
            #expect(TimeOfDay(text)?.description == text)
        }
        #expect(TimeOfDay("09:30")?.description == "09:30:00")
        for text in ["", "9:30", "24:00:00", "09:30:00 ", "09:30:00+1", "09:30:0", "09:30:00.", "x"] {
            #expect(TimeOfDay(text) == nil, "\(text)")
        }
        for text in ["P1Y", "P2W", "PT1M", "P1M", "-P1DT1S", "PT0.000000001S", "PT0S"] {
            #expect(CalendarDuration(text)?.description == text)
        }
        for text in ["", "P", "PT", "1D", "P1H", "PT1D", "P1.5D", "P1D2Y", "P1DT", "PT1S1S", "P1"] {
            #expect(CalendarDuration(text) == nil, "\(text)")
        }
    }

    @Test("defaults of all types apply to absent or null properties, and none is written")
    func defaults() throws {
        let value = Defaults(required: nil)
        #expect(value.textOrDefault == "a\nb")
        #expect(value.priceOrDefault == Decimal(string: "10.5"))
        #expect(value.costOrDefault.text == "1.20")
        #expect(value.kindsOrDefault == [.small, .large])
        #expect(value.levelOrDefault == .minus3)
        #expect(value.atOrDefault == Date(timeIntervalSince1970: 1_709_200_800.5))
        #expect(value.linkOrDefault == URL(string: "https://shapes.example"))
        #expect(value.dayOrDefault.description == "2024-02-29")
        #expect(value.idOrDefault.uuidString == "4B3F0C61-1A2B-4C3D-8E9F-001122334455")
        #expect(value.addressOrDefault == Address(city: "Bonn"))
        #expect(value.anyOrDefault["a"]?[4] == 0.5)
        #expect(value.hugeOrDefault == .max)
        #expect(value.opensOrDefault.description == "09:30:00.5+01:00")
        #expect(value.waitOrDefault.description == "-P1DT2H")
        #expect(value.sealOrDefault == Data([1, 2]))
        #expect(value.eitherOrDefault == .integer(5))
        #expect(value.spanOrDefault == Defaults.Span(from: 3, unit: "km"))
        #expect(text(of: value) == #"{"required":null}"#)
        let read: Defaults = try decode(#"{"text":null,"list":null,"kind":null,"at":null,"required":null}"#)
        #expect(read == value)
        #expect(read.kindOrDefault == .medium)
        var written = value
        written.at = value.atOrDefault
        written.flag = true
        #expect(text(of: written) == #"{"at":"2024-02-29T10:00:00.500Z","flag":true,"required":null}"#)
    }

    @Test("a nullable property with a default distinguishes an absent value from null")
    func nullableDefaults() throws {
        let value: Defaults = try decode(#"{"limit":null,"required":null}"#)
        #expect(value.limit == .null)
        #expect(value.limitOrDefault == nil)
        #expect(text(of: value) == #"{"limit":null,"required":null}"#)
        #expect(Defaults(required: 1).limitOrDefault == 10)
        #expect(Defaults(required: nil, limit: 3).limitOrDefault == 3)
    }
}
