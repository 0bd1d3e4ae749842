@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import Testing
import XMLAPI

@testable import APIXML

/// Tests of calls with XML bodies.
@Suite("XML bodies")
struct XMLBodyTests {

    /// An error for a success of another status.
    private struct Missing: Error {}

    private func client(
        _ responses: [ScriptedResponse],
        codecs: [any BodyCodec] = [XMLBodyCodec()]
    ) -> (client: XMLClient, transport: ScriptedTransport) {
        let transport = ScriptedTransport(responses)
        var configuration = ClientConfiguration.testing(transport)
        configuration.retry = .never
        configuration.bodyCodecs = codecs
        let servers = XMLServers(main: URL(string: "https://library.example"))
        return (XMLClient(servers: servers, configuration: configuration), transport)
    }

    private func xml(_ text: String, status: Int = 200, type: String = "application/xml") -> ScriptedResponse {
        .bytes(Array(text.utf8), status: status, contentType: type)
    }

    private static let book = """
        <?xml version="1.0" encoding="UTF-8"?>
        <b:book xmlns:b="https://library.example/books" id="7" lang="de"><title>A &amp; B &lt;1&gt;</title><cost>12.50</cost>\
        <available>true</available>\
        <d:published xmlns:d="https://library.example/dates">2024-02-29</d:published>\
        <keywords>one</keywords><keywords>two</keywords><chapter>I</chapter><chapter>II</chapter>\
        <ratings><rating>5</rating><rating>4</rating></ratings><labels><labels>x</labels></labels>\
        <author born="1815"><name>Ada</name></author>\
        <editors><author><name>Bob</name></author></editors>\
        <b:sequel xmlns:b="https://library.example/books" id="8"><title>C</title></b:sequel><counters><read>3</read></counters></b:book>
        """

    private var expected: Book {
        Book(
            id: 7,
            title: "A & B <1>",
            language: .de,
            price: Decimal(string: "12.5"),
            available: true,
            published: CalendarDate(2024, 2, 29),
            keywords: ["one", "two"],
            chapters: ["I", "II"],
            ratings: [5, 4],
            tags: ["x"],
            author: Author(name: "Ada", born: 1815),
            editors: [Author(name: "Bob")],
            sequel: Book(id: 8, title: "C"),
            counters: ["read": 3]
        )
    }

    @Test("an XML response is decoded into the same model as JSON")
    func reading() async throws {
        let (client, transport) = client([xml(Self.book)])
        let book = try await client.books.add(body: Book(id: 1, title: "t"))
        #expect(book == expected)
        #expect(transport.requests.first?.header("Accept") == "application/xml, application/problem+xml;q=0.9")
    }

    @Test("a model is encoded with its names, attributes, wrappers, prefixes and namespaces, and decoded")
    func writing() async throws {
        let (client, transport) = client([xml(Self.book)])
        _ = try await client.books.add(body: expected)
        let request = try #require(transport.requests.first)
        #expect(request.header("Content-Type") == "application/xml")
        let text = request.text
        for part in [
            #"<b:book"#, #"xmlns:b="https://library.example/books""#, #"id="7""#, #"lang="de""#,
            "<title>A &amp; B &lt;1&gt;</title>",
            "<cost>12.5</cost>", #"<d:published xmlns:d="https://library.example/dates">2024-02-29</d:published>"#,
            "<keywords>one</keywords><keywords>two</keywords><chapter>I</chapter><chapter>II</chapter>",
            "<ratings><rating>5</rating><rating>4</rating></ratings>", "<labels><labels>x</labels></labels>",
            #"<author born="1815"><name>Ada</name></author>"#, "<editors><author><name>Bob</name></author></editors>",
            "<counters><read>3</read></counters>",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        let again = try XMLBodyCodec().decode(Array(text.utf8), as: Book.self).decode(Book.self)
        #expect(again == expected)
    }

    @Test("each prefix is declared once, where no enclosing element has the same declaration")
    func namespaces() async throws {
        let (client, transport) = client([.status(204)])
        let inner = Grantee(type: "User", proxy: nil)
        let grantee = Grantee(type: "Group", role: "r", rank: 2, id: "1", proxy: inner, note: "n")
        try await client.media.grant(body: grantee)
        let text = try #require(transport.requests.first).text
        #expect(
            text.components(separatedBy: "?>").last == """
                <g:Grantee xmlns:g="https://library.example/grants" xmlns:h="https://library.example/roles" \
                g:type="Group" h:role="r" h:rank="2"><g:ID>1</g:ID><g:proxy g:type="User"></g:proxy>\
                <g:note xmlns:g="https://library.example/notes">n</g:note></g:Grantee>
                """
        )
        #expect(try XMLBodyCodec().decode(Array(text.utf8), as: Grantee.self).decode(Grantee.self) == grantee)
    }

