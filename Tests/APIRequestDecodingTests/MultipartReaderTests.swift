@_spi(Generated) import APIRuntime
import Foundation
import Testing

@testable import APIRequestDecoding

@Suite("Received multipart bodies")
struct MultipartReaderTests {

    private func parts(_ body: String, boundary: String = "XX") throws -> [ReceivedPart] {
        let reader = try #require(MultipartReader(contentType: "multipart/form-data; boundary=\(boundary)"))
        return try reader.parts(of: Array(body.utf8))
    }

    private func part(_ fields: String, _ content: String) -> String { "--XX\r\n\(fields)\r\n\r\n\(content)\r\n" }

    @Test("one part with an object is an object, or a list with one element")
    func loneObject() throws {
        let head = "Content-Disposition: form-data; name=\"a\"\r\nContent-Type: application/json"
        let one = "--XX\r\n\(head)\r\n\r\n {\"n\": 1}\r\n"
        for (body, expected) in [(one, [["n": 1]]), (one + one, [["n": 1], ["n": 1]])] {
            let tree = try #require(try ReceivedParts(parts(body + "--XX--\r\n")).tree(of: "a"))
            #expect(try JSONCoding.decode([[String: Int]].self, from: tree, options: .init()) == expected)
        }
        let tree = try #require(try ReceivedParts(parts(one + "--XX--\r\n")).tree(of: "a"))
        #expect(try JSONCoding.decode([String: Int].self, from: tree, options: .init()) == ["n": 1])
    }

    @Test("a part in Base64 is its bytes")
    func transferEncoding() throws {
        let head = "Content-Disposition: form-data; name=\"a\"\r\nContent-Transfer-Encoding: BASE64"
        let parts = try parts(part(head, "AQ\r\nI=") + "--XX--\r\n")
        #expect(parts.first?.bytes == [1, 2] && parts.first?.headers == [:])
        let tree = try #require(try ReceivedParts(parts).tree(of: "a"))
        #expect(try JSONCoding.decode(Data.self, from: tree, options: .init()) == Data([1, 2]))
        #expect(try self.parts(part(head, "%") + "--XX--\r\n").first?.bytes == Array("%".utf8))
    }

    @Test("a header field of a part can continue on lines that begin with white space")
    func folded() throws {
        let head = "Content-Disposition: form-data;\r\n name=\"a\";\r\n\tfilename=\"b\"\r\nX-Rate: 5"
        let read = try #require(try parts(part(head, "x") + "--XX--\r\n").first)
        #expect(read.name == "a" && read.fileName == "b" && read.headers == ["x-rate": "5"])
    }

    @Test("one scalar in JSON is a list of one element")
    func loneScalar() throws {
        let head = "Content-Disposition: form-data; name=\"a\"\r\nContent-Type: application/json"
        let tree = try #require(try ReceivedParts(parts(part(head, "\"x\"") + "--XX--\r\n")).tree(of: "a"))
        #expect(try JSONCoding.decode([String].self, from: tree, options: .init()) == ["x"])
    }

    @Test("parts have names, files, media types and exact bytes")
    func exactBytes() throws {
        let head =
            part("Content-Disposition: form-data; name=\"note\"", "hello")
            + "--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
        let content: [UInt8] = [0xff, 0x0d, 0x0a, 0x00]
        let reader = try #require(MultipartReader(contentType: "Multipart/form-data; charset=utf-8; Boundary=\"XX\""))
        let parts = try reader.parts(of: Array(head.utf8) + content + Array("\r\n--XX--\r\n".utf8))
        #expect(parts.map(\.name) == ["note", "file"])
        #expect(parts.first?.bytes == Array("hello".utf8) && parts.first?.fileName == nil)
        #expect(parts.last?.fileName == "a.jpg" && parts.last?.contentType == "image/jpeg")
        #expect(parts.last?.bytes == content)
    }

    @Test("only multipart types with a boundary are read", arguments: ["application/json", "multipart/form-data", ""])
    func otherTypes(_ type: String) {
        #expect(MultipartReader(contentType: type) == nil)
    }

    @Test(
        "bodies without a complete head of a part have no parts",
        arguments: ["--XX--", "--XX\r\nbroken\r\n--XX--", "preamble\r\n--XX--"]
    )
    func incomplete(_ body: String) throws {
        #expect(try parts(body).isEmpty)
    }

    @Test("names may be unquoted, hold a semicolon, and have the escapes of browsers")
    func names() throws {
        let body =
            part("content-disposition: form-data; name=plain", "1")
            + part("Content-Disposition: form-data; name=\"a;b\"", "2")
            + part("Content-Disposition: form-data; name=\"a%22b%0D%0A\"", "3")
            + part("Content-Type: text/plain", "4") + "--XX--\r\n"
        #expect(try parts(body).map(\.name) == ["plain", "a;b", "a\"b\r\n", ""])
    }

