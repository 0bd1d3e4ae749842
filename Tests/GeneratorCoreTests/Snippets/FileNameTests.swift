import GeneratorCore
import Testing

/// Tests of the names of files in documents with long names.
@Suite("Names of files")
struct FileNameTests {

    /// Returns the paths of all files for a document whose tag, path, operation and schema have a long name.
    private func paths(_ name: String, other: String) throws -> [String] {
        let operations = (0..<60).map { number in
            """
              /\(number.isMultiple(of: 2) ? name : other)/\(number):
                get:
                  operationId: get \(name) \(number)
                  tags: ['\(name)']
                  parameters: [{ name: a, in: query, schema: { type: string } }]
                  responses:
                    '200':
                      description: done
                      content: { application/json: { schema: { $ref: '#/components/schemas/\(name)' } } }

            """
        }
        let schemas = [name, other].map { "    \($0): { type: object, properties: { a: { type: string } } }\n" }
        let document =
            "openapi: 3.1.0\ninfo: { title: S, version: '1' }\npaths:\n" + operations.joined()
            + "components:\n  schemas:\n" + schemas.joined()
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.hasMocks = true
        options.server = ModuleOptions.Server()
        let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8))
        try #require(!result.hasErrors, "\(result.diagnostics)")
        return (result.files + result.mocks + result.server).map(\.path)
    }

    @Test(
        "every file name has at most 255 bytes, whatever the script of the document",
        arguments: ["n", "Ж", "領", "\u{20BB7}"]
    )
    func lengths(_ character: String) throws {
        let name = String(repeating: character, count: 300)
        let paths = try paths(name, other: name + "b")
        for path in paths {
            #expect(path.split(separator: "/").allSatisfy { $0.utf8.count <= 255 }, "\(path)")
        }
        #expect(Set(paths.map { $0.lowercased() }).count == paths.count, "Two files have the same path")
    }

    @Test("a name below the limit stays")
    func shortName() throws {
        let name = String(repeating: "領", count: 60)
        #expect(try paths(name, other: "other").contains("Models/\(name).swift"))
    }
}
