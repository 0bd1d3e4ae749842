@_spi(Generated) @testable import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Writing of multipart forms")
struct MultipartBodyTests {
    @Test("a file without a name has that of its property in a form, and none in another body")
    func fileNames() async throws {
        var form = MultipartBody(boundary: "b")
        form.append("photo", file: FilePart(data: Data([65])))
        var call = OperationCall("x", .post, "/x")
        call.multipart(form)
        #expect(try await Wire.sent(call).text.contains(#"name="photo"; filename="photo""#))
        call.multipart(form, contentType: "multipart/mixed")
        #expect(!(try await Wire.sent(call).text.contains("filename")))
    }

    @Test("parts that are sent one by one have their media type, and bytes are sent as they are")
    func items() async throws {
        func sent<Item>(_ items: BodyItems<Item>, type: String) async throws -> String {
            var call = OperationCall("x", .post, "/x")
            call.parts(items, type: type, contentType: "multipart/related")
            let request = try await Wire.sent(call)
            let head = try #require(request.header("content-type"))
            #expect(head.hasPrefix("multipart/related; type=\"\(type)\"; boundary="))
            let boundary = try #require(head.components(separatedBy: "boundary=").last)
            return request.text.replacing(boundary, with: "b")
        }
        let rows = try await sent(BodyItems([Data("a,b".utf8), Data()]), type: "text/csv")
        let head = "--b\r\nContent-Type: text/csv\r\n\r\n"
        #expect(rows == "\(head)a,b\r\n\(head)\r\n--b--\r\n")
        let texts = try await sent(BodyItems(["a\"b"]), type: "text/plain")
        #expect(texts == "--b\r\nContent-Type: text/plain\r\n\r\na\"b\r\n--b--\r\n")
        let notes = try await sent(BodyItems([WireNote(id: 1)]), type: "application/json")
        #expect(notes == "--b\r\nContent-Type: application/json\r\n\r\n{\"id\":1}\r\n--b--\r\n")
        let latin = try await sent(BodyItems(["é"]), type: "text/plain; charset=utf-16be")
        #expect(latin.utf8.contains(0) && !latin.contains("é"))
        await #expect(throws: WireError.self) {
            try await sent(BodyItems(["a", "€"]), type: "text/plain; charset=iso-8859-1")
        }
        let none = try await sent(BodyItems([Data]()), type: "image/png")
        #expect(none == "--b--\r\n")
    }

    @Test("a part that is missing in front of another one is not sent as null")
    func gaps() async throws {
        struct Bundle: TupleModel {
            var note: WireNote?
            var text: String?
            var count: Int?

            init(_ note: WireNote?, _ text: String?, _ count: Int?) {
                (self.note, self.text, self.count) = (note, text, count)
            }

            init(from tuple: inout TupleReader) throws(DecodingFailure) {
                note = try tuple.optional()
                text = try tuple.nullable()
                count = try tuple.optional()
            }

            func write(to tuple: inout TupleWriter) {
                tuple.put(note)
                tuple.put(orNull: text)
                tuple.put(count)
            }
        }
        func parts(_ bundle: Bundle) async throws -> Int {
            var call = OperationCall("x", .post, "/x")
            call.parts(bundle, contentType: "multipart/related")
            return try await Wire.sent(call).text.components(separatedBy: "Content-Type: application/json").count - 1
        }
        #expect(try await parts(Bundle(WireNote(id: 1), "a", 2)) == 3)
        // The second element is null, and nothing follows the last one.
        #expect(try await parts(Bundle(WireNote(id: 1), nil, nil)) == 2)
        await #expect(throws: WireError.self) { try await parts(Bundle(nil, "a", nil)) }
        await #expect(throws: WireError.self) { try await parts(Bundle(nil, nil, 2)) }
    }

    @Test("parts are in order and formatted as in RFC 7578")
    func parts() async throws {
        var form = MultipartBody(boundary: "b")
        form.append("title", text: "Hi")
        form.append("note", json: WireNote(id: 1))
        form.append("photo", file: FilePart(data: Data([65]), fileName: "a.jpg", contentType: "image/jpeg"))
        form.append("tags", value: ["x", "y"])
        var call = OperationCall("x", .post, "/x")
        call.multipart(form)
        let request = try await Wire.sent(call)
        #expect(request.header("content-type") == "multipart/form-data; boundary=b")
        let expected = """
            --b
            Content-Disposition: form-data; name="title"

            Hi
            --b
            Content-Disposition: form-data; name="note"
            Content-Type: application/json

            {"id":1}
            --b
            Content-Disposition: form-data; name="photo"; filename="a.jpg"
            Content-Type: image/jpeg

            A
            --b
            Content-Disposition: form-data; name="tags"

            x
            --b
            Content-Disposition: form-data; name="tags"

            y
            --b--

            """
        #expect(request.text == expected.replacing("\n", with: "\r\n"))
    }

    @Test("a text part is in the charset of its media type, a file is unchanged, and other characters are not sent")
    func charsets() async throws {
        struct Letter: MultipartConvertible {
            let note: String

            func append(to form: inout MultipartBody) {
                form.append("note", text: note)
                form.append("tags", value: [note, "b"])
                form.append("file", file: FilePart(data: Data(note.utf8)))
            }
        }
        func sent(_ note: String) async throws -> [UInt8] {
            let latin = "text/plain; charset=ISO-8859-1"
            var call = OperationCall("x", .post, "/x")
            call.multipart(Letter(note: note), types: ["note": latin, "tags": latin, "file": latin])
            let request: RecordedRequest = try await Wire.sent(call)
            return request.body
        }
        let body = try await sent("é")
        #expect(body.split(separator: 0xE9).count == 3)
        #expect(body.split(separator: 0xC3).count == 2)
        await #expect(throws: WireError.self) { try await sent("€") }
    }

    @Test("header fields of the document are those of parts that are no files")
    func documentedHeaders() async throws {
        struct Letter: MultipartConvertible {
            func append(to form: inout MultipartBody) {
                form.append("note", text: "a")
                form.append("file", file: FilePart(data: Data(), contentType: "text/plain"))
            }
        }
        var call = OperationCall("x", .post, "/x")
        call.multipart(Letter(), headers: ["note": ["X-Kind": "n"], "file": ["X-Kind": "f"]])
        let request: RecordedRequest = try await Wire.sent(call)
        #expect(request.text.contains("name=\"note\"\r\nX-Kind: n\r\n\r\na\r\n"), "\(request.text)")
        #expect(!request.text.contains("X-Kind: f"), "\(request.text)")
    }

    @Test("a part name cannot start another part")
    func escaping() async throws {
        var form = MultipartBody(boundary: "b")
        let file = FilePart(data: Data(), fileName: "../x/e\"v\r\nil.txt", contentType: "text/plain\r\nX: y")
        form.append("na\"me\r\n\r\n", file: file)
        let text = try await text(form.body)
        #expect(text.hasPrefix("--b\r\nContent-Disposition: form-data; name=\"na%22me%0D%0A%0D%0A\"; "))
        #expect(text.contains("filename=\"e%22v%0D%0Ail.txt\"\r\nContent-Type: text/plainX: y\r\n\r\n"))
    }

    @Test(
        "a part with a control character in its media type or a header field is not sent",
        arguments: [
            ("text/plain", "1", nil), ("text/plain", "1\t2", nil),
            ("text/plain\r\nEvil: 1", "1", "The media type of a part holds a control character."),
            ("text/plain", "1\nEvil: 2", "The value of a part's header x-chk holds a control character."),
            ("text/plain", "1\02", "The value of a part's header x-chk holds a control character."),
        ] as [(String, String, String?)]
    )
    func control(_ type: String, _ value: String, _ problem: String?) {
        var file = FilePart(data: Data(), contentType: type)
        file.headers = ["X-Chk": value]
        var form = MultipartBody()
        form.append(files: ["a": file])
        var call = OperationCall("x", .post, "/x")
        call.multipart(form)
        #expect(call.problem == problem)
    }

    @Test("a file is streamed, has a known length and can be sent twice")
    func file() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).bin")
        try Data(repeating: 66, count: 150_000).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        var form = MultipartBody(boundary: "b")
        form.append("f", file: FilePart(file: url))
        form.append("t", text: "end")
        let body = form.body
        let first = try await text(body)
        let second = try await text(body)
        #expect(first == second)
        #expect(body.length == first.utf8.count)
        #expect(body.isReplayable)
        #expect(first.contains("filename=\"\(url.lastPathComponent)\""))
        #expect(first.utf8.filter { $0 == 66 }.count >= 150_000)
    }

    @Test("a form with a one-time part cannot be replayed")
    func once() {
        var form = MultipartBody()
        let stream = BodyStream(length: nil, isReplayable: false) { BodyChunks([1]) }
        form.append("f", file: FilePart(.stream(stream), fileName: nil))
        #expect(!form.body.isReplayable)
        #expect(form.body.length == nil)
    }

    @Test("a value of any type is text or JSON, and each element of a list is a part")
    func values() async throws {
        var form = MultipartBody(boundary: "b")
        form.append("text", part: "a\"b")
        form.append("number", part: 2.5)
        form.append("list", part: [true, false])
        form.append("nothing", part: JSONValue.null)
        form.append("objects", part: [WireNote(id: 1), WireNote(id: 2)])
        form.append("none", part: [WireNote]())
        form.append("lists", part: [[1, 2], [3]])
        let parts = try await text(form.body).components(separatedBy: "--b\r\n").dropFirst()
        let bodies = parts.map { $0.components(separatedBy: "\r\n\r\n")[1].prefix { $0 != "\r\n" } }
        #expect(bodies == ["a\"b", "2.5", "true", "false", "{\"id\":1}", "{\"id\":2}", "[1,2]", "[3]"])
        #expect(parts.filter { $0.contains("Content-Type: application/json") }.count == 4)
    }

    @Test("each element of a list whose encoding is JSON is a part that contains JSON")
    func jsonElements() async throws {
        let json = FormEncoding(isJSON: true)
        var form = MultipartBody(boundary: "b", encodings: ["names": json, "numbers": json])
        form.append("names", value: ["a\"b", ""])
        form.append("numbers", part: [1, 2])
        let parts = try await text(form.body).components(separatedBy: "--b\r\n").dropFirst()
        let bodies = parts.map { $0.components(separatedBy: "\r\n\r\n")[1].prefix { $0 != "\r\n" } }
        #expect(bodies == [#""a\"b""#, #""""#, "1", "2"])
        #expect(parts.allSatisfy { $0.contains("Content-Type: application/json") })
    }

    @Test(
        "a file has a media type of the document's list, or else the first one that is no range",
        arguments: [
            ("image/*, image/png, image/jpeg", "application/octet-stream", "image/png"),
            ("image/png, image/jpeg", "image/jpeg", "image/jpeg"), ("image/*", "image/webp", "image/webp"),
            ("image/png, application/octet-stream", "application/octet-stream", "application/octet-stream"),
            ("image/png", "text/plain", "text/plain"), ("image/png, image/jpeg", "text/html", nil),
            ("image/*", "application/octet-stream", nil), ("image/png, image/*", "nonsense", nil),
        ] as [(String, String, String?)]
    )
    func listedTypes(_ documented: String, _ own: String, _ sent: String?) async throws {
        for fileName in [nil, "a"] {
            var form = MultipartBody(boundary: "b")
            form.append("file", file: FilePart(data: Data([1]), fileName: fileName, contentType: own))
            form.append("file", file: FilePart(text: "id 7"))
            form.setContentTypes(["file": documented])
            let isSent = try await text(form.body).contains("\r\nContent-Type: \(sent ?? own)\r\n")
            #expect(isSent)
            #expect(form.problem == (sent == nil ? "The media type of the part 'file' is none of \(documented)." : nil))
        }
    }

    @Test("bytes in Base64 have their transfer encoding, unless their media type is text")
    func transferEncoding() async throws {
        var form = MultipartBody(boundary: "b")
        form.append("image", part: Data([1, 2]))
        form.append("text", part: Data([1, 2]))
        form.append("string", part: "AQI=")
        form.setContentTypes(["image": "image/png", "text": "text/plain", "string": "image/png"])
        let sent = try await text(form.body)
        #expect(sent.contains("Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAQI=\r\n"))
        #expect(sent.components(separatedBy: "Content-Transfer-Encoding").count == 2)
    }

    @Test("parts of one name have different identifiers, and no length that another client has stated")
    func identifiers() async throws {
        var body = MultipartBody(boundary: "b")
        body.mediaType = "multipart/related"
        var file = FilePart(.bytes([1]), fileName: "a.png", contentType: "image/png")
        file.headers = ["Content-Length": "900", "Content-ID": "<x>", "X-A": "1"]
        body.append("image", file: file)
        body.append("image", file: file)
        let text = try await text(body.body)
        #expect(text.contains("Content-ID: <image>\r\n") && text.contains("Content-ID: <image.2>\r\n"))
        #expect(!text.contains("Content-Length") && !text.contains("<x>") && text.contains("X-A: 1"))
    }

    @Test("a string in the place of a file has no file name, and keeps its media type")
    func text() async throws {
        var form = MultipartBody(boundary: "b")
        form.append("photo", file: FilePart(text: "id 7"))
        form.setContentTypes(["photo": "image/png"])
        let head = "--b\r\nContent-Disposition: form-data; name=\"photo\"\r\nContent-Type: text/plain; charset=utf-8"
        #expect(try await text(form.body) == "\(head)\r\n\r\nid 7\r\n--b--\r\n")
    }

    @Test(
        "the boundary of a document's media type is replaced",
        arguments: ["multipart/mixed;boundary=x", "multipart/mixed; Boundary=\"x;y\"", "multipart/mixed"]
    )
    func fixedBoundary(_ type: String) async throws {
        var call = OperationCall("x", .post, "/x")
        call.multipart(MultipartBody(boundary: "b"), contentType: type)
        #expect(try await Wire.sent(call).header("content-type") == "multipart/mixed; boundary=b")
    }

    @Test("boundaries are unique")
    func boundary() {
        #expect(MultipartBody().boundary != MultipartBody().boundary)
        #expect(MultipartBody().boundary.count <= 70)
    }

    private func text(_ body: HTTPBody) async throws -> String {
        var bytes: [UInt8] = []
        for try await chunk in body.chunks() { bytes += chunk }
        return String(decoding: bytes, as: UTF8.self)
    }
}
