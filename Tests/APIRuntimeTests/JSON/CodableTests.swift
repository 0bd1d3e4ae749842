import APIRuntime
import Foundation
import Testing

@Suite("Models with other coders")
struct CodableTests {
    static let document = """
        {"name":"a","count":3,"price_with_a_long_name":12345678901234567.25,"date":"2024-05-06T07:08:09.250Z",
        "nickname":null,"child":[{"name":"b","child":[]},{"name":"é","count":-1,"child":[],"color":"x","u":[true,{"v":0.1}]}],
        "color":"blue","big":18446744073709551615,"half":0.5}
        """

    @Test("JSONDecoder and JSONEncoder behave like the runtime")
    func foundationJSON() throws {
        let value = try read(Self.document, as: Sample.self)
        #expect(try JSONDecoder().decode(Sample.self, from: Data(Self.document.utf8)) == value)
        let encoded = try JSONEncoder().encode(value)
        #expect(try JSONCoding.decode(Sample.self, from: encoded) == value)
        #expect(try JSONCoding.decode(JSONValue.self, from: encoded) == JSONValue(value))
        #expect(try JSONDecoder().decode([Sample].self, from: JSONEncoder().encode([value, value])) == [value, value])
    }

    @Test("property lists encode models with nulls, large numbers and exact numbers")
    func propertyLists() throws {
        let value = try read(Self.document, as: Sample.self)
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            #expect(try PropertyListDecoder().decode(Sample.self, from: encoder.encode(value)) == value)
        }
    }

    @Test("single values work with other coders")
    func singleValues() throws {
        struct Holder: Codable, Equatable {
            var color: Color
            var nickname: Nullable<Int>
            var day: CalendarDate?
            var value: JSONValue
        }
        let holder = Holder(
            color: .red,
            nickname: .value(3),
            day: CalendarDate("2024-02-29"),
            value: [1, "a", nil, ["k": 1.5], true]
        )
        #expect(try JSONDecoder().decode(Holder.self, from: JSONEncoder().encode(holder)) == holder)
        #expect(try PropertyListDecoder().decode(Holder.self, from: PropertyListEncoder().encode(holder)) == holder)
    }

    @Test("a decoding error of another decoder has its path and cause")
    func failures() throws {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Sample].self, from: Data("[{\"name\":1}]".utf8))
        }
        do {
            _ = try JSONDecoder().decode([Sample].self, from: Data("[{\"name\":1}]".utf8))
        } catch DecodingError.dataCorrupted(let context) {
            #expect((context.underlyingError as? DecodingFailure)?.path == "name")
            #expect(context.codingPath.map(\.intValue) == [0])
        }
    }

    @Test("sorted and pretty-printed output is deterministic")
    func formatting() throws {
        let value: JSONValue = ["b": [1, [:], []], "a": ["d": nil, "c": "x"]]
        #expect(text(value, JSONWritingOptions(sortedKeys: true)) == "{\"a\":{\"c\":\"x\",\"d\":null},\"b\":[1,{},[]]}")
        let pretty =
            "{\n  \"b\": [\n    1,\n    {},\n    []\n  ],\n  \"a\": {\n    \"d\": null,\n    \"c\": \"x\"\n  }\n}"
        #expect(text(value, JSONWritingOptions(prettyPrinted: true)) == pretty)
        let map = Dictionary(uniqueKeysWithValues: (0..<100).map { ("k\($0)", $0) })
        let sorted = text(map, JSONWritingOptions(sortedKeys: true))
        #expect(try read(sorted, as: JSONValue.self).object?.members.map(\.name) == map.keys.sorted())
    }

    @Test("JSON values are built with literals and read with subscripts")
    func values() {
        var value: JSONValue = ["a": [1, 2.5, "x", true, nil]]
        #expect(value["a"]?[1]?.number?.value(as: Double.self) == 2.5)
        #expect(value["a"]?[9] == nil && value["b"] == nil && value["a"]?[4]?.isNull == true)
        value["b"] = "y"
        #expect(value == ["b": "y", "a": [1, 2.5, "x", true, nil]])
        #expect(value.hashValue == (["b": "y", "a": [1, 2.5, "x", true, nil]] as JSONValue).hashValue)
    }
}
