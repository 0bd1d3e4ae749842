import GeneratorCore
import Testing

/// Tests of encodings, defaults and names that have no effect, none of which is dropped without a word.
@Suite("Encodings and defaults without effect")
struct EncodingTests {

    @Test("a list of files cannot be one part, and the encoding of a whole body has no effect; both are reported")
    func files() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    tags: [t]
                    requestBody:
                      content:
                        multipart/form-data:
                          schema: { type: object, properties: { docs: { type: array, items: { type: string, format: binary } } } }
                          encoding: { docs: { contentType: multipart/mixed } }
                    responses:
                      '200': { description: d, content: { image/png: { schema: { type: string, contentEncoding: base64 } } } }
                """
        )
        #expect(snippet.rules == ["warning unsupported-encoding", "warning no-effect"], "\(snippet.report)")
        #expect(!snippet.text("Operations/TOperations.swift").contains("multipart/mixed"))
    }

    @Test("an explicit 'allowReserved' is a style, and a part in Base64 has the media type of bytes")
    func statedEncodings() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    tags: [t]
                    requestBody:
                      required: true
                      content:
                        application/x-www-form-urlencoded:
                          schema: { type: object, properties: { o: { $ref: '#/components/schemas/O' } } }
                          encoding: { o: { allowReserved: false } }
                    responses: { '204': { description: Done. } }
                /b:
                  post:
                    operationId: b
                    tags: [t]
                    requestBody:
                      required: true
                      content:
                        multipart/form-data:
                          schema:
                            type: object
                            properties:
                              l: { type: array, items: { type: string, contentEncoding: base64 } }
                              p: { type: string, contentEncoding: base64 }
                    responses: { '204': { description: Done. } }
                """,
            schemas: "O: { type: object, properties: { x: { type: integer } } }"
        )
        #expect(snippet.report == "")
        let text = snippet.text("Operations/TOperations.swift")
        #expect(text.contains(#"call.form(body, encodings: ["o": FormEncoding("#), "\(text)")
        #expect(text.contains(#"types: ["l": "application/octet-stream", "p": "application/octet-stream"]"#), "\(text)")
    }

    @Test("a part is a file also if its schema is a composition with a file")
    func composedFiles() {
        let file = "{ $ref: '#/components/schemas/File' }"
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    tags: [t]
                    requestBody:
                      content:
                        multipart/form-data:
                          schema:
                            type: object
                            properties:
                              a: { description: A picture., allOf: [\(file)] }
                              b: { type: array, items: { allOf: [\(file), { description: A picture. }] } }
                              c: { allOf: [{ $ref: '#/components/schemas/Files' }] }
                    responses: { '204': { description: Done. } }
                """,
            schemas: "File: { type: string, format: binary }\nFiles: { type: array, items: \(file) }"
        )
        #expect(snippet.report == "")
        let text = snippet.text("Operations/TOperations+Types.swift") + snippet.text("Operations/TOperations.swift")
        for property in ["a: FilePart?", "b: [FilePart]?", "c: [FilePart]?"] {
            #expect(text.contains(property), "\(text)")
        }
    }

    @Test(
        "the parts of a form are the caller's if its schema names none, which is reported unless it is any object",
        arguments: [
            ("{ type: array, items: { type: object, properties: { a: { type: string } } } }", true),
            ("{ type: string, format: binary }", true), ("{ type: integer }", true),
            ("{ type: object }", false), ("{}", false),
        ]
    )
    func unnamedParts(schema: String, isReported: Bool) {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    tags: [t]
                    requestBody: { content: { multipart/form-data: { schema: \(schema) } } }
                    responses: { '204': { description: Done. } }
                """
        )
        #expect(snippet.rules == (isReported ? ["warning no-effect"] : []), "\(snippet.report)")
        let text = snippet.text("Operations/TOperations.swift")
        #expect(text.contains("func a(body: MultipartBody? = nil,"), "\(text)")
        #expect(!text.contains("JSONModel"), "\(text)")
    }

    @Test("parts that are multipart are reported, and a whole query has the styles of its properties")
    func encodings() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    tags: [t]
                    parameters:
                      - name: q
                        in: querystring
                        content:
                          application/x-www-form-urlencoded:
                            schema: { type: object, properties: { l: { type: array, items: { type: string } } } }
                            encoding: { l: { style: pipeDelimited, explode: false } }
                    requestBody:
                      content:
                        multipart/form-data:
                          schema: { type: object, properties: { inner: { type: array, items: { type: string } } } }
                          encoding: { inner: { contentType: multipart/mixed } }
                    responses: { '204': { description: Done. } }
                """
        )
        #expect(snippet.rules == ["warning unsupported-encoding"], "\(snippet.report)")
        let text = snippet.text("Operations/TOperations.swift")
        #expect(text.contains("call.multipart(body)"), "\(snippet.report)")
        let encodings = #"["l": FormEncoding(style: .pipeDelimited, explode: false)]"#
        #expect(text.contains("call.queryForm(q, encodings: \(encodings))"), "\(text)")
    }

    @Test(
        "a form's object or list of objects is JSON whatever media type it has, and another one than JSON is reported",
        arguments: [
            ("text/plain", true), ("application/xml", true), ("'text/plain, application/xml'", true),
            ("'text/plain, application/json'", false), ("'*/*'", false),
        ]
    )
    func formValues(_ mediaType: String, _ isReported: Bool) {
        let object = "{ type: object, properties: { x: { type: string } } }"
        let encoding = "{ contentType: \(mediaType) }"
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    tags: [t]
                    requestBody:
                      content:
                        application/x-www-form-urlencoded:
                          schema:
                            type: object
                            properties: { o: \(object), l: { type: array, items: \(object) }, s: { type: string } }
                          encoding: { o: \(encoding), l: \(encoding), s: { contentType: text/plain } }
                    responses: { '204': { description: Done. } }
                """
        )
        let rules = isReported ? Array(repeating: "warning unsupported-encoding", count: 2) : []
        #expect(snippet.rules == rules, "\(snippet.report)")
        #expect(snippet.code("Operations/TOperations.swift").contains("call.form(body)"))
    }

    @Test(
        "a default with an invalid part is reported, and an integer may be written as 1.0",
        arguments: [
            ("type: array, items: { type: string, enum: [a, b] }", "[a, zz]", false),
            ("type: array, items: { type: string, enum: [a, b] }", "[a, b]", true),
            ("type: string, format: byte", "not base64!", false),
            (
                "type: object, required: [q], properties: { q: { type: string }, r: { type: integer } }", "{ r: 1 }",
                false
            ),
            ("type: object, required: [q], properties: { q: { type: string } }", "{ q: x }", true),
            // Documents that are made from Go code have it as the default of every object.
            ("type: object, required: [q], properties: { q: { type: string } }", "{}", true),
            ("type: object, additionalProperties: { type: integer }", "{ a: x }", false),
            ("type: integer", "1.0", true), ("type: integer", "1.5", false),
            ("type: integer, format: int32", "7.0", true),
        ]
    )
    func defaults(_ schema: String, _ value: String, _ isValid: Bool) {
        let snippet = Snippet(
            schemas: "Holder: { type: object, properties: { m: { \(schema), default: \(value) } } }"
        )
        #expect(snippet.rules == (isValid ? [] : ["warning unfit-default"]), "\(snippet.report)")
    }

    @Test("names for fewer values than an enum has are reported")
    func shortNames() {
        let snippet = Snippet(
            schemas: """
                Level: { type: integer, enum: [1, 2, 3], x-enum-varnames: [Low] }
                Grade: { type: string, enum: [a, b], x-ms-enum: { values: [{ value: b, name: Best, description: The best. }] } }
                """
        )
        #expect(snippet.rules == ["warning no-effect"], "\(snippet.report)")
        snippet.expectText("case _1, _2, _3\n", in: "Models/Level.swift")
        snippet.expect("case a\ncase best", in: "Models/Grade.swift")
    }

    @Test("lint suggests 'x-paging' for an operation with a cursor and a next one, and for no other")
    func suggestedPaging() throws {
        let text = """
            openapi: 3.1.0
            info: { title: Sample, version: '1' }
            paths:
              /a:
                get:
                  operationId: a
                  parameters:
                    - { name: page_token, in: query, schema: { type: string } }
                    - { name: limit, in: query, schema: { type: integer } }
                  responses: { '200': { description: A., content: { application/json: { schema: { $ref: '#/components/schemas/Page' } } } } }
              /b:
                get:
                  operationId: b
                  parameters: [{ name: page_token, in: query, required: true, schema: { type: string } }]
                  responses: { '200': { description: A., content: { application/json: { schema: { $ref: '#/components/schemas/Page' } } } } }
              /c:
                get: { operationId: c, responses: { '200': { description: A., content: { application/json: { schema: { $ref: '#/components/schemas/Page' } } } } } }
            components:
              schemas:
                Page:
                  type: object
                  properties:
                    meta: { type: object, properties: { next_page_token: { type: [string, 'null'] } } }
                    data: { type: array, items: { type: string } }
            """
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.makesSuggestions = true
        let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(text.utf8))
        let note = try #require(result.diagnostics.first)
        #expect(result.diagnostics.count == 1 && note.severity == .note && note.rule == "suggested-paging")
        let suggestion =
            "x-paging: { style: cursor, size: limit, position: page_token, items: ['body:/data'], "
            + "next: ['body:/meta/next_page_token'] }"
        #expect(note.hint == "Add '\(suggestion)'")
        // The suggestion is valid.
        let paged = text.replacing("      operationId: a\n", with: "      operationId: a\n      \(suggestion)\n")
        let again = Generator(options: options).run(path: "sample.yaml", bytes: Array(paged.utf8))
        #expect(again.diagnostics.isEmpty)
        #expect(again.files.contains { $0.text.contains("func aPages(") })
        options.makesSuggestions = false
        #expect(Generator(options: options).run(path: "sample.yaml", bytes: Array(text.utf8)).diagnostics.isEmpty)
    }

    @Test(
        "a part that is no file has the first of several media types in which it can be written, and 'lint' says so",
        arguments: [
            ("meta", "application/xml, application/vnd.a+json, application/json", "application/vnd.a+json", 1),
            ("meta", "application/json, application/xml", nil, 1), ("meta", "application/xml, */*", nil, 1),
            ("text", "text/markdown, text/plain", "text/markdown", 1),
            ("text", "application/xml, text/*", "application/xml", 1),
            ("list", "multipart/mixed, text/csv", "text/csv", 1), ("either", "application/json, text/plain", nil, 0),
        ]
    )
    func chosenTypes(_ part: String, _ types: String, _ chosen: String?, _ notes: Int) {
        let text = """
            openapi: 3.1.0
            info: { title: A, version: '1' }
            paths:
              /a:
                post:
                  operationId: a
                  tags: [t]
                  requestBody:
                    content:
                      multipart/form-data:
                        schema:
                          type: object
                          properties:
                            meta: { type: object, properties: { a: { type: string } } }
                            text: { type: string }
                            list: { type: array, items: { type: integer } }
                            either: { type: [integer, object] }
                        encoding: { \(part): { contentType: '\(types)' } }
                  responses: { '204': { description: Done. } }
            """
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.makesSuggestions = true
        let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(text.utf8))
        let rules = result.diagnostics.map { "\($0.severity.rawValue) \($0.rule)" }
        #expect(rules == Array(repeating: "note no-effect", count: notes), "\(result.diagnostics)")
        let code = result.files.first { $0.path == "Operations/TOperations.swift" }?.text ?? ""
        let argument = chosen.map { ", types: [\"\(part)\": \"\($0)\"]" } ?? ""
        #expect(code.contains("call.multipart(body\(argument))"), "\(code)")
    }

    @Test("a structured part without a media type of JSON is sent as JSON, and the list is reported")
    func listedStructures() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    tags: [t]
                    requestBody:
                      content:
                        multipart/form-data:
                          schema: { type: object, properties: { m: { type: object, properties: { a: { type: string } } } } }
                          encoding: { m: { contentType: 'application/xml, text/csv' } }
                    responses: { '204': { description: Done. } }
                """
        )
        #expect(snippet.rules == ["warning unsupported-encoding"], "\(snippet.report)")
        #expect(snippet.code("Operations/TOperations.swift").contains("call.multipart(body)"))
    }

    @Test("a part that is no file has the header fields with one value, and others are reported")
    func partHeaders() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    tags: [t]
                    requestBody:
                      content:
                        multipart/form-data:
                          schema:
                            type: object
                            properties: { m: { type: object, properties: { a: { type: string } } }, n: { type: string }, f: { type: string, format: binary } }
                          encoding:
                            m: { headers: { X-B: { schema: { const: 1 } }, X-A: { required: true, schema: { type: string, default: a } } } }
                            n: { headers: { X-C: { schema: { enum: [c] } }, X-D: { schema: { type: string, default: d } } } }
                            f: { headers: { X-E: { schema: { const: e } } } }
                    responses: { '204': { description: Done. } }
                """
        )
        #expect(snippet.rules == ["warning no-effect"], "\(snippet.report)")
        #expect(snippet.report.contains("Of the header fields of 'n', only those with a constant value are sent"))
        let headers = #"headers: ["m": ["X-A": "a", "X-B": "1"], "n": ["X-C": "c"]]"#
        let code = snippet.code("Operations/TOperations.swift")
        #expect(code.contains("call.multipart(body, \(headers))"), "\(code)")
    }

    @Test("bytes that JSON shares have the first of several media types, and a file has one of them")
    func listedTypes() {
        let file = "{ type: string, format: binary }"
        let snippet = Snippet(
            paths: """
                /c:
                  post:
                    operationId: c
                    requestBody:
                      content:
                        multipart/form-data:
                          schema: { $ref: '#/components/schemas/J' }
                          encoding: { pics: { contentType: 'image/*, image/png, image/jpeg' }, pic: { contentType: image/gif } }
                    responses: { '204': { description: d } }
                  patch:
                    operationId: e
                    requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/J' } } } }
                    responses: { '204': { description: d } }
                  put:
                    operationId: d
                    requestBody:
                      content:
                        multipart/form-data:
                          schema: { type: object, properties: { file: \(file), any: \(file), scan: \(file), text: { type: string } } }
                          encoding: { file: { contentType: 'image/png,image/jpeg' }, any: { contentType: '*/*' }, scan: { contentType: image/* }, text: { contentType: 'text/plain, text/html' } }
                    responses: { '204': { description: d } }
                """,
            schemas: """
                J: { type: object, properties: { pics: { type: array, items: { type: string, format: binary } }, pic: { type: string, format: binary } } }
                """
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains(#"types: ["pic": "image/gif", "pics": "image/png"]"#), "\(code)")
        let types = #"types: ["file": "image/png, image/jpeg", "scan": "image/*", "text": "text/plain"])"#
        #expect(code.contains(types), "\(code)")
    }
}
