import GeneratorCore
import Testing

/// Tests of parts of documents that are easily taken for one another: paths, hosts, media types and names.
@Suite("Snippets: operations, hosts and media types that must be told apart")
struct DistinctionTests {

    private static let head = "openapi: 3.1.0\ninfo: { title: Sample, version: '1' }\n"
    private static let id = "parameters: [{ name: id, in: path, required: true, schema: { type: string } }]"
    private static let done = "responses: { '204': { description: d } }"

    private func lenient(_ document: String, server: ModuleOptions.Server? = nil) -> Snippet {
        Snippet(document: Self.head + document, isStrict: false, server: server)
    }

    @Test("paths that differ only in the patterns of their parameters are several operations, with a warning")
    func patterns() {
        let snippet = lenient(
            """
            paths:
              '/f/{id:[0-9]+}': { get: { operationId: byNumber, \(Self.id), \(Self.done) } }
              '/f/{id}': { get: { operationId: byName, \(Self.id), \(Self.done) } }
              '/f/{id:.*}': { get: { operationId: byPath, \(Self.id), \(Self.done) } }
            """,
            server: .init()
        )
        #expect(snippet.rules == ["warning ambiguous-path", "warning ambiguous-path", "warning one-segment"])
        #expect(
            snippet.report.contains("'/f/{id}' and '/f/{id:[0-9]+}' differ only in the patterns of their parameters")
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        for name in ["byNumber", "byName", "byPath"] { #expect(code.contains("func \(name)("), "\(name)") }
    }

    @Test("a pattern after '=' is that of several segments, whatever characters it contains")
    func resourceNames() {
        let snippet = lenient(
            "paths: { '/v1/{id=things/*:x}': { get: { operationId: get, \(Self.id), \(Self.done) } } }\n"
        )
        #expect(
            snippet.code("Operations/SampleOperations.swift").contains("path(\"id\", reserved: id)"),
            "\(snippet.report)"
        )
    }

