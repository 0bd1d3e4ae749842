@_spi(Generated) import APIRuntime
import Foundation
import SeededTesting
import Testing

/// Tests of documents whose order differs from the models', combined with other faults.
@Suite("Property order")
struct MemberOrderTests {

    @Test("a repeated property name is refused, whichever it is and whatever its position")
    func duplicates() {
        let members = [
            "\"name\":\"a\"", "\"count\":3", "\"child\":[{\"count\":1,\"name\":\"b\"}]", "\"color\":\"red\"",
        ]
        for repeated in members {
            for place in 0...members.count {
                var document = Array(members.reversed())
                document.insert(repeated, at: place)
                #expect(reason("{\(document.joined(separator: ","))}", as: Sample.self) == .duplicateKey)
            }
        }
        #expect(reason("{\"color\":\"red\",\"y\":1,\"name\":\"a\",\"y\":2}", as: Sample.self) == .duplicateKey)
    }

    @Test("the last of several equal names is used if the options allow it")
    func lastOne() throws {
        let options = JSONReadingOptions(duplicateKeys: .lastWins)
        let document =
            "{\"count\":1,\"name\":\"a\",\"child\":[{\"count\":1,\"name\":\"x\",\"name\":\"y\"}],\"name\":\"b\",\"count\":2}"
        let value = try read(document, as: Sample.self, options)
        #expect(value.name == "b" && value.count == 2 && value.child.map(\.name) == ["y"])
    }

    @Test(
        "the JSON before a looked-up property is validated like the rest",
        arguments: [
            "{\"child\":[{\"name\":\"b\"}}],\"name\":\"a\"}", "{\"count\":01,\"name\":\"a\"}",
            "{\"count\":1x,\"name\":\"a\"}",
            "{\"child\":[{\"name\":\"b\",}],\"name\":\"a\"}", "{\"price_with_a_long_name\":1-2,\"name\":\"a\"}",
            "{\"nickname\":\"\u{1}\",\"name\":\"a\"}", "{\"y\":[1,2,,3],\"name\":\"a\"}",
            "{\"count\" 1,\"name\":\"a\"}",
        ]
    )
    func broken(_ document: String) {
        #expect(reason(document, as: Sample.self) == .syntax)
    }

    @Test("adjacent objects of varying order, size and type are decoded alike")
    func mixture() throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<300 {
            let objects = (0..<8).map { _ in object(depth: Int.random(in: 0...4, using: &random), &random) }
            let ordered = try objects.map { try read("[\($0.ordered)]", as: [Sample].self) }.flatMap { $0 }
            let list = "[" + objects.map(\.shuffled).joined(separator: " ,\n") + "]"
            #expect(try read(list, as: [Sample].self) == ordered)
        }
    }

    // Returns an object in the model's order, and the same object in random order with white space.
    private func object(depth: Int, _ random: inout SeededRandom) -> (ordered: String, shuffled: String) {
        var ordered = ["\"name\":\"n\(Int.random(in: 0...99, using: &random))\""]
        if Bool.random(using: &random) { ordered.append("\"count\":\(Int.random(in: -9...9, using: &random))") }
        if Bool.random(using: &random) { ordered.append("\"nickname\":null") }
        var shuffled = ordered
        if depth > 0 {
            let inner = (0..<Int.random(in: 1...2, using: &random)).map { _ in object(depth: depth - 1, &random) }
            ordered.append("\"child\":[\(inner.map(\.ordered).joined(separator: ","))]")
            shuffled.append("\"child\" : [\(inner.map(\.shuffled).joined(separator: ","))]")
        }
        if Bool.random(using: &random) {
            ordered.append("\"color\":\"red\"")
            shuffled.append("\"color\":\"red\"")
        }
        let pad = "\"pad\":{\"x\":\"\(String(repeating: "p", count: Int.random(in: 0...300, using: &random)))\"}"
        let all = shuffled + [pad]
        return (
            "{\((ordered + [pad]).joined(separator: ","))}",
            "{ \(all.shuffled(using: &random).joined(separator: " , ")) }"
        )
    }

    @Test("types that share a document keep separate property orders")
    func severalTypes() throws {
        let document = "{\"second\":{\"color\":\"red\",\"name\":\"a\"},\"first\":{\"b\":2,\"a\":1}}"
        for _ in 0..<100 {
            let value = try read("[\(document),\(document)]", as: [Pair].self)
            #expect(value.map(\.first.a) == [1, 1] && value.map(\.second.name) == ["a", "a"])
        }
    }

    /// A model of two numbers.
    private struct Numbers: JSONModel {
        var a: Int
        var b: Int
        static let keys: ObjectKeys = ["a", "b"]
        init(from object: inout ObjectReader) throws(DecodingFailure) {
            a = try object.required(0)
            b = try object.required(1)
        }
        func write(to object: inout ObjectWriter) {
            object.put(0, a)
            object.put(1, b)
        }
    }

    /// A model of two nested models.
    private struct Pair: JSONModel {
        var first: Numbers
        var second: Sample
        static let keys: ObjectKeys = ["first", "second"]
        init(from object: inout ObjectReader) throws(DecodingFailure) {
            first = try object.required(0)
            second = try object.required(1)
        }
        func write(to object: inout ObjectWriter) {
            object.put(0, first)
            object.put(1, second)
        }
    }

    @Test("two large properties per level are not skipped again at each level")
    func deepAndWide() throws {
        // At each level, both containers precede the name, starting with the deep one.
        let depth = 400
        let wide = "\"y\":[\"\(String(repeating: "x", count: 2_000))\"]"
        let document =
            String(repeating: "{\"child\":[", count: depth)
            + String(repeating: "],\(wide),\"name\":\"n\"}", count: depth)
        let passes = try read(document, as: Passes<Sample>.self, JSONReadingOptions(maximumDepth: 2_000))
        #expect(passes.value != nil)
        let containers = 3 * depth
        #expect((1...6 * containers).contains(passes.containers))
    }

    @Test("looking up a property of a malformed object does not move the reader")
    func brokenPeek() throws {
        struct Probe: JSONCodable {
            init(json reader: inout JSONReader) throws(DecodingFailure) {
                guard !reader.hasMember("z") else { throw reader.failure(.mismatch, "no z expected") }
                try reader.skip()
            }
            func write(to writer: inout JSONWriter) { writer.writeNull() }
        }
        // Read from the middle, the rest of this document would be a single value.
        #expect(reason("{\"a\":tru [1]", as: Probe.self) == .syntax)
        #expect(reason("{\"a\" [1]", as: Probe.self) == .syntax)
        #expect(reason("{\"a\":[1]}", as: Probe.self) == nil)
    }
}
