import Testing

@testable import GeneratorCore

/// Tests of the types that one module lends to others.
@Suite("Shared types")
struct SharedTypesTests {

    @Test("types that outlive their run do not retain its diagnostics and files")
    func lifetime() throws {
        weak var diagnostics: DiagnosticCollector?
        weak var context: ParseContext?
        let types = try {
            let parsed = try ParsedDocument(
                schemas: """
                    Order: { type: object, properties: { state: { enum: [open, paid] }, total: { $ref: '#/components/schemas/Sum' } } }
                    Sum: { oneOf: [{ type: integer }, { type: object, properties: { cents: { type: integer } } }] }
                    """
            )
            diagnostics = parsed.diagnostics
            context = parsed.context
            let options = ModuleOptions(module: "CommonKit", specName: "sample.yaml")
            let resolver = ModuleResolver(context: parsed.context, options: options, imports: [])
            let (module, types) = resolver.typesAlone(parsed.document)
            return SharedTypes(module, options, types)
        }()
        #expect(types.imported.names.map(\.text) == ["Order", "Sum"])
        #expect(diagnostics == nil)
        #expect(context == nil)
    }
}
