import Testing

@testable import GeneratorCore

/// Tests of the conversion of names to Swift names.
@Suite("Names")
struct NameTests {

    @Test(
        "property names are lowerCamel, and acronyms are lowercased as a whole",
        arguments: [
            ("user_id", "userId"), ("URLPath", "urlPath"), ("ID", "id"), ("IDs", "ids"), ("iOS", "iOS"),
            ("Date", "date"),
            ("X-Trace-Id", "xTraceId"), ("MAX_SIZE", "maxSize"), ("a.b.c", "aBC"), ("2nd-review", "_2ndReview"),
            ("@type", "type"),
            ("-date", "minusDate"), ("+date", "plusDate"), ("*", "star"), ("", "empty"), (" ", "space"),
            ("🧨", "u1F9E8"),
            ("naïve", "naïve"), ("größe", "größe"), ("名前", "名前"), ("مرحبا", "مرحبا"), ("self", "selfValue"),
            ("init", "initValue"),
            ("a\u{200B}b", "aB"), ("\u{202E}abc", "abc"),
        ]
    )
    func members(_ text: String, _ name: String) {
        #expect(SwiftName.member(text).text == name)
    }

    @Test(
        "type names are UpperCamel and do not clash with types that the generated code uses",
        arguments: [
            ("note", "Note"), ("note_list", "NoteList"), ("NoteList", "NoteList"), ("v1.Note", "V1Note"),
            ("Data", "DataModel"),
            ("Error", "ErrorModel"), ("Optional", "OptionalModel"), ("Task", "TaskModel"), ("URL", "URLModel"),
            ("String", "StringModel"), ("Type", "TypeModel"), ("1st", "_1st"),
            ("Übersicht", "Übersicht"),
        ]
    )
    func types(_ text: String, _ name: String) {
        #expect(SwiftName.type(text).text == name)
    }

    @Test("Swift keywords have backticks, but not as argument labels")
    func keywords() {
        let snippet = Snippet(
            schemas: """
                Order:
                  type: object
                  required: [in, where]
                  properties:
                    in: { type: string }
                    where: { type: string, enum: [default, case, shop] }
                """
        )
        snippet.expect(
            """
            public var `in`: String
            public var `where`: Where
            """,
            in: "Models/Order.swift"
        )
        snippet.expect("public init(`in`: String, `where`: Where) {\nself.`in` = `in`", in: "Models/Order.swift")
        #expect(
            snippet.code("Models/Order.swift").contains(#""default": .`default`, "case": .`case`, "shop": .shop"#)
        )
    }

    @Test("ASCII names are the same on the fast path as on the general one")
    func shortWay() {
        let pieces = ["a", "B", "URL", "ids", "IDs", "URLs", "x2", "2", "42nd", "iOS", "_", "-", "+", " ", ".", "/"]
        var generator = SystemRandomNumberGenerator()
        for length in 0..<2_000 {
            let text = (0..<length % 7).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            #expect(ASCIIName(text)?.lowerCamel == SwiftName.lowerCamel(text), "\(text)")
            #expect(ASCIIName(text)?.upperCamel == SwiftName.upperCamel(text), "\(text)")
        }
    }

    @Test("a name of ten thousand letters is truncated and stays unique")
    func long() {
        let letters = String(repeating: "x", count: 10_000)
        let first = SwiftName.member(letters + "a")
        let second = SwiftName.member(letters + "b")
        #expect(first != second)
        #expect(first.text.count < 150)
        // YAML allows a key of this length only with an explicit key indicator.
        let snippet = Snippet(
            schemas: "? \(letters)\n: { type: object, properties: { ? \(letters) : { type: string } } }"
        )
        #expect(snippet.rules == [])
        #expect(snippet.paths.allSatisfy { $0.utf8.count < 200 })
        #expect(snippet.result.files.contains { $0.text.contains("\"\(letters)\"") })
    }

