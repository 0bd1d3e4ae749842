import GeneratorCore
import Testing

/// Tests of the versions of OpenAPI.
@Suite("Versions")
struct VersionTests {

    @Test(
        "a document of OpenAPI 3.2 that uses nothing new generates the same files as in OpenAPI 3.1",
        arguments: ["notes", "hostile", "shop", "parcels", "xml", "shapes"]
    )
    func twins(_ name: String) throws {
        let text = try #require(Fixtures.text("Golden/\(name).yaml"))
        let twin = text.replacing("openapi: 3.1.0", with: "openapi: 3.2.0")
        try #require(twin != text)
        var options = ModuleOptions(module: "TwinAPI", specName: "twin.yaml")
        options.server = ModuleOptions.Server()
        options.hasMocks = true
        let generator = Generator(options: options)
        let first = generator.run(path: "twin.yaml", bytes: Array(text.utf8))
        let second = generator.run(path: "twin.yaml", bytes: Array(twin.utf8))
        #expect(!first.files.isEmpty)
        #expect(first.files == second.files)
        #expect(first.mocks == second.mocks)
        #expect(first.server == second.server)
        #expect(first.diagnostics == second.diagnostics)
    }

    @Test(
        "another spelling of the version is read with a warning",
        arguments: [
            "swagger: '3.0.1'", "openapi: 3", "openapi: 3.4.0", "x-none: true", "openapi: v3.0.0", "openapi: '2.0'",
            "openapi: 2.0",
        ]
    )
    func spellings(_ head: String) {
        let text = "\(head)\ninfo: { title: A, version: '1' }\npaths: {}\n"
        var options = ModuleOptions(module: "SampleAPI", specName: "a.yaml")
        let lenient = Generator(options: options).run(path: "a.yaml", bytes: Array(text.utf8))
        #expect(!lenient.hasErrors && !lenient.files.isEmpty)
        #expect(lenient.diagnostics.map(\.severity) == [.warning])
        options.isStrict = true
        options.refusesExtensions = false
        #expect(Generator(options: options).run(path: "a.yaml", bytes: Array(text.utf8)).hasErrors)
    }
}
