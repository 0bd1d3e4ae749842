import Testing
import YAMLReader

@testable import GeneratorCore

/// Tests of the names of one scope.
@Suite("Name scope")
struct NameScopeTests {

    private let diagnostics = DiagnosticCollector()
    private let range = SourceRange(start: .start, end: .start)

    @Test("a name that is used already gets the first free number, which is never given again")
    func numbers() {
        var scope = NameScope(diagnostics)
        let names = (1...3).map { _ in scope.take("Note", for: "A schema", at: range).text }
        #expect(names == ["Note", "Note2", "Note3"])
    }

    @Test("a number skips names that are used already")
    func occupied() {
        var scope = NameScope(diagnostics)
        _ = scope.take("Note2", for: "A schema", at: range)
        _ = scope.take("Note", for: "A schema", at: range)
        #expect(scope.take("Note", for: "A schema", at: range).text == "Note3")
    }

    @Test("a clash is reported with the use of the name and the extension that sets another one")
    func report() throws {
        var scope = NameScope(diagnostics, pin: .swiftNames)
        _ = scope.take("open", for: "The value 'open'", at: range)
        _ = scope.take("open", for: "The value 'Open'", at: range)
        let diagnostic = try #require(diagnostics.diagnostics.first)
        #expect(diagnostics.diagnostics.count == 1)
        #expect(
            diagnostic.message == "The value 'Open' is named 'open2', because the name 'open' is already used"
        )
        #expect(diagnostic.hint == "Choose another name with 'x-swift-names'")
        #expect(diagnostic.related.map(\.message) == ["The name 'open' is used here"])
    }

    @Test("a reserved name is taken, and its clash names no other use")
    func reserved() throws {
        var scope = NameScope(diagnostics, reserving: ["unknown"])
        scope.reserve("base")
        #expect(scope.contains("unknown") && scope.contains("base") && !scope.contains("other"))
        #expect(scope.take("base", for: "A variant", at: range).text == "base2")
        #expect(try #require(diagnostics.diagnostics.first).related.isEmpty)
    }

    @Test("a nested type has a name that differs from those of its parent and of its siblings only")
    func nested() {
        let outer = NamedType("Order", in: nil, pointer: "", documentation: Documentation())
        let other = NamedType("Bill", in: nil, pointer: "", documentation: Documentation())
        var names = NestedNames(diagnostics, hiding: ["ShopAPI"])
        #expect(names.isTaken("Order", in: outer) && !names.isTaken("Order", in: other))
        #expect(names.take("State", in: outer, for: "A nested type", at: range).text == "State")
        #expect(names.take("State", in: other, for: "A nested type", at: range).text == "State")
        #expect(names.take("State", in: outer, for: "A nested type", at: range).text == "State2")
        #expect(names.take("ShopAPI", in: outer, for: "A nested type", at: range).text == "ShopAPI2")
        names.addMembers(["state"], of: outer)
        #expect(names.isMember("state", of: outer) && !names.isMember("state", of: other))
    }
}
