import Testing

@testable import APIRuntime

@Suite("Sets of characters in patterns")
struct ScalarSetTests {
    /// Returns the scalars up to U+FFFF that belong to a set.
    private func members(_ set: ScalarSet) -> [UInt32] {
        (0...0xFFFF).filter { Unicode.Scalar($0).map(set.contains) ?? false }
    }

    @Test("the sets of digits, words and white space are those of ECMAScript")
    func classes() {
        #expect(members(.digit) == Array(0x30...0x39))
        let word = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
        #expect(members(.word) == word.unicodeScalars.map(\.value))
        let space: [UInt32] = [9, 10, 11, 12, 13, 0x20, 0xA0, 0x1680]
        let more: [UInt32] = Array(0x2000...0x200A) + [0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF]
        #expect(members(.space) == space + more)
    }

    @Test("a dot matches all characters except line terminators")
    func dot() {
        let others = members(ScalarSet.dot.negated)
        #expect(others == [0x0A, 0x0D, 0x2028, 0x2029])
        #expect(ScalarSet.dot.contains("\u{1F600}"))
        #expect(ScalarSet.dot.contains("\u{85}"))
    }

    @Test("a complement contains all other characters, and its complement the same as the set")
    func negated() {
        let set = ScalarSet("a")
        #expect(members(set) == [0x61])
        #expect(!set.negated.contains("a"))
        #expect(set.negated.contains("b"))
        #expect(members(set.negated.negated) == [0x61])
        #expect(members(ScalarSet()).isEmpty)
    }

    @Test("a set contains the characters of its ranges, categories and parts")
    func parts() {
        var set = ScalarSet(0x61...0x63)
        set.categories = [.decimalNumber]
        set.parts = [ScalarSet.word.negated]
        for scalar in ["a", "c", "7", "\u{663}", " ", "\u{E9}"] as [Unicode.Scalar] {
            #expect(set.contains(scalar), "\(scalar)")
        }
        for scalar in ["d", "Z", "_"] as [Unicode.Scalar] { #expect(!set.contains(scalar), "\(scalar)") }
        set.isNegated = true
        #expect(set.contains("d"))
        #expect(!set.contains("7"))
    }

    @Test(
        "properties are the general categories of Unicode, with short and long names",
        arguments: [
            ("L", "aZ\u{DF}\u{3042}\u{2B0}", "1 -_\u{301}"), ("Letter", "a", "1"), ("Lu", "A\u{C4}", "a\u{1C5}"),
            ("Uppercase_Letter", "A", "a"), ("Ll", "a\u{DF}", "A"), ("Lt", "\u{1C5}", "Aa"), ("Lm", "\u{2B0}", "a"),
            ("Lo", "\u{3042}\u{5D0}", "a"), ("N", "1\u{2167}\u{BD}", "a"), ("Nd", "1\u{663}", "\u{2167}\u{BD}"),
            ("Nl", "\u{2167}", "1"), ("No", "\u{BD}", "1"), ("P", "-_.(!", "a+"), ("Pc", "_", "-"),
            ("Pd", "-", "_"), ("S", "+$^\u{A9}", "a-"), ("Sm", "+", "$"), ("Sc", "\u{20AC}$", "+"),
            ("Sk", "^", "+"), ("So", "\u{A9}", "$"), ("Z", " \u{2028}", "\u{200B}a"), ("Zs", " \u{A0}", "\u{2028}"),
            ("General_Category=Lu", "A", "a"), ("gc=Nd", "1", "a"),
        ] as [(String, String, String)]
    )
    func properties(_ name: String, _ members: String, _ others: String) throws {
        let set = try #require(ScalarSet(property: name))
        for scalar in members.unicodeScalars { #expect(set.contains(scalar), "\(name) contains \(scalar)") }
        for scalar in others.unicodeScalars { #expect(!set.contains(scalar), "\(name) does not contain \(scalar)") }
    }

    @Test("marks are a property")
    func marks() throws {
        let set = try #require(ScalarSet(property: "M"))
        #expect(set.contains("\u{301}"))
        #expect(!set.contains("a"))
    }

    @Test("an unknown property is no set", arguments: ["", "X", "lu", "Script=Greek", "gc=", "gc=x", "=Lu"])
    func unknown(_ name: String) {
        #expect(ScalarSet(property: name) == nil)
    }
}
