import Testing
import YAMLReader

@Suite("Values of plain scalars")
struct CoreSchemaTests {

    @Test("null has five spellings in YAML", arguments: ["null", "Null", "NULL", "~", ""])
    func nulls(text: String) {
        #expect(value("a: \(text)\n") == "{a: null}")
    }

    @Test("a Boolean has three spellings for each value")
    func booleans() {
        #expect(value("[true, True, TRUE, false, False, FALSE]") == "[true, true, true, false, false, false]")
    }

    @Test(
        "YAML 1.1 Booleans and dates are strings",
        arguments: [
            "yes", "no", "on", "off", "Yes", "NO", "y", "n", "tRUE", "nULL", "2024-01-31", "2024-01-31T10:00:00Z",
        ]
    )
    func textOfYAML11(text: String) {
        #expect(value("a: \(text)\n") == "{a: \"\(text)\"}")
    }

    @Test("integers are decimal, octal or hexadecimal")
    func integers() {
        #expect(value("[0, -12, +7, 007, 0o17, 0x1F, -0]") == "[0, -12, 7, 7, 15, 31, 0]")
    }

    @Test("the largest and smallest integers fit, and the next ones keep their digits")
    func integerRange() {
        #expect(
            value("[9223372036854775807, 9223372036854775808, -9223372036854775808, -9223372036854775809]")
                == "[9223372036854775807, n9223372036854775808, -9223372036854775808, n-9223372036854775809]"
        )
        #expect(value("[0x7FFFFFFFFFFFFFFF, 0x8000000000000000]") == "[9223372036854775807, n0x8000000000000000]")
    }

    @Test("other numbers keep their source text")
    func floats() {
        let texts = [
            "3.1", "1.0", "-0.50", "+1e3", "1E-5", ".5", "5.", "12e03", ".inf", "-.Inf", "+.INF", ".nan", ".NaN",
        ]
        for text in texts {
            #expect(value("a: \(text)\n") == "{a: n\(text)}")
        }
    }

    @Test(
        "a value that only resembles a number is a string",
        arguments: [
            "1_000", "0b1", "0o8", "0xG", "0x", "-0x1", "1.2.3", "1e", "1e+", ".", "-.", "+.", "-.nan", ".infinity",
            "12a",
            "1:30", "--1", "e5", "0o",
        ]
    )
    func almostNumbers(text: String) {
        #expect(value("[\(text)]") == "[\"\(text)\"]")
    }

    @Test("quoted and block scalars are strings")
    func quotedText() {
        #expect(value("['1', \"true\", 'null', \"\"]") == #"["1", "true", "null", ""]"#)
        #expect(value("a: |\n  1\nb: >-\n  true\n") == #"{a: "1\n", b: "true"}"#)
    }

    @Test("core schema tags are applied")
    func coreTags() {
        #expect(
            value("[!!str 12, !!int '12', !!float 3, !!bool 'true', !!null '', ! 1]")
                == #"["12", 12, n3, true, null, "1"]"#
        )
        #expect(value("a: !!map {b: !!seq [1]}\n") == "{a: {b: [1]}}")
    }

    @Test("a tag that does not fit its value is an error, and parsing continues")
    func wrongTags() {
        let result = read("a: !!int x\nb: !!str [1]\nc: !!seq y\nd: !!int 1.5\n")
        #expect(shown(result.root) == #"{a: "x", b: [1], c: "y", d: n1.5}"#)
        #expect(
            problems(result) == [
                "1:4-1:11: The tag !!int does not fit \"x\" (Correct the value or remove the tag)",
                "2:4-2:11: The tag !!str does not fit a list (Correct the value or remove the tag)",
                "3:4-3:11: The tag !!seq does not fit \"y\" (Correct the value or remove the tag)",
                "4:4-4:13: The tag !!int does not fit \"1.5\" (Correct the value or remove the tag)",
            ]
        )
    }

    @Test("unknown tags are ignored with a warning")
    func unknownTags() throws {
        let hint = "(The value is read without it)"
        #expect(
            problems("a: !money 12\nb: !!binary aa\nc: !!set {d}\n") == [
                "1:4-1:13: The tag \"!money\" has no effect \(hint)",
                "2:4-2:15: The tag \"!!binary\" has no effect \(hint)",
                "3:4-3:11: The tag \"!!set\" has no effect \(hint)",
            ]
        )
        let result = readDocument(SourceFile(path: "t.yaml", bytes: Array("a: !money 12\nb: !!binary aa\n".utf8)))
        let root = try #require(result.root)
        #expect(root["a"]?.int == 12)
        #expect(root["b"]?.string == "aa")
        #expect(result.problems.map { $0.isRemark } == [true, true])
    }
}
