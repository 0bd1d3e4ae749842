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
        // The paths alone, because a failure prints what was compared.
        func different(_ files: [OutputFile], _ others: [OutputFile]) -> [String] {
            #expect(files.map(\.path) == others.map(\.path))
            return zip(files, others).filter { $0 != $1 }.map(\.0.path)
        }
        #expect(different(first.files, second.files) == [])
        #expect(different(first.mocks, second.mocks) == [])
        #expect(different(first.server, second.server) == [])
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

    private static let oldItems = "A: { type: array, items: [{ type: string }, { type: integer }] }"

    @Test(
        "the version under another spelling of its key counts, with one warning that names the key",
        arguments: [
            ("OpenAPI: 3.0.0", "openapi: 3.0.0"), ("openApi: 3.1.0", "openapi: 3.1.0"),
            ("opneapi: 3.0.0", "openapi: 3.0.0"), ("OPENAPI: 3", "openapi: 3"), ("Swagger: '2.0'", "swagger: '2.0'"),
            ("swager: 2.0", "swagger: 2.0"),
        ]
    )
    func keys(_ written: String, _ valid: String) throws {
        let schemas = valid.hasPrefix("swagger") ? "definitions: { " : "components: { schemas: { "
        let rest =
            "\ninfo: { title: A, version: '1' }\npaths: {}\n" + schemas + Self.oldItems
            + (valid.hasPrefix("swagger") ? " }\n" : " } }\n")
        let snippet = Snippet(document: written + rest, isStrict: false)
        let right = Snippet(document: valid + rest, isStrict: false)
        #expect(snippet.code("Models/A.swift") == right.code("Models/A.swift"))
        let (key, name) = (written.prefix { $0 != ":" }, valid.prefix { $0 != ":" })
        let message = "'\(key)' is not a valid key in an OpenAPI document, so it is read as '\(name)'. Write '\(name)'."
        #expect(snippet.report.hasPrefix("sample.yaml:1:1: warning: \(message)"), "\(snippet.report)")
        #expect(snippet.rules.count == right.rules.count + 1, "\(snippet.report)")
        #expect(!snippet.rules.contains("warning not-openapi"))
        let upgrade = DocumentUpgrade().run(path: "a.yaml", bytes: Array((written + rest).utf8))
        #expect(upgrade.diagnostics.first?.rule == "unknown-key")
        #expect(upgrade.text?.hasPrefix("openapi: ") ?? (valid == "openapi: 3.1.0"))
    }

    @Test("in a strict run another spelling of the version's key is the only error")
    func strictKey() {
        let snippet = Snippet(document: "OpenAPI: 3.1.0\ninfo: { title: A, version: '1' }\npaths: {}\n")
        #expect(snippet.rules == ["error unknown-key"], "\(snippet.report)")
    }

    @Test(
        "a similar key without a version, or next to a valid one, states no version",
        arguments: ["openApi: yes", "x-openapi: 3.0.0", "openapi: 3.1.0\nOpenApi: 3.0.0"]
    )
    func otherKeys(_ head: String) {
        let rest = "\ninfo: { title: A, version: '1' }\npaths: {}\ncomponents: { schemas: { \(Self.oldItems) } }\n"
        let snippet = Snippet(document: head + rest, isStrict: false)
        #expect(snippet.code("Models/A.swift").contains("public struct A: TupleModel"), "\(snippet.report)")
    }

    @Test(
        "a document of another kind is named, and gets no advice to add a version",
        arguments: [
            ("asyncapi: 3.0.0\ninfo: { title: A }\nchannels: {}", "an AsyncAPI document", "Name a doc"),
            ("openrpc: 1.2.6\ninfo: { title: A }\nmethods: []", "an OpenRPC document", "Name a document"),
            ("arazzo: 1.0.0\ninfo: { title: A }\nworkflows: []", "an Arazzo document", "Name the OpenAPI"),
            ("overlay: 1.0.0\ninfo: { title: A }\nactions: []", "an overlay", "Name the document that it"),
            ("{\"swaggerVersion\": \"1.2\", \"apis\": []}", "a document of Swagger 1.x", "Convert it"),
            ("info: { name: A, _postman_id: x }\nitem: []", "a Postman collection", "Convert it"),
            ("info: { schema: 'https://schema.getpostman.com/' }\nitem: []", "a Postman collection", "Convert it"),
            ("modules: []", "a configuration of specwright", "Name it with --config"),
            ("$schema: https://json-schema.org/draft/2020-12/schema", "a JSON Schema", "Put it under"),
            ("type: object\nproperties: {}", "a JSON Schema", "Put it under"),
            ("$defs: {}", "a JSON Schema", "Put it under"),
            ("#%RAML 1.0\ntitle: A\n/a: { get: {} }", "a RAML document", "Convert it"),
            ("# Types\ntype Query {\n  a: String\n}", "a schema of GraphQL", "Name a document"),
            ("scalar Date @specifiedBy(url: \"x\")", "a schema of GraphQL", "Name a document"),
        ]
    )
    func otherKinds(_ text: String, _ kind: String, _ advice: String) {
        let message = "This is \(kind) and not an OpenAPI document. \(advice)"
        for isStrict in [true, false] {
            let snippet = Snippet(document: text + "\n", isStrict: isStrict)
            #expect(snippet.rules == ["error not-openapi"], "\(snippet.report)")
            #expect(snippet.report.contains(message), "\(snippet.report)")
        }
        let upgrade = DocumentUpgrade().run(path: "a.yaml", bytes: Array(text.utf8))
        #expect(upgrade.diagnostics.map(\.rule) == ["not-openapi"])
        #expect(upgrade.diagnostics.first?.message == "This is \(kind) and not an OpenAPI document")
    }

    @Test(
        "an OpenAPI document with a key of another kind of document is read",
        arguments: ["type: object", "$schema: https://json-schema.org/draft/2020-12/schema", "item: []"]
    )
    func similarKinds(_ line: String) {
        let text = "openapi: 3.1.0\n\(line)\ninfo: { title: A, version: '1' }\npaths: {}\n"
        #expect(!Snippet(document: text, isStrict: false).result.hasErrors)
    }

    @Test(
        "a version without a value, of another type or of Swagger is reported as what it is",
        arguments: [
            ("openapi:", "1:1: error: 'openapi' has no value. Write the version, such as 'openapi: 3.1.0'."),
            ("openapi: ''", "1:1: error: 'openapi' has no value."),
            ("openapi: [3.1.0]", "1:10: error: 'openapi' must be a string, but this is a list. Write the version,"),
            ("openapi: true", "1:10: error: 'openapi' must be a string, but this is a Boolean."),
            ("swagger: {}", "1:10: error: 'swagger' must be a string, but this is a mapping."),
            ("swagger: 1.2", "1:10: error: Swagger version '1.2' is not supported."),
            ("openapi: 4.0.0", "1:10: error: OpenAPI version '4.0.0' is not supported."),
        ]
    )
    func unusableVersions(_ head: String, _ message: String) {
        for isStrict in [true, false] {
            let text = head + "\ninfo: { title: A, version: '1' }\npaths: {}\n"
            let snippet = Snippet(document: text, isStrict: isStrict)
            #expect(snippet.rules.count == 1)
            #expect(snippet.report.hasPrefix("sample.yaml:" + message), "\(snippet.report)")
        }
    }

    @Test(
        "of two keys with a version, 'openapi' counts, with one warning at the other one",
        arguments: ["openapi: 3.1.0\nswagger: '2.0'", "swagger: '2.0'\nopenapi: 3.1.0"]
    )
    func bothKeys(_ head: String) {
        let rest = "\ninfo: { title: A, version: '1' }\npaths: {}\n"
        let snippet = Snippet(document: head + rest, isStrict: false)
        #expect(snippet.rules == ["warning unsupported-version"], "\(snippet.report)")
        #expect(snippet.report.contains("has both 'openapi' and 'swagger', so 'swagger' is ignored"))
        #expect(snippet.report.hasPrefix("sample.yaml:\(head.hasPrefix("swagger") ? 1 : 2):1: warning: "))
    }
}
