import Testing
import YAMLReader

@testable import GeneratorCore

/// Tests of the search for ranges in a tree.
@Suite("Source range search")
struct RangeSearchTests {

    private func tree(_ text: String) throws -> Node {
        try #require(readDocument(SourceFile(path: "a.yaml", bytes: Array(text.utf8))).root)
    }

    private func range(_ offset: Int) -> SourceRange {
        let position = SourcePosition(offset: offset, line: 1, column: offset + 1)
        return SourceRange(start: position, end: position)
    }

    @Test("one traversal finds keys, values and aliases by their ranges, and the nodes around other ranges")
    func search() throws {
        let text = "{ a: &x { b: [1, 2] }, c: *x, d: 'some words' }"
        let root = try tree(text)
        let key = try #require(root.mapping?.entry("d")?.key.range)
        let shared = try #require(root["a"]?["b"]?.range)
        let inner = try #require(root["a"]?["b"]?.sequence?[1].range)
        let words = range(
            text.utf8.distance(from: text.startIndex, to: try #require(text.firstRange(of: "words")?.lowerBound))
        )
        let outside = range(1000)
        let places = RangeSearch([key, shared, inner, words, outside, key]).places(in: root)
        #expect(places.count == 4)
        #expect(places[key] == [["d"]])
        #expect(places[shared] == [["a", "b"], ["c", "b"]])
        #expect(places[inner] == [["a", "b", "1"], ["c", "b", "1"]])
        #expect(places[words] == [["d"]])
        #expect(places[outside] == nil)
        #expect(RangeSearch([]).places(in: root).isEmpty)
    }
}
