import Foundation
import GeneratorCore
import Testing

/// Tests that compare whole modules with the committed ones.
@Suite("Golden modules")
struct GoldenFilesTests {

    @Test(
        "the generated files of a spec equal the committed ones",
        arguments: [
            "Notes", "Hostile", "Shapes", "Shop", "XML", "Parcels", "Depot", "Relay", "Slips", "Studio", "Petstore",
        ]
    )
    func output(_ name: String) throws {
        let spec = "Golden/\(name.lowercased()).yaml"
        let folder = "Golden/\(name)API"
        let bytes = try #require(Fixtures.bytes(spec))
        let options = try options(name, "Tests/\(spec)")
        let result = Generator(options: options).run(path: "Tests/\(spec)", bytes: bytes)
        let printer = DiagnosticPrinter(files: result.sources)
        let hasErrors = result.hasErrors
        try #require(!hasErrors, "\(result.diagnostics.map(printer.print).joined(separator: "\n"))")
        try compare(result.files, in: folder)
        try compare(result.mocks, in: "Golden/\(name)Mocks")
        try compare(result.server, in: "Golden/\(name)Server")
    }

    @Test("several documents become one module with shared declarations once")
    func several() throws {
        let parts = try ["orders", "billing"].map { name in
            ModulePart(
                prefix: name.prefix(1).uppercased() + name.dropFirst(),
                document: InputFile(
                    path: "pair/\(name).yaml",
                    bytes: try #require(Fixtures.bytes("Golden/pair/\(name).yaml"))
                )
            ) { Fixtures.bytes("Golden/\($0)") }
        }
        var options = ModuleOptions(module: "PairAPI", specName: "Tests/Golden/pair/orders.yaml, billing.yaml")
        options.isStrict = true
        options.command = "make generate"
        let result = Generator(options: options).run(parts)
        #expect(result.diagnostics.isEmpty)
        #expect(result.summary.operations == 3)
        try compare(result.files, in: "Golden/PairAPI")
    }

    @Test("modules that share schemas import one shared module and do not generate its types again")
    func sharing() throws {
        let names = ["stock", "sales"]
        let documents = try (["common"] + names).map { name in
            let path = "Tests/Golden/shared/\(name).yaml"
            return InputFile(path: path, bytes: try #require(Fixtures.bytes("Golden/shared/\(name).yaml")))
        }
        let load = { (path: String) in Fixtures.bytes(String(path.dropFirst("Tests/".count))) }
        var common = try options("Common", documents[0].path)
        common.sharedUse = Generator(options: common).sharedUse(
            of: documents.dropFirst().map { ModulePart(prefix: "", document: $0, load: load) }
        )
        let shared = Generator(options: common).run(path: documents[0].path, bytes: documents[0].bytes, load: load)
        #expect(shared.diagnostics.isEmpty)
        try compare(shared.files, in: "Golden/CommonAPI")
        let types = try #require(shared.sharedTypes)
        for (name, document) in zip(names, documents.dropFirst()) {
            let module = name.prefix(1).uppercased() + name.dropFirst()
            let generator = Generator(options: try options(module, document.path), importing: [types])
            let result = generator.run(path: document.path, bytes: document.bytes, load: load)
            #expect(result.diagnostics.isEmpty)
            try compare(result.files, in: "Golden/\(module)API")
            try compare(result.mocks, in: "Golden/\(module)Mocks")
        }
    }

    private func compare(_ files: [OutputFile], in folder: String) throws {
        let committed = Set(Fixtures.files(in: Fixtures.folder(folder), ending: ".swift"))
        for path in committed.subtracting(files.map(\.path)).sorted() {
            Issue.record("Tests/\(folder)/\(path) is not generated any more. To accept: RECORD=1 make test")
            if Fixtures.isRecording {
                try FileManager.default.removeItem(at: Fixtures.folder(folder).appendingPathComponent(path))
            }
        }
        for file in files {
            try compare(file, with: "\(folder)/\(file.path)")
        }
    }

    /// Returns the options of a module in `Golden/specwright.yaml`, or default options for a module that it does not
    /// list.
    private func options(_ name: String, _ spec: String) throws -> ModuleOptions {
        let bytes = try #require(Fixtures.bytes("Golden/specwright.yaml"))
        let listed = try #require(Configuration.read(path: "specwright.yaml", bytes: bytes).configuration).modules
        var options = ModuleOptions(module: "\(name)API", specName: spec)
        options.isStrict = true
        options.hasMocks = name == "Shop"
        options.server = name == "Shop" ? nil : ModuleOptions.Server(access: name == "Notes" ? .public : .internal)
        if let module = listed.first(where: { $0.options.module == options.module }) {
            options = module.options
            options.specName = spec
        }
        options.command = "make generate"
        return options
    }

    private func compare(_ file: OutputFile, with path: String) throws {
        let expected = Fixtures.text(path)
        guard expected != file.text else { return }
        let difference = TextDiff.firstDifference(expected: expected ?? "", actual: file.text)
        Issue.record("Tests/\(path) differs. To accept: RECORD=1 make test\n\(difference)")
        if Fixtures.isRecording {
            try Fixtures.write(file.text, to: path)
        }
    }

    @Test("two runs produce the same bytes")
    func repetition() throws {
        let bytes = try #require(Fixtures.bytes("Golden/notes.yaml"))
        let generator = Generator(options: ModuleOptions(module: "NotesAPI", specName: "notes.yaml"))
        let first = generator.run(path: "notes.yaml", bytes: bytes)
        let second = generator.run(path: "notes.yaml", bytes: bytes)
        #expect(first.files == second.files)
        #expect(first.summary.operations == 17)
        #expect(first.summary.models == 40)
    }
}
