import Foundation
import HTTPTypes
import NotesAPI
import SeededTesting
import Testing

@_spi(Generated) @testable import APIRuntime
@testable import APIServer

/// Tests that write values with the client's writer and read them with the server's reader.
@Suite("Parameters from client to server")
struct ParameterRoundTripTests {

    /// A query style with its `explode` setting.
    struct QueryCase: Sendable, CustomTestStringConvertible {
        let style: QueryStyle
        let explode: Bool
        var testDescription: String { "\(style), explode \(explode)" }
    }

    static let queryCases = [QueryStyle.form, .spaceDelimited, .pipeDelimited, .tabDelimited].flatMap { style in
        [true, false].map { QueryCase(style: style, explode: $0) }
    }

    private func query<T: JSONCodable & Equatable>(_ value: T?, _ item: QueryCase) throws -> T? {
        var call = OperationCall("sample", .get, "/")
        call.query("before", 1)
        if let value { call.query("value", value, style: item.style, explode: item.explode) }
        call.query("value2", "other")
        let options = ServerOptions(reading: JSONReadingOptions())
        var input = ServerInput(ServerRequest(operation: "sample"), query: call.queryWriter.text, options: options)
        return try input.query("value", style: item.style, explode: item.explode, except: ["before", "value2"])
    }

    private func expect<T: JSONCodable & Equatable>(_ value: T, _ item: QueryCase) throws {
        let read = try query(value, item)
        #expect(read == value)
    }

