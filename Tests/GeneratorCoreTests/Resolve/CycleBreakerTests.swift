import Testing
import YAMLReader

@testable import GeneratorCore

/// Tests of the indirections in types that contain themselves.
@Suite("Cycle breaker")
struct CycleBreakerTests {

    private let diagnostics = DiagnosticCollector()

    @Test("a cycle is broken at its last optional property, and only there")
    func optional() {
        let (first, second) = (type("First"), type("Second"))
        first.content = object(("second", .named(second), .optional))
        second.content = object(("first", .named(first), .optional), ("name", .string, .required))
        run([first, second])
        #expect(first.properties.map(\.isBoxed) == [false])
        #expect(second.properties.map(\.isBoxed) == [true, false])
        #expect(diagnostics.diagnostics.isEmpty)
    }

    @Test("a required property is stored by value if another property of the cycle is optional")
    func required() {
        let (first, second) = (type("First"), type("Second"))
        first.content = object(("second", .named(second), .optional))
        second.content = object(("first", .named(first), .required))
        run([first, second])
        #expect(first.properties.map(\.isBoxed) == [true])
        #expect(second.properties.map(\.isBoxed) == [false])
    }

    @Test("a union in a cycle becomes indirect instead of a property")
    func union() {
        let (node, tree) = (type("Node"), type("Tree"))
        node.content = object(("child", .named(tree), .optional))
        tree.content = .union(UnionType(variants: [.init(name: "node", type: .named(node))], discriminator: nil))
        run([node, tree])
        #expect(node.properties.map(\.isBoxed) == [false])
        guard case .union(let union) = tree.content else {
            Issue.record("The union is replaced.")
            return
        }
        #expect(union.isIndirect)
    }

    @Test("lists, dictionaries and aliases of them break no cycle, but an alias of a type continues it")
    func references() {
        let (list, alias, loop) = (type("List"), type("Alias"), type("Loop"))
        list.content = object(("all", .array(.named(list)), .required), ("named", .dictionary(.named(list)), .required))
        alias.content = .alias(.named(loop))
        loop.content = object(("next", .optional(.named(alias)), .nullable))
        run([list, alias, loop])
        #expect(list.properties.map(\.isBoxed) == [false, false])
        #expect(loop.properties.map(\.isBoxed) == [true])
    }

    @Test("a cycle of required properties is reported, and the last property becomes optional")
    func impossible() {
        let (first, second) = (type("First"), type("Second"))
        first.content = object(("second", .named(second), .required))
        second.content = object(("first", .named(first), .required))
        run([first, second])
        #expect(diagnostics.diagnostics.map(\.rule) == ["impossible-type"])
        #expect(diagnostics.diagnostics[0].message.contains("First.second requires Second.first requires First again"))
        #expect(first.properties.map(\.presence) == [.required])
        #expect(second.properties.map(\.presence) == [.optional])
        #expect(second.properties.map(\.isBoxed) == [true])
    }

    @Test("the size of a type in a cycle is finite, because the cycle has an indirection")
    func size() {
        let node = type("Node")
        node.content = object(("next", .named(node), .optional), ("name", .string, .required))
        run([node])
        var sizes = InlineSizes()
        sizes.run([node])
        #expect(node.inlineSize == 8 + 8 + 24)
    }

    private func run(_ types: [NamedType]) {
        var breaker = CycleBreaker(diagnostics)
        breaker.run(types)
    }

    private func type(_ name: String) -> NamedType {
        NamedType(Identifier(sanitizing: name), in: nil, pointer: "", documentation: Documentation())
    }

    private func object(_ properties: (String, SwiftType, PropertyModel.Presence)...) -> NamedType.Content {
        var object = ObjectType()
        object.properties = properties.map { name, type, presence in
            PropertyModel(
                wireName: name,
                name: Identifier(sanitizing: name),
                type: type,
                presence: presence,
                documentation: Documentation(),
                isDeprecated: false,
                isLenient: false,
                isSensitive: false,
                range: SourceRange(start: .start, end: .start)
            )
        }
        return .object(object)
    }
}
