@_spi(Generated) import APIRuntime
import Testing

/// Tests of valid and invalid JSON, decoded as a value, skipped as an unknown property, and skipped as raw bytes.
@Suite("JSON syntax")
struct SyntaxTests {
    static let accepted = [
        "null", "true", "false", " \t\r\n1 \n", "0", "-0", "0.0", "-1.5e+10", "1E-2", "1e0001", "123456789012345678901",
        "\"\"", "\"a\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0041\"", "\"\\u00e9\"", "\"\\uD83D\\uDE00\"",
        "\"\\ud83d\\ude00\"", "\"é😀\"", "\"\u{80}\u{9F}\u{7F}\"", "\"\\u0000\"", "[]", "{}", "[ ]", "{ }",
        "[1]", "[1,2]", "[[],{}]", "{\"a\":1}", "{\"a\":{\"b\":[1,{\"c\":null}]}}", "{\"\":0}", "[\n1 ,\t2\r]",
        "{ \"a\" : 1 , \"b\" : [ ] }", "\"12345678901234567890\"", "\"1234567\\n\"", "[-0.0,1e5]",
        "{\"a\":\"\\u2028\"}",
    ]

    static let refused = [
        "", " ", "nul", "nulll", "True", "tru", "+1", "01", "-01", "00", "1.", ".5", "-", "-.5", "1e", "1e+", "1.e1",
        "0x10", "1_000", "NaN", "Infinity", "-Infinity", "1 2", "[1 2]", "[1,]", "[,1]", "[,]", "[", "]", "[1", "[1,",
        "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\" 1}", "{a:1}", "{1:1}",
        "{\"a\":1 \"b\":2}", "{\"a\"::1}", "[1}", "{\"a\":1]", "\"", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"",
        "\"\\u12G4\"", "\"\\U0041\"", "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"1234567\u{1F}\"", "'a'", "/* */ 1",
        "1 // one",
        "\u{FEFF}1", "\u{A0}1", "\u{0B}1", "\u{0C}1", "[1],", "{} {}", "\"\\uD800\"", "\"\\uDC00\"",
        "\"\\uD800\\u0041\"", "\"\\uD800x\"", "\"\\uD83D\\uD83D\"", "[\"a\":1]", "{\"a\",1}", "[[[]]", "{\"a\":tru}",
    ]

    @Test("a JSON document is parsed", arguments: accepted)
    func accepts(_ text: String) {
        #expect(failure(text, as: JSONValue.self) == nil)
        #expect(failure(text, as: Raw.self) == nil)
        #expect(failure("{\"x\":\(text),\"name\":\"n\"}", as: Sample.self) == nil)
        #expect(failure("{\"x\":[\(text),\(text)],\"name\":\"n\"}", as: Sample.self) == nil)
    }

    @Test("invalid JSON is refused, whether it is decoded or skipped", arguments: refused)
    func refuses(_ text: String) {
        #expect(failure(text, as: JSONValue.self) != nil)
        #expect(failure(text, as: Raw.self) != nil)
        guard text != "1 // one" else { return }
        #expect(failure("{\"name\":\"n\",\"x\":\(text)}", as: Sample.self) != nil)
    }

