import Foundation
import GeneratorCore
import Testing

/// Tests of tags with more operations than fit in one file.
@Suite("Long tags")
struct LongTagTests {

    private func result() -> Generator.Result {
        let parameters = ["a", "b", "c", "d"].map { "{ name: \($0), in: query, schema: { type: string } }" }
        let paths = (0..<220).map { number in
            """
              /things/\(number):
                get:
                  operationId: thing\(number)
                  tags: [things]
                  parameters: [\(parameters.joined(separator: ", "))]
                  responses: { '204': { description: done } }

            """
        }
        let document = "openapi: 3.1.0\ninfo: { title: S, version: '1' }\npaths:\n" + paths.joined()
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.hasMocks = true
        return Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8))
    }

    @Test("no file of a long tag exceeds 2,000 lines, and each method is declared once in its file")
    func files() throws {
        let result = result()
        let all = result.files + result.mocks
        for file in all {
            let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count
            #expect(count <= 2_000, "\(file.path) has \(count) lines")
        }
        let kinds = [
            ("Operations/ThingsOperationsProtocol.swift", 0), ("Operations/ThingsOperationsProtocolPart", 1),
            ("Operations/ThingsOperationsProtocol+ShortForms", 1),
            ("Mocks/ThingsOperationsMock+Methods", 1), ("Mocks/ThingsOperationsMock.swift", 0),
        ]
        for (start, expected) in kinds {
            let text = all.filter { $0.path.hasPrefix(start) }.map(\.text).joined()
            try #require(!text.isEmpty, "\(start) is missing")
            for number in 0..<220 {
                #expect(text.components(separatedBy: "func thing\(number)(").count == expected + 1)
            }
        }
        let mock = try #require(all.first { $0.path == "Mocks/ThingsOperationsMock.swift" })
        #expect(mock.text.components(separatedBy: "public let onThing").count == 221)
        #expect(mock.text.contains("\npublic import APITesting\n"))
        // Only the properties for scripts use the module.
        for methods in all where methods.path.hasPrefix("Mocks/ThingsOperationsMock+Methods") {
            #expect(methods.text.contains("\nimport APITesting\n"), "\(methods.path)")
        }
    }
}
