import Testing

@testable import APIRuntime

/// Tests of regular expressions in JSON Schema.
@Suite("Patterns")
struct PatternTests {

    @Test(
        "patterns match as in ECMA-262",
        arguments: [
            ("", "x", true), ("a", "bab", true), ("^a$", "ba", false), ("^a|b$", "xb", true), ("^(a|b)$", "xb", false),
            ("^a*$", "", true), ("^a+$", "", false), ("^a?b$", "b", true), ("^a{2}$", "aa", true),
            ("^a{2}$", "aaa", false),
            ("^a{2,}$", "aaaa", true), ("^a{1,2}$", "aaa", false), ("^a{,2}$", "a{,2}", true), ("^x{$", "x{", true),
            ("^[a-c]+$", "abc", true), ("^[^a-c]+$", "abd", false), ("^[-a]+$", "-a", true), ("^[a-]+$", "-a", true),
            ("^[\\]\\\\]$", "]", true), ("^[\\d-x]+$", "3-x", true), ("^\\d{3}-\\d{2}$", "123-45", true),
            ("\\D", "12", false),
            ("^\\w+$", "aZ_9", true), ("^\\w+$", "é", false), ("^\\s$", "\u{A0}", true), ("^\\S$", " ", false),
            ("\\bcat\\b", "a cat!", true), ("\\bcat\\b", "concat", false), ("\\Bcat", "concat", true),
            ("^.$", "\n", false), ("^.$", "🧨", true), ("^\\u00e9$", "é", true), ("^\\ud83e\\udde8$", "🧨", true),
            ("^\\u{1F9E8}$", "🧨", true), ("^\\x41\\t\\0$", "A\t\0", true), ("^\\cA$", "\u{1}", true),
            ("^\\p{L}+$", "éñß", true), ("^\\p{Lu}\\P{Lu}$", "Éé", true), ("^(?:ab)+$", "abab", true),
            ("^(?<year>\\d+)$", "2024", true), ("^(a|ab)(c|bcd)$", "abcd", true), ("^a*?b$", "aab", true),
            ("\\/\\.", "/.", true),
            ("^$", "", true), ("^$", "\n", false), ("a$", "a\n", false),
        ]
    )
    func matches(_ expression: String, _ text: String, _ isMatch: Bool) throws {
        let pattern = try #require(Pattern(expression))
        #expect(pattern.matches(text) == isMatch)
    }

    @Test(
        "a pattern that is invalid, too large or has a lookaround is not created",
        arguments: [
            "(", ")", "[", "[b-a]", "*", "a**", "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "(a)\\1", "\\k<a>",
            "\\p{Script=Greek}",
            "\\", "a{1001}", "(?i)a", "((a{1000}){1000}){1000}", "\\y", "\\u12", "^*", "a{2,1}",
        ]
    )
    func refusals(_ expression: String) {
        #expect(Pattern(expression) == nil)
    }

    @Test("nested quantifiers are matched in linear time")
    func nested() throws {
        let text = String(repeating: "a", count: 5000) + "!"
        for expression in ["^(a+)+$", "^(a|aa)+$", "^(a|a?)+$", "^(.*a){12}$", "(a*)*b", "^((a?){30}){30}$"] {
            let pattern = try #require(Pattern(expression))
            #expect(!pattern.matches(text), "\(expression)")
        }
    }
}
