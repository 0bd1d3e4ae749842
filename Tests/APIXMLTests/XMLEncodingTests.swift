@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import SeededTesting
import Testing
import XMLAPI

@testable import APIXML

/// Tests of the encodings of XML bodies, and of what may surround their root elements.
@Suite("XML encodings")
struct XMLEncodingTests {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private func titles(_ bytes: [UInt8], type: String = "application/xml") async throws -> [String] {
        let transport = ScriptedTransport([.bytes(bytes, contentType: type)])
        var configuration = ClientConfiguration.testing(transport)
        configuration.retry = .never
        configuration.bodyCodecs = [XMLBodyCodec()]
        let servers = XMLServers(main: URL(string: "https://library.example"))
        return try await XMLClient(servers: servers, configuration: configuration).books.list().map(\.title)
    }

    private func document(_ title: String = "é", declaring encoding: String) -> String {
        "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><books><book id='1'><title>\(title)</title></book></books>"
    }

    /// Returns the bytes of a string in ISO 8859-1.
    private func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

    @Test("a response may begin with the byte order mark of UTF-8 or UTF-16")
    func marks() async throws {
        let wide = document(declaring: "UTF-16").utf16
        let bodies: [[UInt8]] = [
            Self.mark + Array(document(declaring: "UTF-8").utf8),
            [0xFF, 0xFE] + wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            [0xFE, 0xFF] + wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
        ]
        for body in bodies { #expect(try await titles(body) == ["é"]) }
    }

    @Test("a byte order mark precedes the charset of the media type, and both precede the XML declaration")
    func precedence() async throws {
        let utf8 = Array(document(declaring: "ISO-8859-1").utf8)
        #expect(try await titles(utf8, type: "application/xml; charset=utf-8") == ["é"])
        #expect(try await titles(Self.mark + utf8, type: "application/xml; charset=iso-8859-1") == ["é"])
        let latin = latin(document(declaring: "UTF-8"))
        #expect(try await titles(latin, type: "application/xml; charset=iso-8859-1") == ["é"])
        #expect(try await titles(self.latin(document(declaring: "ISO-8859-1"))) == ["é"])
    }

    @Test(
        "an encoding in which markup has other bytes is refused, so that it cannot hide a document type",
        arguments: ["UTF-7", "utf-7", "ISO-2022-JP", "IBM037", "unknown", ""]
    )
    func hidingEncodings(_ encoding: String) {
        let hidden = "+ADw-+ACE-DOCTYPE a [+ADw-+ACE-ENTITY b +ACI-x+ACI-+AD4-]+AD4-<book id=\"1\"/>"
        for quote in ["\"", "'"] {
            let text = "<?xml version=\"1.0\" encoding = \(quote)\(encoding)\(quote) ?>\(hidden)"
            let failure = #expect(throws: DecodingFailure.self) {
                try XMLBodyCodec().decode(Array(text.utf8), as: JSONValue.self)
            }
            #expect(failure?.message == "the encoding that the document declares is not supported")
        }
    }

    @Test(
        "processing instructions are ignored, also those without content, and what looks like one is not",
        arguments: [
            ("<?x?><r>1</r>", "1"), ("<r>1<?x?></r><?x?>", "1"), ("<r>1<?ж?>2</r>", "12"), ("<r>1<?x y?>2</r>", "12"),
            ("<r><!--<?x?>--><![CDATA[<?x?>]]></r>", "<?x?>"), ("<?xml version='1.0'?><r><?xml-style?>1</r>", "1"),
            ("<r>1<?x</r>", nil), ("<r>1<?xml version='1.0'?></r>", nil), ("<r>1</r><?", nil), ("<?x?>", nil),
            ("<?xml version='1.0<!--'?><r><?x?><!-- --></r>", nil), ("<r><?xml <!-- ?><?x?>--></r>", nil),
            ("<r a='<!--'><?x?><!-- --></r>", nil), ("<r <?x?>a='1'>1</r>", nil), ("<r><!--><?x?>--></r>", ""),
            ("<r><!x <?x?>></r>", nil), ("<![CDATA[<?x?>]]><r/>", nil), ("<r/><![CDATA[<?x?>]]>", nil),
            ("<r><!-- \u{2}<?x?>--></r>", nil), ("<r>\u{FFFE}<?x?></r>", nil), ("<r>]]<?x?>&gt;</r>", "]]>"),
            ("<r> <![CDATA[ <??> ]]></r>", " <??> "), ("<?xml version='.'?><r>1</r>", nil),
        ]
    )
    func instructions(text: String, content: String?) {
        let value = try? XMLBodyCodec().decode(Array(text.utf8), as: String.self)
        #expect(value?.string == content)
    }

