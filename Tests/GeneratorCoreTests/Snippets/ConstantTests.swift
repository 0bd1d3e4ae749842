import Testing

@testable import GeneratorCore

/// Tests of constants, and of enums that repeat another schema.
@Suite("Snippets: constants")
struct ConstantTests {

    @Test("a constant in a part of the first variant distinguishes and names the variants")
    func constantsInParts() {
        let snippet = Snippet(
            schemas: """
                Shared: { type: object, properties: { comment: { type: string } } }
                Record: { type: object, oneOf: [{ $ref: '#/components/schemas/ARecord' }, { $ref: '#/components/schemas/MXRecord' }] }
                ARecord: { allOf: [{ $ref: '#/components/schemas/Shared' }, { type: object, required: [type], properties: { type: { type: string, enum: [A] } } }] }
                MXRecord: { allOf: [{ $ref: '#/components/schemas/Shared' }, { type: object, required: [priority, type], properties: { priority: { type: number }, type: { type: string, enum: [MX] } } }] }
                Inner: { type: object, required: [a], properties: { a: { type: integer } } }
                Shape:
                  oneOf:
                    - { allOf: [{ $ref: '#/components/schemas/Inner' }, { type: object, required: [type], properties: { type: { type: string, enum: [Circle] } } }] }
                    - { type: object, required: [r, type], properties: { r: { type: number }, type: { type: string, enum: [Sphere] } } }
                    - { type: object, required: [type], properties: { type: { type: string, enum: [Unit] } } }
                """
        )
        snippet.expect(
            """
            switch try reader.discriminator("type") {
            case "A": self = .aRecord(try reader.read())
            case "MX": self = .mxRecord(try reader.read())
            """,
            in: "Models/Record.swift"
        )
        snippet.expect(
            "case circle(Circle)\ncase sphere(Sphere)\ncase unit(Unit)",
            in: "Models/Shape.swift"
        )
    }

