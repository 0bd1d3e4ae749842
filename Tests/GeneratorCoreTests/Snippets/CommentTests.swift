import Testing

@testable import GeneratorCore

/// Tests of comments, literals, and deterministic output.
@Suite("Comments, literals and determinism")
struct CommentTests {

    private let hostile = [
        "plain", "\"", "\\", "\\(x)", "#\"", "\"#", "\"\"\"", "\r", "\n", "\r\n", "\t", "\0", "\u{7F}", "\u{85}",
        "\u{2028}",
        "\u{2029}", "*/", "/*", "`", "\u{202E}x\u{202C}", "\u{2066}", "\u{200B}", "\u{FEFF}", "e\u{301}", "é", "🧨", "👩‍👩‍👧",
        "\u{E0041}",
        "\u{10FFFF}", "\u{FFFE}", "\u{1F1E9}\u{1F1EA}", "//", "'", "$", "%", "\u{AD}",
    ]

    @Test("a literal is one line of visible characters and has the same Unicode scalars as the string")
    func literals() {
        for text in hostile + [hostile.joined(), hostile.reversed().joined()] {
            var literal = ""
            StringLiteral.append(text, to: &literal)
            #expect(literal.unicodeScalars.allSatisfy { isVisible($0) }, "\(literal.debugDescription)")
            #expect(decoded(literal).map(Array.init) == Array(text.unicodeScalars), "\(literal)")
        }
    }

