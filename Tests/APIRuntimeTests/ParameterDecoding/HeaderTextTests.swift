import Foundation
import Testing

@testable import APIRuntime

/// Tests of values that are read from strings, such as header fields, in which numbers are text too.
@Suite("Values in strings")
struct HeaderTextTests {
    private func read<T: JSONCodable>(
        _ raw: String,
        as type: T.Type = T.self,
        explode: Bool = false,
        separator: Character = ","
    ) throws(DecodingFailure) -> T {
        let tree = HeaderText(explode: explode, separator: separator).value(of: raw, TextKind(type))
        return try JSONCoding.decode(type, from: tree, options: JSONReadingOptions())
    }

    @Test("a scalar has the whole string, with separators and spaces")
    func scalars() throws {
        #expect(try read("12", as: Int.self) == 12)
        #expect(try read("12", as: String.self) == "12")
        #expect(try read("a, b", as: String.self) == "a, b")
        #expect(try read("true", as: Bool.self))
        #expect(try read("-1.50", as: Double.self) == -1.5)
        #expect(try read("", as: String.self) == "")
        #expect(try read("null", as: String?.self) == "null")
    }

    @Test("a list is split at its separator, without spaces around the elements and without empty elements")
    func lists() throws {
        #expect(try read("1, 2 ,3", as: [Int].self) == [1, 2, 3])
        #expect(try read("a,,b,", as: [String].self) == ["a", "b"])
        #expect(try read("a|b,c", as: [String].self, separator: "|") == ["a", "b,c"])
        #expect(try read("", as: [String].self) == [])
    }

    @Test(
        "a quoted string and a URI in angle brackets may contain separators, and a mark without an end has no meaning"
    )
    func quotedElements() throws {
        #expect(try read(#""a", "b,c",W/"d,e""#, as: [String].self) == [#""a""#, #""b,c""#, #"W/"d,e""#])
        #expect(try read(#""a\",b", c"#, as: [String].self) == [#""a\",b""#, "c"])
        let link = #"<https://a.example/?x=1,2>; rel="next, prev""#
        #expect(try read("\(link), <b>", as: [String].self) == [link, "<b>"])
        #expect(try read(#"3" pipe, 5" pipe, "6, <7"#, as: [String].self) == [#"3" pipe"#, #"5" pipe"#, #""6"#, "<7"])
    }

    @Test("an object has alternating names and values, or pairs if it is exploded")
    func objects() throws {
        #expect(try read("x,1,y,2", as: [String: Int].self) == ["x": 1, "y": 2])
        #expect(try read("x=1, y=2", as: [String: Int].self, explode: true) == ["x": 1, "y": 2])
        #expect(try read("x=a=b", as: [String: String].self, explode: true) == ["x": "a=b"])
    }

    @Test(
        "a string that is no value of the type is a failure that does not contain it",
        arguments: ["secret", "1.5", "1e400", "", "1 2", "\u{661}"]
    )
    func failures(_ raw: String) throws {
        let failure = #expect(throws: DecodingFailure.self) { try read(raw, as: Int.self) }
        #expect(failure?.description.contains("secret") == false)
        let second = #expect(throws: DecodingFailure.self) {
            try JSONCoding.decode([Int].self, from: .list([.text("1"), .text(raw)]), options: JSONReadingOptions())
        }
        #expect(second?.path.contains("1") == true)
    }

    @Test("a value in JSON next to strings keeps its types")
    func json() throws {
        let tree = TextTree.object([("text", .text("1")), ("json", .json(Array(#"{"a":1}"#.utf8)))])
        let value = try JSONCoding.decode(JSONValue.self, from: tree, options: JSONReadingOptions())
        #expect(value["json"]?["a"]?.number == JSONNumber(1))
        #expect(value["text"]?.string == "1")
        #expect(throws: DecodingFailure.self) {
            try JSONCoding.decode(JSONValue.self, from: .json(Array("{".utf8)), options: JSONReadingOptions())
        }
    }
}
