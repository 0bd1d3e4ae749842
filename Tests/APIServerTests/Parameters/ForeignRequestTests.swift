import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime
@testable import APIServer

/// Requests as browsers, scripts and other clients write them.
@Suite("Requests of other clients")
struct ForeignRequestTests {

    private struct Basket: JSONModel, Equatable {
        var items: [String]
        var note: String?

        static let keys: ObjectKeys = ["items", "note"]

        init(items: [String], note: String?) {
            self.items = items
            self.note = note
        }

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            items = try object.required(0)
            note = try object.requiredOrNull(1)
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, items)
            object.put(1, orNull: note)
        }
    }

    private enum Amount: JSONCodable, Equatable {
        case integer(Int)
        case flag(Bool)
        case text(String)

        init(json reader: inout JSONReader) throws(DecodingFailure) {
            switch try reader.kind(orIn: Int.self, Bool.self, exactly: true) {
            case .number: self = .integer(try reader.read())
            case .bool: self = .flag(try reader.read())
            default: self = .text(try reader.read())
            }
        }

        func write(to writer: inout JSONWriter) {
            switch self {
            case .integer(let value): writer.write(value)
            case .flag(let value): writer.write(value)
            case .text(let value): writer.write(value)
            }
        }
    }

    private func input(
        query: String = "",
        path: [String: String] = [:],
        headers: HTTPFields = [:],
        body: String = "",
        reading: JSONReadingOptions = ServerOptions().reading
    ) -> ServerInput {
        ServerInput(
            ServerRequest(operation: "sample", headers: headers),
            query: query,
            pathValues: path,
            body: Array(body.utf8),
            options: ServerOptions(reading: reading)
        )
    }

    @Test("an unescaped plus sign in a query is a space, except where only a plus sign is possible")
    func plusSigns() throws {
        var input = input(query: "q=a+b%2Bc&list=x+y,z&when=2026-01-30T08:15:00+01:00&json=%7B%22a%22:%22b+c%22%7D")
        let text: String = try input.query("q")
        #expect(text == "a b+c" && input.queryValue("q") == "a b+c")
        let list: [String] = try input.query("list", explode: false)
        #expect(list == ["x y", "z"])
        let time: Date = try input.query("when")
        #expect(time.timestamp(fractionDigits: 0) == "2026-01-30T07:15:00Z")
        let object: [String: String] = try input.query("json", isJSON: true)
        #expect(object == ["a": "b c"])
        var others = self.input(query: "time=10:00:00+01:00&number=1e+5&data=aGk+&bad=a+b&x+y=1")
        let clock: TimeOfDay = try others.query("time")
        let number: Double = try others.query("number")
        let data: Data = try others.query("data")
        #expect("\(clock)" == "10:00:00+01:00" && number == 100_000 && data == Data(base64Encoded: "aGk+"))
        #expect(throws: UnreadableInput.self) { let _: Int = try others.query("bad") }
        var names = self.input(query: "a+b=x&x+y=1")
        #expect(throws: UnreadableInput.self) { let _: Int? = try names.query("a b") }
        let named: Int? = try names.query("x+y")
        #expect(named == 1)
        let form: [String: Date] = try self.input(body: "t=2026-01-30T08:15:00+01:00").form()
        #expect(form["t"]?.timestamp(fractionDigits: 0) == "2026-01-30T07:15:00Z")
    }

    @Test("a server that refuses unknown parameters knows names with a plus sign")
    func strictNames() throws {
        var options = ServerOptions()
        options.unknownParameters = .refused
        var input = ServerInput(ServerRequest(operation: "sample"), query: "a+b=1", options: options)
        let value: String = try input.query("a b")
        #expect(value == "1")
        _ = try input.request()
    }

    @Test("a string of a query is a number or Boolean value if a variant of a union reads it")
    func unions() throws {
        var input = input(query: "a=5&b=true&c=five&d=007&e=1e3&f=5.0&g=-0&list=1&list=x")
        let values: [Amount] = try ["a", "b", "c", "d", "e", "f", "g"].map { try input.query($0) }
        #expect(values == [.integer(5), .flag(true)] + ["five", "007", "1e3", "5.0", "-0"].map { .text($0) })
        let list: [Amount] = try input.query("list")
        #expect(list == [.integer(1), .text("x")])
        let json = try JSONCoding.decode([Amount].self, from: Array(#"["5", 5, true]"#.utf8))
        #expect(json == [.text("5"), .integer(5), .flag(true)])
    }

    @Test("a list in a list of a query is separated by commas, or JSON")
    func nestedLists() throws {
        var input = input(query: "mm=a%2Cb&mm=c&mm=%5B%22d%2Ce%22%5D&n=1%2C2%7C3")
        let lists: [[String]] = try input.query("mm")
        #expect(lists == [["a", "b"], ["c"], ["d,e"]])
        let numbers: [[Int]] = try input.query("n", style: .pipeDelimited, explode: false)
        #expect(numbers == [[1, 2], [3]])
    }

    @Test("empty values keep their place in objects and in lists of paths, and lists of header fields omit them")
    func emptyValues() throws {
        let headers: HTTPFields = [.init("X-O")!: "a,,b,x", .init("X-L")!: "x,,y"]
        let input = input(path: ["o": "a,,b,x", "l": "x,,y"], headers: headers)
        let expected = ["a": "", "b": "x"]
        let object: [String: String] = try input.path("o")
        #expect(object == expected)
        let header: [String: String] = try input.header("X-O")
        #expect(header == expected)
        let list: [String] = try input.path("l")
        #expect(list == ["x", "", "y"])
        // Any server on the way may add empty elements to a list, and has to ignore them (RFC 9110, section 5.6.1).
        let field: [String] = try input.header("X-L")
        #expect(field == ["x", "y"])
    }

    @Test("a date in a header field has the format of HTTP or of RFC 3339")
    func headerDates() throws {
        let headers: HTTPFields = [
            .ifModifiedSince: "Sun, 06 Nov 1994 08:49:37 GMT", .ifUnmodifiedSince: "1994-11-06T08:49:37Z",
        ]
        let input = input(headers: headers)
        let (since, until): (Date, Date?) = (
            try input.header("If-Modified-Since"), try input.header("If-Unmodified-Since")
        )
        #expect(since == Date(timeIntervalSince1970: 784_111_777) && until == since)
        let known: Date? = try input.header("If-Modified-Since")
        let absent: Date? = try input.header("If-Range")
        #expect(known == since && absent == nil)
    }

    @Test("a form has no empty lists and no null, so a required property that is absent may be either")
    func absentProperties() throws {
        let value: Basket = try input(body: "other=1").form()
        #expect(value == Basket(items: [], note: nil))
        let encoded: Basket = try input(body: "items=a&note=b").form()
        #expect(encoded == Basket(items: ["a"], note: "b"))
        #expect(throws: UnreadableInput.self) { let _: Basket = try input(body: #"{"note":null}"#).json() }
        #expect(throws: UnreadableInput.self) { let _: Basket = try input(body: #"{"items":[]}"#).json() }
    }

    @Test("an object of any properties does not contain those of other parameters")
    func openObjects() throws {
        var input = input(query: "x=1&filter[a]=2&y=3&filter=4&filters=5")
        let rest: [String: String] = try input.query("rest", except: ["x", "filter"])
        #expect(rest == ["y": "3", "filters": "5"])
        // The object declares 'note', which another parameter has too.
        var both = self.input(query: "items=a&note=b")
        let basket: Basket = try both.query("basket", except: ["note"])
        #expect(basket == Basket(items: ["a"], note: "b"))
    }

    @Test("a body of JSON may begin with a byte order mark")
    func byteOrderMark() throws {
        let value: [Int] = try input(body: "\u{FEFF}[1]").json()
        #expect(value == [1])
    }

    @Test(
        "a body that a browser sends to any site is not read as JSON, unless the document says so",
        arguments: [
            "text/plain", "TEXT/plain; charset=utf-8", "application/x-www-form-urlencoded", "multipart/form-data",
        ]
    )
    func simpleRequests(_ type: String) throws {
        let input = input(headers: [.contentType: type], body: "[1]")
        let error = #expect(throws: UnreadableInput.self) { let _: [Int] = try input.json() }
        #expect(error?.status == 415 && error?.reason == .mediaType)
        let value: [Int] = try input.json(as: "application/cbor", type)
        #expect(value == [1])
        let any: [Int] = try input.json(as: "*/*")
        #expect(any == [1])
        let absent: [Int]? = try self.input(headers: [.contentType: type]).json()
        #expect(absent == nil)
    }

    @Test("a form with another media type has status 415, and one without a media type 400")
    func formTypes() throws {
        let foreign = #expect(throws: UnreadableInput.self) {
            try MultipartForm(input(headers: [.contentType: "application/json"], body: "{}"))
        }
        #expect(foreign?.status == 415)
        #expect(throws: UnreadableInput.self) { try MultipartForm(input(body: "{}")) }
        let unbounded = #expect(throws: UnreadableInput.self) {
            try MultipartForm(input(headers: [.contentType: "multipart/form-data"], body: "{}"))
        }
        #expect(unbounded?.status == 400)
        let response = foreign.map { RawServerResponse(describing: $0, for: input().about) }
        let problem = try JSONCoding.decode(JSONValue.self, from: response?.bytes ?? [])
        #expect(problem["title"] == "Unsupported Media Type")
    }

    @Test("a plus sign in Base64 is none of the spaces of a query")
    func plusInBase64() throws {
        var request = input(query: "b=a+b/&s=a+b/")
        let base64: String = try request.query("b", keepsPlus: true)
        let text: String = try request.query("s")
        #expect(base64 == "a+b/" && text == "a b/")
    }

    @Test("an empty body with a media type is a value, and one without is absent")
    func emptyBodies() {
        #expect(input().hasNoBody && !input(headers: [.contentType: "text/plain"]).hasNoBody)
        #expect(!input(body: "a").hasNoBody)
    }

    @Test("a documented media type or one of a range is returned, and another one has status 415")
    func documentedTypes() throws {
        let image = input(headers: [.contentType: "image/png"])
        #expect(try image.mediaType(in: "image/jpeg", "image/*").value == "image/png")
        #expect(try input().mediaType(in: "image/jpeg").value == "application/octet-stream")
        let error = #expect(throws: UnreadableInput.self) { try image.mediaType(in: "image/jpeg") }
        #expect(error?.status == 415)
    }

    @Test("text is read in the charset of its media type, and written in it")
    func charsets() throws {
        let bytes: [UInt8] = [0x66, 0xFC, 0x72]
        var request = input(headers: [.contentType: "text/plain; charset=iso-8859-1"])
        request.body = bytes
        #expect(request.text() == "für")
        let response = RawServerResponse.text("für", 200, "text/plain; charset=iso-8859-1")
        #expect(response.bytes == bytes && response.contentType == "text/plain; charset=iso-8859-1")
        let other = RawServerResponse.text("für 5 €", 200, "text/plain; charset=iso-8859-1")
        #expect(other.bytes == Array("für 5 €".utf8) && other.contentType == "text/plain; charset=utf-8")
    }

    @Test("text in an unknown charset has status 415, and invalid bytes have status 400")
    func invalidText() throws {
        let rows: [(String, [UInt8], Int?)] = [
            ("text/plain; charset=shift_jis", [0x83, 0x65], 415), ("text/plain", [0x63, 0xE9], 400),
            ("text/plain; charset=utf-16", [0x00, 0x63, 0x00], 400), ("text/plain", [0x1F, 0x8B, 0x08], 400),
            ("text/plain; charset=US-ASCII", [0x63], nil), ("text/plain; charset=latin1", [0xE9], nil),
            ("text/plain", Array("\u{FFFD}".utf8), nil), ("text/plain", Array("\u{FEFF}a\u{FFFD}".utf8), nil),
        ]
        for (type, bytes, status) in rows {
            var request = input(headers: [.contentType: type])
            request.body = bytes
            var refused: Int?
            do throws(UnreadableInput) { _ = try request.text(as: "text/plain") } catch { refused = error.status }
            #expect(refused == status, "\(type)")
        }
    }

    @Test("a required file that is sent twice has status 400")
    func severalFiles() throws {
        let part = "--B\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\n\nx\n"
        #expect(try form("\(part)--B--\n").file("f").fileName == "a")
        let twice = try form("\(part)\(part)--B--\n")
        let error = #expect(throws: UnreadableInput.self) { try twice.file("f") }
        #expect(error?.status == 400 && twice.files("f").count == 2)
    }

    @Test("a part with a file name is text if its media type is, and other files are bytes")
    func textFiles() throws {
        let form = try form(
            """
            --B
            Content-Disposition: form-data; name="s"; filename="a\\"b.txt"
            Content-Type: text/plain

            hey
            --B
            Content-Disposition: form-data; name="d"; filename="d.bin"

            hey
            --B
            Content-Disposition: form-data; name="n"; filename="blob"
            Content-Type: text/plain

            5
            --B
            Content-Disposition: form-data; name="more"
            X-Rate: 5

            7
            --B--

            """
        )
        let text: String = try form.value("s")
        #expect(text == "hey" && form.parts[0].fileName == "a\"b.txt")
        let file: Data = try form.value("s")
        #expect(file == Data("hey".utf8))
        let data: Data = try form.value("d")
        #expect(data == Data("hey".utf8))
        let number: Int = try form.value("n")
        #expect(number == 5)
        let others: [String: Int] = try form.additional(except: ["s", "d", "n"])
        #expect(others == ["more": 7])
        #expect(form.additionalFiles(except: ["s", "d"])["more"]?.headers == ["x-rate": "5"])
    }

    private func form(_ text: String) throws -> MultipartForm {
        let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=B"]
        return try MultipartForm(input(headers: headers, body: text.replacing("\n", with: "\r\n")))
    }

    @Test("the scheme of a token may be followed by several spaces")
    func bearer() {
        let request = ServerRequest(operation: "sample", headers: [.authorization: "BEARER   token"])
        #expect(request.bearer == "token")
    }
}
