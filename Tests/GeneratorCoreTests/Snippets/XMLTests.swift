import Foundation
import GeneratorCore
import Testing

/// Tests of the shapes, the root elements and the failures of bodies in XML.
@Suite("XML of schemas")
struct XMLTests {

    private func body(_ schema: String) -> String {
        "{ required: true, content: { application/xml: { schema: \(schema) } } }"
    }

    private func snippet(_ schema: String, _ schemas: String) -> Snippet {
        Snippet(
            paths: """
                /a:
                  put:
                    operationId: put
                    requestBody: \(body(schema))
                    responses:
                      '200': { description: It., content: { application/xml: { schema: \(schema) } } }
                """,
            schemas: schemas,
            rest: "servers: [{ url: 'https://api.example.com' }]",
            server: .init()
        )
    }

    private func component(_ properties: String) -> Snippet {
        snippet(
            "{ $ref: '#/components/schemas/A' }",
            "A:\n  type: object\n  properties:\n    \(properties)\n"
                + "Row: { type: array, xml: { name: row, wrapped: true }, items: { type: integer, xml: { name: cell } } }"
        )
    }

    @Test(
        "the lists in lists and maps have the names of their own schemas in XML",
        arguments: [
            (
                "p: { type: array, items: { type: array, xml: { wrapped: true }, items: { type: string } } }",
                #".list(.list(.string, item: "p", isWrapped: true))"#
            ),
            (
                "p: { type: array, xml: { wrapped: true }, items: { type: array, xml: { name: row, wrapped: true }, "
                    + "items: { type: integer, xml: { name: cell } } } }",
                #".list(.list(.number, item: "cell", isWrapped: true), item: "row", isWrapped: true)"#
            ),
            (
                "p: { type: array, xml: { wrapped: true }, items: { $ref: '#/components/schemas/Row' } }",
                #".list(.list(.number, item: "cell", isWrapped: true), item: "row", isWrapped: true)"#
            ),
            (
                "p: { type: array, items: { type: string, xml: { namespace: 'urn:i' } } }",
                #".list(.string, item: XMLName("p", namespace: "urn:i"))"#
            ),
            (
                "p: { type: array, xml: { wrapped: true }, items: { type: string, xml: { namespace: 'urn:i' } } }",
                #".list(.string, item: XMLName("p", namespace: "urn:i"), isWrapped: true)"#
            ),
            (
                "p: { type: object, additionalProperties: { type: array, items: { type: integer } } }",
                ".map(.list(.number))"
            ),
            (
                "p: { type: object, additionalProperties: { $ref: '#/components/schemas/Row' } }",
                #".map(.list(.number, item: "cell", isWrapped: true))"#
            ),
        ]
    )
    func nestedLists(_ property: String, _ content: String) {
        let snippet = component(property)
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        let code = snippet.code("Models/A.swift")
        #expect(code.contains(#".element("p", \#(content))"#), "\(code)")
    }