    @Test("an element that needs one prefix for two namespaces is not encoded")
    func contraryNamespaces() throws {
        var text = XMLText()
        var node = XMLNode(name: "p:a")
        node.declare(XMLName("a", prefix: "p", namespace: "urn:1"))
        node.declare(XMLName("b", prefix: "p", namespace: "urn:2"))
        #expect(throws: TransportError.self) { try text.write(node) }
    }

    @Test("elements that the specification does not name are kept")
    func unknown() throws {
        let codec = XMLBodyCodec()
        let json = try codec.decode(
            Array("<book id='1'><title>t</title><new><a>1</a><a>2</a></new></book>".utf8),
            as: Book.self
        )
        let book = try json.decode(Book.self)
        #expect(book.unknownProperties["new"] == ["a": ["1", "2"]])
        let text = String(decoding: try codec.encode(JSONValue(book), as: Book.self, root: nil), as: UTF8.self)
        #expect(text.contains("<new><a>1</a><a>2</a></new>"))
    }

    @Test("a repeated element of a property that is no list is refused, like a repeated member in JSON")
    func repeated() throws {
        let codec = XMLBodyCodec()
        let start = "<book id='1'><title>t</title><keywords>a</keywords><keywords>b</keywords>"
        let book = try codec.decode(Array("\(start)</book>".utf8), as: Book.self).decode(Book.self)
        #expect(book.title == "t" && book.keywords == ["a", "b"])
        let json = try codec.decode(Array("\(start)<title>u</title></book>".utf8), as: Book.self)
        let failure = #expect(throws: DecodingFailure.self) { try json.decode(Book.self) }
        #expect(failure?.description.contains("title") == true)
    }

    @Test("wrapped lists have a separate element, even if empty")
    func lists() async throws {
        let empty = "<books></books>"
        let (client, transport) = client([
            xml("<books><book id='1'><title>a</title></book></books>"), xml(empty), .status(204),
        ])
        #expect(try await client.books.list().map(\.title) == ["a"])
        #expect(try await client.books.list().isEmpty)
        try await client.books.replace(body: [Author(name: "x"), Author(name: "y")])
        let last = try #require(transport.requests.last)
        #expect(last.text.hasSuffix("<shelf><author><name>x</name></author><author><name>y</name></author></shelf>"))
        #expect(last.header("Content-Type") == "text/xml")
    }

    @Test("a documented failure is decoded from XML")
    func failures() async throws {
        let (client, _) = client([
            xml("<Fault><code>4</code><message>no</message></Fault>", status: 400, type: "application/problem+xml")
        ])
        do {
            _ = try await client.books.add(body: Book(id: 1, title: ""))
            Issue.record("no failure")
        } catch .badRequest(let fault) {
            #expect(fault == Fault(code: 4, message: "no"))
        }
    }

    @Test("a failure that is documented in JSON and XML is decoded from both")
    func failureSyntaxes() async throws {
        let refusal = Refusal(reason: "r", codes: [1, 2], additionalProperties: ["more": 7])
        let (client, _) = client([
            xml("<Refusal reason='r' codes='1 2'><more>7</more></Refusal>", status: 404),
            .bytes(JSONCoding.encode(refusal), status: 404, contentType: "application/json"),
        ])
        for _ in 0..<2 {
            do {
                _ = try await client.books.either()
                Issue.record("no failure")
            } catch .notFound(let body) {
                #expect(body == refusal)
            }
        }
    }

