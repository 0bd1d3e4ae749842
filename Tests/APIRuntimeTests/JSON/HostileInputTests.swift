@_spi(Generated) import APIRuntime
import Foundation
import SeededTesting
import Testing

/// Tests of documents that are designed to crash, hang or exhaust a reader.
@Suite("Hostile documents")
struct HostileInputTests {

    @Test("mutated documents cause no crash or hang, and both readers agree on which are JSON")
    func mutations() throws {
        let seeds = [
            CodableTests.document, ToleranceTests.document,
            "[{\"name\":\"\\uD83D\\uDE00é\",\"x\":[1.5e-3,{\"a\":null}]},{\"count\":1,\"name\":\"b\"}]",
        ].map { Array($0.utf8) }
        var random = SeededRandom(seed: 5)
        for round in 0..<30_000 {
            let document = mutated(seeds[round % seeds.count], &random)
            let isJSON = succeeds(document, as: JSONValue.self)
            #expect(isJSON == succeeds(document, as: Skipped.self))
            if succeeds(document, as: [Sample].self) { #expect(isJSON) }
            if succeeds(document, as: Sample.self) { #expect(isJSON) }
            _ = succeeds(document, as: ToleranceTests.Lists.self)
            _ = succeeds(document, as: [UnionTests.Shape].self)
        }
    }

    /// A value that is skipped without comparing nested names, so that the same document is also decoded with the last
    /// duplicate winning.
    private struct Skipped: JSONCodable {
        init(json reader: inout JSONReader) throws(DecodingFailure) { try reader.skip() }
        func write(to writer: inout JSONWriter) { writer.writeNull() }
    }

    private func succeeds<T: JSONCodable>(_ bytes: [UInt8], as type: T.Type) -> Bool {
        (try? JSONCoding.decode(type, from: bytes, options: JSONReadingOptions(duplicateKeys: .lastWins))) != nil
    }

    private func mutated(_ seed: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = seed
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\uD800", "0", "-", "e", ".", "null", "\u{E9}", " ",
        ]
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch random.next() % 5 {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: place)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + 9))
            default:
                let end = min(bytes.count, place + 12)
                bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &random))
            }
        }
        return bytes
    }

    @Test("nested objects in another order are decoded in a few passes")
    func nestedReordering() throws {
        // At each level, the nested object precedes the required name, so that every object is searched first.
        let depth = 500
        let padding = "\"pad\":\"\(String(repeating: "x", count: 2_000))\","
        let start = "{\(padding)\"child\":["
        let document = String(repeating: start, count: depth) + String(repeating: "],\"name\":\"n\"}", count: depth)
        let passes = try read(document, as: Passes<Sample>.self, JSONReadingOptions(maximumDepth: 2_000))
        #expect(passes.value != nil)
        let containers = 2 * depth
        #expect((1...6 * containers).contains(passes.containers))
    }

    @Test("the lookup of a missing discriminator at every level is not quadratic")
    func nestedDiscriminators() throws {
        let depth = 500
        let padding = "\"pad\":\"\(String(repeating: "x", count: 2_000))\","
        let document =
            String(repeating: "{\(padding)\"name\":\"n\",\"child\":[", count: depth)
            + String(repeating: "]}", count: depth)
        let passes = try read(document, as: Passes<Tree>.self, JSONReadingOptions(maximumDepth: 2_000))
        let containers = 2 * depth
        #expect((1...6 * containers).contains(passes.containers))
    }

    /// A tree whose nodes look for a discriminator before they are decoded.
    private struct Tree: JSONModel {
        static let keys: ObjectKeys = ["name", "child"]
        init(json reader: inout JSONReader) throws(DecodingFailure) {
            if try reader.discriminator("type") != nil { throw reader.failure(.mismatch, "no type expected") }
            self = try reader.object(Self.keys) { (object: inout ObjectReader) throws(DecodingFailure) in
                try Tree(from: &object)
            }
        }
        init(from object: inout ObjectReader) throws(DecodingFailure) {
            let _: String = try object.required(0)
            let _: [Tree] = try object.required(1)
        }
        func write(to object: inout ObjectWriter) {}
    }

    @Test("unknown properties, numbers and brackets are parsed in linear time")
    func wide() {
        let members = (0..<50_000).map { "\"k\($0)\":{\"a\":[]}" }.joined(separator: ",")
        #expect(failure("{\(members),\"name\":\"n\"}", as: Sample.self) == nil)
        #expect(reason("{\(members),\"k7\":1,\"name\":\"n\"}", as: Sample.self) == .duplicateKey)
        #expect(failure("{\(members)}", as: JSONValue.self) == nil)
        #expect(failure(String(repeating: "1", count: 500_000), as: JSONValue.self) == nil)
        #expect(reason(String(repeating: "1", count: 500_000), as: Decimal.self) == .range)
        #expect(reason("1e" + String(repeating: "9", count: 500_000), as: Double.self) == .range)
        #expect(failure("\"" + String(repeating: "\\u0041", count: 100_000) + "\"", as: String.self) == nil)
    }

    @Test("a document too deep for the thread's stack is refused and never crashes", arguments: [50, 150, 250, 5_000])
    func smallStack(_ depth: Int) async {
        let documents = [
            String(repeating: "{\"name\":\"n\",\"child\":[", count: depth) + String(repeating: "]}", count: depth),
            String(repeating: "[", count: 2 * depth) + String(repeating: "]", count: 2 * depth),
            String(repeating: "{\"name\":", count: 2 * depth) + "1" + String(repeating: "}", count: 2 * depth),
        ]
        let reasons = await withCheckedContinuation { continuation in
            let thread = Thread {
                let options = JSONReadingOptions(maximumDepth: 100_000)
                continuation.resume(
                    returning: [
                        reason(documents[0], as: Sample.self, options),
                        reason(documents[1], as: JSONValue.self, options),
                        reason(documents[2], as: JSONValue.self, options),
                    ])
            }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        #expect(reasons.allSatisfy { $0 == nil || $0 == .depth })
        if depth == 50 { #expect(reasons.allSatisfy { $0 == nil }) }
        if depth == 5_000 { #expect(reasons.allSatisfy { $0 == .depth }) }
    }

    @Test("deep values that differ at the bottom are compared in one pass, in any order of their names")
    func deepComparison() throws {
        func nested(_ leaf: String, _ members: (String) -> String) throws -> JSONValue {
            var text = leaf
            for _ in 0..<60 { text = members(text) }
            return try read(text, as: JSONValue.self)
        }
        let one = try nested("1") { "{\"a\": \($0), \"b\": 0}" }
        let two = try nested("-1") { "{\"a\": \($0), \"b\": 0}" }
        let turned = try nested("-1") { "{\"b\": 0, \"a\": \($0)}" }
        #expect(one != two)
        #expect(one != turned)
        #expect(two == turned)
        #expect(Set([one, two, turned]).count == 2)
    }
}
