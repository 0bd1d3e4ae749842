import Testing

/// Tests of the initializers that create a value of a request from the corresponding one of a response.
@Suite("Conversions between views")
struct ConversionTests {

    private func order(_ members: String, _ schemas: String) -> Snippet {
        Snippet(
            paths: """
                /o:
                  put:
                    operationId: put
                    requestBody:
                      required: true
                      content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
                    responses:
                      '200':
                        description: ''
                        content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
                """,
            schemas: """
                Order:
                  type: object
                  required: [id]
                  properties: { id: { type: string, readOnly: true }, \(members) }
                \(schemas)
                """
        )
    }

    @Test(
        "a value that needs more than its counterpart has is a parameter of its owner",
        arguments: [
            "accounts: { $ref: '#/components/schemas/Accounts' }",
            "accounts: { type: array, items: { $ref: '#/components/schemas/Accounts' } }",
        ]
    )
    func additional(_ members: String) {
        let snippet = order(
            members,
            """
            Accounts:
              type: object
              required: [id]
              properties: { id: { type: string, readOnly: true } }
              additionalProperties: { $ref: '#/components/schemas/Account' }
            Account: { type: object, required: [t], properties: { t: { type: string, writeOnly: true } } }
            """
        )
        let code = snippet.code("Models/OrderInput.swift")
        #expect(code.contains("init(_ value: Order, accounts: "), "\(code)")
        #expect(!snippet.code("Models/AccountsInput.swift").contains("init(_ value: Accounts"))
    }

    @Test("a value that can be converted is converted, also in additional properties")
    func complete() {
        let snippet = order(
            "accounts: { $ref: '#/components/schemas/Accounts' }",
            """
            Accounts: { type: object, additionalProperties: { $ref: '#/components/schemas/Account' } }
            Account: { type: object, required: [a], properties: { a: { type: string, readOnly: true } } }
            """
        )
        #expect(snippet.code("Models/OrderInput.swift").contains("public init(_ value: Order) {"))
    }
}
