import Testing

@testable import GeneratorCore

/// Tests of the normalized schemas of a document.
@Suite("Schema graph")
struct SchemaGraphTests {

    private let options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")

    private func graph(_ parsed: ParsedDocument) -> SchemaGraph {
        SchemaGraphBuilder.graph(parsed.document, in: parsed.context, options)
    }

    @Test("deciding types creates no schema and changes no combination")
    func complete() throws {
        let parsed = try ParsedDocument(
            schemas: """
                Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: { propertyName: kind }, properties: { age: { type: integer } } }
                Cat: { type: object, properties: { kind: { type: string }, tag: { type: object, properties: { a: { type: string } } } } }
                Dog: { type: object, properties: { kind: { type: string }, tag: { type: object, properties: { b: { type: string } } } } }
                Both: { allOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] }
                Either: { properties: { x: { type: string } }, anyOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] }
                Loose: { items: { oneOf: [{ type: string }, { type: integer }] } }
                Words: { oneOf: [{ enum: [a] }, { enum: [b] }, { type: integer }] }
                Nullable: { allOf: [{ properties: { at: { type: 'null' } } }, { properties: { at: { type: string } } }] }
                """
        )
        let graph = graph(parsed)
        let count = parsed.context.schemaCount
        let types = TypeResolver(graph, options, imports: [], reserving: [])
        types.resolveComponents(parsed.document)
        #expect(types.finished().topLevel.count >= 8)
        #expect(parsed.context.schemaCount == count)
    }

    @Test("a reference has no form, and its target is found through other references")
    func references() throws {
        let parsed = try ParsedDocument(
            schemas: """
                Note: { type: object, properties: { id: { type: string } } }
                Alias: { $ref: '#/components/schemas/Note' }
                Again: { $ref: '#/components/schemas/Alias', description: The same. }
                Strict: { $ref: '#/components/schemas/Note', required: [id] }
                Same: { $ref: '#/components/schemas/Strict', required: [id] }
                """
        )
        let graph = graph(parsed)
        let note = try parsed.schema("Note")
        #expect(graph.followed(try parsed.schema("Again")) === note)
        #expect(graph.form(of: try parsed.schema("Again")) == nil)
        // A required property that the target declares without requiring it makes another object.
        let strict = try parsed.schema("Strict")
        #expect(graph.followed(strict) === strict)
        #expect(graph.object(strict).required.map(\.text) == ["id"])
        #expect(graph.followed(try parsed.schema("Same")) === strict)
    }

    @Test("the parts of allOf become one object with the properties in their order")
    func composition() throws {
        let parsed = try ParsedDocument(
            schemas: """
                Base: { type: object, required: [id], properties: { id: { type: string }, state: { type: string } } }
                Note:
                  allOf: [{ $ref: '#/components/schemas/Base' }]
                  required: [text]
                  properties: { text: { type: string }, state: { enum: [open, done] } }
                """
        )
        let graph = graph(parsed)
        let note = try parsed.schema("Note")
        guard case .object = graph.form(of: note)?.kind else {
            Issue.record("The composition is no object.")
            return
        }
        let object = graph.object(note)
        #expect(object.properties.map(\.property.name) == ["id", "state", "text"])
        #expect(object.properties[0].owner === (try parsed.schema("Base")))
        #expect(object.properties[1].property.schema === note.properties[1].schema)
        #expect(Set(object.required.map(\.text)) == ["id", "text"])
        #expect(object.problems.isEmpty)
    }

    @Test("the objects that two parts declare for one property are merged once")
    func merging() throws {
        let tag = { (name: String) in "tag: { type: object, properties: { \(name): { type: string } } }" }
        let parsed = try ParsedDocument(
            schemas: """
                One: { type: object, properties: { \(tag("a")) } }
                Two: { type: object, properties: { \(tag("b")) } }
                Both: { allOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }] }
                Again: { allOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }] }
                """
        )
        let graph = graph(parsed)
        let merged = graph.object(try parsed.schema("Both")).properties[0].property.schema
        #expect(graph.object(merged).properties.map(\.property.name) == ["a", "b"])
        #expect(graph.object(try parsed.schema("Again")).properties[0].property.schema === merged)
    }

    @Test("a contradiction between parts is a part of the graph, and reported by the type that depends on it")
    func problems() throws {
        let parsed = try ParsedDocument(
            schemas: """
                One: { type: object, properties: { at: { type: string } } }
                Two: { type: object, properties: { at: { type: integer } } }
                Both: { allOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }] }
                Never: { allOf: [{ type: string }, { type: integer }] }
                """
        )
        let graph = graph(parsed)
        #expect(parsed.diagnostics.diagnostics.isEmpty)
        #expect(graph.object(try parsed.schema("Both")).problems.count == 1)
        #expect(try #require(graph.form(of: try parsed.schema("Never"))).problems.count == 1)
        let types = TypeResolver(graph, options, imports: [], reserving: [])
        types.resolveComponents(parsed.document)
        #expect(
            parsed.diagnostics.sorted.map(\.rule) == ["conflicting-property", "conflicting-composition"]
        )
    }

    @Test("the variants of a union get its properties, and are sent and received where the union is")
    func completion() throws {
        let body = "{ content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }"
        let parsed = try ParsedDocument(
            schemas: """
                Pet:
                  oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
                  discriminator: { propertyName: kind }
                  properties: { kind: { type: string }, age: { type: integer } }
                Cat: { type: object, properties: { kind: { type: string } } }
                Dog: { type: object, properties: { kind: { type: string }, age: { type: integer } } }
                """,
            paths: "{ /pets: { post: { operationId: add, requestBody: \(body) } } }"
        )
        let graph = graph(parsed)
        guard case .union(let pets) = graph.form(of: try parsed.schema("Pet"))?.kind else {
            Issue.record("The schema is no union.")
            return
        }
        #expect(pets.hasCommonProperties)
        // The other variant repeats all of the properties.
        #expect(pets.variants.map { $0.completed != nil } == [true, false])
        let cat = try #require(pets.variants[0].completed)
        #expect(graph.object(cat).properties.map(\.property.name) == ["kind", "age"])
        #expect(graph.completed(cat)?.variant === (try parsed.schema("Cat")))
        #expect(graph.usage.isSent(cat) && !graph.usage.isReceived(cat))
    }

    @Test("schemas that contain each other in every combination are visited once")
    func cycles() throws {
        let names = ["A", "B", "C", "D"]
        let parsed = try ParsedDocument(
            schemas: names.map { name in
                let others = names.map { "{ $ref: '#/components/schemas/\($0)' }" }.joined(separator: ", ")
                return "\(name): { allOf: [\(others)], properties: { next: { anyOf: [\(others)] } } }"
            }.joined(separator: "\n")
        )
        let graph = graph(parsed)
        for name in names {
            #expect(graph.object(try parsed.schema(name)).properties.map(\.property.name) == ["next"])
        }
    }
}
