import Testing
import YAMLReader

@Suite("Key and value positions")
struct PlaceTests {

    @Test("the range of a block collection ends with its last token, and quotes are part of a scalar")
    func blockStyle() {
        let result = read("a: 'x'\nb:\n  - 1\n  - c: \"y\"   # note\n\n# end\n")
        #expect(
            places(result.root, in: result.file) == [
                #"# 1:1-4:11 "a: \'x\'\nb:\n  - 1\n  - c: \"y\"""#,
                #"a: 1:1-1:2 "a""#,
                #"#/a 1:4-1:7 "\'x\'""#,
                #"b: 2:1-2:2 "b""#,
                #"#/b 3:3-4:11 "- 1\n  - c: \"y\"""#,
                #"#/b/0 3:5-3:6 "1""#,
                #"#/b/1 4:5-4:11 "c: \"y\"""#,
                #"c: 4:5-4:6 "c""#,
                #"#/b/1/c 4:8-4:11 "\"y\"""#,
            ]
        )
    }

    @Test("the range of a flow collection includes its brackets")
    func flowStyle() {
        let result = read("a: { b: [1, 2 ] , c: {} } # x\n")
        #expect(
            places(result.root, in: result.file) == [
                #"# 1:1-1:26 "a: { b: [1, 2 ] , c: {} }""#,
                #"a: 1:1-1:2 "a""#,
                #"#/a 1:4-1:26 "{ b: [1, 2 ] , c: {} }""#,
                #"b: 1:6-1:7 "b""#,
                #"#/a/b 1:9-1:16 "[1, 2 ]""#,
                #"#/a/b/0 1:10-1:11 "1""#,
                #"#/a/b/1 1:13-1:14 "2""#,
                #"c: 1:19-1:20 "c""#,
                #"#/a/c 1:22-1:24 "{}""#,
            ]
        )
    }

    @Test("a multiline scalar ends with its last character")
    func severalLines() {
        let result = read("a: |\n  é1\n  2\n\nb: >-\n  x\n  y\nc: p\n  q\nd:\n")
        #expect(
            places(result.root, in: result.file).filter { $0.hasPrefix("#/") } == [
                #"#/a 1:4-3:4 "|\n  é1\n  2""#,
                #"#/b 5:4-7:4 ">-\n  x\n  y""#,
                #"#/c 8:4-9:4 "p\n  q""#,
                #"#/d 10:3-10:3 """#,
            ]
        )
    }

    @Test("columns count characters, and offsets count bytes")
    func wideCharacters() {
        let text = "é: [\"日本\", 😀, b] # ü\nc: ß\n"
        let result = read(text)
        #expect(
            places(result.root, in: result.file).dropFirst().map { $0 } == [
                #"é: 1:1-1:2 "é""#,
                #"#/é 1:4-1:16 "[\"日本\", 😀, b]""#,
                #"#/é/0 1:5-1:9 "\"日本\"""#,
                #"#/é/1 1:11-1:12 "😀""#,
                #"#/é/2 1:14-1:15 "b""#,
                #"c: 2:1-2:2 "c""#,
                #"#/c 2:4-2:5 "ß""#,
            ]
        )
        #expect(result.root?["c"]?.range.offsets == 32..<34)
    }

    @Test("a byte order mark does not count as a column", arguments: ["api.yaml", "api.json"])
    func byteOrderMark(path: String) {
        let result = read("\u{FEFF}{\"a\": 1,\n\"b\": 2}", path: path)
        #expect(problems(result) == [])
        #expect(result.root.map { place($0.range) } == "1:1-2:8")
        #expect(result.root?.range.offsets == 3..<19)
        #expect(result.root?["b"]?.range.offsets == 17..<18)
    }

    @Test("CR, LF and CRLF end lines", arguments: ["api.yaml", "api.json"])
    func lineBreaks(path: String) {
        let result = read("[1,\r2,\n3,\r\n4,\r\r5]", path: path)
        #expect(result.root?.sequence?.map(\.range.start.line) == [1, 2, 3, 4, 6])
        #expect(result.root?.sequence?.map(\.range.start.column) == [2, 1, 1, 1, 1])
    }

    @Test("U+0085, U+2028 and U+2029 do not end a line", arguments: ["api.yaml", "api.json"])
    func unusualBreaks(path: String) {
        let result = read("[\"a\u{2028}b\u{2029}\u{85}\", 1,\n\"\u{2028}\", 2]", path: path)
        #expect(problems(result) == [])
        #expect(result.root?.sequence?.map { place($0.range) } == ["1:2-1:9", "1:11-1:12", "2:1-2:4", "2:6-2:7"])
        #expect(result.root?.sequence?[3].range.offsets == 25..<26)
    }

    @Test("positions in JSON are as in YAML")
    func json() {
        let result = read("{\n  \"é\": [1, \"\\u00E9ü\"],\n\t\"b\": { }\n}\n", path: "api.json")
        #expect(
            places(result.root, in: result.file).dropFirst().map { $0 } == [
                #"é: 2:3-2:6 "\"é\"""#,
                #"#/é 2:8-2:22 "[1, \"\\u00E9ü\"]""#,
                #"#/é/0 2:9-2:10 "1""#,
                #"#/é/1 2:12-2:21 "\"\\u00E9ü\"""#,
                #"b: 3:2-3:5 "\"b\"""#,
                #"#/b 3:7-3:10 "{ }""#,
            ]
        )
    }

    @Test("a JSON document has the same positions in both readers")
    func sameInBoth() {
        let text = "{\"é\": [1, -2.5e3, \"x\\n\", true, null, {}],\r\n \"b\": {\"c\": [[], \"ü\"]}}"
        let json = read(text, path: "a.json")
        let yaml = read(text, path: "a.yaml")
        #expect(json.problems + yaml.problems == [])
        #expect(places(json.root, in: json.file) == places(yaml.root, in: yaml.file))
        #expect(shown(json.root) == shown(yaml.root))
    }

    @Test("ranges contain the number of their file")
    func fileNumber() {
        let file = SourceFile(path: "b.yaml", bytes: Array("a: 1\na: 2\n".utf8), number: 7)
        let result = readDocument(file)
        #expect(result.root.map { Set(ranges($0).map(\.file)) } == [7])
        #expect(result.problems.map(\.range.file) == [7])
        #expect(result.problems.map { $0.related.map(\.range.file) } == [[7]])
    }
}
