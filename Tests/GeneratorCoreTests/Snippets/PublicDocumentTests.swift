import Testing

@testable import GeneratorCore

/// Tests of operations as in frameworks and large public documents.
@Suite("Public documents")
struct PublicDocumentTests {

    @Test("a method name does not repeat its group or its path")
    func shortNames() {
        let snippet = Snippet(
            paths: """
                /patients/: { get: { tags: [patients], operationId: patients_list, responses: { '200': { description: '' } } } }
                /repos: { get: { tags: [Repos], operationId: repos/list-all, responses: { '200': { description: '' } } } }
                /buckets: { get: { tags: [buckets], operationId: storage.buckets.list, responses: { '200': { description: '' } } } }
                /cats: { get: { tags: [cats], operationId: CatsController_find, responses: { '200': { description: '' } } } }
                /items/{item_id}:
                  get:
                    operationId: read_item_items__item_id__get
                    parameters: [{ name: item_id, in: path, required: true, schema: { type: string } }]
                    responses: { '200': { description: '' } }
                /containers: { get: { tags: [Container], operationId: ContainerListAll, responses: { '200': { description: '' } } } }
                /a: { get: { tags: [a], operationId: a_find, responses: { '200': { description: '' } } } }
                /b: { get: { tags: [a], operationId: a/find, responses: { '200': { description: '' } } } }
                """
        )
        #expect(snippet.rules == ["warning name-clash"], "\(snippet.report)")
        #expect(snippet.code("Operations/PatientsOperations.swift").contains("public func list("))
        #expect(snippet.code("Operations/ReposOperations.swift").contains("public func listAll("))
        #expect(snippet.code("Operations/BucketsOperations.swift").contains("public func list("))
        #expect(snippet.code("Operations/CatsOperations.swift").contains("public func find("))
        #expect(snippet.code("Operations/ContainerOperations.swift").contains("public func listAll("))
        #expect(snippet.code("Operations/SampleOperations.swift").contains("public func readItem("))
        let code = snippet.code("Operations/AOperations.swift")
        #expect(code.contains("func find(") && code.contains("func aFind("), "\(code)")
    }

    @Test(
        "an ID of a verb and the group's name is the verb, unless another operation or half of a noun would have it",
        arguments: [
            ("pets", ["listPets": "list", "get_pet": "get", "CreatePet": "create", "import-pets": "`import`"]),
            ("Category", ["listCategories": "list", "deleteCategory": "delete"]),
            ("Box", ["listBoxes": "list", "addBoxes2": "addBoxes2", "openBoxLid": "openBoxLid"]),
            ("user accounts", ["updateUserAccount": "update", "updateUser": "updateUser"]),
            ("notes", ["getNote": "getNote", "getNotes": "getNotes", "addNote": "add", "myNotes": "myNotes"]),
            ("jobs", ["findJob": "findJob", "find": "find", "startJobs": "start", "start": "begin"]),
        ]
    )
    func verbs(_ tag: String, _ names: [String: String]) {
        let paths = names.keys.sorted().map { id in
            let pin = names[id] == "begin" ? "x-swift-name: begin, " : ""
            let responses = "{ '200': { description: '' } }"
            return "/\(id): { get: { tags: [\(tag)], operationId: \(id), \(pin)responses: \(responses) } }"
        }
        for paths in [paths, paths.reversed()] {
            let snippet = Snippet(paths: paths.joined(separator: "\n"))
            #expect(snippet.rules.isEmpty, "\(snippet.report)")
            let code = snippet.code("Operations/\(SwiftName.type(tag).text)Operations.swift")
            for (id, name) in names {
                let method = "public func \(name)(options: CallOptions = CallOptions())"
                let error = "\(SwiftName.type(id).text)Error"
                #expect(code.contains("\(method) async throws(\(error))"), "\(id): \(code)")
            }
        }
    }

    @Test("a path expression for several segments keeps its slashes")
    func severalSegments() {
        let names = ["+name": "name", "rest*": "rest", "proxy+": "proxy", "id=**": "id"]
        for (expression, name) in names {
            let snippet = Snippet(
                paths: """
                    /v1/{\(expression)}:run:
                      post:
                        operationId: run
                        parameters: [{ name: \(name), in: path, required: true, schema: { type: string } }]
                        responses: { '200': { description: '' } }
                    """
            )
            #expect(snippet.rules.isEmpty, "\(snippet.report)")
            let code = snippet.code("Operations/SampleOperations.swift")
            #expect(code.contains("\"/v1/{\(name)}:run\""), "\(code)")
            #expect(code.contains("call.path(\"\(name)\", reserved: \(name))"), "\(code)")
        }
    }

