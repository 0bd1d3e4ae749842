import Testing
import YAMLReader

@Suite("Anchors, aliases and merge keys")
struct AliasTests {

    @Test("an alias has the value and the range of its anchor")
    func alias() {
        let result = read("a: &x {b: 1}\nc: *x\n")
        #expect(problems(result) == [])
        #expect(shown(result.root) == "{a: {b: 1}, c: {b: 1}}")
        #expect(result.root?["c"]?.range == result.root?["a"]?.range)
    }

    @Test("a collection whose last element is an alias ends after the alias")
    func rangeAroundAlias() {
        let result = read("a: &x 1\nb:\n  - *x\n")
        #expect(result.root.map { place($0.range) } == "1:1-3:7")
        #expect(result.root?["b"].map { place($0.range) } == "3:3-3:7")
    }

    @Test("an alias refers to the latest anchor with its name")
    func reusedName() {
        #expect(value("[&a 1, *a, &a 2, *a]") == "[1, 1, 2, 2]")
        #expect(value("[&a [&a 1, *a], *a]") == "[[1, 1], 1]")
    }

    @Test("an alias of a scalar can be a key")
    func aliasAsKey() {
        #expect(value("a: &x name\nb: &y 0x10\n*x : 1\n*y : 2\n") == #"{a: "name", b: 16, name: 1, 0x10: 2}"#)
        #expect(
            problems("a: &x [1]\n*x : 1\n")
                == ["2:1-2:3: A key must be a string, but this key is a list (Quote the key if it starts with [ or {)"]
        )
    }

    @Test("an alias without an anchor is an error")
    func unknownAlias() {
        #expect(
            problems("a: *x\nb: &x 1\n") == [
                "1:4-1:6: No anchor named \"x\" comes before this alias"
                    + " (Write &x before the value that the alias repeats)"
            ]
        )
    }

    @Test("an alias inside its own value is an error")
    func cycle() {
        #expect(
            problems("a: &x\n  b: [*x]\n") == [
                "2:7-2:9: The alias \"x\" is inside the value that it repeats"
                    + " (Use $ref for values that contain themselves)",
                "  1:4-1:6: The value starts here",
            ]
        )
    }

    @Test("a merge key adds missing keys to the mapping at its own position")
    func merge() {
        #expect(
            value("b: &b {x: 1, y: 2}\nc:\n  w: 0\n  <<: *b\n  x: 9\n") == "{b: {x: 1, y: 2}, c: {w: 0, y: 2, x: 9}}"
        )
    }

    @Test("the first of several merged mappings takes precedence")
    func mergeList() {
        #expect(value("a: {<<: [{x: 1}, {x: 2, y: 3}], z: 4}\n") == "{a: {x: 1, y: 3, z: 4}}")
        #expect(value("a: {<<: {x: 1}, k: 0, <<: {x: 2, y: 3}}\n") == "{a: {x: 1, k: 0, y: 3}}")
    }

    @Test("a quoted << is an ordinary key")
    func quotedMerge() {
        #expect(value("\"<<\": 1\n") == "{<<: 1}")
    }

    @Test("a merge key accepts only mappings")
    func wrongMerge() {
        let hint = "(Name an anchored mapping, as in <<: *name, or quote the key)"
        #expect(
            problems("a: {<<: 1}\nb: {<<: [{c: 1}, 2]}\n") == [
                "1:9-1:10: The key << takes a mapping or a list of mappings, but this is an integer \(hint)",
                "2:9-2:20: The key << takes a mapping or a list of mappings, but this is a list \(hint)",
            ]
        )
    }

    @Test("a merge key with an unknown anchor has one problem, and merges what is known")
    func unknownMerge() {
        let hint = "(Write &x before the value that the alias repeats)"
        #expect(problems("a: {<<: *x}\n") == ["1:9-1:11: No anchor named \"x\" comes before this alias \(hint)"])
        let text = "b: &b {c: 1}\na: {<<: [*x, *b]}\n"
        #expect(problems(text) == ["2:10-2:12: No anchor named \"x\" comes before this alias \(hint)"])
        #expect(problems("a: {<<: }\n").count == 1)
        #expect(problems("a: {<<: [*x, 2]}\n").count == 2)
    }
}
