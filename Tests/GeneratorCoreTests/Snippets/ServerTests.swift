import GeneratorCore
import Testing

@Suite("Servers")
struct ServerTests {

    private static func operation(_ responses: String, more: String = "") -> String {
        """
        /things/{thing id}:
          get:
            operationId: getThing
            tags: [things]
        \(more)    parameters:
              - { name: thing id, in: path, required: true, schema: { type: integer } }
            responses:
              \(responses)
        """
    }

    private func snippet(_ responses: String, schemas: String = "", server: ModuleOptions.Server = .init()) -> Snippet {
        Snippet(paths: Self.operation(responses), schemas: schemas, server: server)
    }

    @Test("each tag has a protocol and the routes that lead to its methods")
    func service() {
        let sample = snippet("'200': { description: d, content: { application/json: { schema: { type: string } } } }")
        sample.expectText(
            """
            @_spi(Generated) import APIRuntime
            import APIServer
            import SampleAPI

            /// The operations that a server implements for a group.
            protocol ThingsService: Sendable {
                /// Handles the operation `getThing`.
                ///
                /// - Throws: ``GetThingError`` for a documented failure.
                /// - Remark: `GET /things/{thing id}`.
                func getThing(thingId: Int, request: ServerRequest) async throws -> ServerResponse<String>
            }

            extension ThingsService {
                /// Adds the routes of these operations.
                func addThingsRoutes(to routes: ServerRoutes) {
                    routes.json("getThing", .get, "/things/{thing id}") { input in
                        try await self.getThing(thingId: input.path("thing id"), request: input.request())
                    }
                }
            }
            """,
            in: "ThingsService.swift"
        )
    }

    @Test("without a choice there is no server, and the client is the same with one")
    func choice() {
        let response = "'204': { description: d }"
        let plain = Snippet(paths: Self.operation(response))
        #expect(plain.result.server.isEmpty)
        #expect(plain.result.files == snippet(response).result.files)
    }

    @Test("names take a prefix and an access level")
    func names() {
        let sample = snippet("'204': { description: d }", server: .init(access: .public, prefix: "Shop"))
        #expect(sample.result.server.map(\.path) == ["ShopThingsService.swift"])
        sample.expect("public protocol ShopThingsService: Sendable {", in: "ShopThingsService.swift")
        sample.expect(
            "public func addShopThingsRoutes(to routes: ServerRoutes) {",
            in: "ShopThingsService.swift"
        )
    }

    @Test("a type of the client that is called like one of the server's is written with its module")
    func clashes() {
        let sample = snippet(
            "'200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/ServerResponse' } } } }",
            schemas:
                "ServerResponse: { type: object, properties: { a: {} } }\nThingsService: { type: string, enum: [a] }"
        )
        sample.expect("protocol ThingsService2: Sendable {", in: "ThingsService2.swift")
        sample.expect(
            ") async throws -> APIServer.ServerResponse<SampleAPI.ServerResponse>",
            in: "ThingsService2.swift"
        )
    }

