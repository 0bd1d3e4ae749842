import Testing

/// Tests of `specwright upgrade`.
@Suite("Command line: upgrade")
struct UpgradeTests {

    private func project() throws -> Tool {
        let tool = try Tool()
        try tool.write(
            """
            swagger: '2.0'
            info: { title: Old, version: '1' }
            host: old.example.com
            paths:
              /a: { get: { operationId: a, parameters: [{ $ref: 'parts/more.yaml#/parameters/Page' }], responses: { 200: { description: A., schema: { $ref: 'parts/more.yaml#/definitions/A' } } } } }
            """,
            to: "old/api.yaml"
        )
        try tool.write(
            """
            parameters: { Page: { name: page, in: query, type: array, items: { type: integer }, collectionFormat: pipes } }
            definitions: { A: { type: object, properties: { m: { type: string, x-nullable: true } } } }
            """,
            to: "old/parts/more.yaml"
        )
        return tool
    }

    @Test("all files of a document are written next to the output, and generate the same code")
    func files() throws {
        let tool = try project()
        let run = try tool.run("upgrade", "old/api.yaml", "--output", "new/api.yaml")
        #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(tool.text("new/parts/more.yaml")?.contains("style: pipeDelimited") == true)
        for name in ["old", "new"] {
            let input = ["--spec", "\(name)/api.yaml", "--module", "SomeAPI"]
            let run = try tool.run(["generate"] + input + ["--output", "\(name)-out"])
            #expect(run.code == 0, "\(run.errors)")
        }
        let code = ["old", "new"].map { name in
            tool.text("\(name)-out/Models/A.swift")?.split(separator: "\n").filter { !$0.hasPrefix("// Generated") }
        }
        #expect(code[0] != nil && code[0] == code[1])
    }

    @Test("no other file is replaced, and no output refers to files that are not upgraded")
    func refusals() throws {
        let tool = try project()
        let printed = try tool.run("upgrade", "old/api.yaml")
        #expect(printed.code == 1 && printed.output.isEmpty)
        #expect(printed.errors.contains("refers to 'old/parts/more.yaml', which needs an upgrade too"))
        let beside = try tool.run("upgrade", "old/api.yaml", "--output", "old/new.yaml")
        #expect(beside.code == 1 && tool.text("old/new.yaml") == nil)
        try tool.write("other\n", to: "new/parts/more.yaml")
        let existing = try tool.run("upgrade", "old/api.yaml", "--output", "new/api.yaml")
        #expect(existing.code == 1 && existing.errors.contains("'new/parts/more.yaml' exists"))
        #expect(tool.text("new/parts/more.yaml") == "other\n" && tool.text("new/api.yaml") == nil)
    }

    @Test("an output with other content is not replaced, also if it is the document, and its folder is created")
    func output() throws {
        let tool = try Tool()
        let document = "openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths: {}\n"
        try tool.write(document, to: "a.yaml")
        let run = try tool.run("upgrade", "a.yaml", "--output", "a.yaml")
        #expect(run.code == 1 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("error: The file 'a.yaml' exists, and 'specwright upgrade' replaces nothing. "))
        #expect(tool.text("a.yaml") == document)
        for _ in 0..<2 {
            #expect(try tool.run("upgrade", "a.yaml", "--output", "new/folder/b.yaml").code == 0)
        }
        #expect(tool.text("new/folder/b.yaml")?.hasPrefix("openapi: 3.1") == true)
        let blocked = try tool.run("upgrade", "a.yaml", "--output", "a.yaml/b.yaml")
        #expect(blocked.code == 1)
        #expect(blocked.errors == "error: The folder 'a.yaml' cannot be made: there is a file of that name\n")
    }

    @Test("an output in JSON is refused, because upgrade writes YAML")
    func json() throws {
        let tool = try Tool()
        try tool.write("openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths: {}\n", to: "a.yaml")
        let run = try tool.run("upgrade", "a.yaml", "--output", "b.JSON")
        #expect(run.code == 2 && run.errors.contains("The output is YAML."))
        #expect(tool.files(in: ".") == ["a.yaml"])
    }

    @Test("a document that cannot be read or upgraded is reported with a way to continue")
    func remedies() throws {
        let tool = try Tool()
        try tool.write("openapi: 3.2.0\n", to: "new.yaml")
        try tool.write("a: 1\n", to: "other.yaml")
        let messages = [
            "none.yaml": "none.yaml:1:1: error: The file cannot be read. Check its name and permissions.\n",
            "https://a.example/pets.json": "Save it first, for example with: curl -fL -o pets.json 'https://a.example/",
            "new.yaml": "OpenAPI version '3.2.0' needs no upgrade. Use the document as it is.\n",
            "other.yaml": "such as 'openapi: 3.0.3'; 3.1 and 3.2 need no upgrade.\n",
        ]
        for (path, message) in messages {
            let run = try tool.run("upgrade", path)
            #expect(run.code == 1 && run.output.isEmpty)
            #expect(run.errors.contains(message), "\(run.errors)")
        }
    }
}
