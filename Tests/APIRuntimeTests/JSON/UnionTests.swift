@_spi(Generated) import APIRuntime
import Foundation
import Testing

@Suite("Unions")
struct UnionTests {

    /// A union whose variant is chosen by a discriminator, by the presence of a property, or by trying.
    enum Shape: JSONCodable, Hashable {
        case circle(Circle)
        case named(Sample)
        case color(Color)
        case list([Shape])
        case other(JSONValue)

        init(json reader: inout JSONReader) throws(DecodingFailure) {
            if try reader.discriminator("type") == "circle" {
                self = .circle(try reader.read())
            } else if reader.hasMember("name") {
                self = .named(try reader.read())
            } else if let color = reader.attempt(Color.self) {
                self = .color(color)
            } else if let list = reader.attempt([Shape].self) {
                self = .list(list)
            } else {
                self = .other(try reader.read())
            }
        }

        func write(to writer: inout JSONWriter) {
            switch self {
            case .circle(let circle): writer.write(circle)
            case .named(let sample): writer.write(sample)
            case .color(let color): writer.write(color)
            case .list(let list): writer.write(list)
            case .other(let value): writer.write(value)
            }
        }
    }

    /// A variant with a discriminator.
    struct Circle: JSONModel, Hashable {
        var radius: Double

