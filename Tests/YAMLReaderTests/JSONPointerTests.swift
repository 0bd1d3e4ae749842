import Testing
import YAMLReader

@Suite("JSON pointers")
struct JSONPointerTests {

    @Test("a pointer is escaped and parses back to itself")
    func rendering() {
        let pointer = JSONPointer(["paths", "/a/{id}"]).appending("a~b%").appending(0)
        #expect(pointer.description == "#/paths/~1a~1{id}/a~0b%25/0")
        #expect(JSONPointer(parsing: pointer.description) == pointer)
        #expect(pointer.parent?.tokens == ["paths", "/a/{id}", "a~b%"])
        #expect(JSONPointer().description == "#")
        #expect(JSONPointer().parent == nil)
    }

    @Test("pointers are parsed with and without the #")
    func parsing() {
        #expect(JSONPointer(parsing: "")?.tokens == [])
        #expect(JSONPointer(parsing: "#")?.tokens == [])
        #expect(JSONPointer(parsing: "/")?.tokens == [""])
        #expect(JSONPointer(parsing: "/a%2Fb/~01")?.tokens == ["a%2Fb", "~1"])
        #expect(JSONPointer(parsing: "#/a%2Fb/%C3%A9/")?.tokens == ["a/b", "é", ""])
    }

    @Test("an invalid pointer is refused", arguments: ["a", "#a", "/~", "/~2", "#/%", "#/%4", "#/%zz", "#/%FF"])
    func malformed(text: String) {
        #expect(JSONPointer(parsing: text) == nil)
    }

    @Test("a pointer resolves keys and array indices")
    func resolving() {
        let root = read("paths:\n  /a/{id}:\n    get: [x, {y: 1}]\n'0': zero\n").root
        #expect(root?.resolve(JSONPointer())?.kind == "a mapping")
        #expect(JSONPointer(parsing: "#/paths/~1a~1{id}/get/1/y").flatMap { root?.resolve($0)?.int } == 1)
        #expect(root?.resolve(JSONPointer(["0"]))?.string == "zero")
        for missing in [["x"], ["paths", "0"], ["0", "0"]]
            + ["2", "-1", "01", "+1", ""].map({ ["paths", "/a/{id}", "get", $0] })
        {
            #expect(root?.resolve(JSONPointer(missing)) == nil)
        }
    }

    @Test("accessors return only values of their kind")
    func accessors() {
        let root = read("{a: 1, b: x, c: true, d: [1], e: {}, f: 1.50, g: null}").root
        #expect(root?["a"]?.int == 1 && root?["a"]?.string == nil)
        #expect(root?["b"]?.string == "x" && root?["b"]?.bool == nil)
        #expect(root?["c"]?.bool == true && root?["c"]?.int == nil)
        #expect(root?["d"]?.sequence?.count == 1 && root?["d"]?.mapping == nil)
        #expect(root?["e"]?.mapping?.isEmpty == true && root?["e"]?.sequence == nil)
        #expect(root?["f"]?.numberText == "1.50" && root?["a"]?.numberText == "1" && root?["b"]?.numberText == nil)
        #expect(root?["g"]?.isNull == true && root?["f"]?.isNull == false)
        #expect(root?["b"]?["x"] == nil)
        #expect(
            root?.mapping?.entries.map(\.value.kind) == [
                "an integer", "a string", "a Boolean", "a list", "a mapping", "a number", "null",
            ]
        )
    }
}
