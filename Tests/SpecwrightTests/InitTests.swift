import Foundation
import Testing

/// Tests of `specwright init`.
@Suite("specwright init")
struct InitTests {

    /// The manifest that `swift package init` writes.
    private let manifest = """
        // swift-tools-version: 6.2
        // The swift-tools-version declares the minimum version of Swift required to build this package.

        import PackageDescription

        let package = Package(
            name: "Shop",
            products: [
                .library(
                    name: "Shop",
                    targets: ["Shop"]
                ),
            ],
            targets: [
                // Targets are the basic building blocks of a package, defining a module or a test suite.
                .target(
                    name: "Shop"
                ),
                .testTarget(
                    name: "ShopTests",
                    dependencies: ["Shop"]
                ),
            ],
            swiftLanguageModes: [.v6]
        )

        """

    /// The manifest of the package specwright, as far as the tool reads it.
    private let specwright = "let package = Package(name: \"specwright\")\n"

    private let files = [
        "Specs/notes.yaml", "Specs/specwright.schema.json", "Specs/specwright.yaml", "Sources/Notes/FirstCall.swift",
        "Tests/NotesTests/FirstCallTests.swift", "Sources/NotesAPI/Generated/NotesClient.swift",
        "Sources/NotesMocks/Generated/Mocks/NotesClientMock.swift",
    ]

    /// Returns an empty folder next to one with the package specwright.
    private func emptyFolder() throws -> Tool {
        let tool = try Tool(folder: "Shop")
        try tool.write(specwright, to: "../specwright/Package.swift")
        return tool
    }

    private func initialize(_ tool: Tool, _ arguments: String...) throws -> Tool.Run {
        try tool.run(["init", "--dependency", "../specwright"] + arguments)
    }

    /// Returns the names of the targets and the dependencies that SwiftPM reads from the manifest.
    private func package(_ tool: Tool) throws -> (targets: [String], dump: String) {
        struct Dump: Decodable {
            struct Target: Decodable { var name: String }
            var targets: [Target]
        }
        let run = try tool.run(program: "/usr/bin/env", ["swift", "package", "dump-package"])
        try #require(run.code == 0, "\(run.errors)")
        return (try JSONDecoder().decode(Dump.self, from: Data(run.output.utf8)).targets.map(\.name), run.output)
    }

    @Test("a package gets a configuration, a document, a module with mocks, a first call and a first test")
    func existingPackage() throws {
        let tool = try emptyFolder()
        try tool.write(manifest, to: "Package.swift")
        let run = try initialize(tool)
        #expect(run.code == 0, "\(run.errors)")
        let folders = "Sources/NotesAPI/Generated and Sources/NotesMocks/Generated"
        #expect(run.output == "Wrote 5 files, \(folders), and changed Package.swift. Next: swift test\n")
        for file in files {
            #expect(tool.text(file) != nil, "\(file)")
        }
        let package = try package(tool)
        #expect(package.targets == ["Shop", "ShopTests", "NotesAPI", "NotesMocks", "Notes", "NotesTests"])
        #expect(package.dump.contains("\"ios\""))
        #expect(tool.text("Package.swift")?.contains(".package(path: \"../specwright\", traits: [])") == true)
        #expect(try tool.run("generate", "--check").code == 0)
        #expect(try tool.run("lint").code == 0)
    }