    @Test("the fragment of a path is not sent, but a number sign inside a path is")
    func fragments() {
        let snippet = Snippet(
            paths: """
                /a#add: { get: { operationId: a, responses: { '200': { description: '' } } } }
                /b#c/d: { get: { operationId: b, responses: { '200': { description: '' } } } }
                """
        )
        #expect(snippet.rules == ["warning path-end"])
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains("OperationCall(\"a\", .get, \"/a\")") && code.contains("\"/b%23c/d\""), "\(code)")
    }

    @Test("media type ranges are sent as a type, and Accept lists only decodable types")
    func mediaTypes() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    requestBody: { content: { '*/*': { schema: { type: object } } } }
                    responses:
                      '200':
                        description: ''
                        content:
                          application/cbor: { schema: { type: object } }
                          application/json: { schema: { type: object } }
                          application/json;stream=watch: { schema: { type: object } }
                          text/event-stream: { schema: { type: object } }
                  patch:
                    operationId: b
                    requestBody:
                      content:
                        application/json-patch+json: { schema: { type: object } }
                        application/merge-patch+json: { schema: { type: object } }
                    responses: { '200': { description: '', content: { '*/*': { schema: { type: string } } } } }
                  put:
                    operationId: c
                    requestBody: { content: { text/*: {} } }
                    responses: { '200': { description: '', content: { '*/*': { schema: { type: string, format: byte } } } } }
                  head:
                    operationId: d
                    responses: { '200': { description: '', content: { application/json: { schema: { type: string } } } } }
                """
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        let accept = "call.accept = \"application/json, application/json;stream=watch\""
        #expect(code.contains("call.json(body)\n\(accept)\nreturn try await sender.send(call"), "\(code)")
        #expect(code.contains("contentType: BodyMediaType = \"application/merge-patch+json\""), "\(code)")
        #expect(code.contains("throws(BError) -> String {") && code.contains("sender.sendText("), "\(code)")
        #expect(code.contains("contentType: BodyMediaType = \"text/plain\""), "\(code)")
        #expect(code.contains("call.text(body, contentType: contentType.value)"), "\(code)")
        #expect(code.contains("throws(CError) -> Data {"), "\(code)")
        #expect(code.contains("async throws(DError) {"), "\(code)")
    }

    @Test("files of multipart bodies are recognized in every spelling")
    func files() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: upload
                    requestBody:
                      content:
                        application/json: { schema: { type: object, properties: { url: { type: string } } } }
                        multipart/form-data:
                          schema:
                            type: object
                            required: [one]
                            properties:
                              one: { type: string, contentMediaType: application/octet-stream }
                              two: { type: string, contentEncoding: binary }
                              three: { anyOf: [{ type: string, format: binary }, { type: 'null' }] }
                              four: { anyOf: [{ type: string, format: binary }, { type: array, items: { type: string, format: binary } }] }
                              five: { type: array, items: { type: string, contentMediaType: image/png } }
                              six: { type: string, contentMediaType: text/csv }
                              seven: { type: string, enum: [x], nullable: true, default: x }
                              eight: { type: array, items: { type: string, enum: [y] } }
                              nine: { anyOf: [{ type: string }, { type: integer }] }
                    responses: { '200': { description: '' } }
                """
        )
        let code = snippet.code("Operations/SampleOperations+Types.swift")
        for line in [
            "public var one: FilePart\n", "public var two: FilePart?", "public var three: FilePart?",
            "public var four: [FilePart]?", "public var five: [FilePart]?", "public var six: String?",
            "if let seven {\nform.append(\"seven\", text: seven.rawValue)", "form.append(\"eight\", part: eight)",
            "form.append(\"nine\", part: nine)",
        ] {
            #expect(code.contains(line), "\(line): \(code)")
        }
    }

    @Test("an optional file is sent as a part, and the same schema as JSON by another method")
    func optionalFile() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    requestBody:
                      content:
                        application/json: { schema: { $ref: '#/components/schemas/R' } }
                        application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/R' } }
                        multipart/form-data: { schema: { $ref: '#/components/schemas/R' } }
                    responses: { '200': { description: '' } }
                  put:
                    operationId: b
                    requestBody:
                      content:
                        application/json: { schema: { $ref: '#/components/schemas/T' } }
                        multipart/form-data: { schema: { $ref: '#/components/schemas/T' } }
                    responses: { '200': { description: '' } }
                """,
            schemas: """
                R: { type: object, required: [name], properties: { name: { type: string }, photo: { type: string, format: binary } } }
                T: { type: object, properties: { name: { type: string } } }
                """
        )
        #expect(snippet.rules == [])
        let code = snippet.code("Operations/SampleOperations.swift")
        for method in ["a(", "aJSON(", "aForm(", "b(", "bMultipart("] {
            #expect(code.contains("public func \(method)"), "\(code)")
        }
        let first = code.split(separator: "func aJSON(", maxSplits: 1)[0]
        #expect(first.contains("call.multipart(body)") && !first.contains("call.json(body)"), "\(code)")
    }

    @Test("Accept omits types matched only by a range next to a model; styles of parts are those of forms")
    func asked() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    responses:
                      '200':
                        description: ''
                        content:
                          image/png: { schema: { $ref: '#/components/schemas/Any' } }
                          '*/*': { schema: { $ref: '#/components/schemas/Any' } }
                          application/json: { schema: { $ref: '#/components/schemas/Any' } }
                  post:
                    operationId: b
                    requestBody:
                      required: true
                      content:
                        multipart/form-data:
                          schema: { $ref: '#/components/schemas/Form' }
                          encoding: { tags: { style: pipeDelimited }, at: { style: deepObject }, n: { style: form }, file: { style: form } }
                    responses: { '200': { description: '' } }
                """,
            schemas: """
                Any: { type: object }
                Form:
                  type: object
                  properties:
                    tags: { type: array, items: { type: string } }
                    at: { type: object, properties: { x: { type: integer } } }
                    n: { type: integer }
                    file: { contentMediaType: image/png }
                """
        )
        #expect(snippet.rules == [])
        let code = snippet.code("Operations/SampleOperations.swift")
        let first = code.split(separator: "func aPNG(", maxSplits: 1)[0]
        #expect(!first.contains("call.accept") && !code.contains("*/*"), "\(code)")
        #expect(code.contains("call.accept = \"image/png\""), "\(code)")
        let at = #""at": FormEncoding(style: .deepObject)"#
        let tags = #""tags": FormEncoding(style: .pipeDelimited, explode: false)"#
        #expect(code.contains("call.multipart(body, encodings: [\(at), \(tags)])"), "\(code)")
    }

    @Test("the caller builds a multipart body that has no named parts")
    func unnamedParts() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    requestBody: { content: { multipart/form-data: { schema: { type: array, items: { type: object } } } } }
                    responses: { '200': { description: '' } }
                """
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains("body: MultipartBody? = nil") && code.contains("call.multipart(body)"), "\(code)")
    }

    @Test("paths can share a path item, and parameters of several locations a name")
    func sharing() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                paths:
                  /a/{id}: { $ref: '#/components/pathItems/Item' }
                  /b/{id}: { $ref: '#/components/pathItems/Item' }
                components:
                  pathItems:
                    Item:
                      get:
                        operationId: find
                        parameters:
                          - { name: id, in: path, required: true, schema: { type: string } }
                          - { name: id, in: query, schema: { type: string } }
                          - { name: type, in: query, schema: { type: string, enum: [a] } }
                        responses: { '200': { description: '' } }
                """
        )
        #expect(snippet.rules == ["warning name-clash", "warning name-clash"], "\(snippet.report)")
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains("id: String,\nqueryId: String? = nil,\ntype: FindType? = nil,"), "\(code)")
        #expect(code.contains("func find2("), "\(code)")
    }

    @Test("a document in many files can reference operations and strings")
    func manyFiles() {
        let snippet = Snippet(
            document: """
                openapi: 3.0.3
                info: { title: Sample, version: '1', description: { $ref: 'texts.yml#/hello' } }
                tags: [{ name: !<tag:example.org,2020:js/undefined> Drops }]
                paths:
                  /drops:
                    get: { $ref: 'drops/list.yml' }
                    post: { $ref: 'drops/create.yml' }
                """,
            more: [
                "texts.yml": "hello: Water everywhere\n",
                "drops/list.yml": "operationId: list_drops\nresponses: { '200': { $ref: '../shared.yml#/one' } }\n",
                "drops/create.yml": "operationId: create_drop\nresponses: { '404': { $ref: '../shared.yml#/one' } }\n",
                "shared.yml":
                    "one: { description: One, content: { application/json: { schema: { $ref: 'drop.yml' } } } }\n",
                "drop.yml": "{ type: object, properties: { id: { type: integer } } }\n",
            ]
        )
        #expect(snippet.rules == ["warning no-effect"], "\(snippet.report)")
        #expect(snippet.text("SampleClient.swift").contains("Water everywhere"))
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(
            code.contains("throws(ListDropsError) -> Drop {") && code.contains("throws(CreateDropError) {"),
            "\(code)"
        )
    }
}