    @Test("names and files that differ only in letter case are numbered")
    func letterCase() {
        let snippet = Snippet(
            schemas: """
                URLs: { type: object, properties: { a_b: { type: string }, aB: { type: string }, AB: { type: string } } }
                Urls: { type: string, enum: [x] }
                """
        )
        #expect(snippet.rules == ["warning name-clash"])
        let lowered = snippet.paths.map { $0.lowercased() }
        #expect(Set(lowered).count == lowered.count)
        snippet.expect(
            "public var aB2: String?\npublic var aB: String?\npublic var ab: String?",
            in: "Models/URLs.swift"
        )
    }

    @Test("of schemas that differ only in letter case, the one spelled like a type keeps its name, in any order")
    func exactNames() {
        let lines = [
            "user: { type: object, properties: { a: { type: string } } }", "User: { type: string, enum: [x] }",
        ]
        for schemas in [lines, lines.reversed()] {
            let snippet = Snippet(schemas: schemas.joined(separator: "\n"))
            #expect(snippet.rules == ["warning name-clash"])
            snippet.expect("public enum User: ListedEnum {", in: "Models/User.swift")
            snippet.expect("public struct User2: JSONModel, Hashable {", in: "Models/User2.swift")
        }
    }

    @Test("a repeated name gets the first free number, even if other names contain numbers")
    func numbers() {
        let snippet = Snippet(
            schemas:
                "A: { type: object, properties: { a b: { type: string }, a-b: { type: string }, aB3: { type: string }, "
                + "a_b: { type: string }, a.b: { type: string }, aB2: { type: string } } }"
        )
        #expect(Set(snippet.rules) == ["warning name-clash"], "\(snippet.report)")
        snippet.expect(
            (["aB", "aB4", "aB3", "aB5", "aB6", "aB2"].map { "public var \($0): String?" }).joined(separator: "\n"),
            in: "Models/A.swift"
        )
    }

    @Test("file names in a module are unique across folders")
    func fileNames() {
        let snippet = Snippet(
            paths: """
                /a:
                  get: { operationId: a, tags: [note], responses: { '204': { description: Done. } } }
                """,
            schemas: """
                Failures: { type: object, properties: { a: { type: string } } }
                NoteOperations: { type: object, properties: { a: { type: string } } }
                SampleClient: { type: object, properties: { a: { type: string } } }
                """
        )
        let names = snippet.paths.compactMap { $0.split(separator: "/").last?.lowercased() }
        #expect(Set(names).count == names.count, "\(names)")
    }

    @Test("an x-swift-name is kept despite other names")
    func pinned() {
        let snippet = Snippet(
            schemas: """
                Note:
                  type: object
                  x-swift-name: Memo
                  properties:
                    title: { type: string }
                    name: { type: string, x-swift-name: title }
                """
        )
        snippet.expect("public var title2: String?\npublic var title: String?", in: "Models/Memo.swift")
        snippet.expect("public static let keys: ObjectKeys = [\"title\", \"name\"]", in: "Models/Memo.swift")
    }

    @Test(
        "every string becomes a valid identifier",
        arguments: [
            "a) { fatalError() }", "\u{0}", "\r\n", "`", "\\(x)", "\"", "*/", "\u{2028}", "\u{E0041}", "ﬁ", "½",
            "a\u{301}", "٣",
            "\u{FE0F}", "𝔘", "·", "℘",
        ]
    )
    func anything(_ text: String) {
        for name in [
            SwiftName.member(text), SwiftName.type(text), SwiftName.enumCase(text), Identifier(sanitizing: text),
        ] {
            let scalars = name.text.unicodeScalars
            #expect(
                scalars.first.map { $0 == "_" || $0.properties.isXIDStart } == true,
                "\(name.text.debugDescription)"
            )
            #expect(scalars.allSatisfy { $0.properties.isXIDContinue })
        }
    }
}