    @Test(
        "statuses and media types are told where they are not the usual ones",
        arguments: [
            (
                "'201': { description: d, content: { application/json: {} } }",
                #"json("getThing", .get, PATH, status: 201)"#
            ),
            (
                "'200': { description: d, content: { application/hal+json: {} } }",
                #"json("getThing", .get, PATH, type: "application/hal+json")"#
            ),
            ("'204': { description: d }", #"empty("getThing", .get, PATH)"#),
            ("'202': { description: d }", #"empty("getThing", .get, PATH, status: 202)"#),
            ("default: { description: d, content: { text/plain: {} } }", #"text("getThing", .get, PATH)"#),
            (
                "'200': { description: d, content: { image/png: {} } }",
                #"data("getThing", .get, PATH, type: "image/png")"#
            ),
            ("'200': { description: d, content: { 'image/*': {} } }", #"data("getThing", .get, PATH)"#),
            (
                "{ '200': { description: d, content: { application/json: {} } }, '204': { description: d } }",
                #"optionalJSON("getThing", .get, PATH, empty: 204)"#
            ),
            (
                "{ '204': { description: d }, '404': { description: d, content: { text/plain: {} } } }",
                #"empty("getThing", .get, PATH)"#
            ),
            (
                "{ '204': { description: d }, '404': { description: d, content: { application/json: {} } } }",
                #"empty("getThing", .get, PATH)"#
            ),
        ]
    )
    func replies(_ responses: String, _ route: String) {
        let expected = "routes." + route.replacing("PATH", with: #""/things/{thing id}""#) + " { input in"
        snippet(responses).expect(expected, in: "ThingsService.swift")
    }

    @Test("what the operations of a tag have in common is said once")
    func shared() {
        let two = Self.operation(
            "{ '204': { description: d }, '404': { description: d, content: { text/plain: {} } } }"
        )
        Snippet(paths: two, server: .init()).expect(
            """
            let routes = routes.shared(failures: "text/plain")
            routes.empty("getThing", .get, "/things/{thing id}") { input in
            """,
            in: "ThingsService.swift"
        )
        let rest = "servers: [{ url: https://a.example, x-server: { role: api } }]\n"
        let other = """

            /others:
              get:
                operationId: getOther
                tags: [things]
                servers: [{ url: https://b.example, x-server: { role: login } }]
                responses: { '204': { description: d } }
            """
        Snippet(paths: two + other, rest: rest, server: .init()).expect(
            #"routes.empty("getOther", .get, "/others", server: "login") { input in"#,
            in: "ThingsService.swift"
        )
    }

    @Test("a long tag is as many protocols as the client has files, and one that takes them together")
    func longTag() {
        let operation = { (name: String, number: Int) in
            """
            /\(name)/\(number):
              get: { operationId: get\(name)\(number), tags: [things], responses: { '204': { description: d } } }

            """
        }
        let paths = (1...25).map { operation("apples", $0) + operation("pears", $0) }.joined()
        let sample = Snippet(paths: paths, server: .init())
        #expect(
            sample.result.server.map(\.path)
                == ["ThingsApplesService.swift", "ThingsPearsService.swift", "ThingsService.swift"]
        )
        sample.expect(
            """
            protocol ThingsService: ThingsApplesService, ThingsPearsService {}
            extension ThingsService {
            func addThingsRoutes(to routes: ServerRoutes) {
            addThingsApplesRoutes(to: routes)
            addThingsPearsRoutes(to: routes)
            }
            }
            """,
            in: "ThingsService.swift"
        )
        sample.expect(
            #"routes.empty("getpears25", .get, "/pears/25") { input in"#,
            in: "ThingsPearsService.swift"
        )
    }

    @Test("failures of several media types are told by status")
    func failureMedia() {
        let responses = """
            { '204': { description: d }, '404': { description: d, content: { text/plain: {} } }, \
            '409': { description: d, content: { application/json: {} } } }
            """
        snippet(responses).expect(
            #"let routes = routes.shared(failures: ["404": "text/plain", "409": "application/json"])"#,
            in: "ThingsService.swift"
        )
    }

    @Test("parameters and bodies are read as they are written")
    func reading() {
        let paths = """
            /things:
              post:
                operationId: addThing
                tags: [things]
                parameters:
                  - { name: request, in: query, schema: { type: string } }
                  - { name: free, in: query, schema: { type: object, additionalProperties: { type: string } } }
                  - { name: ids, in: query, explode: false, schema: { type: array, items: { type: integer } } }
                  - { name: doc, in: query, content: { application/json: { schema: { type: object } } } }
                  - { name: X-Tags, in: header, explode: true, schema: { type: array, items: { type: string } } }
                  - { name: c, in: cookie, explode: false, schema: { type: array, items: { type: string } } }
                requestBody: { content: { text/plain: { schema: { type: string } } } }
                responses: { '204': { description: d } }
            """
        let sample = Snippet(paths: paths, server: .init())
        sample.expect(
            """
            try await self.addThing(
            body: input.body.isEmpty ? nil : input.text(),
            request: input.query("request"),
            free: input.query("free", except: ["request", "ids", "doc"]),
            ids: input.query("ids", explode: false),
            doc: input.query("doc", isJSON: true),
            xTags: input.header("X-Tags", explode: true),
            c: input.cookie("c", explode: false),
            serverRequest: input.request()
            )
            """,
            in: "ThingsService.swift"
        )
    }

    @Test("a documented body of a failure can be read whatever the case")
    func failureBodies() {
        let responses = """
            { '204': { description: d }, '404': { description: d, content: { text/plain: {} } }, \
            '409': { description: d }, 5XX: { description: d, content: { application/json: {} } } }
            """
        let sample = snippet(responses)
        sample.expect(
            """
            switch self {
            case .notFound(let body): .documented("notFound", 404, body)
            case .conflict: .documented("conflict", 409)
            case .serverError(let status, let body): .documented("serverError", status, body)
            """,
            in: "Operations/ThingsOperations.swift"
        )
    }
}
