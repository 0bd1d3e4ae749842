@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Writing of query parameters")
struct QueryParameterTests {
    private static let colours = ["blue", "black", "br&own"]
    private static let shades = ["R": 100, "G": 200]

    private func query(_ build: (inout OperationCall) -> Void) async throws -> String? {
        var call = Wire.get("/x")
        build(&call)
        return try await Wire.sent(call).query
    }

    @Test(
        "query lists in every style",
        arguments: [
            (QueryStyle.form, true, "color=blue&color=black&color=br%26own"),
            (.form, false, "color=blue,black,br%26own"),
            (.spaceDelimited, false, "color=blue%20black%20br%26own"),
            (.spaceDelimited, true, "color=blue&color=black&color=br%26own"),
            (.pipeDelimited, false, "color=blue%7Cblack%7Cbr%26own"),
            (.pipeDelimited, true, "color=blue&color=black&color=br%26own"),
            (.deepObject, true, "color%5B0%5D=blue&color%5B1%5D=black&color%5B2%5D=br%26own"),
        ]
    )
    func lists(_ style: QueryStyle, _ explode: Bool, _ expected: String) async throws {
        #expect(try await query { $0.query("color", Self.colours, style: style, explode: explode) } == expected)
    }

    @Test("elements and properties that are nil are omitted, and a list in a list is joined, or JSON if it has commas")
    func elements() async throws {
        #expect(try await query { $0.query("n", ["a", nil, "b"] as [String?]) } == "n=a&n=b")
        #expect(try await query { $0.query("n", [nil] as [Int?]) } == nil)
        #expect(try await query { $0.query("n", ["a": 1, "b": nil] as [String: Int?]) } == "a=1")
        #expect(try await query { $0.query("n", [[1, 2], [3]]) } == "n=1%2C2&n=3")
        #expect(try await query { $0.query("n", [["a,b"]]) } == "n=%5B%22a%2Cb%22%5D")
    }

    @Test("elements of a set that are nil are omitted, and a list in a set is joined, or JSON if it has commas")
    func setElements() async throws {
        #expect(try await query { $0.query("n", ["b", nil, "a"] as Set<String?>) } == "n=a&n=b")
        #expect(try await query { $0.query("n", [nil] as Set<Int?>) } == nil)
        #expect(try await query { $0.query("n", [[3], [1, 2]] as Set<[Int]>) } == "n=1%2C2&n=3")
        #expect(try await query { $0.query("n", [["a,b"]] as Set<[String]>) } == "n=%5B%22a%2Cb%22%5D")
    }

    @Test(
        "a list is not sent if the receiver would read other elements",
        arguments: [
            (QueryStyle.spaceDelimited, "br own"), (.pipeDelimited, "a|b"), (.pipeDelimited, "a|\u{301}b"),
            (.tabDelimited, "a\tb"),
        ]
    )
    func ambiguous(_ style: QueryStyle, _ element: String) async throws {
        let encodings = ["color": FormEncoding(style: style, explode: false)]
        var (query, form, whole) = (Wire.get("/x"), OperationCall("x", .post, "/x"), Wire.get("/x"))
        query.query("color", ["blue", element], style: style, explode: false)
        form.form(JSONValue.object(["color": ["blue", .string(element)]]), encodings: encodings)
        whole.queryForm(JSONValue.object(["color": ["blue", .string(element)]]), encodings: encodings)
        for call in [query, form, whole] {
            let transport = ScriptedTransport([.status(204)])
            #expect(await Wire.outcome(try Wire.sender(transport), call) == "transport.invalidRequest")
            #expect(transport.requests.isEmpty)
        }
        query = Wire.get("/x")
        query.query("color", ["blue", element], style: style)
        #expect(try await Wire.sent(query).query?.hasPrefix("color=blue&color=") == true)
    }

    @Test(
        "query objects in every style",
        arguments: [
            (QueryStyle.form, true, "G=200&R=100"),
            (.form, false, "color=G,200,R,100"),
            (.spaceDelimited, false, "color=G%20200%20R%20100"),
            (.pipeDelimited, false, "color=G%7C200%7CR%7C100"),
            (.deepObject, true, "color%5BG%5D=200&color%5BR%5D=100"),
        ]
    )
    func objects(_ style: QueryStyle, _ explode: Bool, _ expected: String) async throws {
        #expect(try await query { $0.query("color", Self.shades, style: style, explode: explode) } == expected)
    }

