import APIRuntime
import Testing

@Suite("Streamed arrays")
struct ArrayStreamTests {
    static let document = """
        {"total":{"a":["]",1]}, "page":{"x":null,"receipts" : [ {"name":"a]}\\"é"},
        {"name":"b","child":[{"name":"c"}]} ,{"count":1,"name":"d"}],"y":1.5} ,"end":true}
        """

    static func read<T: JSONCodable>(
        _ text: String,
        _ type: T.Type,
        _ path: [String],
        chunk: Int
    ) throws -> [T] {
        var stream = JSONArrayStream(type, at: path)
        let bytes = Array(text.utf8)
        var elements: [T] = []
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            elements += try stream.push(Array(bytes[start..<min(start + chunk, bytes.count)]))
        }
        try stream.finish()
        #expect(stream.count == elements.count)
        return elements
    }

    static func failure(_ text: String, _ path: [String] = []) -> DecodingFailure? {
        do {
            _ = try read(text, Int.self, path, chunk: 2)
            return nil
        } catch {
            return error as? DecodingFailure
        }
    }

    @Test("elements are the same for every chunking of the document", arguments: 1...40)
    func chunks(_ size: Int) throws {
        let elements = try Self.read(Self.document, Sample.self, ["page", "receipts"], chunk: size)
        #expect(elements.map(\.name) == ["a]}\"é", "b", "d"])
        #expect(elements[1].child.map(\.name) == ["c"])
        #expect(try Self.read("[1, -2.0,3e2 ]", Int.self, [], chunk: size) == [1, -2, 300])
        #expect(try Self.read(" [] ", Int.self, [], chunk: size).isEmpty)
        #expect(try Self.read("[\"a,\",\"]\"]", String.self, [], chunk: size) == ["a,", "]"])
    }

    @Test("an element is returned as soon as it ends")
    func early() throws {
        var stream = JSONArrayStream(Sample.self)
        #expect(try stream.push(Array("[{\"name\":\"a\"".utf8)).isEmpty)
        #expect(try stream.push(Array("},{".utf8)).map(\.name) == ["a"])
        #expect(throws: DecodingFailure.self) { try stream.finish() }
    }

    @Test(
        "invalid JSON is refused, inside and around elements",
        arguments: [
            "", "[", "[1", "[1,]", "[,1]", "[1 2]", "[1]]", "[1] 2", "{\"a\":[1]}", "1", "[1,tru]", "[1}", "[\"a]",
            "[[1],]",
        ]
    )
    func broken(_ text: String) {
        #expect(Self.failure(text) != nil)
    }

    @Test(
        "the properties around the array are validated",
        arguments: [
            "{\"a\":[1],}", "{\"a\":[1]", "{\"a\":[1] \"b\":2}", "{\"a\" [1]}", "{\"b\":tru,\"a\":[1]}", "{,\"a\":[1]}",
            "{\"a\":[1],\"a\":[2]}", "{\"a\":1}", "{\"a\":{}}", "{a:[1]}", "{\"b\":}", "{\"b\":1}", "{}", "[1]",
        ]
    )
    func brokenAround(_ text: String) {
        #expect(Self.failure(text, ["a"]) != nil)
    }

    @Test("a decoding error has its path and offset in the whole document")
    func paths() {
        let failure = Self.failure("{\"page\":{\"items\":[1,2, \"x\"]}}", ["page", "items"])
        #expect(failure?.path == "page.items[2]")
        #expect(failure?.offset == 23)
        #expect(Self.failure("{\"b\":[1]}", ["a"])?.reason == .missing)
    }

    @Test("an element that exceeds the limit is refused before it is complete")
    func tooLong() throws {
        var stream = JSONArrayStream(String.self, maximumElementBytes: 100)
        _ = try stream.push(Array("[\"a\",\"".utf8))
        #expect(throws: DecodingFailure.self) {
            for _ in 0..<20 { _ = try stream.push(Array(repeating: 0x61, count: 10)) }
        }
    }
}
