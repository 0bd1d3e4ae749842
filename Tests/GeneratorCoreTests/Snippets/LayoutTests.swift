import Testing

@testable import GeneratorCore

/// Tests of the files that contain declarations.
@Suite("Files")
struct LayoutTests {

    /// Generates operations without tags, each with a different body.
    private func snippet(paths: [String], description: String = "What it does.") -> Snippet {
        let body = "{ application/json: { schema: { type: object, properties: { NAME: { type: string } } } } }"
        let operations = paths.enumerated().map { index, path in
            """
            \(path):
              post:
                operationId: call\(index)
                description: \(description)
                requestBody: { content: \(body.replacing("NAME", with: "member\(index)")) }
                responses: { '204': { description: Done. } }
            """
        }
        return Snippet(paths: operations.joined(separator: "\n"))
    }

    @Test("a short group is one file, and the types of its operations are another")
    func short() {
        let paths = snippet(paths: ["/a/x", "/b/y"]).paths.filter { $0.hasPrefix("Operations/") }
        #expect(paths == ["Operations/SampleOperations+Types.swift", "Operations/SampleOperations.swift"])
    }

    @Test("a long group is split by path, and no file exceeds 2,000 lines")
    func long() throws {
        let steps = (0..<90).map { "/v1/\(["users", "files", "user-groups"][$0 % 3])/step\($0)" }
        let result = snippet(paths: steps, description: String(repeating: "Long. ", count: 200))
        for file in result.result.files {
            #expect(file.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 2_000, "\(file.path)")
        }
        #expect(result.paths.contains("Operations/SampleOperations+Users.swift"))
        result.expect("extension SampleOperations {", in: "Operations/SampleOperations+Files.swift")
        result.expect(
            "public struct SampleOperations: OperationGroup {",
            in: "Operations/SampleOperations.swift"
        )
        #expect(result.text("Operations/SampleOperations+UserGroups.swift").contains("func call2("))
    }

    @Test("an added operation does not change the files of others")
    func stability() {
        let steps = (0..<60).map { "/v1/\(["users", "files", "groups"][$0 % 3])/step\($0)" }
        let before = snippet(paths: steps, description: String(repeating: "Long. ", count: 60))
        let after = snippet(paths: steps + ["/v1/users/more"], description: String(repeating: "Long. ", count: 60))
        let changed = after.result.files.filter { file in
            !before.result.files.contains { $0 == file }
        }
        #expect(
            changed.map(\.path) == [
                "Operations/SampleOperations+Users.swift", "Operations/SampleOperations+UsersTypes.swift",
            ]
        )
    }

    @Test("enums store large payloads indirectly and small ones directly")
    func largePayloads() {
        let members = (0..<6).map { "m\($0): { type: string }" }.joined(separator: ", ")
        let snippet = Snippet(
            schemas: """
                Large: { type: object, properties: { \(members) } }
                Small: { type: object, required: [a], properties: { a: { type: string } } }
                Either: { oneOf: [{ $ref: '#/components/schemas/Large' }, { $ref: '#/components/schemas/Small' }, { type: string }] }
                """
        )
        snippet.expect(
            """
            indirect case large(Large)
            case small(Small)
            case string(String)
            """,
            in: "Models/Either.swift"
        )
    }
}
