import Foundation
import Testing

/// Tests of overlays, filters and invalid parts on the command line.
@Suite("specwright: selection of document parts")
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

    private static let options = [
        "generate", "--spec", "Specs/api.yaml", "--module", "SmallAPI", "--output", "out", "--strict",
    ]

    @Test("--filter keeps the selected operations and ignores errors elsewhere")
    func filter() throws {
        let tool = try tool()
        #expect(try tool.run(Self.options + ["--filter", "tag:notes"]).code == 0)
        #expect(tool.files(in: "out/Operations") == ["NotesOperations.swift"])
        let wrong = try tool.run(Self.options + ["--filter", "tag:note"])
        #expect(wrong.code == 1)
        #expect(wrong.errors.hasPrefix("--filter:1:1: error: No operation has the tag 'note'. Did you mean 'notes'?"))
        #expect(try tool.run(Self.options + ["--filter", "note"]).code == 2)
    }

    @Test("--overlay corrects the document without changing its file")
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

    @Test("a configuration contains overlays and filters, with paths relative to itself")
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
        "a reference to a symbolic link, a pipe or a folder is refused",
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

    @Test("references reach the current folder, but go through no link, however the path of the document is written")
    func currentFolder() throws {
        func document(_ reference: String) -> String {
            """
            openapi: 3.1.0
            info: { title: Small, version: '1' }
            components: { schemas: { A: { $ref: '\(reference)#/A' } } }
            """
        }
        let (tool, other) = (try Tool(), try Tool())
        try tool.write("A: { type: string }\n", to: "common/a.yaml")
        try tool.write(document("../common/a.yaml"), to: "api/file.yaml")
        try tool.write(document("../linked/a.yaml"), to: "api/link.yaml")
        try other.write(document("linked/a.yaml"), to: "link.yaml")
        for folder in [tool.folder, other.folder] {
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("linked"),
                withDestinationURL: tool.folder.appendingPathComponent("common")
            )
        }
        func code(_ path: String) throws -> Int32 {
            try tool.run("lint", "--strict", "--spec", path).code
        }
        for folder in ["", "./", tool.folder.path + "/"] {
            #expect(try code(folder + "api/file.yaml") == 0, "\(folder)")
            #expect(try code(folder + "api/link.yaml") == 1, "\(folder)")
        }
        #expect(try code(other.folder.path + "/link.yaml") == 1)
    }

    @Test("several documents become one module with shared declarations once, and a clash is reported")
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
        #expect(clash.errors.hasPrefix("Specs/two.yaml:1:1: error: 'Models/OneNote.swift' is generated differently"))
    }

    @Test("--keep-going writes the rest, reports the omitted parts, and exits with code 3")
    func keepGoing() throws {
        let tool = try tool()
        let plain = try tool.run(Self.options)
        #expect(plain.code == 1)
        #expect(tool.files(in: "out").isEmpty)
        let run = try tool.run(Self.options + ["--keep-going"])
        #expect(run.code == 3)
        #expect(run.errors == plain.errors + "Specs/api.yaml:6:11: note: omitted: operation 'odd'.\n")
        #expect(tool.files(in: "out/Operations") == ["NotesOperations.swift", "UsersOperations.swift"])
        #expect(try tool.run(Self.options + ["--keep-going", "--check"]).code == 3)
        #expect(try tool.run("lint", "--spec", "Specs/api.yaml", "--module", "A", "--keep-going").code == 3)
        #expect(try tool.run(Self.options + ["--keep-going", "--filter", "tag:notes"]).code == 0)
    }

    private static let common = """
        Money: { type: object, required: [amount], properties: { amount: { type: number, frmat: double } } }
        Unused: { type: object, properties: { a: { type: string } } }
        """

    private func shared(_ settings: String = "", _ more: String = "") throws -> Tool {
        let tool = try Tool()
        try tool.write(Self.common, to: "Specs/common.yaml")
        for name in ["a", "b"] {
            let schema = "{ type: object, properties: { price: { $ref: 'common.yaml#/Money' } } }"
            try tool.write(
                "openapi: 3.1.0\ninfo: { title: S, version: '1' }\ncomponents: { schemas: { \(name.uppercased()): \(schema) } }",
                to: "Specs/\(name).yaml"
            )
        }
        let text = """
            modules:
              - { spec: a.yaml, module: OneAPI, output: ../one\(more) }
              - { schemas: common.yaml, module: CommonAPI, output: ../common\(settings) }
              - { specs: [{ spec: b.yaml, prefix: B }], module: TwoAPI, output: ../two }
            """
        try tool.write(text, to: "Specs/specwright.yaml")
        return tool
    }

    @Test("a schema file becomes a shared module, wherever it is listed, and its warnings appear once")
    func schemasAlone() throws {
        let tool = try shared()
        let run = try tool.run("generate")
        #expect(run.code == 0)
        // Three modules read the file, which contains one error.
        #expect(run.errors.components(separatedBy: "common.yaml:1:").count == 2)
        #expect(tool.files(in: "common") == [".specwright", "Models/Money.swift"])
        for name in ["one", "two"] {
            let models = tool.files(in: "\(name)/Models")
            #expect(models == (name == "one" ? ["A.swift"] : ["BB.swift"]))
            let text = tool.text("\(name)/Models/\(models.first ?? "")") ?? ""
            #expect(text.contains("\npublic import CommonAPI\n"))
            #expect(text.contains("public var price: Money?"))
        }
        #expect(try tool.run("generate", "--check").code == 0)
        try tool.write(Self.common.replacingOccurrences(of: "frmat", with: "format"), to: "Specs/common.yaml")
        try tool.write((tool.text("Specs/common.yaml") ?? "") + "\nName: { type: string }", to: "Specs/common.yaml")
        #expect(try tool.run("generate", "--check").code == 0)
        let price = "price: { $ref: 'common.yaml#/Unused' }"
        let b = (tool.text("Specs/b.yaml") ?? "").replacingOccurrences(
            of: "price: {",
            with: "more: { type: string }, price: {"
        )
        try tool.write(
            b.replacingOccurrences(of: "price: { $ref: 'common.yaml#/Money' }", with: price),
            to: "Specs/b.yaml"
        )
        let dry = try tool.run("generate", "--dry-run")
        #expect(dry.code == 0)
        #expect(dry.output == "new     common/Models/Unused.swift\nchanged two/Models/BB.swift\n")
        #expect(try tool.run("generate", "--check").code == 1)
    }

    @Test("a module cannot import shared types with lower access or another equality")
    func unfitImport() throws {
        let hidden = try shared(", access: package").run("generate")
        #expect(hidden.code == 1)
        #expect(
            hidden.errors.contains(
                "common.yaml:1:8: error: The access of OneAPI is 'public', but this schema is a type of CommonAPI, "
                    + "whose access is 'package'. Set the access of CommonAPI to 'public'."
            )
        )
        #expect(
            try shared(", access: package", ", access: package").run("generate").errors
                .contains("The access of TwoAPI is 'public'")
        )
        let uncompared = try shared(", equality: equatable").run("generate")
        #expect(
            uncompared.errors.contains(
                "The equality of OneAPI is 'hashable', but this schema is a type of CommonAPI, whose equality is "
                    + "'equatable'. Give both the same 'equality'."
            )
        )
        let client = try shared(", client: Foo, filter: { tags: [a] }").run("generate")
        #expect(client.code == 1)
        for key in ["client", "filter"] {
            #expect(
                client.errors.contains(
                    "'\(key)' applies to modules with operations, but this module has only schemas. Remove it."
                )
            )
        }
    }

    @Test("an error in a shared schema is reported once, and --keep-going omits the parts that use it")
    func brokenSharing() throws {
        let tool = try shared()
        try tool.write(
            Self.common.replacingOccurrences(of: "type: number", with: "type: nmber"),
            to: "Specs/common.yaml"
        )
        let run = try tool.run("generate", "--strict")
        #expect(run.code == 1)
        #expect(run.errors.components(separatedBy: "'nmber' is not a type").count == 2)
        #expect(tool.files(in: "one") == [])
        #expect(run.errors.contains("omitted: ") == false)
        let kept = try tool.run("generate", "--strict", "--keep-going")
        #expect(kept.code == 3)
        #expect(kept.errors.contains("Specs/common.yaml:1:1: note: omitted: 'Money'.\n"))
        #expect(tool.files(in: "common") == [".specwright"])
        #expect(tool.text("one/Models/A.swift")?.contains("price") == false)
    }
}