    @Test("Accept prefers documented JSON, and XML without a schema is a string")
    func others() async throws {
        let (client, transport) = client([.json(#"{"name":"n"}"#), xml("<a/>", type: "text/xml")])
        #expect(try await client.books.either() == Author(name: "n"))
        #expect(transport.requests.first?.header("Accept") == "application/json")
        #expect(try await client.books.raw() == "<a/>")
    }

    private static let review = """
        <?xml version="1.0" encoding="UTF-8"?>\
        <review score="5" rank="2">good &amp; short<by><name>Ada</name></by><site>s</site>\
        <scripts><script><![CDATA[a < b && c]]><level>1.5</level></script><script>]]&gt;</script></scripts>\
        <mark>1</mark><mark>2</mark></review>
        """

    private var reviewed: Review {
        Review(
            score: 5,
            text: "good & short",
            by: Author(name: "Ada"),
            origin: Review.Origin(site: "s", rank: 2),
            scripts: [Script(code: "a < b && c", level: 1.5), Script(code: "]]>")],
            marks: [1, 2]
        )
    }

    @Test("an operation with JSON and XML of one schema has a method for each, with its bytes and its Accept")
    func syntaxes() async throws {
        let json = String(decoding: JSONCoding.encode(reviewed), as: UTF8.self)
        let (client, transport) = client([.json(json), xml(Self.review), xml(Self.review)])
        #expect(try await client.books.putReview(body: reviewed) == reviewed)
        #expect(try await client.books.putReviewXML(body: reviewed) == reviewed)
        let requests = transport.requests
        #expect(requests.map { $0.header("Content-Type") } == ["application/json", "application/xml"])
        #expect(requests.map { $0.header("Accept") } == ["application/json", "application/xml"])
        #expect(requests[0].text == json)
        #expect(requests[1].text == Self.review)
    }

    @Test("the kinds of XML nodes are elements, attributes, text, CDATA sections, and none")
    func nodes() async throws {
        let (client, transport) = client([xml(Self.review), xml("<review score=\"1\"/>")])
        #expect(try await client.books.putReviewXML(body: reviewed) == reviewed)
        #expect(transport.requests[0].text == Self.review)
        // An empty element has an empty text, and no properties of the object without a node.
        #expect(try await client.books.putReviewXML(body: reviewed) == Review(score: 1, text: ""))
    }

    @Test("a response in XML of one of several successes is its case")
    func successes() async throws {
        let (client, transport) = client([xml(Self.review, type: "text/xml"), .status(202)])
        guard case .ok(reviewed) = try await client.books.importReviewsXML() else { throw Missing() }
        guard case .accepted = try await client.books.importReviewsXML(body: []) else { throw Missing() }
        #expect(transport.requests.map { $0.header("Accept") } == ["text/xml", "text/xml"])
        #expect(transport.requests[1].header("Content-Type") == "text/xml")
    }

    @Test("without a codec no request is sent, and a response error names the missing codec")
    func missing() async throws {
        let (client, transport) = client([xml("<books/>")], codecs: [])
        do {
            _ = try await client.books.add(body: Book(id: 1, title: ""))
            Issue.record("sent")
        } catch {
            guard case .transport(let problem)? = error.failure else {
                Issue.record("\(error)")
                return
            }
            #expect(problem.code == .unsupported)
            #expect(problem.message.contains("application/xml"))
        }
        #expect(transport.requests.isEmpty)
        do {
            _ = try await client.books.list()
            Issue.record("read")
        } catch {
            #expect("\(error)".contains("no codec"))
        }
    }

    @Test(
        "invalid XML is refused, and entities of hostile documents are not expanded",
        arguments: ["<book", "<a></b>", "{}<"]
    )
    func broken(_ text: String) {
        #expect(throws: DecodingFailure.self) { try XMLBodyCodec().decode(Array(text.utf8), as: Book.self) }
    }

    @Test("a document that declares XML entities is refused")
    func entities() {
        let bomb = "<!DOCTYPE a [<!ENTITY a \"x\"><!ENTITY b \"&a;&a;\">]><book id=\"1\"><title>&b;</title></book>"
        #expect(throws: DecodingFailure.self) { try XMLBodyCodec().decode(Array(bomb.utf8), as: Book.self) }
    }

    @Test(
        "a document type declaration is detected after comments and instructions with any content",
        arguments: [
            "<!-- <a -->", "<?p <a ?>", "<!-- --> <!--<?--><?x?>", "<!-- > -- ->-->", "<?xml version='1.0'?>\n",
        ]
    )
    func entitiesAfterMarkup(_ prolog: String) {
        let bomb = "\(prolog)<!DOCTYPE a [<!ENTITY a \"x\">]><book id=\"1\"><title>&a;</title></book>"
        let error = #expect(throws: DecodingFailure.self) { try XMLBodyCodec().decode(Array(bomb.utf8), as: Book.self) }
        #expect(error.map { "\($0)".contains("declares a type") } == true)
    }

    @Test("a comment before the first element may contain any markup")
    func markupInComments() throws {
        let body = "<!-- <!DOCTYPE a> <a --><?p <!DOCTYPE ?><book id=\"1\"><title>x</title></book>"
        #expect(throws: Never.self) { try XMLBodyCodec().decode(Array(body.utf8), as: Book.self) }
    }

    @Test("a document type declaration is detected in other encodings too")
    func wideEntities() {
        let bomb = "<!DOCTYPE a [<!ENTITY a \"x\">]><book id=\"1\"><title>&a;</title></book>"
        let bytes: [UInt8] = [0xFF, 0xFE] + bomb.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(throws: DecodingFailure.self) { try XMLBodyCodec().decode(bytes, as: Book.self) }
    }

    @Test("a document in UTF-16 with a byte order mark is read, and other ones are refused", arguments: [true, false])
    func wide(_ isLittle: Bool) throws {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<book id=\"1\"><title>é\u{1F9FE}</title></book>"
        func bytes(_ text: String) -> [UInt8] {
            text.utf16.flatMap { unit in
                let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
                return isLittle ? pair : pair.reversed()
            }
        }
        let mark: [UInt8] = isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF]
        let book = try XMLBodyCodec().decode(mark + bytes(text), as: Book.self)
        #expect(book["title"] == "é\u{1F9FE}")
        for broken in [bytes(text), mark + bytes(text).dropLast(), mark + bytes("<book id=\"1\u{0}\"/>"), mark] {
            #expect(throws: DecodingFailure.self) { try XMLBodyCodec().decode(broken, as: Book.self) }
        }
    }

    @Test("nested elements have a depth limit")
    func depth() throws {
        let deep = String(repeating: "<a>", count: 513) + String(repeating: "</a>", count: 513)
        #expect(throws: DecodingFailure.self) { try XMLBodyCodec().decode(Array(deep.utf8), as: JSONValue.self) }
        let allowed = String(repeating: "<a>", count: 512) + String(repeating: "</a>", count: 512)
        #expect(throws: Never.self) { try XMLBodyCodec().decode(Array(allowed.utf8), as: JSONValue.self) }
    }

    @Test(
        "strings with any XML characters are the same after encoding and decoding",
        arguments: ["", "\r\n\t", "<![CDATA[x]]>", "&amp;&#65;", "\"'", "é\u{1F9FE}", "  a  "]
    )
    func texts(_ text: String) throws {
        let codec = XMLBodyCodec()
        var book = Book(id: 1, title: text)
        book.language = .unknown(text)
        let bytes = try codec.encode(JSONValue(book), as: Book.self, root: nil)
        #expect(try codec.decode(bytes, as: Book.self).decode(Book.self) == book)
    }

    @Test("characters and names that are invalid in XML are refused before the request is sent")
    func refused() throws {
        let codec = XMLBodyCodec()
        #expect(throws: TransportError.self) {
            try codec.encode(JSONValue(Book(id: 1, title: "\u{0}")), as: Book.self, root: nil)
        }
        for name in ["", "1a", "a b", "a><b", "-"] {
            #expect(throws: TransportError.self) {
                try codec.encode(.object([name: "x"]), as: Book.self, root: nil)
            }
        }
    }
}
