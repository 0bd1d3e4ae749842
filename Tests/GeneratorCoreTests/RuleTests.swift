import Foundation
import GeneratorCore
import Testing
import YAMLReader

/// Tests of the list of rules in `Generator/README.md`.
@Suite("Rules")
struct RuleTests {

    private static let generator = Fixtures.tests.deletingLastPathComponent().appendingPathComponent("Generator")

    /// Returns the rules of the list.
    private func listed() throws -> [String] {
        let text = try String(contentsOf: Self.generator.appendingPathComponent("README.md"), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            line.hasPrefix("| `") ? String(line.dropFirst(3).prefix { $0 != "`" }) : nil
        }
    }

    /// Returns the rules in the source code: the first rule-like string after the start of a diagnostic.
    private func used() throws -> Set<String> {
        // Problems of the readers become diagnostics at one location, with different code.
        var rules: Set<String> = ["odd-text", "unreadable"]
        for path in Fixtures.files(in: Self.generator, ending: ".swift") {
            let text = try String(contentsOf: Self.generator.appendingPathComponent(path), encoding: .utf8)
            for start in text.ranges(of: /\.error\(|\.warning\(|iagnostics\.note\(|slip\(|\bDiagnostic\(/) {
                let call = text[start.upperBound...].prefix(300)
                if let rule = call.firstMatch(of: /"([a-z]+(?:-[a-z]+)*)"/),
                    call.prefix(upTo: rule.range.lowerBound).allSatisfy({ $0 != ")" })
                {
                    rules.insert(String(rule.output.1))
                }
            }
        }
        return rules
    }

    @Test("every rule of the code is listed in order, and every listed one is used")
    func list() throws {
        let listed = try listed()
        let used = try used()
        #expect(listed == listed.sorted())
        #expect(Set(listed).count == listed.count)
        #expect(Set(listed).subtracting(used) == [])
        #expect(used.subtracting(listed) == [])
        #expect(listed.count > 50)
    }

    /// Rules of the configuration and the command line, which a document alone does not violate.
    ///
    /// Other tests cover them.
    private static let elsewhere: Set<String> = [
        "alike-successes", "bad-name", "empty-filter", "misplaced-key", "not-portable", "odd-text", "old-operation",
        "omitted", "one-segment",
        "repeated-module", "repeated-output", "repeated-prefix", "stale-output", "suggested-paging",
        "unapplied-default", "unfit-format",
        "unfit-import",
        "unfit-mocks", "unlike-parts", "unlisted-file",
        "unmatched-conformance", "unmatched-filter", "unmatched-format", "unsupported-pattern", "unused-schema",
    ]

    /// Rules that require thousands of schemas, or files whose names are the same on some disks.
    private static let large: Set<String> = ["deep-chain", "endless-mixture", "letter-case"]

    @Test("every diagnostic rule has an invalid spec")
    func examples() throws {
        var shown: Set<String> = []
        for name in BadSpecsTests.names {
            let result = try BadSpecsTests.run(name)
            shown.formUnion(result.diagnostics.map(\.rule))
        }
        let missing = Set(try listed()).subtracting(shown).subtracting(Self.elsewhere).subtracting(Self.large)
        #expect(missing.isEmpty, "without a bad spec: \(missing.sorted())")
    }

    @Test("a chain of schemas that exceeds the limit is an error")
    func deepChain() {
        let schemas = (0..<10_050).map { number in
            "    S\(number): { type: array, items: { $ref: '#/components/schemas/S\(number + 1)' } }\n"
        }
        let text =
            "openapi: 3.1.0\ninfo: { title: S, version: '1' }\ncomponents:\n  schemas:\n" + schemas.joined()
            + "    S10050: { type: string }\n"
        var options = ModuleOptions(module: "SampleAPI", specName: "s.yaml")
        options.isStrict = true
        let result = Generator(options: options).run(path: "s.yaml", bytes: Array(text.utf8))
        #expect(Set(result.diagnostics.map(\.rule)) == ["deep-chain"])
    }
}
