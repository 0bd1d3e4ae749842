import Testing
import YAMLReader

@Suite("JSONCoding")
struct JSONSyntaxTests {

    private func json(_ text: String) -> [String] {
        problems(text, path: "api.json")
    }

    @Test("values of all types are parsed")
    func values() {
        #expect(
            value(
                #" {"a": [1, -2, 0, 1.0, -1e3, 1E+2], "b": {"c": true, "d": false, "e": null}, "f": "", "": []} "#,
                path: "a.json"
            )
                == #"{a: [1, -2, 0, n1.0, n-1e3, n1E+2], b: {c: true, d: false, e: null}, f: "", : []}"#
        )
        #expect(value("\"x\"", path: "a.json") == "\"x\"")
    }

    @Test("numbers keep all digits")
    func numbers() {
        #expect(
            value(
                "[9223372036854775807, 9223372036854775808, -9223372036854775808, -9223372036854775809, 0.10]",
                path: "a.json"
            )
                == "[9223372036854775807, n9223372036854775808, -9223372036854775808, n-9223372036854775809, n0.10]"
        )
    }

    @Test("escapes decode to their characters")
    func escapes() {
        #expect(
            read(#"["\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\uDE00é\u0000"]"#, path: "a.json").root?.sequence?[0].string
                == "\"\\/\u{8}\u{C}\n\r\tA\u{E9}😀é\0"
        )
    }

    @Test("repeated keys are reported with both positions, and the first value is used")
    func repeatedKeys() {
        let result = read(#"{"a":1,"b":{"c":1,"\u0063":2},"a":3}"#, path: "a.json")
        #expect(shown(result.root) == "{a: 1, b: {c: 1}}")
        #expect(
            problems(result) == [
                "1:19-1:27: The key \"c\" appears twice in the same mapping (Rename or remove one of the two)",
                "  1:13-1:16: The key is first used here",
                "1:31-1:34: The key \"a\" appears twice in the same mapping (Rename or remove one of the two)",
                "  1:2-1:5: The key is first used here",
            ]
        )
    }

    @Test("a trailing comma is an error")
    func trailingComma() {
        #expect(json("{\"a\": 1,\n}") == ["1:8-1:9: Found a comma before the closing } (Remove the comma)"])
        #expect(json("[1, ]") == ["1:3-1:4: Found a comma before the closing ] (Remove the comma)"])
    }

    @Test("comments are an error at any position")
    func comments() {
        let problem = "JSON has no comments (Remove the comment, or use YAML)"
        #expect(json("// c\n{}") == ["1:1-1:2: \(problem)"])
        #expect(json("{\"a\": 1 /* c */}") == ["1:9-1:10: \(problem)"])
        #expect(json("{ # c\n}") == ["1:3-1:4: \(problem)"])
        #expect(json("{\"a\" # c\n: 1}") == ["1:6-1:7: \(problem)"])
        #expect(json("[1, // c\n2]") == ["1:5-1:6: \(problem)"])
        #expect(json("{}\n# c") == ["2:1-2:2: \(problem)"])
    }

    @Test("missing separators and brackets are errors")
    func separators() {
        let list = "A comma or ] is missing here (Close the list or separate its items)"
        let mapping = "A comma or } is missing here (Close the mapping or separate its entries)"
        #expect(json("[1 2]") == ["1:4-1:5: \(list)", "  1:1-1:2: The list starts here"])
        #expect(json("[1") == ["1:3-1:3: \(list)", "  1:1-1:2: The list starts here"])
        #expect(json("{\"a\": 1\n\"b\": 2}") == ["2:1-2:2: \(mapping)", "  1:1-1:2: The mapping starts here"])
        #expect(json("{\"a\" 1}") == ["1:6-1:7: A colon is missing after this key (Write \"key\": value)"])
        #expect(
            json("{\"a\":") == [
                "1:6-1:6: The file ends where a value should start (Add the value and the closing brackets)"
            ]
        )
        #expect(json("{") == ["1:2-1:2: The file ends before its last mapping does (Close it with })"])
        #expect(json("[1,,2]") == ["1:4-1:5: A value is missing here (Write a value, or remove what asks for one)"])
        #expect(json("{,}") == ["1:2-1:3: A key is missing before this comma (Remove the comma)"])
        #expect(
            json("{\"a\": 1} x") == [
                "1:10-1:11: Text follows the end of the document (Remove everything after the last bracket)"
            ]
        )
    }

    @Test("a string without double quotes is an error")
    func quotes() {
        #expect(json("{a: 1}") == ["1:2-1:3: A key must be in double quotes (Write \"key\": value)"])
        #expect(json("{'a': 1}") == ["1:2-1:3: JSON takes no single quotes (Use double quotes)"])
        #expect(json("['é']") == ["1:2-1:3: JSON takes no single quotes (Use double quotes)"])
        #expect(json("[\"é\", ab]") == ["1:7-1:9: \"ab\" is not a JSON value (Put text in double quotes)"])
        #expect(json("[é]") == ["1:2-1:3: A value cannot start with this character (Put text in double quotes)"])
        #expect(json("[\"ab") == ["1:2-1:5: The closing quote is missing (Close the text that starts here)"])
    }

    @Test("literals of other languages are an error")
    func literals() {
        #expect(json("[True]") == ["1:2-1:6: JSON spells this value true (Write it in lower case)"])
        #expect(json("[NaN]") == ["1:2-1:5: JSON has no NaN (Use null or a string)"])
        #expect(json("[truex]") == ["1:2-1:7: \"truex\" is not a JSON value (Put text in double quotes)"])
    }

    @Test(
        "number formats of other languages are an error",
        arguments: ["-", "+1", ".5", "1x", "-x", "0x1F", "1.5.2", "--1", "-Infinity"]
    )
    func badNumbers(text: String) {
        let messages = read("[\(text)]", path: "a.json").problems.map(\.message)
        #expect(messages == ["This is not a JSON number"])
    }

    @Test("leading zeros and missing digits are errors")
    func digits() {
        #expect(
            json("[-01]") == ["1:2-1:5: A JSON number cannot start with 0 (Remove the 0, or put the text in quotes)"]
        )
        for text in ["1.", "1e+", "1e", "1.e5"] {
            #expect(read("[\(text)]", path: "a.json").problems.map(\.message) == ["Digits are missing in this number"])
        }
    }

    @Test("control characters in strings are an error")
    func controls() {
        #expect(
            json("[\"a\nb\"]") == [
                "1:4-1:4: A line ends inside a string (Close the string, or write \\n for a line break)"
            ]
        )
        #expect(json("[\"a\tb\"]") == ["1:4-1:5: The character U+0009 must be escaped in a string (Write \\t)"])
        #expect(json("[\"é\u{1B}\"]") == ["1:4-1:5: The character U+001B must be escaped in a string (Write \\u001B)"])
    }

    @Test("invalid escapes are errors")
    func badEscapes() {
        let half = "is half a character (Write both halves of the surrogate pair, or the character itself)"
        #expect(json(#"["\q"]"#) == ["1:3-1:5: This escape does not exist in JSON (Write \\\\ for a backslash)"])
        #expect(json(#"["\u12"]"#) == ["1:3-1:7: \\u takes four hexadecimal digits (Write \\u00E9 for U+00E9)"])
        #expect(json(#"["\ud800"]"#) == ["1:3-1:9: \\uD800 \(half)"])
        #expect(json(#"["\uD83Dx"]"#) == ["1:3-1:9: \\uD83D \(half)"])
        #expect(json(#"["\udc00"]"#) == ["1:3-1:9: \\uDC00 \(half)"])
        #expect(json(#"["\uD83D\u0041"]"#) == ["1:3-1:15: \\uD83D \(half)"])
    }
}
