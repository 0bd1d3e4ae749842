import Testing

@testable import GeneratorCore

/// Tests of suggestions for misspelt names.
@Suite("Suggestions")
struct SuggestionTests {

    @Test("several misspelt names get the same suggestions as alone")
    func several() {
        let names = ["colour", "size", "Weight"]
        var suggestions = Suggestions(names)
        for wrong in ["color", "sice", "weigth", "price", ""] {
            #expect(suggestions.nearest(to: wrong) == Suggestion.nearest(to: wrong, among: names))
        }
        #expect(suggestions.nearest(to: "color") == "colour")
    }

    @Test("among thousands of names, only the first misspelt ones get suggestions")
    func bounded() {
        var suggestions = Suggestions((0..<5000).map { "member\($0)" })
        let responses = (0..<100).map { suggestions.nearest(to: "membr\($0)") }
        #expect(responses.prefix(40).allSatisfy { $0 != nil })
        #expect(responses.dropFirst(40).allSatisfy { $0 == nil })
    }

    @Test("every unknown enum or encoding name is reported, with a suggestion if one is similar")
    func wrongNames() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    requestBody:
                      content:
                        multipart/form-data:
                          schema: { allOf: [{ $ref: '#/components/schemas/A' }, { type: object, properties: { other: { type: string } } }] }
                          encoding: { size: { contentType: text/plain }, other: { contentType: text/plain }, sise: { contentType: text/plain }, far: { contentType: text/plain } }
                    responses: { '204': { description: None. } }
                """,
            schemas: """
                A: { type: object, properties: { size: { type: string }, kind: { $ref: '#/components/schemas/K' } } }
                K: { type: string, enum: [small, large], x-swift-names: { small: s, largo: l, far: f } }
                """
        )
        #expect(
            snippet.result.diagnostics.map { $0.message + "|" + ($0.hint ?? "") } == [
                "The schema has no property 'sise', so its encoding has no effect|Did you mean 'size'?",
                "The schema has no property 'far', so its encoding has no effect|Correct the name, or remove it",
                "'largo' is not a value of this enum|Did you mean 'large'?",
                "'far' is not a value of this enum|Remove it",
            ]
        )
    }
}
