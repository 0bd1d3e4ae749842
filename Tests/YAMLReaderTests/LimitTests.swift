import Testing
import YAMLReader

@Suite("Hostile documents")
struct LimitTests {

    private func laughs(levels: Int, merging: Bool = false) -> String {
        var text = merging ? "a0: &a0 {k: 1}\n" : "a0: &a0 [x]\n"
        for level in 1...levels {
            let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            text += merging ? "a\(level): &a\(level) {<<: [\(aliases)]}\n" : "a\(level): &a\(level) [\(aliases)]\n"
        }
        return text
    }

    @Test("a limit on values stops exponentially multiplying aliases", arguments: [false, true])
    func billionLaughs(merging: Bool) {
        let result = read(laughs(levels: 40, merging: merging))
        #expect(result.root == nil)
        #expect(result.problems.map(\.message) == ["Aliases expand to more than 1000000 values"])
        #expect(result.problems.map(\.hint) == ["Write the values out, or nest fewer aliases in each other"])
    }

    @Test("the alias budget counts every value that an alias adds")
    func aliasBudget() {
        var limits = ReadLimits()
        limits.maxAliasedNodes = 6
        #expect(problems("[&a [1, 2], *a, *a]", path: "a.yaml", limits: limits) == [])
        limits.maxAliasedNodes = 5
        #expect(
            problems("[&a [1, 2], *a, *a]", path: "a.yaml", limits: limits) == [
                "1:17-1:19: Aliases expand to more than 5 values"
                    + " (Write the values out, or nest fewer aliases in each other)"
            ]
        )
    }

    @Test("the number of values is limited, including aliases", arguments: ["[1, 2, 3]", "[&a 1, *a, *a]"])
    func nodeLimit(text: String) {
        var limits = ReadLimits()
        limits.maxNodes = 4
        #expect(problems(text, limits: limits) == [])
        limits.maxNodes = 3
        #expect(read(text, limits: limits).problems.map(\.message) == ["The document has more than 3 values"])
    }

    @Test("JSON has the same limit on the number of values")
    func nodeLimitOfJSON() {
        var limits = ReadLimits()
        limits.maxNodes = 3
        #expect(
            problems("[1, {}, 3]", path: "a.json", limits: limits)
                == ["1:9-1:10: The document has more than 3 values (Split it into several files)"]
        )
    }

    @Test("nesting has a limit", arguments: ["api.yaml", "api.json"])
    func depth(path: String) {
        let allowed = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
        #expect(problems(allowed, path: path) == [])
        let problem = "1:129-1:130: Lists and mappings are nested more than 128 levels deep (Flatten the document)"
        #expect(problems("[\(allowed)]", path: path) == [problem])
        #expect(problems(String(repeating: "[", count: 10_000), path: path) == [problem])
    }

    @Test(
        "other kinds of nesting have a limit too",
        arguments: ["- ", "? ", "{a: ", "[{", "!!seq [", "&a [", "[? "]
    )
    func otherNesting(opening: String) {
        let result = read(String(repeating: opening, count: 10_000))
        #expect(result.root == nil)
        #expect(result.problems.map(\.message) == ["Lists and mappings are nested more than 128 levels deep"])
    }

    @Test("aliases cannot nest deeper than the limit")
    func aliasDepth() {
        var text = "- &a0 []\n"
        for level in 1...300 {
            text += "- &a\(level) [*a\(level - 1)]\n"
        }
        let result = read(text)
        #expect(result.problems.map(\.message) == ["Lists and mappings are nested more than 128 levels deep"])
        // The outermost list is level 1, the first anchored one level 2.
        #expect(result.problems.map(\.range.start.line) == [128])
    }

    @Test("a chain of merge keys is processed without recursion, so it can be long")
    func mergeChain() {
        let links = (1...300).map { "m\($0): &m\($0) {<<: *m\($0 - 1), k\($0): 1}\n" }
        let result = read("m0: &m0 {a: 1}\n" + links.joined())
        #expect(problems(result) == [])
        #expect(result.root?["m300"]?.mapping?.count == 301)
    }

    @Test("a file that exceeds the size limit is not read")
    func size() {
        var limits = ReadLimits()
        limits.maxBytes = 4
        #expect(problems("[12]", limits: limits) == [])
        #expect(
            problems("[123]", limits: limits)
                == ["1:1-1:1: The file has more than the 4 bytes allowed (Split it into several files)"]
        )
    }

    @Test("the number of reported errors is limited")
    func problemLimit() {
        var limits = ReadLimits()
        limits.maxProblems = 3
        let result = read(String(repeating: "a: 1\n", count: 100), limits: limits)
        #expect(result.root == nil)
        #expect(result.problems.map(\.range.start.line) == [2, 3, 4, 4])
        #expect(result.problems.last?.message == "Reading stopped after 3 problems")
    }

    @Test("long scalars are parsed completely", arguments: ["api.yaml", "api.json"])
    func hugeScalar(path: String) {
        let text = String(repeating: "aé", count: 1_000_000)
        let result = read("[\"\(text)\", 1]", path: path)
        #expect(result.root?.sequence?.first?.string?.utf8.count == 3_000_000)
        #expect(result.root?.sequence?.last.map { place($0.range) } == "1:2000006-1:2000007")
    }

    @Test("the parse time of anchors, keys and line breaks is linear")
    func manyOfEach() {
        let many = 20_000
        let anchors = "- &a 1\n" + (1..<many).map { "- &a\($0) {k: *a}\n" }.joined()
        #expect(read(anchors).root?.sequence?.last?["k"]?.int == 1)
        let keys = (0..<many).map { "k\($0): \"\u{2028}\"\n" }.joined()
        #expect(read(keys).root?["k\(many - 1)"].map { place($0.range) } == "20000:9-20000:12")
    }
}
