import GeneratorCore

extension ProjectTemplate {

    /// Whether the first test reads a model.
    var readsModel: Bool { !starter.hasOperations && starter.model != nil }

    /// The code of the first call.
    var callText: String {
        guard starter.hasOperations else {
            return imports([names.module]) + "// The document has no operations. Use its types here.\n"
        }
        let foundation = starter.servers == nil ? [] : ["Foundation"]
        return imports(foundation + [names.module, "URLSessionTransport"]) + """
            \(clientText)

            \(isExample ? Self.exampleCall(names) : firstCallText)

            """
    }

    /// The function that creates a client.
    private var clientText: String {
        let address = starter.servers == nil ? "" : " to the server at an address"
        let parameter = starter.servers == nil ? "" : "address: URL"
        let servers = starter.servers.map { "servers: \($0)(all: address), " } ?? ""
        let credentials = starter.credentials.map { type in
            """

            ///
            /// Operations that require credentials fail until `credentials: \(type)(…)` contains them.
            """
        }
        return """
            /// Returns a client that sends requests\(address).\(credentials ?? "")
            public func makeClient(\(parameter)) -> \(names.client) {
                \(names.client)(\(servers)transport: .urlSession)
            }
            """
    }

    private var firstCallText: String {
        guard let call = starter.call else {
            return "// Call an operation of the document here, with arguments that you choose."
        }
        let expression = "try await client.\(call.group).\(call.call)"
        return """
            /// Calls an operation.
            ///
            /// - Parameter client: The result of `makeClient`, or a mock in a test.
            public func firstCall(_ client: some \(names.client)Protocol) async throws {
                \(call.returnsValue ? "print(\(expression))" : expression)
            }
            """
    }

    /// The code of the first test.
    var testText: String {
        if isExample { return Self.exampleTest(names) }
        guard starter.hasOperations else { return starter.model.map(modelTest) ?? clientTest }
        let head = imports([names.feature, names.module, names.mocks, "Testing"])
        guard let call = starter.call else {
            return head + """
                @Test("a mock of the client needs no server")
                func mock() {
                    _ = \(names.client)Mock()
                }

                """
        }
        return head + """
            @Test("the first call sends one request, and throws its failure")
            func failure() async {
                let client = \(names.client)Mock()
                client.\(call.group).\(call.script).fails(with: .cancelled)
                await #expect(throws: \(call.error).self) { try await firstCall(client) }
                #expect(client.\(call.group).\(call.script).inputs.count == 1)
            }

            """
    }

    private func modelTest(_ model: FirstModel) -> String {
        imports(["APIRuntime", names.module, "Testing"]) + """
            @Test("a model is the same after encoding and decoding")
            func model() throws {
                let json = #"\(model.json)"#
                let model = try JSONCoding.decode(\(model.type).self, from: Array(json.utf8))
                #expect(try JSONCoding.decode(\(model.type).self, from: JSONCoding.encode(model)) == model)
            }

            """
    }

    /// The test of a module with neither operations nor a simple model.
    private var clientTest: String {
        imports([names.module, "Testing"]) + """
            @Test("the module has a client, whose operations the document adds")
            func client() {
                #expect("\\(\(names.client).self)" == "\(names.client)")
            }

            """
    }

    /// Returns imports in alphabetical order, with an empty line behind them.
    private func imports(_ modules: [String]) -> String {
        modules.sorted().map { "import \($0)\n" }.joined() + "\n"
    }
}
