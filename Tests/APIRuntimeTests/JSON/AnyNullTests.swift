import Testing

@_spi(Generated) @testable import APIRuntime

@Suite("Null among any JSON")
struct AnyNullTests {

    private struct Box: JSONModel, Equatable {
        var content: JSONValue?
        var label: String?

        static let keys: ObjectKeys = ["content", "label"]

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            content = try object.optional(0)
            label = try object.optional(1)
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, content)
            object.put(1, label)
        }
    }

    @Test("an optional property of any JSON keeps null, and absence", arguments: [#"{"content":null}"#, "{}"])
    func optional(_ json: String) throws {
        let box = try JSONCoding.decode(Box.self, from: Array(json.utf8))
        #expect(box.content == (json == "{}" ? nil : .null))
        #expect(String(decoding: JSONCoding.encode(box), as: UTF8.self) == json)
    }

    private struct Pair: TupleModel {
        var first: Int?
        var second: Int?

        init(first: Int?, second: Int?) {
            self.first = first
            self.second = second
        }

        init(from tuple: inout TupleReader) throws(DecodingFailure) {
            first = try tuple.nullable()
            second = try tuple.nullable()
        }

        func write(to tuple: inout TupleWriter) {
            tuple.put(orNull: first)
            tuple.put(orNull: second)
        }
    }

    @Test("null in a tuple keeps the positions of the others, and null in a list is omitted")
    func positions() {
        guard case .list(let pair) = ParameterShape(json: Pair(first: nil, second: 7)),
            case .list(let list) = ParameterShape([nil, 7])
        else {
            Issue.record("no lists")
            return
        }
        #expect(pair == ["", "7"] && list == ["7"])
    }
}
