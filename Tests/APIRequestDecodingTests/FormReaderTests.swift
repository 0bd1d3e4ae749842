@_spi(Generated) import APIRuntime
import Testing

@testable import APIRequestDecoding

@Suite("Received forms")
struct FormReaderTests {

    private func tree(_ form: String, _ encodings: [String: FormEncoding] = [:]) throws -> JSONValue {
        try FormReader(encodings: encodings).tree(QueryText.items(form, plusIsSpace: true)).json
    }

    private func lists(_ form: String, _ encodings: [String: FormEncoding]) throws -> [String: [String]] {
        let tree = try FormReader(encodings: encodings).tree(QueryText.items(form, plusIsSpace: true))
        return try JSONCoding.decode(from: tree, options: JSONReadingOptions())
    }

    @Test("scalars are strings, and a repeated name is a list")
    func plain() throws {
        #expect(try tree("a=x+y&b=1&b=2") == ["a": "x y", "b": ["1", "2"]])
        #expect(try tree("") == [:])
    }

    @Test("a form with escapes that cannot be decoded, or with other bytes than UTF-8, is refused")
    func escapes() throws {
        for (form, path) in [("a=1&b=%e9", "b"), ("b=5%&a=1", "b")] {
            #expect { try tree(form) } throws: { ($0 as? DecodingFailure)?.path == path }
        }
        #expect(throws: DecodingFailure.self) { try tree("%zz=1") }
        #expect(throws: DecodingFailure.self) {
            try QueryText.items(inForm: [0x61, 0x3D, 0xE9], limits: FormLimits())
        }
        let items = try QueryText.items(inForm: Array("a=é%25".utf8), limits: FormLimits())
        #expect(items.map(\.value) == ["é%"])
    }

    @Test(
        "a property is read in its style",
        arguments: [
            (FormEncoding(style: .pipeDelimited, explode: false), "p=1%7C2"),
            (FormEncoding(style: .spaceDelimited, explode: false), "p=1+2"),
            (FormEncoding(style: .form, explode: false), "p=1,2"),
            (FormEncoding(style: .form), "p=1&p=2"),
            (FormEncoding(isJSON: true), "p=%5B%221%22,%222%22%5D"),
            (FormEncoding(style: .deepObject), "p%5B0%5D=1&p%5B1%5D=2"),
        ]
    )
    func styles(_ encoding: FormEncoding, _ form: String) throws {
        #expect(try lists(form, ["p": encoding]) == ["p": ["1", "2"]])
    }

    @Test("a name of an exploded object belongs to it, and any other name to itself")
    func exploded() throws {
        let reader = FormReader(
            encodings: ["a": FormEncoding(), "b": FormEncoding()],
            exploded: ["a": ["x", "y"], "b": ["y", "z"]]
        )
        func tree(_ form: String) throws -> JSONValue { try reader.tree(QueryText.items(form, plusIsSpace: true)).json }
        #expect(try tree("x=1&w=2&y=3&x=4&z=5") == ["a": ["x": ["1", "4"], "y": "3"], "w": "2", "b": ["z": "5"]])
        #expect(try tree("a=1") == ["a": "1"])
    }

    @Test("brackets have a meaning only for a property in the style deepObject")
    func brackets() throws {
        #expect(try tree("p[x]=1") == ["p[x]": "1"])
        #expect(try tree("p[x]=1", ["p": FormEncoding(style: .deepObject)]) == ["p": ["x": "1"]])
    }

    @Test(
        "a property in JSON that is not JSON is refused with its name, and cannot add properties",
        arguments: ["%7Bx", "1,%22admin%22:true", "", "%5B1", "1%202"]
    )
    func brokenJSON(_ value: String) throws {
        #expect { try tree("p=\(value)", ["p": FormEncoding(isJSON: true)]) } throws: { error in
            (error as? DecodingFailure)?.path == "p"
        }
    }

    @Test("a type decides how a string is read")
    func typed() throws {
        func read<T: JSONCodable>(_ text: String, _ encodings: [String: FormEncoding] = [:]) throws -> [String: T] {
            let tree = try FormReader(encodings: encodings).tree(QueryText.items("p=\(text)", plusIsSpace: true))
            return try JSONCoding.decode(from: tree, options: JSONReadingOptions())
        }
        let commas = ["p": FormEncoding(explode: false)]
        #expect(try read("1,2", commas) == ["p": "1,2"])
        #expect(try read("1,2", commas) == ["p": [1, 2]])
        #expect(try read("a,2", commas) == ["p": ["a": 2]])
        #expect(try read("%7B%22a%22:1%7D") == ["p": "{\"a\":1}"])
        #expect(try read("%7B%22a%22:1%7D") == ["p": ["a": 1]])
        #expect(try read("%5B%7B%22a%22:1%7D%5D") == ["p": [["a": 1]]])
        #expect(try read("%5B1,2%5D") == ["p": [1, 2]])
        #expect(try read("%5B1,2%5D") == ["p": ["[1,2]"]])
    }

    @Test("one scalar or list in JSON is a list of one element")
    func loneScalars() throws {
        func read<T: JSONCodable>(_ text: String) throws -> [String: T] {
            let reader = FormReader(encodings: ["p": FormEncoding(isJSON: true)])
            let tree = try reader.tree(QueryText.items("p=\(text)", plusIsSpace: true))
            return try JSONCoding.decode(from: tree, options: JSONReadingOptions())
        }
        #expect(try read("%22a%22") == ["p": ["a"]])
        #expect(try read("7") == ["p": [7]])
        #expect(try read("true") == ["p": [true]])
        #expect(try read("7&p=8") == ["p": [7, 8]])
        #expect(try read("%5B1,2%5D") == ["p": [[1, 2]]])
        #expect(try read("%5B1,2%5D&p=%5B3%5D") == ["p": [[1, 2], [3]]])
        #expect(try read("%5B%5B1%5D,%5B%5D%5D") == ["p": [[1], []]])
        #expect(try read("%5B1,2%5D") == ["p": [1, 2]])
        #expect(throws: DecodingFailure.self) { let _: [String: [Int]] = try read("null") }
    }

    @Test("an error inside JSON in a string has the path from the form's property")
    func nestedPath() throws {
        let tree = try FormReader(encodings: [:]).tree(
            QueryText.items("p=%5B%7B%22a%22:1%7D,%7B%22a%22:true%7D%5D", plusIsSpace: true)
        )
        #expect { let _: Outer = try JSONCoding.decode(from: tree, options: JSONReadingOptions()) } throws: { error in
            (error as? DecodingFailure)?.path == "p[1].a"
        }
    }

    /// A form with a list of objects.
    private struct Outer: JSONModel {
        var list: [Inner]
        static let keys: ObjectKeys = ["p"]
        init(from object: inout ObjectReader) throws(DecodingFailure) { list = try object.required(0) }
        func write(to object: inout ObjectWriter) { object.put(0, list) }
    }

    private struct Inner: JSONModel {
        var number: Int
        static let keys: ObjectKeys = ["a"]
        init(from object: inout ObjectReader) throws(DecodingFailure) { number = try object.required(0) }
        func write(to object: inout ObjectWriter) { object.put(0, number) }
    }
}