    @Test("an object has strings, JSON where a part declares it, lists of repeated names, and files as Base64")
    func objects() throws {
        let body =
            part("Content-Disposition: form-data; name=a", "x")
            + part("Content-Disposition: form-data; name=b\r\nContent-Type: application/json", "[1]")
            + part("Content-Disposition: form-data; name=c", "1") + part("Content-Disposition: form-data; name=c", "2")
            + part("Content-Disposition: form-data; name=d; filename=f", "hi") + "--XX--\r\n"
        let object = try ReceivedParts(try parts(body)).object().json
        #expect(object == ["a": "x", "b": [1], "c": ["1", "2"], "d": "aGk="])
    }

    @Test("a property in a style is read as in a form, without percent-encoding")
    func styles() throws {
        let body =
            part("Content-Disposition: form-data; name=p", "1|%41")
            + part("Content-Disposition: form-data; name=q[x]", "2") + "--XX--\r\n"
        let encodings = [
            "p": FormEncoding(style: .pipeDelimited, explode: false),
            "q": FormEncoding(style: .deepObject),
        ]
        let received = ReceivedParts(try parts(body), encodings: encodings)
        let list = try #require(try received.tree(of: "p"))
        #expect(try JSONCoding.decode([String].self, from: list, options: JSONReadingOptions()) == ["1", "%41"])
        #expect(try received.tree(of: "q")?.json == ["x": "2"])
    }

    @Test("parts that a form has in place of an exploded object are its properties")
    func exploded() throws {
        let body =
            part("Content-Disposition: form-data; name=x", "1%41") + part("Content-Disposition: form-data; name=w", "2")
            + part("Content-Disposition: form-data; name=y", "3") + part("Content-Disposition: form-data; name=x", "4")
            + "--XX--\r\n"
        let received = ReceivedParts(
            try parts(body),
            encodings: ["a": FormEncoding()],
            exploded: ["a": ["x", "y"]]
        )
        #expect(try received.object().json == ["a": ["x": ["1%41", "4"], "y": "3"], "w": "2"])
        #expect(received["y"].map(\.bytes) == [[0x33]])
    }

    @Test("a line that only starts with the boundary is content")
    func longerBoundary() throws {
        let body = part("Content-Disposition: form-data; name=a", "1\r\n--XXY\r\n--X\r\n\r\n--XX-") + "--XX--"
        #expect(try parts(body).map(\.bytes) == [Array("1\r\n--XXY\r\n--X\r\n\r\n--XX-".utf8)])
    }

    @Test("empty parts in a row are read")
    func emptyParts() throws {
        let body =
            part("Content-Disposition: form-data; name=a", "") + part("Content-Disposition: form-data; name=b", "")
        #expect(try parts(body + "--XX--").map(\.name) == ["a", "b"])
    }

    @Test("a form that ends before its last boundary is refused", arguments: ["1", "1\r\n", "1\r\n--X", "1\r\n--XX"])
    func truncated(_ content: String) throws {
        let head =
            part("Content-Disposition: form-data; name=a", "0") + "--XX\r\nContent-Disposition: form-data; name=b"
        for body in [head + "\r\n\r\n" + content, head] {
            #expect { try parts(body) } throws: { ($0 as? DecodingFailure)?.reason == .syntax }
        }
    }

    @Test("a body without a boundary, or that ends directly after one, is refused")
    func unfinished() {
        let field = part("Content-Disposition: form-data; name=a", "0")
        for body in [
            "", "--XX", "text", field, "\(field)--XX\r\n", field.replacing("XX", with: "YY") + "--YY--",
            "--XX\n\n0\n--XX--",
        ] {
            #expect { try parts(body) } throws: { ($0 as? DecodingFailure)?.reason == .syntax }
        }
    }

    @Test("too many parts, and header fields that are too long, are refused")
    func limits() throws {
        let reader = try #require(MultipartReader(contentType: "multipart/form-data; boundary=XX"))
        let many = String(repeating: part("Content-Disposition: form-data; name=a", "1"), count: 11) + "--XX--"
        #expect { try reader.parts(of: Array(many.utf8), limits: FormLimits(fields: 10)) } throws: { error in
            (error as? DecodingFailure)?.reason == .tooLarge
        }
        let long = part("X: \(String(repeating: "y", count: 20_000))", "1") + "--XX--"
        #expect { try reader.parts(of: Array(long.utf8)) } throws: { ($0 as? DecodingFailure)?.reason == .tooLarge }
    }
}
