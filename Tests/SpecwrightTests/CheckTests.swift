import Foundation
import Testing

/// Tests of options that write nothing, of report formats, and of exit codes.
@Suite("specwright options")
struct CheckTests {

    @Test("--dry-run lists changes, writes nothing and succeeds")
    func dryRun() throws {
        let tool = try Project.make("Note", generated: false)
        let run = try tool.run("generate", "--dry-run")
        #expect(run.code == 0)
        #expect(run.output.contains("new     Sources/SmallAPI/Generated/Models/Note.swift\n"))
        #expect(tool.files(in: "Sources") == [])
        let records = try tool.run("generate", "--dry-run", "--format", "json")
        #expect(records.code == 0)
        #expect(
            records.output.contains(
                #"{"severity":"note","rule":"stale-output","file":"Sources/SmallAPI/Generated/Models/Note.swift","#
            )
        )
    }

    @Test("diagnostics are printed as JSON or as annotations on request", arguments: ["json", "github"])
    func formats(_ format: String) throws {
        let tool = try Project.make("Note", generated: false)
        try tool.write(Project.document("Note") + "    Bad: { type: strng }\n", to: "Specs/api.yaml")
        let run = try tool.run("generate", "--strict", "--format", format)
        #expect(run.code == 1)
        let expected = [
            "json": #"{"severity":"error","rule":"bad-type","file":"Specs/api.yaml","line":6,"column":18,"#
                + #""message":"'strng' is not a type","hint":"Did you mean 'string'?"}"# + "\n",
            "github":
                "::error file=Specs/api.yaml,line=6,col=18,endColumn=23,title=bad-type::'strng' is not a type. Did you mean 'string'?\n",
        ]
        #expect(run.errors == expected[format])
    }

    @Test("warnings do not fail a run, unless they count as errors")
    func warnings() throws {
        let tool = try Project.make("Note", generated: false)
        try tool.write(Project.document("Note") + "tagz: []\n", to: "Specs/api.yaml")
        let run = try tool.run("lint")
        #expect(run.code == 0)
        #expect(run.errors.contains("warning: 'tagz' is not a valid key"))
        #expect(try tool.run("lint", "--warnings-as-errors").code == 1)
        #expect(try tool.run("generate", "--warnings-as-errors").code == 1)
        #expect(tool.files(in: "Sources") == [])
    }

    @Test("warnings of the configuration are counted, and count as errors on request")
    func configurationWarnings() throws {
        let tool = try Project.make("Note", generated: false)
        try tool.write(Project.configuration + "    filter:\n", to: "Specs/specwright.yaml")
        #expect(try tool.run("lint").output == "1 module: no errors, 1 warning\n")
        let run = try tool.run("lint", "--warnings-as-errors")
        #expect(run.code == 1 && run.output.isEmpty)
        #expect(try tool.run("generate", "--warnings-as-errors").code == 1)
        #expect(tool.files(in: "Sources") == [])
    }

    @Test("a format or a schema of the configuration without effect is a warning with the likely name")
    func unmatchedNames() throws {
        let tool = try Project.make("Note", generated: false)
        let document = try #require(tool.text("Specs/api.yaml"))
        try tool.write(document + "    Price: { type: string, format: money }\n", to: "Specs/api.yaml")
        let options = "    formats: { money: Decimal, monye: Decimal }\n"
        let names = "'*': [Sendable], Note: [Sendable], Nota: [Sendable], Note.A: [Sendable], schemas: [Sendable]"
        let protocols = "    conformances: { \(names) }\n"
        try tool.write(Project.configuration + options + protocols, to: "Specs/specwright.yaml")
        let run = try tool.run("lint")
        #expect(run.code == 0 && run.output == "1 module: no errors, 4 warnings\n", "\(run)")
        #expect(
            run.errors.contains(
                "5:32: warning: No schema uses the type for the format 'monye'. Did you mean 'money'?"
            )
        )
        #expect(run.errors.contains("6:56: warning: No struct uses the protocols for 'Nota'. Did you mean 'Note'?"))
        #expect(run.errors.contains("No struct uses the protocols for 'Note.A'."))
        #expect(run.errors.contains("No struct uses the protocols for 'schemas'."))
        #expect(try tool.run("lint", "--warnings-as-errors").code == 1)
    }

    @Test("a format that follows from a type and a schema in a file of its own are no unknown names")
    func matchedNames() throws {
        let tool = try Project.make("Note", generated: false)
        let document = try #require(tool.text("Specs/api.yaml"))
        let types = ["datetime", "long", "date", "uuid", "float", "decimal"].map { "\($0): { type: \($0) }" }
        let schema = "type: object\nproperties: { \(types.joined(separator: ", ")) }\n"
        try tool.write(schema, to: "Specs/models/order.yaml")
        try tool.write(document + "    Order: { $ref: models/order.yaml }\n", to: "Specs/api.yaml")
        let formats = "date-time: Stamp, int64: Big, date: Day, uuid: UID, float: Fl, decimal: Dec"
        let options = "    formats: { \(formats) }\n    conformances: { Order: [Priced] }\n"
        try tool.write(Project.configuration + options, to: "Specs/specwright.yaml")
        let run = try tool.run("generate")
        #expect(run.code == 0 && !run.errors.contains("specwright.yaml"), "\(run)")
        let text = try #require(tool.text(Project.output + "/Models/Order.swift"))
        #expect(text.contains("struct Order: MemberwiseModel, Priced {") && text.contains(": Stamp?"), "\(text)")
    }

    @Test("a list of a filter that is not a list has one error")
    func filterList() throws {
        let tool = try Tool()
        let text = "modules: [{ spec: a.yaml, module: A, output: out, filter: { tags: pets } }]\n"
        try tool.write(text, to: "c.yaml")
        let run = try tool.run("generate", "--config", "c.yaml")
        #expect(run.code == 1 && run.errors.components(separatedBy: "c.yaml:1:67: error: ").count == 2, "\(run)")
    }

    @Test("--version prints the version alone")
    func version() throws {
        let run = try Tool().run("--version")
        #expect(run.code == 0)
        #expect(run.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
        #expect(run.errors.isEmpty)
    }

    @Test("lint writes nothing")
    func lint() throws {
        let tool = try Project.make("Note", generated: false)
        #expect(try tool.run("lint").code == 0)
        #expect(try tool.run("lint", "--spec", "Specs/api.yaml", "--module", "SmallAPI").code == 0)
        #expect(try tool.run("lint", "--spec", "Specs/api.yaml").code == 0)
        #expect(tool.files(in: ".") == ["Specs/api.yaml", "Specs/specwright.yaml"])
    }

    @Test("lint and --check print one line if they find nothing, only as text and without --quiet")
    func success() throws {
        let tool = try Project.make("Note", "Label")
        #expect(try tool.run("lint").output == "1 module: no errors or warnings\n")
        #expect(try tool.run("generate", "--check").output == "1 module: 4 files are up to date\n")
        for command in [["lint"], ["generate", "--check"]] {
            for options in [["--quiet"], ["--format", "json"], ["--format", "github"]] {
                let run = try tool.run(command + options)
                #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty, "\(command) \(options)")
            }
        }
        try tool.write(Project.document("Note", "Label") + "tagz: []\n", to: "Specs/api.yaml")
        let warned = try tool.run("lint")
        #expect(warned.code == 0 && warned.output == "1 module: no errors, 1 warning\n")
        let quiet = try tool.run("lint", "--quiet")
        #expect(quiet.output.isEmpty && quiet.errors.contains("warning: 'tagz'"))
        try tool.write(Project.document("Note") + "    Bad: { type: strng }\n", to: "Specs/api.yaml")
        #expect(try tool.run("lint").output.isEmpty)
        #expect(try tool.run("generate", "--check").output.contains("up to date") == false)
    }

    @Test("with --quiet, lint prints warnings but no notes")
    func quietNotes() throws {
        let tool = try Tool()
        let document = """
            openapi: 3.1.0
            info: { title: Small, version: '1' }
            tagz: []
            paths:
              /a:
                get:
                  operationId: a
                  parameters: [{ name: cursor, in: query, schema: { type: string } }]
                  responses:
                    '200':
                      description: A page.
                      content: { application/json: { schema: { $ref: '#/components/schemas/Page' } } }
            components:
              schemas:
                Page:
                  type: object
                  properties: { next_cursor: { type: string }, data: { type: array, items: { type: string } } }

            """
        try tool.write(document, to: "api.yaml")
        let loud = try tool.run("lint", "--spec", "api.yaml")
        #expect(loud.errors.contains("note: ") && loud.errors.contains("warning: 'tagz'"), "\(loud.errors)")
        let quiet = try tool.run("lint", "--spec", "api.yaml", "--quiet")
        #expect(quiet.code == 0 && quiet.output.isEmpty)
        #expect(!quiet.errors.contains("note: ") && quiet.errors.contains("warning: 'tagz'"), "\(quiet.errors)")
    }

    @Test("the help of 'generate' names the command that writes the schema of the configuration")
    func schemaHelp() throws {
        let help = try Tool().run("generate", "--help").output.split(separator: /\s+/).joined(separator: " ")
        #expect(help.contains("'specwright init' writes Specs/specwright.schema.json"))
    }

    @Test("the help of 'generate' lists each key of the configuration with its description")
    func keyHelp() throws {
        struct Schema: Decodable {
            struct Part: Decodable {
                var description: String?
                var properties: [String: Part]?
            }
            var properties: [String: Part]
            var definitions: [String: Part]
            enum CodingKeys: String, CodingKey { case properties, definitions = "$defs" }
        }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appendingPathComponent("Specs/specwright.schema.json")
        let schema = try JSONDecoder().decode(Schema.self, from: Data(contentsOf: file))
        let help = try Tool().run("generate", "--help").output
        let lines = help.split(separator: "\n").map { $0.split(separator: " ").first.map(String.init) ?? "" }
        let words = help.split(separator: /\s+/).joined(separator: " ")
        let names = ["module", "document", "server", "format", "filter", "excluded"]
        #expect(schema.definitions.keys.sorted() == names.sorted())
        #expect(names.allSatisfy { lines.contains("\($0):") })
        let parts = names.compactMap { schema.definitions[$0]?.properties }
        for (key, part) in ([schema.properties] + parts).flatMap(\.self) {
            #expect(lines.contains(key), "\(key)")
            #expect(words.contains(part.description ?? key), "\(key)")
        }
        let order = ["modules", "spec", "mocks", "validation"].compactMap { lines.firstIndex(of: $0) }
        #expect(order.count == 4 && order == order.sorted())
    }

    @Test("'check' is 'generate --check', and its advice is the command that writes")
    func checkCommand() throws {
        let tool = try Project.make("Note")
        #expect(try tool.run("check").output == "1 module: 3 files are up to date\n")
        #expect(try tool.run("check", "--quiet").output.isEmpty)
        try tool.write(Project.document("Note", "Label"), to: "Specs/api.yaml")
        let (check, old) = (try tool.run("check", "--strict"), try tool.run("generate", "--check", "--strict"))
        #expect(check.code == 1 && check.output == old.output && check.errors == old.errors)
        #expect(check.errors.contains("Run `specwright generate --strict` and commit the result"))
        let quiet = try tool.run("check", "--strict", "--quiet", "--format", "text")
        #expect(quiet.errors.contains("Run `specwright generate --strict` and commit the result"))
        #expect(tool.files(in: "Sources").contains { $0.hasSuffix("Label.swift") } == false)
    }

    @Test("a dry run that would change nothing says so, unless it is quiet")
    func unchanged() throws {
        let tool = try Project.make("Note")
        #expect(try tool.run("generate", "--dry-run").output == "No file would change.\n")
        #expect(try tool.run("generate", "--dry-run", "--quiet").output.isEmpty)
    }

    @Test("the project's own folder can be the output, and an empty path cannot")
    func currentFolder() throws {
        let tool = try Project.make("Note", generated: false)
        let text = try #require(tool.text("Specs/specwright.yaml"))
        try tool.write(text.replacing("../Sources/SmallAPI/Generated", with: ".."), to: "Specs/specwright.yaml")
        let run = try tool.run("generate")
        #expect(run.code == 0 && tool.text("Models/Note.swift") != nil, "\(run.errors)")
        let empty = try tool.run("generate", "Specs/api.yaml", "--module", "A", "--output", "")
        #expect(empty.code == 2)
        #expect(empty.errors.contains("need a folder"), "\(empty.errors)")
    }

    @Test("files are the same from every current folder of a package")
    func anyFolder() throws {
        let tool = try Project.make("Note", generated: false)
        try tool.write("", to: "Package.swift")
        #expect(try tool.run("generate").code == 0)
        let run = try tool.run(
            program: "/bin/sh",
            ["-c", "cd Specs && '\(try Tool.executable().path)' check --config specwright.yaml"]
        )
        #expect(run.code == 0, "\(run.output)\(run.errors)")
    }

    @Test("headers name the same paths from every folder and for absolute paths", arguments: [true, false])
    func headerPaths(_ isPackage: Bool) throws {
        let tool = try Tool()
        let executable = try Tool.executable().path
        if isPackage { try tool.write("", to: "Package.swift") }
        try tool.write(Project.document("Note"), to: "api.yaml")
        try tool.write("modules: [{ spec: ../api.yaml, module: B, output: ../B }]\n", to: "sub/c.yaml")
        let whole = tool.folder.path
        let arguments = ["\(whole)/api.yaml", "--module", "A", "--output", "\(whole)/A"]
        #expect(try tool.run(["generate"] + arguments).code == 0)
        let command = "`specwright generate --spec api.yaml --module A --output A`"
        #expect(tool.text("A/Models/Note.swift")?.contains(command) == true)
        #expect(try tool.run("check", "./api.yaml", "--module", "A", "--output", "./A").code == 0)
        #expect(try tool.run("generate", "--config", "sub/c.yaml").code == 0)
        #expect(try tool.run("check", "--config", "\(whole)/sub/c.yaml").code == 0)
        let run = try tool.run(program: "/bin/sh", ["-c", "cd sub && '\(executable)' check --config c.yaml"])
        #expect(run.code == 0, "\(run.output)")
    }

    @Test("a document is an argument or the value of --spec")
    func argument() throws {
        let tool = try Project.make("Note", generated: false)
        #expect(try tool.run("lint", "Specs/api.yaml").output == "1 module: no errors or warnings\n")
        let command = ["generate", "Specs/api.yaml", "--module", "SmallAPI", "--output", "Out"]
        #expect(try tool.run(command).code == 0)
        #expect(try tool.run(["check"] + command.dropFirst()).code == 0)
        let other = try tool.run("generate", "--spec", "Specs/api.yaml", "--module", "SmallAPI", "--output", "Out")
        #expect(other.output.contains(" 0 files written"))
        for arguments in [
            ["lint", "Specs/api.yaml", "--spec", "Specs/api.yaml"], ["generate", "Specs/api.yaml"],
            ["lint", "Specs/api.yaml", "--config", "Specs/specwright.yaml"],
        ] {
            #expect(try tool.run(arguments).code == 2, "\(arguments)")
        }
    }

    @Test("a configuration in place of a document is an error that names the option")
    func configurationAsDocument() throws {
        let tool = try Project.make("Note", generated: false)
        let run = try tool.run("lint", "Specs/specwright.yaml")
        let message = "This is a configuration of specwright and not an OpenAPI document. Name it with --config.\n"
        #expect(run.code == 1 && run.errors.hasPrefix("Specs/specwright.yaml:1:1: error: \(message)"), "\(run.errors)")
    }

    @Test("upgrade prints one line if it writes a file, and nothing with --quiet")
    func upgrade() throws {
        let tool = try Tool()
        try tool.write("openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths: {}\n", to: "a.yaml")
        let loud = try tool.run("upgrade", "a.yaml", "--output", "b.yaml")
        #expect(loud.code == 0 && loud.output == "b.yaml: written as OpenAPI 3.1\n")
        let quiet = try tool.run("upgrade", "a.yaml", "--output", "c.yaml", "--quiet")
        #expect(quiet.code == 0 && quiet.output.isEmpty)
        #expect(tool.text("c.yaml") == tool.text("b.yaml") && tool.text("b.yaml") != nil)
    }

    @Test("a missing configuration or document is an error that explains what to do")
    func missing() throws {
        let tool = try Tool()
        let run = try tool.run("generate")
        #expect(run.code == 1)
        #expect(run.errors.contains("'Specs/specwright.yaml' cannot be read"))
        #expect(run.errors.contains("--config, or start a project with: specwright init"))
        let document = try tool.run("lint", "--spec", "no.yaml", "--module", "NoAPI")
        #expect(document.code == 1)
        #expect(document.errors.hasPrefix("no.yaml:1:1: error: The file cannot be read."))
    }

    @Test("a folder, an empty path and a URL of a file are not documents, and the message says so")
    func otherPaths() throws {
        let tool = try Project.make("Note", generated: false)
        let folder = try tool.run("lint", "Specs")
        #expect(folder.code == 1)
        #expect(folder.errors == "Specs:1:1: error: This is a folder, not a file. Name a document in it.\n")
        let configuration = try tool.run("lint", "--config", "Specs")
        #expect(configuration.code == 1)
        #expect(configuration.errors == "error: 'Specs' is a folder. Name a file in it with --config\n")
        try tool.write("modules: [{ spec: ., module: A, output: out }]\n", to: "c.yaml")
        let own = try tool.run("lint", "--config", "c.yaml")
        #expect(own.code == 1 && own.errors.contains("c.yaml:1:19: error: '.' is a folder, not a file."), "\(own)")
        let empty = try tool.run("lint", "")
        #expect(empty.code == 2 && empty.errors.contains("need the path of a file"))
        let address = try tool.run("lint", "file:///a.yaml")
        #expect(address.code == 1 && address.errors.contains("Write its path without 'file://'."))
    }

    @Test("a missing file of a configuration is reported at its path there, also an overlay")
    func missingFiles() throws {
        let tool = try Project.make("Note", generated: false)
        let overlay = "    overlays: [none.yaml]\n  - { spec: bad.yaml, module: BadAPI, output: bad }\n"
        try tool.write(Project.configuration + overlay, to: "Specs/specwright.yaml")
        for command in ["generate", "check", "lint"] {
            let run = try tool.run(command)
            #expect(run.code == 1)
            let rest = "cannot be read. Check its name and permissions.\n"
            #expect(
                run.errors.contains("Specs/specwright.yaml:5:16: error: The file 'Specs/none.yaml' \(rest)"),
                "\(run.errors)"
            )
            #expect(run.errors.contains("Specs/specwright.yaml:6:13: error: The file 'Specs/bad.yaml' \(rest)"))
        }
    }

    @Test(
        "an invalid configuration is reported with positions",
        arguments: [
            (
                "modules: [{ spec: api.yaml, modul: A, output: out }]\n",
                "1:29: error: 'modul' is not a valid key in a module. Did you mean 'module'?"
            ),
            (
                "modules: [{ spec: api.yaml, module: 1a, output: out }]\n",
                "1:37: error: '1a' is not a valid Swift identifier."
            ),
            (
                "modules: [{ spec: api.yaml, module: class, output: out }]\n",
                "1:37: error: 'class' is not a valid Swift identifier. It is a keyword: choose another name."
            ),
            (
                "modules: [{ spec: api.yaml, module: A, output: '' }]\n",
                "1:48: error: The path of an output folder is empty. Name a folder; '.' is that of this file."
            ),
            (
                "modules: [{ spec: api.yaml, module: A, output: out, access: opn }]\n",
                "1:61: error: 'opn' is not a valid value for 'access'."
            ),
            (
                "modules:\n- { spec: a.yaml, module: A, output: out }\n- { spec: b.yaml, module: B, output: ./out/ }\n",
                "3:38: error: './out/' is already the folder of another module."
            ),
            (
                "modules: [{ spec: a.yaml, module: A, output: out, mocks: out2, access: internal }]\n",
                "1:51: error: Mocks of internal declarations are not generated, because their module cannot access them."
            ),
            (
                "modules: [{ spec: a.yaml, module: A, output: out, mocks: ./out }]\n",
                "1:58: error: './out' is already the folder of another module."
            ),
            (
                "modules:\n- { spec: a.yaml, module: A, output: out, server: { output: ./out } }\n",
                "2:61: error: './out' is already the folder of another module."
            ),
            (
                "modules: [{ spec: api.yaml, module: A, output: out, server: { access: public } }]\n",
                "1:61: error: A server needs 'output'."
            ),
            (
                "modules: [{ spec: api.yaml, module: A, output: out, server: { output: o, prefix: 1a } }]\n",
                "1:82: error: '1a' is not a valid Swift identifier."
            ),
            (
                "modules: [{ spec: api.yaml, module: A, output: out, server: { output: o, acces: public } }]\n",
                "1:74: error: 'acces' is not a valid key in a server. Did you mean 'access'?"
            ),
            (
                "modules: [{ spec: a.yaml, module: A, output: out, filter: { tag: [a], exclude: [b] } }]\n",
                "1:61: error: 'tag' is not a valid key in a filter. Did you mean 'tags'?"
            ),
            (
                "modules: [{ spec: a.yaml, module: A, output: out, filter: { tags: [1] } }]\n",
                "1:68: warning: An element of 'tags' must be a string, but this is an integer. Enclose it in quotes."
            ),
            (
                "modules: [{ specs: [{ spec: a.yaml, prefix: A }, { spec: b.yaml, prefix: a }], module: M, output: o }]\n",
                "1:74: error: 'a' is already the prefix of another document of this module."
            ),
            (
                "modules: [{ specs: [{ spec: a.yaml }], client: C, module: M, output: o }]\n",
                "1:40: error: 'client' applies to a single document, but this module has several."
            ),
            (
                "modules: [{ specs: [{ spec: a.yaml }], module: M, output: o }]\n",
                "1:21: error: A document needs 'prefix'."
            ),
            (
                "modules: [{ spec: https://a.example/o.yaml, module: M, output: o }]\n",
                "1:19: error: A document is read from a file, not from a URL. Save it first, for example with: "
                    + "curl -fL -o o.yaml 'https://a.example/o.yaml'."
            ),
            ("{}\n", "1:1: error: The configuration needs 'modules'."),
            ("modules: []\n", "1:10: error: 'modules' contains no module. Add one with 'spec', 'module' and 'output'."),
            ("modules:\n", "1:9: error: 'modules' contains no module. Add one with 'spec', 'module' and 'output'."),
            (
                "modules: [{ spec: a.yaml, specs: [], module: M, output: o }]\n",
                "1:34: error: 'specs' contains no document. Add one with 'spec' and 'prefix', or use 'spec' for a single "
                    + "document."
            ),
            (
                "modules: [{ specs: [], module: M, output: o }]\n",
                "1:20: error: 'specs' contains no document."
            ),
            (
                "modules: [{ spec: , module: M, output: o }]\n",
                "1:13: error: A module needs a value of 'spec'."
            ),
            (
                "modules: [{ spec: a.yaml, module: A, output: out, server: { output: } }]\n",
                "1:61: error: A server needs a value of 'output'."
            ),
            (
                "modules: [{ specs: [{ spec: a.yaml, prefix: }], module: M, output: o }]\n",
                "1:37: error: A document needs a value of 'prefix'."
            ),
            (
                "modules: [{ spec: a.yaml, module: M, output: o, formats: { date: { type: , import: N } } }]\n",
                "1:68: error: A format needs a value of 'type'."
            ),
            (
                "modules: [{ spec: a.yaml, module: M, output: o, formats: { date: { type: T, import: a b } } }]\n",
                "1:85: error: 'a b' is not a valid Swift identifier."
            ),
            (
                "modules:\n- { spec: a.yaml, module: M, output: o }\n- { spec: b.yaml, module: M, output: p }\n",
                "3:27: warning: 'M' is already the name of another module, and a package cannot have both."
            ),
            (
                "modules: [{ spec: a.yaml, module: M, output: o, formats: { money: string } }]\n",
                "1:67: warning: 'string' is not the name of a type in Swift. Did you mean 'String'?"
            ),
            (
                "modules: [{ spec: a.yaml, module: M, output: o, filter: { exclude: pets } }]\n",
                "1:68: error: 'exclude' must be a mapping, but this is a string."
            ),
            (
                "modules: [{ spec: a.yaml, module: A, output: out, mocks: true }]\n",
                "1:58: error: 'mocks' must be the path of the folder of the doubles, but this is a Boolean. "
                    + "Write a path, in quotes if it looks like a Boolean."
            ),
            (
                "modules: [{ spec: 3, module: A, output: out }]\n",
                "1:19: error: 'spec' must be the path of a document, but this is an integer."
            ),
            (
                "modules: [{ spec: a.yaml, module: A, output: 3 }]\n",
                "1:46: error: 'output' must be the path of the folder of the generated files, but this is an integer."
            ),
            (
                "modules: [{ spec: a.yaml, module: A, output: out, server: { output: true } }]\n",
                "1:69: error: 'output' must be the path of the folder of the server, but this is a Boolean."
            ),
            (
                "modules: [{ spec: a.yaml, module: A, output: out, overlays: [b.yaml, 3] }]\n",
                "1:70: error: An element of 'overlays' must be the path of an overlay, but this is an integer."
            ),
            (
                "modules: [{ schemas: [a.yaml], module: A, output: out }]\n",
                "1:22: error: 'schemas' must be the path of a file of schemas, but this is a list."
            ),
            (
                "modules: [{ spec: a.yaml, x-foo: 3, module: A, output: out }]\n",
                "1:27: error: 'x-foo' is not a valid key in a module. Valid keys: access, client, "
            ),
            (
                "modules: [{ spec: a.yaml, module: A, output: out, filter: { x-foo: [a] } }]\n",
                "1:61: error: 'x-foo' is not a valid key in a filter. Valid keys: exclude, operations, paths, tags."
            ),
            (
                "modules: [{ spec: ~/a.yaml, module: A, output: out }]\n",
                "1:19: error: Only a shell replaces the '~' in '~/a.yaml' by the home folder. Write the whole path, or "
                    + "'./~/a.yaml' for a folder with the name '~'."
            ),
            (
                "modules: [{ spec: a.yaml, module: A, output: '~', overlays: [~/b.yaml] }]\n",
                "1:62: error: Only a shell replaces the '~' in '~/b.yaml' by the home folder."
            ),
            ("- a\n", "1:1: error: The configuration must be a mapping, but this is a list."),
        ]
    )
    func configuration(_ text: String, _ message: String) throws {
        let tool = try Tool()
        try tool.write(text, to: "c.yaml")
        let run = try tool.run("generate", "--config", "c.yaml")
        #expect(run.code == 1)
        #expect(run.errors.contains("c.yaml:" + message), "\(run.errors)")
        #expect(run.errors.contains("applies to a single document") == message.contains("has several"))
        #expect(tool.files(in: ".") == ["c.yaml"])
    }

    @Test(
        "incorrect usage exits with code 2",
        arguments: [
            ["generate", "--nothing"], ["generate", "--check", "--dry-run"], ["generate", "--spec", "a.yaml"],
            ["generate", "--module", "A"], ["generate", "--server", "s"],
            ["lint", "--spec", "a.yaml", "--config", "c"],
            ["generate", "--spec", "a.yaml", "--module", "A", "--output", "o", "--config", "c.yaml"], ["paint"],
            ["generate", "--spec", "a.yaml", "--module", "a b", "--output", "o"], ["generate", "--format", "xml"],
        ]
    )
    func usage(_ arguments: [String]) throws {
        let tool = try Tool()
        let process = try tool.run(arguments)
        #expect(process.code == 2)
        #expect(!process.errors.isEmpty)
        #expect(tool.files(in: ".") == [])
    }

    @Test(
        "a command that does not exist is refused, with the likely one",
        arguments: [
            (["genrate"], "'genrate' is not a command. Did you mean 'generate'?"),
            (["help", "lin"], "'lin' is not a command. Did you mean 'lint'?"),
            (["paint"], "'paint' is not a command. The commands are: init, generate, check, lint, upgrade, help."),
            (["lint", "--access", "public"], "--access, "),
            (["generate", "a.yaml", "--module", "A", "--output", "o", "--target", "t"], "apply to --config, not to a"),
        ]
    )
    func commands(_ arguments: [String], _ message: String) throws {
        let run = try Tool().run(arguments)
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test(
        "a path that begins with '~' is refused, because only a shell replaces it",
        arguments: [
            ["generate", "a.yaml", "--module", "A", "--output", "~/out"],
            ["check", "a.yaml", "--module", "A", "--output", "out", "--mocks", "~"],
            ["generate", "a.yaml", "--module", "A", "--output", "out", "--server", "~/out"], ["lint", "~/a.yaml"],
            ["lint", "a.yaml", "--overlay", "~/b.yaml"], ["lint", "--config", "~/c.yaml"],
            ["init", "--spec", "~/a.yaml"], ["upgrade", "~/a.yaml"], ["upgrade", "a.yaml", "--output", "~/b.yaml"],
        ]
    )
    func homeFolder(_ arguments: [String]) throws {
        let tool = try Tool()
        let run = try tool.run(arguments)
        #expect(run.code == 2)
        #expect(run.errors.contains("The shell did not replace the '~' in '~"), "\(run.errors)")
        #expect(tool.files(in: ".") == [])
    }

    @Test("a folder with the name '~' can be named with './'")
    func folderNamedTilde() throws {
        let tool = try Project.make("Note", generated: false)
        let arguments = ["generate", "Specs/api.yaml", "--module", "SmallAPI", "--output", "./~/out"]
        #expect(try tool.run(arguments).code == 0)
        let header = try #require(tool.text("~/out/SmallClient.swift")?.split(separator: "\n").first)
        #expect(header.contains("--output './~/out'"), "\(header)")
    }

    @Test("help exits with code 0")
    func help() throws {
        let run = try Tool().run("--help")
        #expect(run.code == 0)
        #expect(run.output.contains("generate"))
        #expect(run.output.contains("specwright lint petstore.yaml"))
    }
}