    @Test("a list of single values may be an attribute, and an object is an element")
    func attributes() {
        let list = component("p: { type: array, xml: { attribute: true }, items: { type: integer } }")
        #expect(list.rules.isEmpty, "\(list.report)")
        list.expect(#"public static let xml = XMLShape("A", [.attribute("p", .list(.number))])"#, in: "Models/A.swift")
        let object = component("p: { type: object, xml: { attribute: true }, properties: { q: { type: string } } }")
        #expect(object.rules == ["warning no-effect"], "\(object.report)")
        object.expect(
            #"public static let xml = XMLShape("A", [.element("p", .model(A.P.self))])"#,
            in: "Models/A.swift"
        )
    }

    @Test("typed additional properties have a shape next to other properties in XML")
    func additional() {
        for (values, content) in [
            ("{ type: integer }", ".number"), ("{ type: array, items: { type: string } }", ".list(.string)"),
            ("{ $ref: '#/components/schemas/B' }", ".model(B.self)"),
        ] {
            let snippet = snippet(
                "{ $ref: '#/components/schemas/A' }",
                "A: { type: object, properties: { p: { type: string } }, additionalProperties: \(values) }\n"
                    + "B: { type: object, properties: { q: { type: string } } }"
            )
            #expect(snippet.rules.isEmpty, "\(snippet.report)")
            snippet.expect(
                #"public static let xml = XMLShape("A", [.element("p", .string)], others: \#(content))"#,
                in: "Models/A.swift"
            )
        }
    }

    @Test("the root element of a list has the name of its schema or its component, in requests and responses")
    func lists() {
        for (xml, name) in [("", "Herd"), ("xml: { name: herd }, ", "herd")] {
            let snippet = snippet(
                "{ $ref: '#/components/schemas/Herd' }",
                "Herd: { type: array, \(xml)items: { $ref: '#/components/schemas/Cat' } }\n"
                    + "Cat: { type: object, properties: { lives: { type: integer } } }"
            )
            #expect(snippet.rules.isEmpty, "\(snippet.report)")
            let client = snippet.code("Operations/SampleOperations.swift")
            #expect(
                client.contains(#"call.coded(body, contentType: "application/xml", root: "\#(name)")"#),
                "\(client)"
            )
            let server = snippet.code("SampleService.swift")
            #expect(server.contains(#"root: "\#(name)"\#n"#), "\(server)")
            #expect(server.contains(#"input.json(root: "\#(name)")"#), "\(server)")
        }
    }

    @Test(
        "a server knows the documented names of root elements",
        arguments: [
            ("{ $ref: '#/components/schemas/Cat' }", #"input.json(root: "cat")"#),
            ("{ $ref: '#/components/schemas/Dog' }", #"input.json(root: "Dog")"#),
            (
                "{ type: object, xml: { name: bird }, properties: { a: { type: string } } }",
                #"input.json(root: "bird")"#
            ),
            ("{ type: object, properties: { a: { type: string } } }", "input.json()"),
            ("{ oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] }", "input.json()"),
        ]
    )
    func roots(_ schema: String, _ reading: String) {
        let snippet = snippet(
            schema,
            "Cat: { type: object, xml: { name: cat }, properties: { lives: { type: integer } } }\n"
                + "Dog: { type: object, properties: { bark: { type: string } } }"
        )
        let server = snippet.code("SampleService.swift")
        #expect(server.contains(reading), "\(server)")
    }

    @Test("a failure in JSON and XML of one schema is a model in XML, and has the syntax of the success at a server")
    func failures() {
        func snippet(_ success: String) -> Snippet {
            let failure = "{ schema: { $ref: '#/components/schemas/E' } }"
            return Snippet(
                paths: """
                    /a:
                      get:
                        operationId: read
                        responses:
                          '200': { description: It., content: \(success) }
                          '400':
                            description: None.
                            content: { application/json: \(failure), application/xml: \(failure) }
                    """,
                schemas: "A: { type: object, properties: { a: { type: string } } }\n"
                    + "E: { type: object, properties: { code: { type: integer } } }",
                rest: "servers: [{ url: 'https://api.example.com' }]",
                server: .init()
            )
        }
        let model = "{ schema: { $ref: '#/components/schemas/A' } }"
        let xml = snippet("{ application/xml: \(model) }")
        #expect(xml.code("Models/E.swift").contains("extension E: XMLRepresentable"))
        #expect(xml.code("SampleService.swift").contains(#"failures: "application/xml""#))
        let json = snippet("{ application/json: \(model) }")
        #expect(json.code("Models/E.swift").contains("extension E: XMLRepresentable"))
        #expect(!json.code("SampleService.swift").contains("failures:"))
        let both = snippet("{ application/json: \(model), application/xml: \(model) }").code("SampleService.swift")
        #expect(both.contains(#"routes.medium(sends: ["application/json"]).json("read", .get, "/a") {"#), "\(both)")
        #expect(both.components(separatedBy: #"failures: "application/xml""#).count == 2, "\(both)")
    }

    @Test(
        "a list has its names in XML also below 'allOf' or 'anyOf' with one reference",
        arguments: [
            "allOf: [{ $ref: '#/components/schemas/Row' }]",
            "allOf: [{ $ref: '#/components/schemas/Row' }, { description: d }]",
            "anyOf: [{ $ref: '#/components/schemas/Row' }, { type: 'null' }]",
        ]
    )
    func describedLists(_ reference: String) {
        let snippet = component("p: { \(reference), description: d }")
        let code = snippet.code("Models/A.swift")
        let list = #".list(.number, item: "cell", isWrapped: true), as: "row")"#
        #expect(code.contains(#".element("p", \#(list)"#), "\(code)")
        let inner = component("p: { type: array, items: { \(reference) } }").code("Models/A.swift")
        #expect(
            inner.contains(#".list(.list(.number, item: "cell", isWrapped: true), item: "row")"#),
            "\(inner)"
        )
    }
}