    @Test("operations below x-ms-paths are filtered like others")
    func extensionPaths() {
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.filter = Filter(arguments: ["tag:B"])
        let document =
            Self.head + """
                paths: { /a: { get: { tags: [A], operationId: getA, \(Self.done) } } }
                x-ms-paths: { '/b?comp=x': { get: { tags: [B], operationId: getB, \(Self.done) } } }
                """
        let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8))
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
        let text = result.files.map(\.text).joined()
        #expect(text.contains(#"OperationCall("getB""#) && !text.contains(#"OperationCall("getA""#))
    }

    @Test("servers whose templates differ only in the defaults of their variables are different hosts")
    func hosts() {
        let snippet = lenient(
            """
            servers: [{ url: 'https://{name}.example', variables: { name: { default: api } } }]
            paths:
              /a: { get: { operationId: getA, \(Self.done) } }
              /b:
                get:
                  operationId: getB
                  servers: [{ url: 'https://{name}.example', variables: { name: { default: intake } } }]
                  \(Self.done)
            """
        )
        #expect(
            snippet.code("Operations/SampleOperations.swift").contains(
                #"OperationCall("getB", .get, "/b", server: .intake)"#
            )
        )
    }

    @Test("a description names an environment only if each list of servers has the name")
    func environments() {
        let snippet = lenient(
            """
            servers:
            - { url: 'https://api.example', description: The API }
            - { url: 'https://api.eu.example', description: European API }
            paths:
              /a: { get: { operationId: getA, \(Self.done) } }
              /b:
                get:
                  operationId: getB
                  servers:
                  - { url: 'https://uploads.example', description: Uploads }
                  - { url: 'https://uploads.eu.example', description: Uploads in Europe }
                  \(Self.done)
            """
        )
        #expect(snippet.rules == [])
        let code = snippet.code("SampleServers.swift")
        #expect(code.contains("static let server2 = ") && !code.contains("euro"), "\(code)")
    }

    @Test("variables of several hosts have different names, whatever their spelling")
    func variables() {
        let snippet = lenient(
            """
            servers:
            - url: 'https://{a-b}.{a_b}.{aB2}.example'
              variables: { a-b: { default: x }, a_b: { default: y }, aB2: { default: z } }
            paths: { /a: { get: { operationId: getA, \(Self.done) } } }
            """
        )
        let code = snippet.code("SampleServers.swift")
        for name in ["aB: ", "aB2: ", "aB2_2: "] { #expect(code.contains(name), "\(name)\n\(code)") }
    }

    @Test("a failure that is an object is JSON in CSV and requested as such, but neither in HTML nor in YAML")
    func failures() {
        let snippet = lenient(
            """
            paths:
              /a:
                get:
                  operationId: getA
                  responses:
                    '200': { description: d, content: { text/csv: { schema: { type: string } } } }
                    '400': { description: d, content: { text/csv: { schema: { $ref: '#/components/schemas/E' } } } }
                    '500': { description: d, content: { text/html: { schema: { $ref: '#/components/schemas/E' } } } }
                    '503': { description: d, content: { application/yaml: { schema: { $ref: '#/components/schemas/E' } } } }
            components: { schemas: { E: { type: object, properties: { a: { type: string } } } } }
            """
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains("case badRequest(E)") && code.contains("case internalServerError(String)"))
        #expect(code.contains("case serviceUnavailable(Data)"))
        #expect(code.contains(#"call.accept = "text/csv, application/json"#), "\(code)")
    }

    @Test("a constant 'Content-Type' parameter is the media type of a body of bytes, and a list keeps all of its types")
    func contentTypes() {
        func code(_ schema: String) -> String {
            lenient(
                """
                paths:
                  /a:
                    put:
                      operationId: putA
                      parameters: [{ name: Content-Type, in: header, schema: { type: string, \(schema) } }]
                      requestBody: { required: true, content: { application/octet-stream: {} } }
                      \(Self.done)
                """
            ).code("Operations/SampleOperations.swift")
        }
        #expect(code("const: image/png").contains(#"call.binary(body, contentType: "image/png")"#))
        #expect(
            code("enum: [application/octet-stream, image/png]")
                .contains(#"call.check(contentType, in: ["application/octet-stream", "image/png"])"#)
        )
    }

    @Test("JSON of any spelling is a parameter in JSON, and any media type is not")
    func parameters() {
        let snippet = lenient(
            """
            paths:
              /a:
                get:
                  operationId: getA
                  parameters:
                  - { name: p, in: query, content: { '*/*': { schema: { type: string } } } }
                  - { name: q, in: query, content: { application/x-json: { schema: { type: object, properties: { a: { type: string } } } } } }
                  \(Self.done)
            """
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(
            code.contains(#"call.query("p", p)"#) && code.contains(#"call.query("q", q.map(OperationCall.text(of:)))"#),
            "\(code)"
        )
        #expect(snippet.rules == ["warning unsupported-content"])
    }

    @Test("a route receives all documented media types, and its method gets the one of the request")
    func received() {
        let model = "{ schema: { $ref: '#/components/schemas/I' } }"
        let snippet = Snippet(
            document: Self.head + """
                paths:
                  /a:
                    post:
                      operationId: postA
                      tags: [things]
                      requestBody:
                        required: true
                        content:
                          application/json: \(model)
                          application/vnd.i+json: \(model)
                          application/xml: \(model)
                          text/xml: \(model)
                      \(Self.done)
                  /b:
                    post:
                      operationId: postB
                      tags: [things]
                      requestBody:
                        required: true
                        content: { application/json: \(model), text/json: \(model), application/*+json: \(model), text/csv: { schema: { type: string } } }
                      responses: { '200': { description: d, content: { application/json: \(model), application/vnd.i+json: \(model) } } }
                  /c:
                    post:
                      operationId: postC
                      tags: [things]
                      requestBody: { required: true, content: { image/png: {}, image/jpeg: {} } }
                      responses: { '200': { description: d, content: { application/json: \(model), application/vnd.i+json: \(model) } } }
                components: { schemas: { I: { type: object, properties: { x: { type: integer } } } } }
                """,
            server: .init()
        )
        let code = snippet.code("ThingsService.swift")
        for text in [
            #"receives: ["application/xml", "text/xml"]"#,
            #"receives: ["application/json", "text/json", "application/*+json"]"#, #"receives: ["text/csv"]"#,
            #"contentType: input.mediaType(in: "image/png", "image/jpeg")"#,
            #"sends: ["application/json", "application/vnd.i+json"]"#,
        ] {
            #expect(code.contains(text), "\(text)\n\(code)")
        }
        let calls = code.split(separator: "self.postA(").dropFirst()
        #expect(calls.count == 2 && calls.allSatisfy { $0.prefix(150).contains("contentType: input.mediaType(") })
    }

    @Test("a variant with mapped values is read by the name of its schema too")
    func mappedNames() {
        let snippet = Snippet(
            schemas: """
                Pet:
                  oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
                  discriminator: { propertyName: kind, mapping: { c: '#/components/schemas/Cat', Dog: '#/components/schemas/Dog' } }
                Cat: { type: object, required: [kind], properties: { kind: { type: string } } }
                Dog: { type: object, required: [kind], properties: { kind: { type: string } } }
                """
        )
        snippet.expect(
            """
            case "c", "Cat": self = .cat(try reader.read())
            case "Dog": self = .dog(try reader.read())
            """,
            in: "Models/Pet.swift"
        )
        #expect(snippet.code("Models/Cat.swift").contains(#"kind: String = "c""#))
    }

    @Test("a named group of a regular expression in a path is a parameter")
    func namedGroups() {
        for (path, call) in [
            (#"/p/(?P<id>[\d]+)/x"#, #"path("id", id)"#), ("/p/(?<id>([^)(/]+))/x", #"path("id", id)"#),
            ("/p/(?P<id>.+)/x", #"path("id", reserved: id)"#),
        ] {
            let snippet = lenient("paths: { '\(path)': { get: { operationId: get, \(Self.id), \(Self.done) } } }\n")
            let code = snippet.code("Operations/SampleOperations.swift")
            #expect(code.contains(#""/p/{id}/x""#) && code.contains(call), "\(code)\n\(snippet.report)")
            #expect(!snippet.report.contains("contains a query"), "\(snippet.report)")
        }
    }
}