    @Test("scalars keep their type in every query style", arguments: queryCases)
    func scalars(_ item: QueryCase) throws {
        try expect(-7, item)
        try expect(UInt64.max, item)
        try expect(2.5, item)
        try expect(Decimal(string: "12.30") ?? 0, item)
        try expect(true, item)
        try expect("a+b, c|d & ü%20=1", item)
        try expect("12", item)
        try expect(Date(timeIntervalSince1970: 1_700_000_000.25), item)
        try expect(try #require(CalendarDate("2024-02-29")), item)
        try expect(UUID(), item)
        try expect(NoteState.inReview, item)
        try expect(NoteState.unknown("new, and odd"), item)
        try expect(Priority.low, item)
        try expect(try #require(URL(string: "https://notes.example/a?b=c")), item)
    }

    @Test("lists keep their elements in every query style", arguments: queryCases)
    func lists(_ item: QueryCase) throws {
        try expect([1, -2, 3], item)
        try expect([42], item)
        try expect(["plain", "a,b", "ü"], item)
        // The other styles write a delimiter inside an element in the same way as one between elements.
        if item.style == .form || item.explode { try expect(["a,b|c d", "|", " "], item) }
        try expect([NoteState.draft, .unknown("x")], item)
        try expect([true, false], item)
        if item.style != .form || item.explode { try expect([[1, 2], [3]], item) }
        if item.explode { try expect([["a,b", "c"], ["d", "e"], ["f"]], item) }
    }

    @Test("objects keep their properties in every query style", arguments: queryCases)
    func objects(_ item: QueryCase) throws {
        try expect(DayRange(from: CalendarDate("2024-01-01"), to: CalendarDate("2024-12-31")), item)
        try expect(["red": 1, "green": -2], item)
        try expect(Label(name: "a,b", colour: "blue&red"), item)
    }

    @Test("array properties are decoded from a query")
    func listsInObjects() throws {
        var call = OperationCall("sample", .get, "/")
        let window: [String: [String]] = ["sort": ["name,asc", "id"], "only": ["x"]]
        call.query("window", JSONValue(window))
        var input = ServerInput(ServerRequest(operation: "sample"), query: call.queryWriter.text)
        let read: [String: [String]] = try input.query("window")
        #expect(read == window)
    }

    @Test("deep objects keep properties, lists and nesting")
    func deepObjects() throws {
        var call = OperationCall("sample", .get, "/")
        let tree: [String: [Label]] = ["first": [Label(name: "a"), Label(name: "b[0]", colour: "c")], "second": []]
        call.query("tree", tree, style: .deepObject)
        call.query("range", DayRange(from: CalendarDate("2024-01-01")), style: .deepObject)
        call.query("ids", [3, 4], style: .deepObject)
        var input = ServerInput(ServerRequest(operation: "sample"), query: call.queryWriter.text)
        let read: [String: [Label]] = try input.query("tree", style: .deepObject)
        // An empty list is not visible in a query.
        #expect(read == ["first": [Label(name: "a"), Label(name: "b[0]", colour: "c")]])
        let range: DayRange = try input.query("range", style: .deepObject)
        #expect(range == DayRange(from: CalendarDate("2024-01-01")))
        let ids: [Int] = try input.query("ids", style: .deepObject)
        #expect(ids == [3, 4])
    }

    @Test("an absent parameter is nil, an empty list or an error", arguments: queryCases)
    func absent(_ item: QueryCase) throws {
        let none: Int? = try query(nil, item)
        #expect(none == nil)
        var input = ServerInput(ServerRequest(operation: "sample"))
        let labels: [String]? = try input.query("labels", style: item.style, explode: item.explode)
        #expect(labels == nil)
        let needed: [String] = try input.query("labels", style: item.style, explode: item.explode)
        #expect(needed.isEmpty)
        #expect { let _: Int = try input.query("take") } throws: { error in
            (error as? UnreadableInput)?.reason == .missing
        }
    }

    @Test("a whole query is a form with the styles of its properties, on both sides")
    func forms() throws {
        let encodings: [String: FormEncoding] = [
            "bars": FormEncoding(style: .pipeDelimited, explode: false),
            "tabs": FormEncoding(style: .tabDelimited, explode: false),
            "deep": FormEncoding(style: .deepObject), "json": FormEncoding(isJSON: true),
        ]
        func expect<T: JSONCodable & Equatable>(_ value: T, _ text: String) throws {
            var call = OperationCall("sample", .get, "/")
            call.queryForm(value, encodings: encodings)
            #expect(call.queryWriter.text == text)
            var input = ServerInput(ServerRequest(operation: "sample"), query: text)
            let read: T = try input.queryForm(encodings: encodings)
            #expect(read == value)
        }
        let lists: JSONObject = ["bars": ["a", "b"], "tabs": ["c d", "e"], "plain": ["x", "y"]]
        let listText = "bars=a%7Cb&plain=x&plain=y&tabs=c%20d%09e"
        var call = OperationCall("sample", .get, "/")
        call.queryForm(JSONValue.object(lists), encodings: encodings)
        #expect(call.queryWriter.text == listText)
        var input = ServerInput(ServerRequest(operation: "sample"), query: listText)
        let read: [String: [String]] = try input.queryForm(encodings: encodings)
        #expect(read == ["bars": ["a", "b"], "tabs": ["c d", "e"], "plain": ["x", "y"]])
        try expect(["deep": ["k": "v"]], "deep%5Bk%5D=v")
        try expect(["json": ["x": ["y"]]], "json=%7B%22x%22%3A%5B%22y%22%5D%7D")
        var empty = ServerInput(ServerRequest(operation: "sample"))
        let none: JSONValue? = try empty.queryForm(encodings: encodings)
        #expect(none == nil)
        #expect(throws: UnreadableInput.self) { let _: DayRange = try empty.queryForm() }
        var infinite = OperationCall("sample", .get, "/")
        infinite.queryForm(["a": Double.nan])
        #expect(infinite.problem?.hasPrefix("The query has a number that is infinite or not a number") == true)
    }

    @Test("a query parameter that is a form is one value, on both sides")
    func formParameters() throws {
        let encodings = ["bars": FormEncoding(style: .pipeDelimited, explode: false)]
        let value: [String: [String]] = ["bars": ["a", "b"], "plain": ["x y", "z&q=1"]]
        var call = OperationCall("sample", .get, "/")
        call.query("q", form: value, encodings: encodings)
        call.query("none", form: [String: String]?.none)
        let text = "q=bars%3Da%257Cb%26plain%3Dx%2520y%26plain%3Dz%2526q%253D1"
        #expect(call.queryWriter.text == text)
        var input = ServerInput(ServerRequest(operation: "sample"), query: text)
        let read: [String: [String]] = try input.query(form: "q", encodings: encodings)
        #expect(read == value)
        let none: [String: String]? = try input.query(form: "none")
        #expect(none == nil)
        #expect(throws: UnreadableInput.self) { let _: DayRange = try input.query(form: "none") }
    }

    @Test("in a query, a plus sign is a space")
    func plusSigns() throws {
        let query = "foo=a+%2B+b&bar=true&x+y=1+2,3&c%2Bd=%2B"
        var input = ServerInput(ServerRequest(operation: "sample"), query: query)
        let form: [String: String] = try input.queryForm()
        #expect(form == ["foo": "a + b", "bar": "true", "x y": "1 2,3", "c+d": "+"])
        let lists: [String: JSONValue] = try input.queryForm(encodings: ["x y": FormEncoding(explode: false)])
        #expect(lists["x y"] == "1 2,3")
        let value: String = try input.query("foo")
        #expect(value == "a + b")
        input.query[0].name = "d+e"
        let renamed: [String: String] = try input.queryForm()
        #expect(renamed["d+e"] == "a + b" && renamed["foo"] == nil)
    }

    @Test("the properties of an exploded object in a form are an object again, in a whole query and in a body")
    func explodedObjects() throws {
        let value: [String: [String: String]] = ["color": ["R": "1 2", "G": "3"], "size": ["w": "4"]]
        let encodings = ["color": FormEncoding(), "size": FormEncoding(style: .deepObject)]
        let exploded = ["color": ["R", "G", "B"]]
        var call = OperationCall("sample", .post, "/")
        call.queryForm(value, encodings: encodings)
        call.form(value, encodings: encodings)
        let bytes = try #require(call.body?.bytesInMemory)
        var input = ServerInput(ServerRequest(operation: "sample"), query: call.queryWriter.text, body: bytes)
        let query: [String: [String: String]] = try input.queryForm(encodings: encodings, exploded: exploded)
        #expect(query == value, "\(call.queryWriter.text)")
        let body: [String: [String: String]] = try input.form(encodings: encodings, exploded: exploded)
        #expect(body == value)
    }

    @Test(
        "path parameters of every style are the same after encoding and decoding",
        arguments: [PathStyle.simple, .label, .matrix],
        [true, false]
    )
    func paths(_ style: PathStyle, _ explode: Bool) throws {
        func expect<T: ParameterValue & JSONCodable & Equatable>(_ value: T) throws {
            var call = OperationCall("sample", .get, "/{value}")
            switch style {
            case .simple: call.path("value", value, explode: explode)
            case .label: call.path("value", label: value, explode: explode)
            case .matrix: call.path("value", matrix: value, explode: explode)
            }
            let raw = String(try call.path.encoded().dropFirst())
            let input = ServerInput(ServerRequest(operation: "sample"), pathValues: ["value": raw])
            let read: T = try input.path("value", style: style, explode: explode)
            #expect(read == value, "\(raw)")
        }
        try expect("a/b;c,d=ü")
        try expect(12)
        try expect(UUID())
        try expect([1, 2, 3])
        try expect(["one", "two,three", "four/five"])
        try expect(["red": 100, "green": -200])
    }

    @Test("header fields are the same after encoding and decoding", arguments: [true, false])
    func headers(_ explode: Bool) throws {
        func expect<T: ParameterValue & JSONCodable & Equatable>(_ value: T) throws {
            var call = OperationCall("sample", .get, "/")
            call.header("X-Value", value, explode: explode)
            let input = ServerInput(ServerRequest(operation: "sample", headers: call.headers))
            let read: T = try input.header("x-value", explode: explode)
            #expect(read == value)
        }
        try expect("a, b; c=d")
        try expect(12)
        try expect(true)
        try expect([1, 2, 3])
        try expect(["a", "b c"])
        try expect(["red": 100, "green": 200])
    }

    @Test("a list in a header field is read as it was written, or not sent", arguments: 0..<10)
    func anyHeaderList(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let tokens = ["a", "b", ",", "\"", "=", "<", ">", "/"]
        var sent = 0
        for _ in 0..<200 {
            let list = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    tokens.randomElement(using: &random) ?? "a"
                }.joined()
            }
            var call = OperationCall("sample", .get, "/")
            call.header("X-Value", list)
            guard call.problem == nil else { continue }
            sent += 1
            let input = ServerInput(ServerRequest(operation: "sample", headers: call.headers))
            let read: [String] = try input.header("x-value")
            #expect(read == list, "\(list)")
        }
        #expect(sent > 0)
    }

    @Test(
        "lists with other separators than commas are the same in paths, header fields and forms",
        arguments: [
            (.space, .spaceDelimited), (.tab, .tabDelimited), (.pipe, .pipeDelimited),
        ] as [(ParameterShape.Separator, QueryStyle)]
    )
    func separators(_ separator: ParameterShape.Separator, _ style: QueryStyle) throws {
        func expect<T: ParameterValue & JSONCodable & Equatable>(_ value: T) throws {
            var call = OperationCall("sample", .get, "/{value}")
            call.path("value", value, separator: separator)
            let raw = String(try call.path.encoded().dropFirst())
            for raw in [raw, raw.replacing("%7C", with: "|"), raw.replacing("%7C", with: "%7c")] {
                let input = ServerInput(ServerRequest(operation: "sample"), pathValues: ["value": raw])
                let read: T = try input.path("value", separator: separator)
                #expect(read == value, "\(raw)")
            }
            call.header("X-Value", value, separator: separator)
            let input = ServerInput(ServerRequest(operation: "sample", headers: call.headers))
            let read: T = try input.header("x-value", separator: separator)
            #expect(call.problem == nil && read == value)
        }
        try expect([1, -2, 3])
        try expect(["one", "two,three", "four/five", "ü%20"])
        try expect(["red": 100, "green": -200])
        try expect("a, b|c")
        let encodings = ["value": FormEncoding(style: style, explode: false)]
        var call = OperationCall("sample", .post, "/")
        call.form(["value": ["a,b", "c/d"]], encodings: encodings)
        guard case .bytes(let bytes) = call.body else {
            Issue.record("The form has no body.")
            return
        }
        let form: [String: [String]] = try ServerInput(ServerRequest(operation: "sample"), body: bytes)
            .form(encodings: encodings)
        #expect(form == ["value": ["a,b", "c/d"]])
    }

    @Test("a call is not sent if an element of a list contains its separator, unless it is a comma")
    func ambiguous() {
        let rows: [(ParameterShape.Separator, String)] = [(.space, "a b"), (.tab, "a\tb"), (.pipe, "a|b")]
        for (separator, text) in rows {
            #expect(
                problem { $0.path("p", [text, "c"], separator: separator) }
                    == "An element of a list in the path contains the separator of the list."
            )
            #expect(problem { $0.path("p", [text: 1], separator: separator) } != nil)
            #expect(problem { $0.path("p", text, separator: separator) } == nil)
            var call = OperationCall("sample", .get, "/")
            call.header("X-Value", ["c", text], separator: separator)
            #expect(call.problem == "An element of the header 'X-Value' contains the separator of the list.")
        }
        #expect(problem { $0.path("p", ["a,b"]) } == nil)
    }

    @Test("a call is not sent if a cookie, a part or a header field would be read as other values")
    func otherValues() throws {
        let rows: [(String, (inout OperationCall) -> Void, (inout OperationCall) -> Void)] = [
            (
                "cookie", { $0.cookie("c", ["a,b"], explode: false, encoded: false) },
                { $0.cookie("c", ["a,b"], explode: false) }
            ),
            (
                "query", { $0.query("q", ["a,b"], explode: false, allowReserved: true) },
                { $0.query("q", ["a,b"], explode: false) }
            ),
            (
                "name", { $0.header("X-A", ["k=y": "a"], explode: true) },
                { $0.header("X-A", ["k": "a"], explode: true) }
            ),
            ("empty element", { $0.header("X-A", ["a", "", "b"]) }, { $0.header("X-A", ["a", "b"]) }),
            ("space", { $0.header("X-A", ["a "]) }, { $0.header("X-A", ["a b"]) }),
        ]
        for (name, refused, sent) in rows {
            var (bad, good) = (OperationCall("sample", .get, "/"), OperationCall("sample", .get, "/"))
            refused(&bad)
            sent(&good)
            #expect(bad.problem ?? bad.queryWriter.problem != nil, "\(name)")
            #expect(good.problem == nil && good.queryWriter.problem == nil, "\(name)")
        }
        var form = MultipartBody(encodings: ["l": FormEncoding(explode: false)])
        form.append("l", value: ["a,b", "c"])
        #expect(form.problem?.contains("separator") == true)
    }

    @Test("a matrix parameter without its name is refused, and one without a value is empty")
    func namelessMatrix() throws {
        func read(_ raw: String) throws -> String {
            let input = ServerInput(ServerRequest(operation: "sample"), pathValues: ["color": raw])
            return try input.path("color", style: .matrix, explode: false)
        }
        #expect(try read(";color=blue") == "blue")
        #expect(try read(";color") == "")
        for raw in ["blue", "%3Bcolor%3Dblue", ";size=1"] {
            #expect(throws: UnreadableInput.self, "\(raw)") { _ = try read(raw) }
        }
    }

    private func problem(_ add: (inout OperationCall) -> Void) -> String? {
        var call = OperationCall("sample", .get, "/{p}")
        add(&call)
        do throws(TransportError) {
            _ = try call.path.encoded()
            return nil
        } catch {
            return error.message
        }
    }

    @Test("cookies are the same after encoding and decoding", arguments: [true, false])
    func cookies(_ explode: Bool) throws {
        func expect<T: ParameterValue & JSONCodable & Equatable>(_ value: T) throws {
            var call = OperationCall("sample", .get, "/")
            call.cookie("session", "s")
            call.cookie("value", value, explode: explode)
            var headers = call.headers
            headers[.cookie] = call.cookies.joined(separator: "; ")
            let input = ServerInput(ServerRequest(operation: "sample", headers: headers))
            let read: T = try input.cookie("value", explode: explode)
            #expect(read == value, "\(call.cookies)")
        }
        try expect("a; b, c=ü")
        try expect(12)
        try expect([1, 2, 3])
        try expect(["a,b", "c;d"])
    }

    @Test("a JSON-encoded query parameter is decoded as JSON")
    func documents() throws {
        var call = OperationCall("sample", .get, "/")
        call.query("label", OperationCall.text(of: Label(name: "a&b", colour: "c")))
        var input = ServerInput(ServerRequest(operation: "sample"), query: call.queryWriter.text)
        let label: Label = try input.query("label", isJSON: true)
        #expect(label == Label(name: "a&b", colour: "c"))
    }

    @Test(
        "an invalid value is refused by parameter name without the value",
        arguments: ["take=1x", "take=", "take=1.5", "take=%22"]
    )
    func refused(_ query: String) {
        var input = ServerInput(ServerRequest(operation: "sample"), query: query)
        #expect { let _: Int? = try input.query("take") } throws: { error in
            "\(error)".hasPrefix("The query parameter 'take' cannot be read: ") && !"\(error)".contains("1")
        }
    }
}
