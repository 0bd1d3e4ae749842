import Testing
import YAMLReader

@testable import GeneratorCore

/// Tests of diagnostics for regular expressions.
@Suite("Pattern check")
struct PatternCheckTests {

    @Test(
        "patterns that the runtime supports are accepted",
        arguments: [
            "", "a", "^(a|b)$", "^a{2,}$", "^a{,2}$", "^x{$", "[-a]", "[\\]\\\\]", "^\\d{3}-\\d{2}$", "\\bcat\\b",
            "\\u{1F9E8}",
            "\\p{L}", "\\P{Lu}", "\\p{gc=Nd}", "(?:ab)+", "(?<year>\\d+)", "a*?b", "[(?=]", "\\(?=", "a{1000}",
        ]
    )
    func good(_ pattern: String) {
        #expect(PatternCheck(pattern).problem == nil)
    }

    @Test(
        "unsupported patterns are reported with the cause",
        arguments: [
            ("(?=a)", "has a lookahead"), ("a(?!b)", "has a lookahead"), ("(?<=a)", "has a lookbehind"),
            ("(?<!a)b", "has a lookbehind"),
            ("(a)\\1", "has a backreference"), ("\\k<a>", "has a backreference"), ("(", "has an unclosed group"),
            ("a)", "closes a group that is not open"), ("[a", "has an unclosed character class"),
            ("*", "has a quantifier with nothing to repeat"),
            ("a**", "has a quantifier with nothing to repeat"), ("(|+)", "has a quantifier with nothing to repeat"),
            ("\\", "ends in a backslash"),
            ("\\p{Script=Greek}", "names an unknown Unicode property"),
            ("(?i)a", "has a group of an unknown kind"), ("a{1001}", "has a quantifier above 1,000"),
        ]
    )
    func bad(_ pattern: String, _ problem: String) {
        #expect(PatternCheck(pattern).problem == problem)
    }

    @Test("an unsupported pattern causes a located warning if validation is on, and else none")
    func warning() {
        let document = """
            openapi: 3.1.0
            info: { title: Sample, version: '1' }
            components: { schemas: { A: { type: object, properties: { b: { type: string, pattern: '(?=a)' } } } } }
            """
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        #expect(Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8)).diagnostics.isEmpty)
        options.validation = .requests
        let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8))
        #expect(result.diagnostics.map(\.rule) == ["unsupported-pattern"])
        #expect(result.diagnostics.first?.range.start.line == 3)
        #expect(!result.hasErrors)
    }
}
