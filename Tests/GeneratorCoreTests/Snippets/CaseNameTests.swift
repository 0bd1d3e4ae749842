import Testing

/// Tests of the names of a union's cases.
@Suite("Snippets: names of cases")
struct CaseNameTests {

    @Test("a case never has the name of a type that the enum mentions")
    func hiddenTypes() {
        let snippet = Snippet(
            schemas: """
                2X: { type: object, required: [a], properties: { a: { type: string } } }
                Shape: { oneOf: [{ $ref: '#/components/schemas/2X' }, { type: boolean }] }
                """
        )
        let code = snippet.code("Models/Shape.swift")
        #expect(code.contains("case _2XValue(_2X)"), "\(code)")
    }
}