    @Test("a list inside an exploded object repeats its name, and deeper values are JSON")
    func listsInObjects() async throws {
        let value: JSONValue = ["page": 1, "sort": ["a,b", "c"], "one": ["x"], "none": [], "deep": [["y"]]]
        let exploded = try await query { $0.query("p", value) }
        #expect(exploded == "page=1&sort=a%2Cb&sort=c&one=x&deep=%5B%5B%22y%22%5D%5D")
        #expect(try await query { $0.query("p", value["sort"], explode: false) } == "p=a%2Cb,c")
    }

    @Test("absent and empty values are distinguished")
    func empty() async throws {
        let text = try await query { call in
            call.query("none", String?.none)
            call.query("text", "")
            call.query("list", [String]())
            call.query("flat", [String](), explode: false)
            call.query("object", [String: Int]())
        }
        #expect(text == "text=")
        #expect(try await query { _ in } == nil)
    }

    @Test("all characters except unreserved ones are encoded, unless reserved ones are allowed")
    func encoding() async throws {
        let value = "a-Z0._~ é&=+#[]/?:;,@!$'()*%2F"
        let strict = try await query { $0.query("q k", value) }
        #expect(strict == "q%20k=a-Z0._~%20%C3%A9%26%3D%2B%23%5B%5D%2F%3F%3A%3B%2C%40%21%24%27%28%29%2A%252F")
        let loose = try await query { $0.query("q", value, allowReserved: true) }
        #expect(loose == "q=a-Z0._~%20%C3%A9%26=%2B%23%5B%5D/?:;,@!$'()*%2F")
    }

    @Test("a value cannot add a parameter")
    func smuggling() async throws {
        for allowed in [false, true] {
            let text = try await query { $0.query("q", "1&admin=true", allowReserved: allowed) }
            #expect(text?.contains("&") == false)
        }
    }

    @Test("scalars of every type are parsed")
    func scalars() async throws {
        let text = try await query { call in
            call.query("int", -5)
            call.query("byte", UInt8(7))
            call.query("bool", true)
            call.query("double", 2.0)
            call.query("small", 0.1)
            call.query("decimal", Decimal(string: "10.50"))
            call.query("uuid", UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
            call.query("date", Date(timeIntervalSince1970: 0))
            call.query("enum", Shade(rawValue: "dark blue"))
            call.query("enums", [Shade(rawValue: "a"), Shade(rawValue: "b")], explode: false)
            call.query("url", URL(string: "https://a.b/c?d=e"))
        }
        let expected = [
            "int=-5", "byte=7", "bool=true", "double=2", "small=0.1", "decimal=10.5",
            "uuid=e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "date=1970-01-01T00%3A00%3A00Z", "enum=dark%20blue",
            "enums=a,b", "url=https%3A%2F%2Fa.b%2Fc%3Fd%3De",
        ]
        #expect(text == expected.joined(separator: "&"))
    }

    @Test("a model is encoded by its JSON properties, to any depth in deepObject")
    func models() async throws {
        let note = WireNote(id: 1, text: "x")
        #expect(try await query { $0.query("note", note) } == "id=1&text=x")
        #expect(try await query { $0.query("note", note, explode: false) } == "note=id,1,text,x")
        let nested: JSONValue = ["a": ["b": [1, 2]], "c": "d"]
        let text = try await query { $0.query("f", nested, style: .deepObject) }
        #expect(text?.removingPercentEncoding == "f[a][b][0]=1&f[a][b][1]=2&f[c]=d")
    }

    @Test("a key that would be read as several keys is not sent in brackets", arguments: ["a]", "a[b", "a][b", ""])
    func brackets(_ key: String) async throws {
        let nested = JSONValue.object(JSONObject([.init(name: key, value: "v")]))
        await #expect(throws: (any Error).self) {
            try await query { $0.query("f", nested, style: .deepObject) }
        }
        await #expect(throws: (any Error).self) {
            try await query { $0.query("f", [key: "v"], style: .deepObject) }
        }
    }

    @Test("parameters keep their order")
    func order() async throws {
        let text = try await query { call in
            for name: StaticString in ["z", "a", "m"] { call.query(name, name.description) }
        }
        #expect(text == "z=z&a=a&m=m")
    }
}

/// An open enumeration.
private struct Shade: OpenEnum {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
}