    private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: true
        }
    }

    /// Decodes a string literal, as the compiler does.
    ///
    /// Returns `nil` if it ends early or contains an interpolation.
    private func decoded(_ literal: String) -> [Unicode.Scalar]? {
        var rest = literal.unicodeScalars[...]
        guard rest.popFirst() == "\"", rest.popLast() == "\"" else { return nil }
        var result: [Unicode.Scalar] = []
        while let scalar = rest.popFirst() {
            guard scalar != "\"" else { return nil }
            guard scalar == "\\" else {
                result.append(scalar)
                continue
            }
            switch rest.popFirst() {
            case "n": result.append("\n")
            case "r": result.append("\r")
            case "t": result.append("\t")
            case "\"": result.append("\"")
            case "\\": result.append("\\")
            case "u":
                guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return nil }
                let digits = String(String.UnicodeScalarView(rest[..<end]))
                guard let value = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else { return nil }
                result.append(value)
                rest = rest[rest.index(after: end)...]
            default: return nil
            }
        }
        return result
    }

    @Test(
        "no string of a document can start a separate line",
        arguments: [
            "\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}", "\u{B}", "\u{C}", "\n\n", "\n```\n",
            "\n- Parameter x: ",
        ]
    )
    func comments(_ separator: String) {
        let texts = "*/ one" + separator + "#error(\"two\")" + separator + "import Three"
        var yaml = ""
        for scalar in texts.unicodeScalars {
            yaml +=
                scalar == "\""
                ? "\\\"" : scalar.isASCII && scalar.value >= 32 ? String(scalar) : "\\U" + hex(scalar.value)
        }
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: "\(yaml)", version: '1', description: "\(yaml)", summary: "\(yaml)" }
                tags: [{ name: t, description: "\(yaml)" }]
                servers: [{ url: 'https://{a}.example', description: "\(yaml)", variables: { a: { default: b, description: "\(yaml)", enum: [b, "\(yaml)"] } } }]
                paths:
                  /a:
                    post:
                      operationId: a
                      tags: [t]
                      summary: "\(yaml)"
                      description: "\(yaml)"
                      parameters: [{ name: q, in: query, description: "\(yaml)", schema: { type: string } }]
                      requestBody: { description: "\(yaml)", content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } }
                      responses: { '200': { description: "\(yaml)", content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } } }
                components:
                  securitySchemes: { s: { type: http, scheme: basic, description: "\(yaml)" } }
                  schemas:
                    A: { type: object, title: "\(yaml)", description: "\(yaml)", properties: { b: { type: string, title: "\(yaml)", description: "\(yaml)" } } }
                """
        )
        #expect(snippet.rules == [])
        for file in snippet.result.files {
            for line in file.text.split(whereSeparator: \.isNewline)
            where line.contains("two") || line.contains("Three") {
                // The value of the server's variable is a literal, in which the separator is escaped.
                let code = line.drop { $0 == " " }
                let isLiteral =
                    code.hasPrefix("case ") && code.contains(#" = "*/ one\"#) && code.hasSuffix(#"import Three""#)
                #expect(code.hasPrefix("///") || isLiteral, "\(file.path): \(line)")
            }
        }
    }

    private func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    @Test("comments are wrapped at 120 columns, but lists and code keep their lines")
    func wrapping() {
        let words = Array(repeating: "Lorem", count: 60).joined(separator: " ")
        let snippet = Snippet(
            schemas: """
                A:
                  type: object
                  description: |
                    First sentence. \(words)

                    - item one
                    - item two

                    ```
                    let x = 1
                    ```
                  properties: { b: { type: string, description: '\(words)' } }
                """
        )
        let text = snippet.text("Models/A.swift")
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
        #expect(text.contains("/// First sentence.\n///\n/// Lorem"))
        #expect(text.contains("\n/// - item one\n/// - item two\n"))
        #expect(text.contains("\n/// ```\n"))
    }

    @Test("contact, license, terms, tags and further documentation become comments")
    func documentation() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info:
                  title: Sample
                  version: '1'
                  description: About it.
                  termsOfService: https://x.example/terms
                  contact: { name: Ann, email: ann@x.example, url: https://x.example/ann }
                  license: { name: MIT, identifier: MIT }
                externalDocs: { url: https://x.example/docs, description: More }
                tags: [{ name: notes, description: Notes., externalDocs: { url: https://x.example/notes } }]
                security: [{ key: [a.read, a.write] }, { key: [a.read] }]
                paths:
                  /notes:
                    get:
                      operationId: listNotes
                      tags: [notes]
                      externalDocs: { url: https://x.example/list, description: How to list }
                      parameters:
                        - { name: size, in: query, description: Most that come, schema: { type: integer, default: 5 } }
                        - { name: old, in: query, deprecated: true, schema: { type: string } }
                      responses:
                        '204':
                          description: None.
                          headers: { X-Left: { description: "Calls\\nleft.", schema: { type: integer } }, ETag: { schema: { type: string } } }
                components:
                  securitySchemes: { key: { type: http, scheme: bearer, bearerFormat: JWT, description: A key. } }
                """
        )
        #expect(snippet.rules == [])
        snippet.expectText(
            """
            /// Sample.
            ///
            /// About it.
            ///
            /// Terms of service: https://x.example/terms
            ///
            /// Contact: Ann, https://x.example/ann, ann@x.example
            ///
            /// License: MIT, MIT
            ///
            /// More: https://x.example/docs

            """,
            in: "SampleClient.swift"
        )
        let operations = "Operations/NotesOperations.swift"
        snippet.expectText("/// Notes.\n///\n/// See https://x.example/notes\n", in: operations)
        snippet.expectText(
            """
                /// Sends `GET /notes`.
                ///
                /// How to list: https://x.example/list
                ///
                /// Response header fields:
                ///
                /// - `X-Left`: Calls left.
                /// - `ETag`
                ///
                /// Example: `try await client.notes.list()`
                ///
                /// - Parameters:
                ///   - size: Most that come. Default: `5`.
                ///   - old: The parameter `old`. Deprecated.

            """,
            in: operations
        )
        snippet.expectText("`. Scopes: `a.read`, `a.write`.\n", in: operations)
        snippet.expectText(
            "/// A key.\n    ///\n    /// Token format: JWT.\n",
            in: "SampleCredentials.swift"
        )
    }

    @Test("code blocks in descriptions keep spaces, lines and position, and end with the description")
    func code() {
        let snippet = Snippet(
            schemas: """
                A:
                  type: object
                  description: |
                    A thing. Used so:
                    ```json
                    {
                        "a":   1,

                    \t- "b": 2. Then
                    }
                    ```
                    and   so   on. ```inline``` too.
                    ~~~
                    open  end
                B:
                  type: object
                  description: "```\\nfoo    bar. Baz\\n```"
                C:
                  type: object
                  description: "First  line.\\n\\n````\\n```\\n  x\\n````\\n\\nLast."
                """
        )
        snippet.expectText(
            """
            /// A thing.
            ///
            /// Used so:
            ///
            /// ```json
            /// {
            ///     "a":   1,
            ///
            /// \t- "b": 2. Then
            /// }
            /// ```
            /// and so on. ```inline``` too.
            /// ~~~
            /// open  end
            /// ~~~
            ///
            /// - Remark: Source `#/components/schemas/A`.

            """,
            in: "Models/A.swift"
        )
        snippet.expectText("/// ```\n/// foo    bar. Baz\n/// ```\n///\n/// - Remark", in: "Models/B.swift")
        snippet.expectText(
            "/// First line.\n///\n/// ````\n/// ```\n///   x\n/// ````\n///\n/// Last.\n",
            in: "Models/C.swift"
        )
    }

    @Test("a word longer than a line has its own line")
    func longWord() {
        let word = String(repeating: "w", count: 10_000)
        let snippet = Snippet(
            schemas: "A: { type: object, description: 'a \(word) b', properties: { c: { type: string } } }"
        )
        let text = snippet.text("Models/A.swift")
        #expect(text.contains("\(word)"))
        #expect(text.split(separator: "\n").filter { $0.contains("www") }.count == 1)
    }

    @Test("an insignificant key order does not change the output")
    func shuffled() throws {
        let bytes = try #require(Fixtures.bytes("Golden/notes.yaml"))
        let blocks = Self.blocks(String(decoding: bytes, as: UTF8.self))
        #expect(blocks.count == 7)
        let generator = Generator(options: ModuleOptions(module: "NotesAPI", specName: "notes.yaml"))
        let first = generator.run(path: "notes.yaml", bytes: bytes)
        #expect(!first.files.isEmpty)
        for shift in 1..<blocks.count {
            let text = (blocks[shift...] + blocks[..<shift]).joined()
            #expect(generator.run(path: "notes.yaml", bytes: Array(text.utf8)).files == first.files)
        }
        #expect(generator.run(path: "notes.yaml", bytes: Array(blocks.reversed().joined().utf8)).files == first.files)
    }

    /// Splits the document before each of its top-level keys.
    private static func blocks(_ text: String) -> [String] {
        var blocks: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) where !line.hasPrefix("#") {
            if line.first?.isLetter == true {
                blocks.append("")
            }
            guard !blocks.isEmpty else { continue }
            blocks[blocks.count - 1] += line + "\n"
        }
        return blocks
    }

    @Test("the output contains no machine path and no date")
    func neutrality() throws {
        let bytes = try #require(Fixtures.bytes("Golden/notes.yaml"))
        let generator = Generator(options: ModuleOptions(module: "NotesAPI", specName: "notes.yaml"))
        let near = generator.run(path: "notes.yaml", bytes: bytes)
        let far = generator.run(path: "/somewhere/else/notes.yaml", bytes: bytes)
        #expect(near.files == far.files)
    }

    @Test("the description of the only alternative to null documents a property")
    func alternativesToNull() {
        let snippet = Snippet(
            schemas: """
                Holder:
                  type: object
                  properties:
                    one: { anyOf: [{ type: string, description: The first. }, { type: 'null' }] }
                    two: { oneOf: [{ $ref: '#/components/schemas/Size' }, { type: 'null' }] }
                    three: { allOf: [{ $ref: '#/components/schemas/Size' }] }
                    both: { anyOf: [{ type: string, description: A. }, { type: integer, description: B. }] }
                Size: { type: object, description: A size., properties: { a: { type: string } } }
                """
        )
        let text = snippet.text("Models/Holder.swift")
        for comment in [
            "The first.\n    public var one", "A size.\n    public var two", "A size.\n    public var three",
        ] {
            #expect(text.contains("/// " + comment), "\(text)")
        }
        #expect(!text.contains("/// A.") && !text.contains("/// B."), "\(text)")
    }

    @Test("names and descriptions of enum values are read in the spellings of other generators")
    func spellings() {
        let snippet = Snippet(
            schemas: """
                A: { type: string, enum: [a, b], x-enumDescriptions: { a: First., b: Second. }, x-enum-names: [one, two] }
                B: { type: integer, enum: [1, 2], x-enumDescriptions: { '2': Last. }, x-enumVarNames: [x, y] }
                C: { type: string, enum: [a], x-enumDescriptions: [Only.], x-enumVarnames: [z] }
                """,
            isStrict: false
        )
        #expect(snippet.rules == [])
        let first = snippet.text("Models/A.swift")
        #expect(first.contains("/// First.\n    case one") && first.contains("/// Second.\n    case two"), "\(first)")
        let second = snippet.text("Models/B.swift")
        #expect(second.contains("/// Last.\n    case y") && second.contains("case x"), "\(second)")
        #expect(snippet.text("Models/C.swift").contains("/// Only.\n    case z"))
    }
}
