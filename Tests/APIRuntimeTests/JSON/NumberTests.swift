import APIRuntime
import Foundation
import SeededTesting
import Testing

@Suite("JSON numbers")
struct NumberTests {

    @Test("integers are exact up to their limits, in any spelling")
    func integers() throws {
        #expect(try read("9223372036854775807", as: Int64.self) == .max)
        #expect(try read("-9223372036854775808", as: Int64.self) == .min)
        #expect(try read("18446744073709551615", as: UInt64.self) == .max)
        #expect(try read("1844674407370955161500e-2", as: UInt64.self) == .max)
        #expect(try read("9.223372036854775807e18", as: Int64.self) == .max)
        #expect(try read("12.000", as: Int.self) == 12)
        #expect(try read("1.2e1", as: Int.self) == 12)
        #expect(try read("-0", as: Int.self) == 0)
        #expect(try read("0e999999999999", as: Int.self) == 0)
        #expect(try read("100000000000000000000e-20", as: Int.self) == 1)
    }

    @Test(
        "numbers outside the range of an integer are refused",
        arguments: [
            "9223372036854775808", "-9223372036854775809", "1.5", "1e19", "1e-1", "1e999999999999", "1e-999999999",
        ]
    )
    func refused(_ text: String) {
        #expect(reason(text, as: Int64.self) == .range)
    }

    @Test("narrow integer types have their own range")
    func narrow() throws {
        #expect(try read("2147483647", as: Int32.self) == .max)
        #expect(reason("2147483648", as: Int32.self) == .range)
        #expect(reason("-1", as: UInt64.self) == .range)
        #expect(reason("18446744073709551616", as: UInt64.self) == .range)
        #expect(reason("4294967296", as: UInt32.self) == .range)
        #expect(reason("\"1\"", as: Int.self) == .mismatch)
        #expect(reason("1x", as: Int.self) == .trailing)
    }

    @Test("doubles are rounded as by the compiler")
    func doubles() throws {
        for text in [
            "0.1", "1e23", "9007199254740993", "123456789012345678", "1.7976931348623157e308", "5e-324", "2.5e-5",
            "0.30000000000000004", "123456789.123456789", "1e22", "1e-22", "8.988465674311579e307", "4.35",
            "3.141592653589793238462643383279", "17976931348623157000000000000000000000e271",
        ] {
            #expect(try read(text, as: Double.self) == Double(text))
            #expect(try read("-" + text, as: Double.self) == -(Double(text) ?? .nan))
        }
        #expect(try read("-0.0", as: Double.self).sign == .minus)
        #expect(reason("1e309", as: Double.self) == .range)
        #expect(try read("0.1", as: Float.self) == 0.1)
        #expect(reason("1e39", as: Float.self) == .range)
    }

    @Test("any Double and Float is the same after encoding and decoding")
    func roundTrip() throws {
        var random = SeededRandom(seed: 1)
        for _ in 0..<20_000 {
            let double = Double(bitPattern: random.next())
            if double.isFinite { #expect(try read(text(double), as: Double.self).bitPattern == double.bitPattern) }
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            if float.isFinite { #expect(try read(text(float), as: Float.self).bitPattern == float.bitPattern) }
            let integer = Int64(bitPattern: random.next()) >> Int64(random.next() % 64)
            #expect(try read(text(integer), as: Int64.self) == integer)
        }
        #expect(text(Double.nan) == "null")
        #expect(text(5.0) == "5")
    }

    @Test(
        "a Float keeps the digits that it was read from, in JSON and in parameters",
        arguments: ["0.1", "-0.1", "3.14", "16.7", "0.3", "1.1", "99.99", "12345.67", "0.0001", "1000001", "8388607.5"]
    )
    func floatDigits(_ digits: String) throws {
        let value = try read(digits, as: Float.self)
        #expect(JSONNumber(text(value)) == JSONNumber(digits))
        #expect(text(value).count <= digits.count + 2)
        guard case .primitive(digits) = value.parameterShape else {
            Issue.record("The parameter is \(value.parameterShape).")
            return
        }
    }

    @Test(
        "decimals keep all digits",
        arguments: [
            "0", "0.1", "19.99", "-12.50", "1e2", "123456789012345678901234567890.12345678",
            "99999999999999999999999999999999999999", "1e127", "1e-127", "0.00000000000000000001",
            "1234567890.123456789",
            "10000000000000000000000", "1.10", "-0.05", "100e125",
        ]
    )
    func decimals(_ spelling: String) throws {
        let expected = try #require(Decimal(string: spelling))
        let value = try read(spelling, as: Decimal.self)
        #expect(value == expected)
        #expect(value.description == expected.description)
        #expect(try read(text(expected), as: Decimal.self) == expected)
    }

    @Test("a computed decimal is the same after encoding and decoding")
    func computedDecimals() throws {
        var random = SeededRandom(seed: 2)
        for _ in 0..<2_000 {
            let value =
                Decimal(Int64(bitPattern: random.next()) >> 8) / Decimal(Int.random(in: 1...1000, using: &random))
            #expect(try read(text(value), as: Decimal.self) == value)
        }
        #expect(text(Decimal(string: "12.50") ?? 0) == "12.5")
        #expect(text(Decimal(string: "-0.05") ?? 0) == "-0.05")
    }

    @Test(
        "a decimal that would lose digits is refused",
        arguments: ["1e300", "1e-300", "1234567890123456789012345678901234567890.5", "1e166"]
    )
    func refusedDecimals(_ text: String) {
        #expect(reason(text, as: Decimal.self) == .range)
    }

    @Test("numbers without a schema keep their spelling and compare by value")
    func exactNumbers() throws {
        let value = try read("[1.0,1,10e-1,0.0,-0,1e400]", as: JSONValue.self)
        #expect(text(value) == "[1.0,1,10e-1,0.0,-0,1e400]")
        #expect(value[0] == value[1] && value[1] == value[2] && value[3] == value[4])
        #expect(Set([value[0], value[1], value[2]]).count == 1)
        #expect(value[5] != value[0])
        #expect(JSONNumber("01") == nil)
        #expect(JSONNumber("1e5")?.value(as: Int.self) == 100_000)
    }

    @Test("numbers that differ only in their sign have different hashes, except zeros")
    func signs() throws {
        func hash(_ text: String) throws -> Int { try #require(JSONNumber(text)).hashValue }
        #expect(try hash("1") != hash("-1"))
        #expect(try hash("0") == hash("-0.0"))
    }

    @Test(
        "numbers in strings are ordered by all of their digits",
        arguments: [
            ("1e400", "1e399", false), ("1e399", "1e400", true), ("12.5", "1e400", true), ("-1e400", "1", true),
            ("1.0", "1.00", false),
        ]
    )
    func decimalStringOrder(first: String, second: String, isLess: Bool) throws {
        let (first, second) = (try #require(DecimalString(first)), try #require(DecimalString(second)))
        #expect((first < second) == isLess)
    }

    @Test("the value of a number in a string is not a number if it is too large, and zero if it is too small")
    func decimalStringValues() throws {
        func value(_ text: String) throws -> Decimal { try #require(DecimalString(text)).value }
        #expect(try value("1e400").isNaN)
        #expect(try value("1e-400") == 0)
        #expect(try value("-0.10") == Decimal(string: "-0.1"))
    }
}