    @Test("a plain discriminator property has the only value that selects its variant")
    func discriminators() {
        let snippet = Snippet(
            schemas: """
                Grant:
                  oneOf: [{ $ref: '#/components/schemas/Client' }, { $ref: '#/components/schemas/Code' }, { $ref: '#/components/schemas/Either' }]
                  discriminator:
                    propertyName: grant_type
                    mapping: { code: '#/components/schemas/Code', one: '#/components/schemas/Either', two: '#/components/schemas/Either' }
                Client: { type: object, required: [grant_type], properties: { grant_type: { type: string } } }
                Code: { type: object, required: [grant_type, code], properties: { grant_type: { type: string }, code: { type: string } } }
                Either: { type: object, required: [grant_type], properties: { grant_type: { type: string } } }
                """
        )
        snippet.expect(#"public init(code: String, grantType: String = "code") {"#, in: "Models/Code.swift")
        // Without a mapping, the value is the name of the schema.
        snippet.expect(#"public init(grantType: String = "Client") {"#, in: "Models/Client.swift")
        snippet.expect("public init(grantType: String) {", in: "Models/Either.swift")
    }

    @Test("a required parameter with one value or a default can be omitted and follows the others")
    func parameters() {
        let snippet = Snippet(
            paths: """
                /{region}/pages:
                  post:
                    operationId: addPage
                    tags: [pages]
                    parameters:
                      - { name: Notion-Version, in: header, required: true, schema: { type: string, enum: ['2022-06-28'] } }
                      - { name: list-type, in: query, required: true, schema: { const: 2 } }
                      - { name: region, in: path, required: true, schema: { type: string, default: eu } }
                      - { name: from, in: query, required: true, schema: { type: string, format: date-time, default: '2024-01-01T00:00:00Z' } }
                      - { name: title, in: query, required: true, schema: { type: string } }
                      - { name: size, in: query, schema: { type: integer, default: 5 } }
                    requestBody: { required: true, content: { application/json: { schema: { type: string } } } }
                    responses: { '204': { description: Done. } }
                """,
            server: ModuleOptions.Server(access: .public)
        )
        snippet.expect(
            """
            public func add(
            title: String,
            body: String,
            notionVersion: AddPageNotionVersion = ._2022_06_28,
            listType: AddPageListType = ._2,
            region: String = "eu",
            from: Date = Date(timeIntervalSince1970: 1704067200),
            size: Int? = nil,
            options: CallOptions = CallOptions()
            """,
            in: "Operations/PagesOperations.swift"
        )
        // The parameters are sent as required ones.
        snippet.expect(#"call.header("Notion-Version", notionVersion)"#, in: "Operations/PagesOperations.swift")
        #expect(snippet.code("PagesService.swift").contains(#"region: input.path("region"),"#))
    }

    @Test("a oneOf that repeats its enum is that enum, and a subset reuses the names of its cases")
    func repeatedLists() {
        let snippet = Snippet(
            schemas: """
                SortOrder: { type: string, enum: [asc, desc] }
                Kind: { type: integer, oneOf: [{ const: 1, title: ACTION_ROW, description: A row. }, { const: 2, title: BUTTON }] }
                App: { type: integer, oneOf: [{ const: 4, title: GUILD_ROLE }] }
                Row:
                  type: object
                  required: [type]
                  properties:
                    type: { type: integer, enum: [1], allOf: [{ $ref: '#/components/schemas/Kind' }] }
                    order: { enum: [desc, asc], allOf: [{ $ref: '#/components/schemas/SortOrder' }] }
                    beside: { $ref: '#/components/schemas/SortOrder', enum: [asc, desc, null] }
                """
        )
        let row = "Models/Row.swift"
        snippet.expect("public var order: SortOrder?\npublic var beside: SortOrder?", in: row)
        snippet.expect(
            "public init(type: TypeValue = .actionRow, order: SortOrder? = nil, beside: SortOrder? = nil) {",
            in: row
        )
        snippet.expect("public static let listing: EnumListing<TypeValue, Int> = [1: .actionRow]", in: row)
        snippet.expect("public static let listing: EnumListing<App, Int> = [4: .guildRole]", in: "Models/App.swift")
    }

    @Test("whole numbers above 0 whose upper limit exceeds Int are unsigned")
    func largeIntegers() {
        let snippet = Snippet(
            schemas: """
                Count:
                  type: object
                  properties:
                    a: { type: integer, minimum: 0, maximum: 18446744073709551615 }
                    b: { type: integer, minimum: 0, maximum: 9223372036854775807 }
                    c: { type: integer, minimum: -1, maximum: 18446744073709551615 }
                    d: { type: integer, minimum: 1, exclusiveMaximum: 18446744073709551616 }
                    e: { type: integer, format: int64, minimum: 0, maximum: 18446744073709551615 }
                    f: { type: integer, minimum: 0, maximum: 99999999999999999999 }
                """
        )
        snippet.expect(
            "public var a: UInt64?\npublic var b: Int?\npublic var c: Int?\npublic var d: UInt64?\npublic var e: Int?\n"
                + "public var f: UInt64?",
            in: "Models/Count.swift"
        )
    }

    @Test(
        "a patch has no constants that the caller did not set, except in elements of lists",
        arguments: [
            ("post", "application/json", true), ("patch", "application/json", false),
            ("post", "application/merge-patch+json", false),
        ]
    )
    func patches(_ method: String, _ type: String, _ hasValue: Bool) {
        let snippet = Snippet(
            paths: """
                /a:
                  \(method):
                    operationId: a
                    requestBody: { content: { \(type): { schema: { $ref: '#/components/schemas/Account' } } } }
                    responses: { '204': { description: Done. } }
                """,
            schemas: """
                Account:
                  type: object
                  required: [kind]
                  properties:
                    kind: { const: account }
                    archived: { type: boolean, const: true }
                    plan: { allOf: [{ $ref: '#/components/schemas/Plan' }] }
                    items: { type: array, items: { $ref: '#/components/schemas/Item' } }
                Plan: { type: object, properties: { done: { type: boolean, const: true } } }
                Item: { type: object, properties: { done: { type: boolean, const: true } } }
                """
        )
        let value = hasValue ? "true" : "nil"
        let account = snippet.code("Models/Account.swift")
        #expect(account.contains("archived: Bool? = \(value)"), "\(account)")
        #expect(account.contains("kind: Kind = .account"), "\(account)")
        #expect(snippet.code("Models/Plan.swift").contains("done: Bool? = \(value)"))
        #expect(snippet.code("Models/Item.swift").contains("done: Bool? = true"))
    }
}