    @Test("markup in any order is read or refused, and does not end the process")
    func anyMarkup() {
        var random = SeededRandom(seed: 20_261_129)
        let pieces = [
            "<?x?>", "<?x y?>", "<?xml version='1.0'?>", "<?xml ", "?>", "<!--", "-->", "<![CDATA[", "]]>", "<r>",
            "</r>", "<r/>", "<r a='", "'", "\"", ">", "<", "/", "-", "]", "[", "!", "?", " ", "x", "\u{9F}]", "&lt;",
            "&#0;", "&x;",
        ]
        let heads = ["", "<?xml version='1.0'?>", "<?xml version='1.0' encoding='shift_jis'?>", "<r>", "\u{FEFF}"]
        var read = 0
        for _ in 0..<20_000 {
            let head = heads[Int.random(in: heads.indices, using: &random)]
            let count = Int.random(in: 1...12, using: &random)
            let text = head + (0..<count).map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }.joined()
            let bytes = text.contains("\u{FEFF}") ? Array(text.utf8) : latin(text)
            for bytes in [bytes, bytes + Array("</r>".utf8)] {
                if (try? XMLBodyCodec().decode(bytes, as: JSONValue.self)) != nil { read += 1 }
            }
        }
        #expect(read > 100)
    }

    @Test(
        "any number of comments, sections, instructions and tags without an end is refused",
        arguments: ["<!--", "<![CDATA[", "<?x ", "<a '"]
    )
    func openMarkup(_ mark: String) {
        let text = "<r>" + String(repeating: mark, count: 1_000_000 / mark.utf8.count)
        #expect(throws: DecodingFailure.self) { try XMLBodyCodec().decode(Array(text.utf8), as: JSONValue.self) }
    }

    @Test(
        "documents in other encodings are read",
        arguments: [
            ("ISO-8859-5", [0xE8], "ш"), ("windows-1251", [0xE8], "и"), ("windows-1252", [0x80], "€"),
            ("koi8-r", [0xC0], "ю"),
            ("Shift_JIS", [0x83, 0x65], "テ"), ("windows-31j", [0x87, 0x40], "①"), ("GBK", [0xC4, 0xE3], "你"),
            ("gb2312", [0xC4, 0xE3], "你"), ("GB18030", [0xC4, 0xE3], "你"), ("Big5", [0xA7, 0x41], "你"),
            ("euc-kr", [0xB3, 0xCA], "너"), ("iso-8859-99", [0xE8], nil), ("GBK", [0x83, 0x3C], nil),
        ] as [(String, [UInt8], String?)]
    )
    func otherEncodings(encoding: String, bytes: [UInt8], content: String?) {
        let head = Array("<?xml version='1.0' encoding='\(encoding)' standalone='yes'?><r>".utf8)
        let value = try? XMLBodyCodec().decode(head + bytes + Array("</r>".utf8), as: String.self)
        #expect(value?.string == content)
    }

    @Test("an element may have 20,000 attributes", arguments: [20_000, 20_001])
    func attributes(count: Int) throws {
        let text = "<r" + (0..<count).map { " a\($0)='\"'" }.joined() + "/>"
        let isRead = (try? XMLBodyCodec().decode(Array(text.utf8), as: JSONValue.self)) != nil
        #expect(isRead == (count == 20_000))
    }

    @Test("a document with two encodings is refused", arguments: ["myencoding", "encoding"])
    func twoEncodings(name: String) {
        let text = "<?xml version='1.0' encoding='utf-8' \(name)='latin1'?><a><è/></a>"
        #expect(throws: DecodingFailure.self) { try XMLBodyCodec().decode(latin(text), as: JSONValue.self) }
    }

    @Test("bytes that are not valid in UTF-8 are refused", arguments: [nil, "UTF-8", "utf-16", "US-ASCII"])
    func invalidBytes(encoding: String?) {
        let declaration = encoding.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        let bodies = [
            "<è/>", "<a è='1'/>", "<a b='è'/>", "<a><!--è--></a>", "<a><?è?></a>", "<a xmlns:è='u'/>", "<a>è</a>",
        ]
        for text in bodies {
            let failure = #expect(throws: DecodingFailure.self) {
                try XMLBodyCodec().decode(latin(declaration + text), as: JSONValue.self)
            }
            #expect(failure?.message == "the document is not valid UTF-8")
        }
    }

    @Test("a document that begins like one in EBCDIC is refused")
    func otherBytes() {
        let failure = #expect(throws: DecodingFailure.self) {
            try XMLBodyCodec().decode([0x4C, 0x6F, 0xA7, 0x94, 0x93, 0x6F, 0x6E], as: JSONValue.self)
        }
        #expect(failure?.message == "the body is not XML")
    }

    @Test(
        "something after the root element is refused",
        arguments: ["junk", "<a/>", "<a><b/></a>", "</a>", "<![CDATA[x]]>", "&#32;"]
    )
    func trailing(_ rest: String) {
        for root in ["<a>x</a>", "<a/>", "<a><b>&lt;</b></a>"] {
            #expect(throws: DecodingFailure.self, "\(root)\(rest)") {
                try XMLBodyCodec().decode(Array("\(root)\(rest)".utf8), as: JSONValue.self)
            }
        }
    }

    @Test("space, comments and processing instructions may follow the root element, which may contain any markup")
    func surroundings() throws {
        let root = "<a b=\"/>\" c='/a>'><!-- <d> --><e/><![CDATA[</a>]]><?p <f> ?></a >"
        let text = "<?xml version=\"1.0\"?>\n<!-- <g> -->\(root)\n<!-- </a> --><?q <a> ?>\r\n\t"
        #expect(throws: Never.self) { try XMLBodyCodec().decode(Array(text.utf8), as: JSONValue.self) }
    }
}