    @Test("a package above the new one is named like its folder", arguments: ["..", "./..", "../x/.."])
    func enclosingPackage(_ path: String) throws {
        let tool = try emptyFolder()
        try tool.write(manifest, to: "Package.swift")
        try tool.write(specwright, to: "../Package.swift")
        #expect(try tool.run(["init", "--dependency", path]).output.contains("and changed Package.swift"))
        let enclosing = tool.folder.deletingLastPathComponent()
        #expect(
            tool.text("Package.swift")?.contains(
                ".product(name: \"APIRuntime\", package: \"\(enclosing.lastPathComponent)\")"
            ) == true,
            "\(tool.text("Package.swift") ?? "")"
        )
        _ = try package(tool)
    }

    @Test("the configuration names its JSON Schema, which is that of the repository")
    func schema() throws {
        let tool = try emptyFolder()
        #expect(try initialize(tool).code == 0)
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let schema = try String(
            contentsOf: root.appendingPathComponent("Specs/specwright.schema.json"),
            encoding: .utf8
        )
        #expect(tool.text("Specs/specwright.schema.json") == schema)
        let first = "# yaml-language-server: $schema=specwright.schema.json\n"
        #expect(tool.text("Specs/specwright.yaml")?.hasPrefix(first) == true)
    }

    @Test("an empty folder gets a package, and an empty package gets its targets")
    func emptyFolders() throws {
        for manifest in [
            nil, "// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: \"E\")\n",
        ] {
            let tool = try emptyFolder()
            if let manifest { try tool.write(manifest, to: "Package.swift") }
            let run = try initialize(tool, "--quiet")
            #expect(run.code == 0 && run.output.isEmpty)
            #expect(try package(tool).targets == ["NotesAPI", "NotesMocks", "Notes", "NotesTests"])
        }
    }

    @Test("a folder with the name of a new target gets a package")
    func folderOfFeature() throws {
        let tool = try Tool(folder: "Notes")
        try tool.write(specwright, to: "../specwright/Package.swift")
        let run = try initialize(tool)
        #expect(run.code == 0 && run.output.contains("Next: swift test"), "\(run)")
        #expect(try package(tool).targets == ["NotesAPI", "NotesMocks", "Notes", "NotesTests"])
    }

    @Test(
        "a package whose files have no room for other targets is refused, and nothing is written",
        arguments: [
            (".target(name: \"Shop\")", "Sources/Shop.swift", "'Sources/Shop'"),
            (".target(name: \"Shop\", path: \"Sources\")", "Sources/Shop.swift", "'Sources'"),
            (".target(name: \"Shop\", path: \"./\")", "Shop.swift", "'./'"),
            (".target(name: \"Shop\")", "src/Shop/Shop.swift", "'src'"),
            (".testTarget(name: \"ShopTests\")", "Tests/ShopTests.swift", "'Tests/ShopTests'"),
        ]
    )
    func layouts(_ target: String, _ file: String, _ place: String) throws {
        let tool = try emptyFolder()
        let head = "// swift-tools-version: 6.2\nimport PackageDescription\n"
        let manifest = head + "let package = Package(name: \"Shop\", targets: [\(target)])\n"
        try tool.write(manifest, to: "Package.swift")
        try tool.write("", to: file)
        let run = try initialize(tool)
        #expect(run.code == 1 && run.errors.contains(place) && run.errors.contains("then run this again"), "\(run)")
        #expect(tool.files(in: ".") == ["Package.swift", file].sorted())
        #expect(tool.text("Package.swift") == manifest)
    }

    @Test("a manifest that is a link, or not the only one, is not changed")
    func otherManifests() throws {
        let tool = try emptyFolder()
        try tool.write(manifest, to: "../Shared.swift")
        let link = tool.folder.appendingPathComponent("Package.swift").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../Shared.swift")
        #expect(try initialize(tool).output.contains("because it is a symbolic link. Add these elements to it"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../Shared.swift")
        let versions = try emptyFolder()
        try versions.write(manifest, to: "Package.swift")
        try versions.write(manifest, to: "Package@swift-6.3.swift")
        #expect(try initialize(versions).output.contains("because SwiftPM may read 'Package@swift-6.3.swift' in place"))
        #expect(versions.text("Package.swift") == manifest)
    }

    @Test("nothing is replaced, and nothing is written if a file exists")
    func existingFiles() throws {
        let tool = try emptyFolder()
        try tool.write(manifest, to: "Package.swift")
        try tool.write("mine", to: "Specs/specwright.yaml")
        let run = try initialize(tool)
        #expect(run.code == 1)
        #expect(run.errors.contains("Specs/specwright.yaml exists, and 'specwright init' replaces nothing."))
        #expect(tool.text("Specs/specwright.yaml") == "mine")
        #expect(tool.text("Package.swift") == manifest)
        #expect(tool.files(in: ".") == ["Package.swift", "Specs/specwright.yaml"])
    }

    @Test("a second run writes nothing, and lists the files that exist")
    func twice() throws {
        let tool = try emptyFolder()
        #expect(try initialize(tool).code == 0)
        let manifest = tool.text("Package.swift")
        let second = try initialize(tool)
        #expect(second.code == 1)
        #expect(second.errors.contains("Specs/specwright.yaml, "))
        #expect(
            second.errors.hasSuffix(
                " exist, and 'specwright init' replaces nothing. To generate again, run: "
                    + "swift run --package-path ../specwright specwright generate. To add a document, add it to Specs/specwright.yaml\n"
            )
        )
        #expect(tool.text("Package.swift") == manifest)
    }

    @Test(
        "a run completes what an earlier one left that was terminated",
        arguments: [
            [], ["Tests/NotesTests"], ["Sources/NotesMocks", "Sources/NotesAPI/Generated/NotesClient.swift"],
            ["Sources", "Tests", "Specs/notes.yaml", "Specs/specwright.schema.json"],
        ]
    )
    func unfinished(_ missing: [String]) throws {
        let tool = try emptyFolder()
        try tool.write(manifest, to: "Package.swift")
        #expect(try initialize(tool).code == 0)
        let complete = tool.files(in: ".")
        let call = tool.text("Sources/Notes/FirstCall.swift")
        // The manifest is written last.
        try tool.write(manifest, to: "Package.swift")
        for path in missing {
            try FileManager.default.removeItem(at: tool.folder.appendingPathComponent(path))
        }
        if missing.isEmpty { try tool.write("import ", to: "Sources/Notes/FirstCall.swift.new") }
        let run = try initialize(tool)
        #expect(run.code == 0 && run.output.hasPrefix("Completed an earlier run with 5 files, "), "\(run)")
        #expect(tool.files(in: ".") == complete)
        #expect(tool.text("Sources/Notes/FirstCall.swift") == call)
        #expect(try package(tool).targets == ["Shop", "ShopTests", "NotesAPI", "NotesMocks", "Notes", "NotesTests"])
    }

    @Test("after a run that was terminated, changed files are not replaced, and those to delete are named")
    func interrupted() throws {
        let tool = try emptyFolder()
        try tool.write(manifest, to: "Package.swift")
        #expect(try initialize(tool).code == 0)
        // The manifest is written last.
        try tool.write(manifest, to: "Package.swift")
        try tool.write("// Mine.\n", to: "Sources/Notes/FirstCall.swift")
        let run = try initialize(tool)
        #expect(run.code == 1)
        #expect(tool.text("Sources/Notes/FirstCall.swift") == "// Mine.\n")
        let names = try #require(run.errors.split(separator: "delete ").last?.split(separator: ", then run").first)
        #expect(run.errors.contains("If an earlier run was interrupted, delete Specs/specwright.yaml, "))
        for name in names.split(separator: ", ") {
            try FileManager.default.removeItem(at: tool.folder.appendingPathComponent(String(name)))
        }
        let second = try initialize(tool)
        #expect(second.code == 0, "\(second.errors)")
        #expect(try package(tool).targets == ["Shop", "ShopTests", "NotesAPI", "NotesMocks", "Notes", "NotesTests"])
    }

    @Test("a document with the name of the example can be used, and the message says how")
    func ownExample() throws {
        let tool = try emptyFolder()
        try tool.write(Project.document("Note"), to: "Specs/notes.yaml")
        let run = try initialize(tool)
        #expect(run.code == 1)
        #expect(run.errors.hasSuffix("To use this document, run: specwright init --spec Specs/notes.yaml\n"))
        #expect(try initialize(tool, "--spec", "Specs/notes.yaml").code == 0)
    }

    @Test("a target with the name of a new one is an error that names the option, and nothing is written")
    func takenModule() throws {
        let tool = try emptyFolder()
        let target = "        .target(name: \"NotesAPI\"),\n"
        let text = manifest.replacing("        .testTarget(\n", with: target + "        .testTarget(\n")
        try tool.write(text, to: "Package.swift")
        let run = try initialize(tool)
        #expect(run.code == 1)
        let message = "Package.swift already has a target 'NotesAPI'. Name another module with --module"
        #expect(run.errors == "error: \(message)\n")
        #expect(tool.files(in: ".") == ["Package.swift"])
        #expect(try initialize(tool, "--module", "PadAPI").code == 0)
    }

    @Test(
        "a URL without a host or a path is refused, and nothing is written",
        arguments: ["https://", "https://example.com/", "git@example.com:", "https:///a"]
    )
    func incompleteAddress(_ address: String) throws {
        let tool = try emptyFolder()
        let run = try tool.run("init", "--dependency", address)
        #expect(run.code == 1 && run.errors.contains("The URL in --dependency names no repository."), "\(run)")
        #expect(tool.files(in: ".") == [])
    }

    @Test("a run that fails removes what it has written, and another run succeeds")
    func failure() throws {
        let tool = try emptyFolder()
        try tool.write(manifest, to: "Package.swift")
        try tool.write("mine", to: "Specs/other.yaml")
        try tool.write("a file", to: "Tests")
        let run = try initialize(tool)
        #expect(run.code == 1 && run.errors.hasPrefix("error: The folder 'Tests/NotesTests' cannot be made: "))
        #expect(tool.files(in: ".") == ["Package.swift", "Specs/other.yaml", "Tests"])
        #expect(tool.text("Package.swift") == manifest)
        let sources = tool.folder.appendingPathComponent("Sources").path
        #expect(!FileManager.default.fileExists(atPath: sources))
        try FileManager.default.removeItem(at: tool.folder.appendingPathComponent("Tests"))
        #expect(try initialize(tool).code == 0)
    }

    @Test("a path without a package is refused", arguments: ["../nonexistent", "~/specwright", "Package.swift"])
    func missingDependency(_ path: String) throws {
        let tool = try emptyFolder()
        try tool.write(manifest, to: "Package.swift")
        let run = try tool.run("init", "--dependency", path)
        #expect(run.code == 1 && run.errors.contains("'\(path)' contains no Package.swift. Name the folder of"))
        #expect(tool.files(in: ".") == ["Package.swift"])
    }

    @Test(
        "the path of another package is refused",
        arguments: [
            ("let package = Package(name: \"Other\")", "'../other' is the package Other, not specwright."),
            ("", "'../other' is a package without a plain name, not specwright."),
        ]
    )
    func otherDependency(_ other: String, _ message: String) throws {
        let tool = try emptyFolder()
        try tool.write(manifest, to: "Package.swift")
        try tool.write(other, to: "../other/Package.swift")
        let run = try tool.run("init", "--dependency", "../other")
        #expect(run.code == 1 && run.errors.contains(message), "\(run.errors)")
        #expect(tool.files(in: ".") == ["Package.swift"])
    }

    @Test("the package of this repository is recognized, and gets no project")
    func ownPackage() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let tool = try emptyFolder()
        #expect(try tool.run("init", "--dependency", root.path).code == 0)
        let text = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let clone = try Tool()
        try clone.write(text, to: "Package.swift")
        let run = try clone.run("init", "--dependency", ".")
        #expect(run.code == 1 && run.errors.contains("This folder is the package specwright."))
    }

    @Test(
        "a dependency of the manifest is kept, and no second one is added",
        arguments: [
            (#".package(url: "https://example.com/specwright", from: "1.0.0", traits: ["Generator"])"#, "specwright"),
            (
                #".package(url: "git@example.com:a/Specwright.git", branch: "main", traits: [.defaults, "Generator"])"#,
                "Specwright"
            ),
            (#".package(path: "../specwright")"#, "specwright"),
            (#".package(name: "specwright", path: "../clone")"#, "specwright"),
            (#".package(path: "../clone")"#, "clone"),
            (#".package(url: "https://example.com/fork", branch: "main", traits: ["Generator"])"#, "fork"),
        ]
    )
    func existingDependency(_ dependency: String, _ name: String) throws {
        let tool = try emptyFolder()
        let text = manifest.replacingOccurrences(
            of: "    targets: [\n",
            with: "    dependencies: [\n        \(dependency)\n    ],\n    targets: [\n"
        )
        try tool.write(text, to: "Package.swift")
        try tool.write(specwright, to: "../clone/Package.swift")
        try tool.write(specwright, to: ".build/checkouts/fork/Package.swift")
        let run = try tool.run("init")
        #expect(run.code == 0, "\(run.errors)")
        let changed = try #require(tool.text("Package.swift"))
        #expect(changed.components(separatedBy: ".package(").count == 2 && changed.contains(dependency))
        #expect(changed.contains(".product(name: \"APIRuntime\", package: \"\(name)\")"))
        #expect(tool.text("Specs/specwright.yaml")?.contains("\ncommand: swift run specwright generate\n") == true)
        _ = try package(tool)
    }

    @Test("a dependency that the manifest has with another location is refused")
    func conflictingDependency() throws {
        let tool = try emptyFolder()
        try tool.write(specwright, to: "../clone/Package.swift")
        let dependency = ".package(path: \"../clone\", traits: [])"
        let list = "    dependencies: [\(dependency)],\n"
        let text = manifest.replacingOccurrences(of: "    targets: [\n", with: list + "    targets: [\n")
        try tool.write(text, to: "Package.swift")
        let run = try initialize(tool)
        #expect(run.code == 1)
        #expect(run.errors.contains("Package.swift already depends on specwright: \(dependency). Omit --dependency"))
        let same = try tool.run("init", "--dependency", "./../clone/")
        #expect(same.code == 0 && same.output.contains("and changed Package.swift"), "\(same.errors)")
        let command = "\ncommand: swift run --package-path ../clone specwright generate\n"
        #expect(tool.text("Specs/specwright.yaml")?.contains(command) == true)
    }

    @Test(
        "a manifest of another structure is not changed, and the targets are printed",
        arguments: [
            ("targets: [", "targets: common + ["),
            ("let package = Package(", "let other = Package(name: \"Other\")\nlet package = Package("),
            ("name: \"Shop\",\n    products", "name: \"Shop\\(1)\",\n    products"),
            ("    targets: [", "    #if canImport(Darwin)\n    targets: ["),
            ("6.2", "5.9"),
            ("let package", "let name = \"NotesAPI\"\nlet package"),
            ("swiftLanguageModes", "unknownArgument"),
        ]
    )
    func refusals(_ old: String, _ new: String) throws {
        let tool = try emptyFolder()
        let changed = manifest.replacingOccurrences(of: old, with: new)
        try #require(changed != manifest)
        try tool.write(changed, to: "Package.swift")
        let run = try initialize(tool)
        #expect(run.code == 0)
        #expect(tool.text("Package.swift") == changed)
        #expect(run.output.contains("Package.swift is not changed, because"))
        #expect(run.output.contains(".product(name: \"APIRuntime\", package: \"specwright\")"))
        #expect(run.output.contains("platforms: [.iOS(.v16), .macOS(.v13)],"))
        #expect(run.output.contains("// swift-tools-version: 6.2") == (new == "5.9"))
        #expect(run.output.hasSuffix("\n\nThen: swift test\n") && !run.output.contains("Next: "))
        #expect(tool.text("Specs/specwright.yaml") != nil)
    }

    @Test(
        "platforms below those that the modules need are reported",
        arguments: [
            ("[.iOS(.v13), .macOS(.v12)]", "for: iOS 13.0, macOS 12.0."), ("[.iOS(.v16)]", "for: macOS."),
            ("[.macOS(\"12.4\"), .iOS(.v17)]", "for: macOS 12.4."), ("[.iOS(.v16), .macOS(.v14)]", nil),
        ]
    )
    func platforms(_ declared: String, _ systems: String?) throws {
        let tool = try emptyFolder()
        let text = manifest.replacingOccurrences(of: "    products", with: "    platforms: \(declared),\n    products")
        try tool.write(text, to: "Package.swift")
        let run = try initialize(tool)
        #expect(run.code == 0)
        #expect(tool.text("Package.swift")?.contains("platforms: \(declared),") == true)
        #expect(run.output.contains("On Apple systems, the modules need") == (systems != nil))
        if let systems { #expect(run.output.contains(systems), "\(run.output)") }
    }

    @Test(
        "comments, strings and trailing commas of a manifest are kept",
        arguments: [
            "targets: [.target(name: \"Shop\") /* a ] \" */]",
            "targets: [.target(name: \"Shop\"), // the last ]\n    ]",
            "dependencies: [], targets: [ .target(name: \"Shop\", path: #\"A\"]\"#) ]",
            "targets: []",
            "dependencies: [\n        .package(path: \"../other\") // \"other\"\n    ],\n    targets: [.target(name: \"Shop\"),]",
        ]
    )
    func layouts(_ arguments: String) throws {
        let tool = try emptyFolder()
        let head = "// swift-tools-version: 6.2\nimport PackageDescription\n\nlet package = Package("
        try tool.write("\(head)name: \"Shop\", \(arguments))\n", to: "Package.swift")
        let run = try initialize(tool)
        #expect(run.output.contains("changed Package.swift"))
        let targets = try package(tool).targets
        #expect(targets.filter { $0 != "Shop" } == ["NotesAPI", "NotesMocks", "Notes", "NotesTests"])
        #expect(targets.contains("Shop") == arguments.contains("Shop"))
        for comment in ["/* a ] \" */", "// the last ]", "// \"other\""] where arguments.contains(comment) {
            #expect(tool.text("Package.swift")?.contains(comment) == true)
        }
    }

    @Test("the line ends and the indentation of a manifest are kept", arguments: ["\r\n", "\n"], ["\t", "  ", "    "])
    func layout(_ lineEnd: String, _ indentation: String) throws {
        let tool = try emptyFolder()
        let own = manifest.replacingOccurrences(of: "    ", with: indentation)
            .replacingOccurrences(of: "\n", with: lineEnd)
        try tool.write(own, to: "Package.swift")
        #expect(try initialize(tool).output.contains("changed Package.swift"))
        let lines = try #require(tool.text("Package.swift")).components(separatedBy: lineEnd)
        #expect(lines.allSatisfy { !$0.contains("\n") && $0.last?.isWhitespace != true })
        let start = try #require(lines.first { $0.contains("dependencies: [") && !$0.contains("Shop") })
        #expect(start == "\(indentation)dependencies: [")
        #expect(lines.contains { $0.hasPrefix("\(indentation)\(indentation).target(name: \"NotesAPI\"") })
        if indentation == "\t" { #expect(lines.allSatisfy { !$0.contains("\t ") && !$0.hasPrefix(" ") }) }
        #expect(try package(tool).targets.contains("NotesTests"))
    }

    @Test("a document of the project gets a module after its name, and a call of an operation with few arguments")
    func ownDocument() throws {
        let tool = try emptyFolder()
        try tool.write(manifest, to: "Package.swift")
        try tool.write(
            """
            openapi: 3.1.0
            info: { title: Pets, version: "1" }
            paths:
              /pets/{petId}:
                delete:
                  operationId: removePet
                  tags: [Pets]
                  parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }]
                  responses: { "204": { description: Done. } }
                get:
                  operationId: getPet
                  tags: [Pets]
                  parameters:
                    - { name: petId, in: path, required: true, schema: { type: integer } }
                    - { name: in, in: query, schema: { type: string } }
                  responses:
                    "200":
                      description: A pet.
                      content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } }
            """,
            to: "api/pet-store.yaml"
        )
        let run = try initialize(tool, "--spec", "api/pet-store.yaml")
        #expect(run.code == 0, "\(run.errors)")
        #expect(tool.text("Specs/specwright.yaml")?.contains("spec: ../api/pet-store.yaml") == true)
        let call = tool.text("Sources/PetStore/FirstCall.swift")
        #expect(call?.contains("print(try await client.pets.get(petId: 1))") == true, "\(call ?? "")")
        let test = tool.text("Tests/PetStoreTests/FirstCallTests.swift")
        #expect(test?.contains("client.pets.onGet.fails(with: .cancelled)") == true)
        #expect(tool.text("Specs/notes.yaml") == nil)
    }

    @Test(
        "a document without operations gets no mocks, and a test of a model or of the client",
        arguments: [
            ("openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: {}\n", "\"\\(PetsClient.self)\""),
            (Project.document("Pet"), "JSONCoding.decode(Pet.self, "),
            (Project.document("Pet") + Self.webhook, "let json = #\"{\"id\": 1, \"name\": \"1\"}\"#\n"),
        ]
    )
    func noOperations(_ document: String, _ code: String) throws {
        let tool = try emptyFolder()
        try tool.write(document, to: "pets.yaml")
        let run = try initialize(tool, "--spec", "pets.yaml")
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("Wrote 4 files and Sources/PetsAPI/Generated, and Package.swift."))
        let package = try package(tool)
        #expect(package.targets == ["PetsAPI", "Pets", "PetsTests"])
        #expect(package.dump.contains("APIWebhooks") == document.contains("webhooks"))
        #expect(!package.dump.contains("URLSessionTransport") && !package.dump.contains("APITesting"))
        #expect(tool.text("Specs/specwright.yaml")?.contains("mocks") == false)
        let call = "import PetsAPI\n\n// The document has no operations. Use its types here.\n"
        #expect(tool.text("Sources/Pets/FirstCall.swift") == call)
        let test = tool.text("Tests/PetsTests/FirstCallTests.swift") ?? ""
        #expect(test.contains(code) && !test.contains("Mock"), "\(test)")
        #expect(try tool.run("check").code == 0)
    }

    /// A webhook whose body has required properties.
    private static let webhook = """
            Sale:
              type: object
              required: [id, name]
              properties: { id: { type: integer }, name: { type: string } }
        webhooks:
          sale:
            post:
              requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Sale" } } } }
              responses: { "204": { description: Done. } }

        """

    @Test("the code creates a client over URLSession, with an address if the document has none")
    func transport() throws {
        let operation = "  /a:\n    get: { operationId: getA, responses: { '204': { description: Done. } } }\n"
        let head = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n\(operation)"
        let server = "servers: [{ url: https://example.com }]\n"
        for (document, call) in [
            (head, "makeClient(address: URL) -> PetsClient {\n    PetsClient(servers: PetsServers(all: address), "),
            (head + server, "makeClient() -> PetsClient {\n    PetsClient("),
        ] {
            let tool = try emptyFolder()
            try tool.write(document, to: "pets.yaml")
            #expect(try initialize(tool, "--spec", "pets.yaml").code == 0)
            let text = tool.text("Sources/Pets/FirstCall.swift") ?? ""
            #expect(text.contains("public func \(call)transport: .urlSession)\n}\n"), "\(text)")
            #expect(text.contains("import Foundation\n") == text.contains("URL)"))
            #expect(text.contains("import URLSessionTransport\n") && !text.contains("Pass a "))
            let manifest = tool.text("Package.swift") ?? ""
            #expect(manifest.contains(".product(name: \"URLSessionTransport\", package: \"specwright\")"))
        }
    }

    @Test("a document whose operations need objects gets a place for a call that is chosen")
    func noSimpleCall() throws {
        let tool = try emptyFolder()
        try tool.write(
            """
            openapi: 3.1.0
            info: { title: A, version: "1" }
            paths:
              /a:
                post:
                  requestBody:
                    required: true
                    content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } }
                  responses: { "204": { description: Done. } }
            """,
            to: "pets.yaml"
        )
        #expect(try initialize(tool, "--spec", "pets.yaml").code == 0)
        let comment = "\n// Call an operation of the document here, with arguments that you choose.\n"
        #expect(tool.text("Sources/Pets/FirstCall.swift")?.hasSuffix(comment) == true)
    }

    @Test(
        "no target has the name of a module of the system, of the toolchain or of the package",
        arguments: [
            ("testing.yaml", "TestingAPI", "TestingCalls"), ("core-data.yaml", "CoreDataAPI", "CoreDataCalls"),
            ("photos.yaml", "PhotosAPI", "PhotosCalls"), ("Xctest.yaml", "XctestAPI", "XctestCalls"),
            ("logging.yaml", "LoggingAPI", "LoggingCalls"), ("pets.yaml", "PetsAPI", "Pets"),
            ("anybill.yaml", "AnybillServiceAPI", "AnybillService"),
        ]
    )
    func reservedNames(_ document: String, _ module: String, _ feature: String) throws {
        let tool = try emptyFolder()
        try tool.write(Project.document("Note"), to: document)
        #expect(try initialize(tool, "--spec", document).code == 0)
        #expect(try package(tool).targets == [module, feature, "\(feature)Tests"])
    }

    @Test("the name of a module of the system is refused", arguments: ["Testing", "foundation", "AnybillAPI"])
    func reservedModule(_ name: String) throws {
        let tool = try emptyFolder()
        let run = try initialize(tool, "--module", name)
        #expect(run.code == 2)
        #expect(run.errors.contains("'\(name)' is the name of a module of the system or of specwright."))
    }

    @Test("a document next to the configuration has a path in its folder, and its warnings are printed once")
    func documentInSpecs() throws {
        let tool = try emptyFolder()
        try tool.write(Project.document("Note") + "tagz: []\n", to: "Specs/petstore.yaml")
        let run = try initialize(tool, "--spec", "./Specs/petstore.yaml")
        #expect(run.code == 0)
        #expect(tool.text("Specs/specwright.yaml")?.contains("  - spec: petstore.yaml\n") == true)
        #expect(run.errors.split(separator: "\n").filter { $0.contains("warning: 'tagz'") }.count == 1, "\(run.errors)")
        #expect(try tool.run("check").code == 0)
    }

    @Test(
        "the path of a document is quoted in the configuration where YAML requires it",
        arguments: [
            ("my: doc #1/open api.yaml", "\"../my: doc #1/open api.yaml\""), ("a - b.yaml", "../a - b.yaml"),
            ("Specs/- a.yaml", "\"- a.yaml\""), ("Specs/null", "\"null\""), ("Specs/1.yaml", "1.yaml"),
            ("it's \"new\".json", "\"../it's \\\"new\\\".json\""), ("Caf\u{E9}.yaml", "\"../Caf\u{E9}.yaml\""),
        ]
    )
    func paths(_ path: String, _ written: String) throws {
        let tool = try emptyFolder()
        try tool.write(Project.document("Note"), to: path)
        let run = try initialize(tool, "--spec", path, "--module", "ShopAPI")
        #expect(run.code == 0, "\(run.errors)")
        #expect(tool.text("Specs/specwright.yaml")?.contains("  - spec: \(written)\n") == true)
        #expect(try tool.run("check").code == 0)
    }

    @Test("headers of files and the advice of a check name the command that reaches the tool")
    func command() throws {
        let tool = try Tool(folder: "Shop")
        try tool.write(specwright, to: "../my tools/specwright/Package.swift")
        #expect(try tool.run("init", "--dependency", "../my tools/specwright").code == 0)
        let command = "swift run --package-path '../my tools/specwright' specwright generate"
        #expect(tool.text("Specs/specwright.yaml")?.contains("\ncommand: \"\(command)\"\n") == true)
        #expect(tool.text("Sources/NotesAPI/Generated/NotesClient.swift")?.contains("run `\(command)`") == true)
        try tool.write(Project.document("Note"), to: "Specs/notes.yaml")
        #expect(try tool.run("check").errors.contains("Run `\(command)` and commit the result"))
    }

    @Test("a document with an error is reported, and nothing is written")
    func invalidDocument() throws {
        let tool = try emptyFolder()
        try tool.write(manifest, to: "Package.swift")
        try tool.write(
            "openapi: 3.1.0\ninfo: { title: A, version: '1'\npaths: {}\n",
            to: "a.yaml"
        )
        #expect(try initialize(tool, "--spec", "a.yaml").code == 1)
        #expect(try initialize(tool, "--spec", "missing.yaml").code == 1)
        #expect(try initialize(tool, "--spec", "../a.yaml").code == 2)
        #expect(tool.files(in: ".") == ["Package.swift", "a.yaml"])
        #expect(tool.text("Package.swift") == manifest)
    }
}
