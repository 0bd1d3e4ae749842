import Foundation
import Testing

/// Tests of the server output of a module.
@Suite("specwright generate with a server")
struct ServerOutputTests {

    private static let document = """
        openapi: 3.1.0
        info: { title: Small, version: '1' }
        paths:
          /note:
            get:
              operationId: getNote
              tags: [notes]
              responses: { '204': { description: d } }

        """

    private static let folder = "Sources/Server/Generated"

    private func project() throws -> Tool {
        let tool = try Project.make("Note", generated: false)
        let server = "    server: { output: ../\(Self.folder), prefix: Small }\n"
        try tool.write(Project.configuration + server, to: "Specs/specwright.yaml")
        try tool.write(Self.document, to: "Specs/api.yaml")
        return tool
    }

    @Test("the server files are generated next to the client with a separate file list")
    func written() throws {
        let tool = try project()
        #expect(try tool.run("generate").code == 0)
        #expect(tool.files(in: Self.folder) == [".specwright", "SmallNotesService.swift"])
        let version = try tool.run("--version").output
        let list = "# server of SmallAPI\n## specwright \(version)SmallNotesService.swift\n"
        #expect(tool.text(Self.folder + "/.specwright") == list)
        #expect(tool.text(Self.folder + "/SmallNotesService.swift")?.contains("import SmallAPI\n") == true)
        #expect(tool.files(in: Project.output).contains("Operations/NotesOperations.swift"))
        try tool.age("Sources")
        #expect(try tool.run("generate").code == 0)
        #expect(try tool.written(in: "Sources") == [])
    }

    @Test("a changed tag renames its file, and --check reports both files")
    func drift() throws {
        let tool = try project()
        #expect(try tool.run("generate").code == 0)
        #expect(try tool.run("generate", "--check").code == 0)
        try tool.write(Self.document.replacing("tags: [notes]", with: "tags: [papers]"), to: "Specs/api.yaml")
        let check = try tool.run("generate", "--check")
        #expect(check.code == 1)
        #expect(check.output.contains("new     \(Self.folder)/SmallPapersService.swift\n"))
        #expect(check.output.contains("removed \(Self.folder)/SmallNotesService.swift\n"))
        #expect(try tool.run("generate").code == 0)
        #expect(tool.files(in: Self.folder) == [".specwright", "SmallPapersService.swift"])
    }

    @Test("an edited server file fails --check and is overwritten")
    func edited() throws {
        let tool = try project()
        #expect(try tool.run("generate").code == 0)
        let path = Self.folder + "/SmallNotesService.swift"
        let text = try #require(tool.text(path))
        try tool.write(text + "// more\n", to: path)
        let check = try tool.run("generate", "--check")
        #expect(check.code == 1)
        #expect(check.output.hasPrefix("changed \(path)\n--- \(path)\n+++ \(path)\n@@ "))
        #expect(check.output.hasSuffix("\n-// more\n"))
        #expect(try tool.run("generate").code == 0)
        #expect(tool.text(path) == text)
    }

    @Test("one document's server can be selected on the command line, and is internal without --access")
    func single() throws {
        let tool = try Tool()
        try tool.write(Self.document, to: "api.yaml")
        let arguments = ["--spec", "api.yaml", "--module", "SomeAPI", "--output", "out", "--server", "served"]
        for (more, access) in [([], ""), (["--access", "public"], "public "), (["--access", "package"], "package ")] {
            let run = try tool.run(["generate"] + arguments + more)
            #expect(run.code == 0, "\(run.errors)")
            let service = tool.text("served/NotesService.swift")
            #expect(service?.contains("\n\(access)protocol NotesService: Sendable {") == true, "\(more)")
            let client = more.last ?? "public"
            #expect(tool.text("out/SomeClient.swift")?.contains("\n\(client) struct SomeClient") == true, "\(more)")
        }
    }
}