        static let keys: ObjectKeys = ["type", "radius"]

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            try object.constant(0, "circle")
            radius = try object.required(1)
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, "circle")
            object.put(1, radius)
        }
    }

    @Test("a variant is selected by discriminator, property or trial, and an unknown one stays raw")
    func variants() throws {
        let document =
            "[{\"radius\":2,\"type\":\"circle\"},{\"name\":\"n\"},\"red\",\"mauve\",{\"type\":7,\"x\":1.0},[\"green\"]]"
        let shapes = try read(document, as: [Shape].self)
        guard case .circle(let circle) = shapes[0], case .named = shapes[1] else {
            Issue.record("the first two variants are wrong")
            return
        }
        #expect(circle.radius == 2)
        #expect(shapes[2] == .color(.red))
        #expect(shapes[3] == .other("mauve"))
        #expect(shapes[4] == .other(["type": 7, "x": 1]))
        #expect(shapes[5] == .list([.color(Color(rawValue: "green"))]))
        #expect(try read(text(shapes), as: [Shape].self) == shapes)
    }

    @Test("a discriminator is looked up only in the object itself")
    func nested() throws {
        let document = "{\"a\":{\"type\":\"circle\"},\"b\":[{\"name\":1}],\"\\u0074ype\":\"circle\",\"radius\":1}"
        #expect(try read(document, as: Shape.self) == read("{\"type\":\"circle\",\"radius\":1}", as: Shape.self))
        guard case .other = try read("{\"a\":{\"type\":\"circle\"}}", as: Shape.self) else {
            Issue.record("a nested member was taken for the discriminator")
            return
        }
    }

    @Test("a decoding error in a selected variant has its path")
    func path() {
        let failure = failure("[\"red\",{\"type\":\"circle\",\"radius\":\"big\"}]", as: [Shape].self)
        #expect(failure?.path == "[1].radius")
    }

    @Test("a malformed document is refused, whatever its variants", arguments: ["[tru]", "{\"type\":", "[\"\\x\"]"])
    func broken(_ text: String) {
        #expect(failure(text, as: Shape.self) != nil)
    }

    /// A union of two variants that both contain a nested union and fail late.
    indirect enum Doubling: JSONCodable {
        case first, second

        /// The first variant.
        struct First: JSONModel {
            static let keys: ObjectKeys = ["child", "first"]
            init(from object: inout ObjectReader) throws(DecodingFailure) {
                let _: Doubling? = try object.optional(0)
                let _: Int = try object.required(1)
            }
            func write(to object: inout ObjectWriter) {}
        }

        /// The second variant.
        struct Second: JSONModel {
            static let keys: ObjectKeys = ["child", "second"]
            init(from object: inout ObjectReader) throws(DecodingFailure) {
                let _: Doubling? = try object.optional(0)
                let _: Int = try object.required(1)
            }
            func write(to object: inout ObjectWriter) {}
        }

        init(json reader: inout JSONReader) throws(DecodingFailure) {
            if reader.attempt(First.self) != nil {
                self = .first
            } else if reader.attempt(Second.self) != nil {
                self = .second
            } else {
                throw reader.failure(.mismatch, "no variant")
            }
        }

        func write(to writer: inout JSONWriter) {}
    }

    @Test("nested variants cannot double the work at every level")
    func doubling() {
        for ending in ["", ",\"second\":1"] {
            let depth = 400
            let document =
                String(repeating: "{\"child\":", count: depth) + "null" + String(repeating: "\(ending)}", count: depth)
            #expect(reason(document, as: Doubling.self) == .tooComplex)
        }
    }

    /// A wrapper that writes any JSON with an added property.
    struct Adding: JSONCodable {
        let value: JSONValue
        init(_ value: JSONValue) { self.value = value }
        init(json reader: inout JSONReader) throws(DecodingFailure) { value = try reader.read() }
        func write(to writer: inout JSONWriter) { writer.write(value, adding: "ki\"nd", "é\n") }
    }

    @Test(
        "a discriminator is added at the front of an object without one, and to nothing else",
        arguments: [
            ("{}", #"{"ki\"nd":"é\n"}"#),
            (#"{"a":{"ki\"nd":1}}"#, #"{"ki\"nd":"é\n","a":{"ki\"nd":1}}"#),
            (#"{"a":[1],"ki\"nd":null}"#, #"{"a":[1],"ki\"nd":null}"#),
            ("[]", "[]"), (#""ki\"nd""#, #""ki\"nd""#), ("null", "null"),
        ]
    )
    func adding(json: String, wanted: String) throws {
        let value = try JSONCoding.decode(Adding.self, from: Array(json.utf8))
        #expect(String(decoding: JSONCoding.encode(value), as: UTF8.self) == wanted)
    }

    /// A value that keeps its JSON bytes.
    struct Raw: JSONCodable {
        let bytes: [UInt8]
        init(json reader: inout JSONReader) throws(DecodingFailure) { bytes = try reader.readRaw() }
        func write(to writer: inout JSONWriter) { writer.write(raw: bytes) }
    }

    /// A wrapper that keeps JSON bytes and writes them with an added property.
    struct AddingToRaw: JSONCodable {
        let value: Raw
        init(json reader: inout JSONReader) throws(DecodingFailure) { value = try reader.read() }
        func write(to writer: inout JSONWriter) { writer.write(value, adding: "kind", "y") }
    }

    @Test(
        "an existing discriminator is found in any spelling",
        arguments: [#"{"c":1,"k\u0069nd":"x"}"#, #"{ "kind" : "x" }"#]
    )
    func addingToUnknown(json: String) throws {
        let value = try JSONCoding.decode(AddingToRaw.self, from: Array(json.utf8))
        #expect(String(decoding: JSONCoding.encode(value), as: UTF8.self) == json)
    }

    private enum Payload: JSONCodable, Equatable {
        case data(Data)
        case text(String)

        init(json reader: inout JSONReader) throws(DecodingFailure) {
            if let data = reader.attempt(Data.self, exactly: true) {
                self = .data(data)
            } else {
                self = .text(try reader.read())
            }
        }

        func write(to writer: inout JSONWriter) {
            switch self {
            case .data(let data): writer.write(data)
            case .text(let text): writer.write(text)
            }
        }
    }

    @Test(
        "next to a string, Base64 is only what is written in the same way",
        arguments: ["foobar", "QR==", "Zm9v\\nYmFy"]
    )
    func exactBase64(_ text: String) throws {
        let json = Array("\"\(text)\"".utf8)
        let value = try JSONCoding.decode(Payload.self, from: json)
        #expect(JSONCoding.encode(value) == json)
        #expect(try JSONCoding.decode(Payload.self, from: Array("\"Zm9v\"".utf8)) == .data(Data("foo".utf8)))
        #expect(try JSONCoding.decode(Data.self, from: Array("\"Zm8\"".utf8)) == Data("fo".utf8))
    }
}
