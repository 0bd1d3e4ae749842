import Testing
import YAMLReader

@Suite("Keys and mappings")
struct MappingTests {

    @Test("keys that look like other values keep their source text")
    func sourceTextKeys() {
        #expect(
            value("200: a\ntrue: b\nnull: c\n0x1F: d\n1.0: e\n'5XX': f\n!!str 7: g\n")
                == #"{200: "a", true: "b", null: "c", 0x1F: "d", 1.0: "e", 5XX: "f", 7: "g"}"#
        )
    }

    @Test("entries keep the order of the document")
    func order() {
        #expect(read("b: 1\na: 2\nc: 3\n").root?.mapping?.entries.map(\.key.text) == ["b", "a", "c"])
        #expect(read(#"{"b": 1, "a": 2}"#).root?.mapping?.keys.map(\.text) == ["b", "a"])
    }

    @Test("every repeated key is reported with both positions, and the first value is used")
    func repeatedKeys() {
        let result = read("a: 1\nb:\n  c: 1\n  \"c\": 2\na: 3\na: 4\n")
        #expect(shown(result.root) == "{a: 1, b: {c: 1}}")
        #expect(
            problems(result) == [
                "4:3-4:6: The key \"c\" appears twice in the same mapping (Rename or remove one of the two)",
                "  3:3-3:4: The key is first used here",
                "5:1-5:2: The key \"a\" appears twice in the same mapping (Rename or remove one of the two)",
                "  1:1-1:2: The key is first used here",
                "6:1-6:2: The key \"a\" appears twice in the same mapping (Rename or remove one of the two)",
                "  1:1-1:2: The key is first used here",
            ]
        )
    }

    @Test("a large mapping finds every key and reports every repeated one")
    func largeMapping() {
        let names = (0..<1000).map { "key\($0)" }
        let text = (names + ["key7", "key999"]).map { "\($0): \($0.count)\n" }.joined()
        let result = read(text)
        #expect(result.problems.map(\.range.start.line) == [1001, 1002])
        #expect(result.problems.map { $0.related.map(\.range.start.line) } == [[8], [1000]])
        #expect(result.root?.mapping?.count == 1000)
        #expect(names.allSatisfy { result.root?[$0]?.int == $0.count })
        #expect(result.root?["key1000"] == nil)
    }

    @Test("keys are compared by Unicode scalars, not by canonical equivalence", arguments: [0, 20])
    func canonicallyEquivalentKeys(others: Int) {
        let more = (0..<others).map { "k\($0): 0\n" }.joined()
        let result = read("e\u{301}: 1\n\u{E9}: 2\n\(more)")
        #expect(problems(result) == [])
        #expect(result.root?["e\u{301}"]?.int == 1)
        #expect(result.root?["\u{E9}"]?.int == 2)
    }

    @Test("a list or a mapping as a key is an error, and its entry is omitted")
    func collectionKeys() {
        let result = read("? [a]\n: 1\nb: {{c}: 1}\nd: 2\n")
        #expect(shown(result.root) == "{b: {}, d: 2}")
        #expect(
            problems(result) == [
                "1:3-1:6: A key must be a string, but this key is a list (Quote the key if it starts with [ or {)",
                "3:5-3:8: A key must be a string, but this key is a mapping (Quote the key if it starts with [ or {)",
            ]
        )
    }

    @Test("a mapping created in code keeps the first of equal keys")
    func handmade() {
        let here = SourceRange(start: .start, end: .start)
        let entries = [("a", 1), ("b", 2), ("a", 3)].map {
            Mapping.Entry(key: .init($0.0, range: here), value: Node(.int($0.1), range: here))
        }
        #expect(shown(Node(.mapping(Mapping(entries)), range: here)) == "{a: 1, b: 2}")
        #expect(Mapping([]).isEmpty)
        #expect(Mapping(entries).contains("b"))
        #expect(Mapping(entries).entry("b")?.value.int == 2)
    }
}
