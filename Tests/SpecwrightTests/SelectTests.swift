import Foundation
import Testing

/// Overlays, filters and broken parts, as the tool's users meet them.
@Suite("specwright: parts of a document")
struct SelectTests {

    private static let document = """
        openapi: 3.1.0
        info: { title: Small, version: '1' }
        paths:
          /notes: { get: { operationId: listNotes, tags: [notes], responses: { '204': { description: None. } } } }
          /users: { get: { operationId: listUsers, tags: [users], responses: { '204': { description: None. } } } }
          /odd: { get: { operationId: odd, tags: [odd], responses: { '200': { $ref: '#/components/responses/Nothing' } } } }
        """

    private func tool(_ document: String = Self.document) throws -> Tool {
        let tool = try Tool()
        try tool.write(document, to: "Specs/api.yaml")
        return tool
    }

    private static let options = ["generate", "--spec", "Specs/api.yaml", "--module", "SmallAPI", "--output", "out"]

    @Test("--filter keeps what is named, and what is broken elsewhere does not matter")
    func filter() throws {
        let tool = try tool()
        #expect(try tool.run(Self.options + ["--filter", "tag:notes"]).code == 0)
        #expect(tool.files(in: "out/Operations") == ["NotesOperations.swift"])
        let wrong = try tool.run(Self.options + ["--filter", "tag:note"])
        #expect(wrong.code == 1)
        #expect(wrong.errors.hasPrefix("--filter:1:1: error: No operation has the tag 'note'. Did you mean 'notes'?"))
        #expect(try tool.run(Self.options + ["--filter", "note"]).code == 2)
    }

    @Test("--overlay corrects the document without touching it")
    func overlay() throws {
        let tool = try tool()
        try tool.write(
            "overlay: 1.0.0\ninfo: { title: T, version: '1' }\nactions: [{ target: \"$.paths['/odd']\", remove: true }]\n",
            to: "fix.yaml"
        )
        #expect(try tool.run(Self.options).code == 1)
        #expect(try tool.run(Self.options + ["--overlay", "fix.yaml"]).code == 0)
        #expect(tool.text("Specs/api.yaml") == Self.document)
        let missing = try tool.run(Self.options + ["--overlay", "none.yaml"])
        #expect(missing.code == 1)
        #expect(missing.errors.hasPrefix("none.yaml:1:1: error: The file cannot be read."))
    }

    @Test("the configuration names overlays and filters, with paths next to itself")
    func configuration() throws {
        let tool = try tool()
        try tool.write(
            "overlay: 1.0.0\ninfo: { title: T, version: '1' }\nactions: [{ target: $.info, update: { title: Better } }]\n",
            to: "Specs/fixes/api.yaml"
        )
        let text = """
            modules:
              - spec: api.yaml
                module: SmallAPI
                output: ../out
                overlays: [fixes/api.yaml]
                filter:
                  paths: [/*]
                  exclude: { operations: [odd] }
            """
        try tool.write(text, to: "Specs/specwright.yaml")
        #expect(try tool.run("generate").code == 0)
        #expect(tool.files(in: "out/Operations") == ["NotesOperations.swift", "UsersOperations.swift"])
        #expect(tool.text("out/SmallClient.swift")?.contains("/// Better") == true)
        try tool.write(text.replacingOccurrences(of: "[odd]", with: "[od]"), to: "Specs/specwright.yaml")
        let run = try tool.run("generate")
        #expect(run.code == 1)
        #expect(run.errors.contains("Specs/specwright.yaml:8:31: error: No operation has the operationId 'od'."))
    }

    @Test(
        "a reference leads through no symbolic link, to no pipe and to no folder",
        arguments: ["link", "linked", "pipe", "folder"]
    )
    func links(_ name: String) throws {
        let tool = try self.tool(
            """
            openapi: 3.1.0
            info: { title: Small, version: '1' }
            components: { schemas: { A: { $ref: '\(name == "linked" ? "linked/secret" : name).yaml#/A' } } }
            """
        )
        try tool.write("A: { type: string }\n", to: "Outside/secret.yaml")
        let specs = tool.folder.appendingPathComponent("Specs")
        let manager = FileManager.default
        let outside = tool.folder.appendingPathComponent("Outside")
        try manager.createSymbolicLink(
            at: specs.appendingPathComponent("link.yaml"),
            withDestinationURL: outside.appendingPathComponent("secret.yaml")
        )
        try manager.createSymbolicLink(at: specs.appendingPathComponent("linked"), withDestinationURL: outside)
        try manager.createDirectory(
            at: specs.appendingPathComponent("folder.yaml"),
            withIntermediateDirectories: false
        )
        #expect(mkfifo(specs.appendingPathComponent("pipe.yaml").path, 0o600) == 0)
        let run = try tool.run(Self.options)
        #expect(run.code == 1)
        #expect(
            run.errors.contains(
                "error: The file 'Specs/\(name == "linked" ? "linked/secret" : name).yaml' cannot be read."
            )
        )
    }

    @Test("several documents become one module; what they share is written once, and a clash is told")
    func several() throws {
        let tool = try Tool()
        let shared = "    Shared: { $ref: 'common.yaml#/Shared' }\n"
        try tool.write(Project.document("Note") + shared, to: "Specs/one.yaml")
        try tool.write(Project.document("Note", member: "text") + shared, to: "Specs/two.yaml")
        try tool.write("Shared: { type: object, properties: { a: { type: string } } }\n", to: "Specs/common.yaml")
        let text = """
            modules:
              - specs: [{ spec: one.yaml, prefix: One }, { spec: two.yaml, prefix: Two }]
                module: BothAPI
                output: ../out
            """
        try tool.write(text, to: "Specs/specwright.yaml")
        let run = try tool.run("generate")
        #expect(run.errors == "")
        #expect(run.code == 0)
        #expect(
            tool.files(in: "out/Models") == [
                "OneNote.swift", "OneShared.swift", "Shared.swift", "TwoNote.swift", "TwoShared.swift",
            ]
        )
        #expect(try tool.run("generate", "--check").code == 0)
        try tool.write(
            Project.document("Note", member: "text") + "    Shared: { type: object, x-swift-name: OneNote }\n",
            to: "Specs/two.yaml"
        )
        let clash = try tool.run("generate")
        #expect(clash.code == 1)
        #expect(clash.errors.hasPrefix("Specs/two.yaml:1:1: error: 'Models/OneNote.swift' comes out differently"))
    }

    @Test("--keep-going writes the rest, says what is missing, and ends with 3")
    func keepGoing() throws {
        let tool = try tool()
        let plain = try tool.run(Self.options)
        #expect(plain.code == 1)
        #expect(tool.files(in: "out").isEmpty)
        let run = try tool.run(Self.options + ["--keep-going"])
        #expect(run.code == 3)
        #expect(run.errors == plain.errors + "Specs/api.yaml: left out: operation 'odd'\n")
        #expect(tool.files(in: "out/Operations") == ["NotesOperations.swift", "UsersOperations.swift"])
        #expect(try tool.run(Self.options + ["--keep-going", "--check"]).code == 3)
        #expect(try tool.run("lint", "--spec", "Specs/api.yaml", "--module", "A", "--keep-going").code == 3)
        #expect(try tool.run(Self.options + ["--keep-going", "--filter", "tag:notes"]).code == 0)
    }
}
