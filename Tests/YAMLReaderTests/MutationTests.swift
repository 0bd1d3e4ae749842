import SeededTesting
import Testing
import YAMLReader

@Suite("Random changes to documents")
struct MutationTests {

    private static let yaml = """
        # é
        openapi: 3.1.0
        info: &i {title: "T\\u00e9", 'version': 1.0}
        paths:
          /a/{id}:
            get: &g
              responses:
                200: {description: 2}
                default:
                  description: >
                    text  日本
                    more
              <<: [*i, {x: !!str 1}]
            ? post
            : *g
        list:
        - ~
        - [1, -2, 0x1F, .5, yes]
        - "\u{2028}a\\
          b"
        """

    private static let json = """
        {"openapi": "3.1.0", "é": [1, -2.5e3, true, null, "\\ud83d\\ude00日本\\n"],
         "paths": {"/a": {"get": {}, "a": [], "b": 12345678901234567890}}}
        """

    private static let pieces: [[UInt8]] =
        [
            [0], [0xFF], [0xC3], [0xE2, 0x80, 0xA8], [0xC2, 0x85], [0xEF, 0xBB, 0xBF], [0x0D], [0x0A], [0x09], [0x20],
        ]
        + [
            "{", "}", "[", "]", ":", ",", "-", "?", "&a", "*a", "*g", "!", "!!int ", "|", ">", "\"", "'", "\\", "#",
            "%", "---",
            "...", "<<: ", ": ", "- ", "\n  ", "9", "e", "\\ud800", "@",
        ].map { Array($0.utf8) }

    private func changed(_ document: [UInt8], _ numbers: inout SeededRandom) -> [UInt8] {
        var bytes = document
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            let start = Int.random(in: 0...bytes.count, using: &numbers)
            let end = min(bytes.count, start + Int.random(in: 0...3, using: &numbers))
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: bytes.replaceSubrange(start..<end, with: Self.pieces.randomElement(using: &numbers) ?? [])
            case 1: bytes.insert(contentsOf: Self.pieces.randomElement(using: &numbers) ?? [], at: start)
            case 2: bytes.removeSubrange(start..<end)
            default: bytes.insert(contentsOf: bytes[start..<min(bytes.count, start + 20)], at: start)
            }
        }
        return bytes
    }

    @Test("no mutation causes a crash or a wrong position", arguments: ["api.yaml", "api.json"], [UInt64(1), 2, 3])
    func changes(path: String, seed: UInt64) {
        var numbers = SeededRandom(seed: seed)
        let document = Array((path == "api.json" ? Self.json : Self.yaml).utf8)
        #expect(problems(read(document, path: path)) == [])
        var trees = 0
        for _ in 0..<1000 {
            let result = read(changed(document, &numbers), path: path)
            trees += result.root == nil ? 0 : 1
            #expect(result.root != nil || !result.problems.isEmpty)
            let problemPlaces = result.problems.flatMap { [$0.range] + $0.related.map(\.range) }
            let places = (result.root.map(ranges) ?? []) + problemPlaces
            let text = String(decoding: result.file.bytes, as: UTF8.self)
            // A byte that is not UTF-8 has no column to compare.
            let isUTF8 = text.utf8.elementsEqual(result.file.bytes)
            #expect(!isUTF8 || places.allSatisfy { isExact($0, in: result.file) }, "\(text.debugDescription)")
        }
        #expect(trees > 20)
    }

    /// Whether line and column match the offset, at both ends.
    private func isExact(_ range: SourceRange, in file: SourceFile) -> Bool {
        range.start <= range.end && file.location(of: range.start.offset) == range.start
            && file.location(of: range.end.offset) == range.end
    }
}
