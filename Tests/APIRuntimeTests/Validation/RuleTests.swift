import Testing

@_spi(Generated) @testable import APIRuntime

/// Tests of the limits of single values.
@Suite("Rules")
struct RuleTests {

    @Test(
        "numbers are compared by all of their digits",
        arguments: [
            ("1", "0", true), ("0", "1", false), ("-1", "0", false), ("0", "-1", true), ("1", "1.0", false),
            ("1.000000000000000000000001", "1", true), ("99999999999999999999", "99999999999999999998", true),
            ("1e400", "1e399", true), ("-1e400", "-1e399", false), ("0.1", "0.09", true), ("-0.1", "-0.09", false),
            ("10", "9", true), ("-10", "-9", false), ("0", "-0", false), ("2.5", "2.49", true),
        ]
    )
    func comparison(_ number: String, _ other: String, _ isMore: Bool) throws {
        #expect(try #require(JSONNumber(number)).isMore(than: other) == isMore)
    }

    @Test(
        "multiples are computed exactly",
        arguments: [
            ("0.3", "0.1", true), ("0.35", "0.1", false), ("1e30", "7", false), ("7e30", "7", true),
            ("10", "2.5", true),
            ("11", "2.5", false), ("-9", "3", true), ("0", "3", true), ("4", "0.01", true), ("19.99", "0.01", true),
            ("19.999", "0.01", false), ("123456789012345678901234567890", "10", true),
            ("123456789012345678901234567891", "10", false), ("5", "100", false), ("300", "100", true),
        ]
    )
    func multiples(_ number: String, _ divisor: String, _ isMultiple: Bool) throws {
        #expect(SchemaRule.multiple(of: divisor).allows(.number(try #require(JSONNumber(number)))) == isMultiple)
    }

    @Test("lengths count Unicode scalars, and rules do not apply to values of other types")
    func lengths() {
        #expect(SchemaRule.length(min: 2, max: 2).allows("e\u{301}"))
        #expect(!SchemaRule.length(max: 1).allows("🇩🇪"))
        #expect(SchemaRule.length(max: 1).allows(100))
        #expect(SchemaRule.min("5").allows("1"))
        #expect(!SchemaRule.above("5").allows(5))
        #expect(SchemaRule.below("5").allows(4.9))
        #expect(!SchemaRule.unique.allows([1, 1.0]))
        #expect(SchemaRule.unique.allows(["\u{E9}", "e\u{301}"]) && !SchemaRule.unique.allows(["\u{E9}", "\u{E9}"]))
        #expect(!SchemaRule.oneOf("\"\u{E9}\"").allows("e\u{301}"))
        #expect(SchemaRule.unique.allows([["a": 1], ["a": 2]]))
        #expect(!SchemaRule.members(min: 1).allows([:]))
        #expect(!SchemaRule.items(max: 1).allows([1, 2]))
    }

    @Test("a string of another length is not matched with a pattern, whatever the order of the rules")
    func longStrings() {
        let rules: [SchemaRule] = [.pattern("^[0-9a-f]{64}"), .length(min: 64, max: 64), .oneOf("\"a\"")]
        for text in [String(repeating: "x", count: 1_000_000), "x", ""] {
            #expect(SchemaValidation.problems(of: text, rules).map(\.rule) == ["64 characters", "one of \"a\""])
        }
        let right = SchemaValidation.problems(of: String(repeating: "x", count: 64), rules).map(\.rule)
        #expect(right == ["a match of ^[0-9a-f]{64}", "one of \"a\""])
        // An element of a list is as long as the client wants, too.
        let list = SchemaValidation.problems(of: ["xx"], [.each(.pattern("^a"), .length(max: 1))])
        #expect(list.map(\.path) == ["[0]"])
    }

    @Test("rules describe the required values")
    func descriptions() {
        #expect(SchemaRule.length(min: 1).description == "at least 1 character")
        #expect(SchemaRule.length(min: 2, max: 4).description == "2 to 4 characters")
        #expect(SchemaRule.items(min: 3, max: 3).description == "3 elements")
        #expect(SchemaRule.max("1.5").description == "at most 1.5")
        #expect(SchemaRule.multiple(of: "0.01").description == "a multiple of 0.01")
    }
}