    @Test("a document truncated at any byte is refused")
    func cut() {
        let whole =
            "{\"name\":\"n\\u00e9é\",\"count\":-12,\"child\":[{\"name\":\"a\"}],\"x\":[true,1.5e3,{\"y\":null}]}"
        let bytes = Array(whole.utf8)
        #expect(failure(whole, as: Sample.self) == nil)
        for length in 0..<bytes.count {
            #expect(throws: DecodingFailure.self) { try JSONCoding.decode(Sample.self, from: Array(bytes[..<length])) }
            #expect(throws: DecodingFailure.self) {
                try JSONCoding.decode(JSONValue.self, from: Array(bytes[..<length]))
            }
        }
    }

    static let brokenUTF8: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
        [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
        [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
        [0xFE], [0xC3, 0xA9, 0xA9],
    ]

    @Test("bytes that are not UTF-8 are refused, in values, names and skipped strings", arguments: brokenUTF8)
    func encoding(_ bytes: [UInt8]) {
        for padding in ["", "1234567", "12345678"] {
            let string = [0x22] + Array(padding.utf8) + bytes + [0x22]
            for document in [string, Array("{".utf8) + string + Array(":1}".utf8)] {
                #expect(throws: DecodingFailure.self) { try JSONCoding.decode(JSONValue.self, from: document) }
                let member = Array("{\"name\":\"n\",\"x\":".utf8) + document + [0x7D]
                #expect(throws: DecodingFailure.self) { try JSONCoding.decode(Sample.self, from: member) }
            }
        }
    }

    @Test("escapes and surrogates decode to their characters")
    func escapes() throws {
        #expect(try read("\"\\u00e9\\n\\/\\\"\\\\\"", as: String.self) == "é\n/\"\\")
        #expect(try read("\"a\\uD83D\\uDE00b\"", as: String.self) == "a😀b")
        #expect(try read("\"\\u0000\"", as: String.self) == "\0")
        let all = String(String.UnicodeScalarView((0..<0x3000).compactMap(Unicode.Scalar.init(_:)))) + "😀"
        #expect(try read(text(all), as: String.self) == all)
    }

    @Test("nesting is allowed up to the limit")
    func depth() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        let options = JSONReadingOptions(maximumDepth: 20)
        #expect(reason(nested(20), as: JSONValue.self, options) == nil)
        #expect(reason(nested(21), as: JSONValue.self, options) == .depth)
        #expect(reason(nested(20), as: Raw.self, options) == nil)
        #expect(reason(nested(21), as: Raw.self, options) == .depth)
        #expect(reason(nested(512), as: JSONValue.self) == nil)
        #expect(reason(nested(100_000), as: JSONValue.self) == .depth)
        #expect(reason(String(repeating: "{\"a\":", count: 100_000), as: Sample.self) == .depth)
    }

    @Test("repeated property names are refused or the last one is used")
    func duplicates() throws {
        let lastWins = JSONReadingOptions(duplicateKeys: .lastWins)
        for twice in [
            "{\"name\":\"a\",\"name\":\"b\"}", "{\"name\":\"a\",\"count\":1,\"name\":\"b\"}",
            "{\"name\":\"a\",\"n\\u0061me\":\"b\"}", "{\"x\":1,\"name\":\"a\",\"name\":\"b\"}",
        ] {
            #expect(reason(twice, as: Sample.self) == .duplicateKey)
            #expect(try read(twice, as: Sample.self, lastWins).name == "b")
            #expect(reason(twice, as: JSONValue.self) == .duplicateKey)
            #expect(reason(twice.replacing("\"a\"", with: "1"), as: [String: JSONValue].self) == .duplicateKey)
        }
        let unknown = "{\"name\":\"a\",\"x\":1,\"\\u0078\":2}"
        #expect(reason(unknown, as: Sample.self) == .duplicateKey)
        #expect(try read(unknown, as: Sample.self, lastWins).unknown.members == ["x": 2])
        #expect(reason("{\"é\":1,\"e\u{301}\":2}", as: JSONValue.self) == nil)
    }

    @Test("size limits and trailing characters have separate error reasons")
    func limits() {
        #expect(reason("[1,2,3]", as: JSONValue.self, JSONReadingOptions(maximumBytes: 6)) == .tooLarge)
        #expect(reason("[1,2,3]", as: JSONValue.self, JSONReadingOptions(maximumBytes: 7)) == nil)
        #expect(reason("1 x", as: Int.self) == .trailing)
    }
}

/// A value that keeps its JSON bytes.
struct Raw: JSONCodable, Hashable {
    var bytes: [UInt8]

    init(json reader: inout JSONReader) throws(DecodingFailure) {
        bytes = try reader.readRaw()
    }

    func write(to writer: inout JSONWriter) {
        writer.write(raw: bytes)
    }
}
