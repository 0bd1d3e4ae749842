import Testing

@testable import GeneratorCore

/// Tests of equal names, and of names that are already used.
@Suite("Snippets: similar names")
struct AlikeNameTests {

    private func cases(_ values: [String]) throws -> [String] {
        let list = values.map { "'\($0)'" }.joined(separator: ", ")
        let code = Snippet(schemas: "Word: { type: string, enum: [\(list)] }\n").code("Models/Word.swift")
        let line = try #require(code.split(separator: "\n").first { $0.hasPrefix("case ") })
        return line.dropFirst("case ".count).split(separator: ", ").map(String.init)
    }

    @Test("distinguishing characters of enum values become words, and no number follows a digit")
    func values() throws {
        #expect(
            try cases(["Etc/GMT+1", "Etc/GMT-1", "Etc/GMT+12", "Etc/UTC"]) == [
                "etcGMTPlus1", "etcGMTMinus1", "etcGMTPlus12", "etcUTC",
            ]
        )
        #expect(try cases(["v1", "V1", "v12"]) == ["v1", "v1_2", "v12"])
        #expect(try cases(["C", "C#", "C++"]) == ["c", "cHash", "cPlusPlus"])
        #expect(try cases(["a-b", "a_b", "a b"]) == ["aB", "aB2", "aB3"])
        // Characters that do not distinguish values are left out.
        #expect(try cases(["Etc/GMT+1", "gpt-4"]) == ["etcGMT1", "gpt4"])
    }

    @Test("a parameter keeps its exact name when others would share it")
    func parameters() {
        let snippet = Snippet(
            paths: """
                /calls:
                  get:
                    operationId: listCalls
                    tags: [calls]
                    parameters:
                      - { name: 'StartTime<', in: query, schema: { type: string } }
                      - { name: StartTime, in: query, schema: { type: string } }
                      - { name: 'StartTime>', in: query, schema: { type: string } }
                      - { name: 'end.time', in: query, schema: { type: string } }
                      - { name: EndTime, in: query, schema: { type: string } }
                    responses: { '204': { description: Done. } }
                """
        )
        let file = "Operations/CallsOperations.swift"
        snippet.expect(
            """
            call.query("StartTime<", startTimeLess)
            call.query("StartTime", startTime)
            call.query("StartTime>", startTimeGreater)
            call.query("end.time", endTime2)
            call.query("EndTime", endTime)
            """,
            in: file
        )
        #expect(snippet.rules == ["warning name-clash"])
    }

    @Test("an inline type with its schema's name has a suffix without a warning")
    func ownName() {
        let snippet = Snippet(
            schemas: """
                Status: { type: object, properties: { status: { type: string, enum: [a, b] } } }
                Color: { oneOf: [{ type: object, title: Color, properties: { hue: { type: integer } } }, { type: string }] }
                """
        )
        #expect(snippet.report == "")
        snippet.expect("public var status: StatusValue?", in: "Models/Status.swift")
        snippet.expect("public enum StatusValue: ListedEnum {", in: "Models/Status.swift")
        #expect(snippet.code("Models/Color.swift").contains("(ColorValue)"))
    }

    @Test("no case is named 'none', and its raw value is kept")
    func none() {
        let snippet = Snippet(
            schemas: """
                Mode: { type: string, enum: [none, some] }
                Either: { oneOf: [{ type: object, title: none, required: [a], properties: { a: {} } }, { type: string }] }
                Pinned: { type: string, enum: [zero, one], x-swift-names: { zero: none } }
                """
        )
        snippet.expect(#"["none": .noneValue, "some": .`some`]"#.listing("Mode"), in: "Models/Mode.swift")
        snippet.expect("case noneValue(None)", in: "Models/Either.swift")
        // An explicit name is used unchanged.
        snippet.expect(#"["zero": .none, "one": .one]"#.listing("Pinned"), in: "Models/Pinned.swift")
    }

    @Test("an invalid x-swift-name is reported, and a valid one is used exactly")
    func pins() {
        let snippet = Snippet(
            schemas: """
                Job: { type: object, x-swift-name: Task, properties: { p: { type: string, x-swift-name: Data } } }
                Other: { type: object, x-swift-name: HTTP_Job, properties: { q: { type: string, x-swift-name: Choice } } }
                """
        )
        #expect(snippet.rules == ["warning unkept-name", "warning unkept-name"])
        #expect(snippet.report.contains("'Task' is reserved for generated code"))
        #expect(snippet.report.contains("so 'data' is used instead"))
        snippet.expect(
            "public struct HTTP_Job: JSONModel, Hashable {\npublic var Choice: String?",
            in: "Models/HTTP_Job.swift"
        )
    }
}

extension String {
    /// The line of an enum that lists its values.
    fileprivate func listing(_ type: String) -> String {
        "public static let listing: EnumListing<\(type), String> = \(self)"
    }
}
