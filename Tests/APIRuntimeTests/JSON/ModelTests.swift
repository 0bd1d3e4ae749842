import APIRuntime
import Foundation
import SeededTesting
import Testing

@Suite("Models")
struct ModelTests {

    @Test("a model is decoded and encoded")
    func roundTrip() throws {
        let document =
            "{\"name\":\"a\",\"count\":3,\"price_with_a_long_name\":1.25,\"date\":\"2024-05-06T07:08:09Z\","
            + "\"nickname\":null,\"child\":[{\"name\":\"b\",\"child\":[]}],\"color\":\"blue\"}"
        let value = try read(document, as: Sample.self)
        #expect(value.count == 3 && value.price == Decimal(string: "1.25") && value.nickname == .some(.null))
        #expect(value.color == Color(rawValue: "blue"))
        #expect(text(value) == document)
    }

    @Test("the order of properties is irrelevant")
    func permutations() throws {
        var random = SeededRandom(seed: 3)
        let members = [
            "\"name\":\"a\"", "\"count\":3", "\"date\":\"2024-05-06T07:08:09Z\"", "\"nickname\":\"x\"",
            "\"child\":[{\"child\":[{\"x\":1,\"name\":\"d\"}],\"name\":\"b\"},{\"name\":\"c\",\"count\":2}]",
            "\"y\":[1,{\"z\":2}]",
            "\"color\":\"red\"",
        ]
        let expected = try read("{\(members.joined(separator: ","))}", as: Sample.self)
        #expect(expected.child.count == 2 && expected.unknown["y"] != nil)
        for _ in 0..<500 {
            let shuffled = members.shuffled(using: &random).joined(separator: " , ")
            #expect(try read("{\(shuffled)}", as: Sample.self) == expected)
            #expect(try read("[{\"name\":\"z\"},{\(shuffled)}]", as: [Sample].self)[1] == expected)
        }
    }

    @Test("a missing property is named, whatever other properties there are")
    func missing() {
        #expect(failure("{}", as: Sample.self)?.path == "name")
        #expect(failure("{\"count\":1}", as: Sample.self)?.path == "name")
        #expect(
            failure("{\"child\":[{\"name\":\"a\"},{\"count\":1}],\"name\":\"n\"}", as: Sample.self)?.path
                == "child[1].name"
        )
        #expect(reason("{\"count\":1}", as: Sample.self) == .missing)
    }

    @Test("the error path leads to the invalid value")
    func paths() {
        func path(_ text: String) -> String? { failure(text, as: [Sample].self)?.path }
        #expect(path("[{\"name\":\"a\"},{\"name\":1}]") == "[1].name")
        #expect(path("[{\"name\":\"a\",\"child\":[{\"name\":\"b\",\"date\":\"soon\"}]}]") == "[0].child[0].date")
        #expect(path("[{\"child\":[{\"date\":\"soon\",\"name\":\"b\"}],\"name\":\"a\"}]") == "[0].child[0].date")
        #expect(path("{}") == "")
        let inMap = failure("{\"ann@example.org\":[1,\"x\"]}", as: [String: [Int]].self)
        #expect(inMap?.path == "*[1]")
    }

    @Test("a description contains no values of the document")
    func privacy() {
        for document in [
            "{\"name\":\"s3cret\",\"count\":\"s3cret\"}", "{\"name\":\"s3cret\" \"s3cret\"}", "[\"s3cret\\x\"]",
        ] {
            let failure = failure(document, as: Sample.self)
            #expect(failure?.description.contains("s3cret") == false)
        }
        #expect(
            failure("{\"name\":1}", as: Sample.self)?.description == "name: expected a string, found a number (byte 8)"
        )
    }

    @Test("unknown properties are kept with their spelling")
    func unknown() throws {
        let document = "{\"zzz\":1.50,\"name\":\"a\",\"child\":[],\"o\":{\"k\" : [1, 2]}}"
        let value = try read(document, as: Sample.self)
        #expect(text(value) == "{\"name\":\"a\",\"child\":[],\"zzz\":1.50,\"o\":{\"k\" : [1, 2]}}")
        #expect(value.unknown["zzz"] == 1.5)
        #expect(try read(text(value), as: Sample.self) == value)
        #expect(MemoryLayout<UnknownProperties>.size == MemoryLayout<Int>.size)
        #expect(reason(document, as: Sample.self, JSONReadingOptions(strict: true)) == .unknownProperty)
        let built = UnknownProperties(["o": ["k": [1, 2]], "zzz": 1.5])
        #expect(built == value.unknown && built.hashValue == value.unknown.hashValue)
    }

    @Test("absent, null and a value are three different states")
    func nullable() throws {
        #expect(try read("{\"name\":\"a\"}", as: Sample.self).nickname == nil)
        #expect(try read("{\"name\":\"a\",\"nickname\":null}", as: Sample.self).nickname == .some(.null))
        #expect(try read("{\"name\":\"a\",\"nickname\":\"b\"}", as: Sample.self).nickname == .value("b"))
        #expect(text(Sample(name: "a")) == "{\"name\":\"a\",\"child\":[]}")
        #expect(text(Sample(name: "a", nickname: .null)) == "{\"name\":\"a\",\"nickname\":null,\"child\":[]}")
        #expect(text(Sample(name: "a", nickname: "b")) == "{\"name\":\"a\",\"nickname\":\"b\",\"child\":[]}")
        #expect(reason("{\"name\":null}", as: Sample.self) == .mismatch)
        #expect(try read("{\"name\":\"a\",\"count\":null}", as: Sample.self).count == nil)
    }

    @Test("strict decoding accepts any string for an open enum")
    func openEnumeration() throws {
        #expect(reason("\"tenor\"", as: Voice.self, JSONReadingOptions(strict: true)) == nil)
        let mine: [Voice] = ["alto", "tenor"]
        #expect(mine == [.alto, .unknown("tenor")])
        #expect(String(decoding: JSONCoding.encode(mine), as: UTF8.self) == "[\"alto\",\"tenor\"]")
    }

    @Test("unknown enum values are kept, and strict decoding refuses them")
    func enumerations() throws {
        #expect(try read("\"mauve\"", as: Color.self).rawValue == "mauve")
        #expect(reason("\"mauve\"", as: Color.self, JSONReadingOptions(strict: true)) == .unknownValue)
        #expect(reason("\"red\"", as: Color.self, JSONReadingOptions(strict: true)) == nil)
    }

    @Test("an optional list of optional values keeps its nulls")
    func holes() throws {
        #expect(try read("[1,null,3]", as: [Int?].self) == [1, nil, 3])
        #expect(text([1, nil, 3] as [Int?]) == "[1,null,3]")
        #expect(try read("{\"a\":[1],\"b\":[]}", as: [String: [Int]].self) == ["a": [1], "b": []])
    }
}

/// An enumeration of voices with two known values.
private enum Voice: OpenListedEnum {
    case alto, bass
    case unknown(String)

    static let listing: EnumListing<Voice, String> = ["alto": .alto, "bass": .bass]
    var unlisted: String? { if case .unknown(let value) = self { value } else { nil } }
}
