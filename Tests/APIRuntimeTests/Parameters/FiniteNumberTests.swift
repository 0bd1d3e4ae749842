@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import Testing

@Suite("Numbers that requests cannot have")
struct FiniteNumberTests {
    private static let problem =
        "has a number that is infinite or not a number, or a date outside of the years 0 to 9999."

    /// A call with an infinite number, and the location in its error.
    struct Row: Sendable, CustomTestStringConvertible {
        let location: String
        let build: @Sendable (inout OperationCall) -> Void
        var testDescription: String { location }

        init(_ location: String, _ build: @escaping @Sendable (inout OperationCall) -> Void) {
            self.location = location
            self.build = build
        }
    }

    /// A form with one part.
    struct Form: MultipartConvertible {
        var write: @Sendable (inout MultipartBody) -> Void
        func append(to form: inout MultipartBody) { write(&form) }
    }

    private static let deep: [String: [Double]] = ["a": [1, .infinity]]

    /// Dates that RFC 3339 does not have: not-a-number, the second before the year 0, and the first one of year 10000.
    private static let (undated, early, late) = (
        Date(timeIntervalSince1970: .nan), Date(timeIntervalSinceReferenceDate: -63_145_526_401),
        Date(timeIntervalSinceReferenceDate: 252_423_993_600)
    )

    static let rows: [Row] = [
        Row("The query parameter 'q'") { $0.query("q", Double.nan) },
        Row("The query parameter 'q'") { $0.query("q", -Float.infinity) },
        Row("The query parameter 'q'") { $0.query("q", Decimal.nan) },
        Row("The query parameter 'q'") { $0.query("q", [1, Double.infinity], explode: false) },
        Row("The query parameter 'q'") { $0.query("q", [[1, Double.infinity]]) },
        Row("The query parameter 'q'") { $0.query("q", ["a": Double.nan]) },
        Row("The query parameter 'q'") { $0.query("q", deep, style: .deepObject) },
        Row("The query parameter 'q'") { $0.query("q", OperationCall.text(of: deep)) },
        Row("The query") { $0.queryString(OperationCall.text(of: deep)) },
        Row("The header 'H'") { $0.header("H", Double.signalingNaN) },
        Row("The cookie 'c'") { $0.cookie("c", Double.infinity) },
        Row("A value in the path") { $0.path("p", Double.nan) },
        Row("A value in the path") { $0.path("p", matrix: [Double.infinity]) },
        Row("A value in the path") { $0.path("p", reserved: Double.infinity) },
        Row("The body") { $0.json(deep) },
        Row("The body") { $0.form(deep) },
        Row("The body") { $0.coded(deep, contentType: "application/xml") },
        Row("The body") { $0.parts([Double.nan], contentType: "multipart/mixed") },
        Row("The part 'p' of the body") { $0.multipart(Form { $0.append("p", value: Double.nan) }) },
        Row("The part 'p' of the body") { $0.multipart(Form { $0.append("p", json: deep) }) },
        Row("The part 'p' of the body") { $0.multipart(Form { $0.append("p", part: Double.nan) }) },
        Row("A part of the body") { $0.multipart(Form { $0.append(additional: deep) }) },
        Row("The item at index 1 of the body") { $0.lines(BodyItems([[1], [Double.nan]])) },
        Row("The item at index 0 of the body") { $0.textSequence(BodyItems([Double.nan])) },
        Row("The query parameter 'q'") { $0.query("q", undated) },
        Row("The query parameter 'q'") { $0.query("q", early) },
        Row("The query parameter 'q'") { $0.query("q", [late], explode: false) },
        Row("The query parameter 'q'") { $0.query("q", ["a": late], style: .deepObject) },
        Row("The header 'H'") { $0.header("H", late) },
        Row("The header 'Date'") { $0.header("Date", httpDate: late) },
        Row("A value in the path") { $0.path("p", early) },
        Row("The body") { $0.json([undated]) },
        Row("The body") { $0.form(["a": early]) },
        Row("The part 'p' of the body") { $0.multipart(Form { $0.append("p", value: undated) }) },
        Row("The part 'p' of the body") { $0.multipart(Form { $0.append("p", value: late) }) },
    ]

    @Test("an infinite number and not-a-number are refused before the request is sent, by location", arguments: rows)
    func refused(_ row: Row) async throws {
        let transport = ScriptedTransport([.status(204)])
        var call = OperationCall("x", .post, "/x/{p}")
        call.path("p", 1)
        row.build(&call)
        let sent = call
        let error = await #expect(throws: WireError.self) {
            try await Wire.sender(transport).sendEmpty(sent, CallOptions(), failing: WireError.self)
        }
        guard case .transport(let cause) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.code == .invalidRequest && cause.message == "\(row.location) \(Self.problem)")
        #expect(transport.requests.isEmpty)
    }

    @Test("a sequence of items ends at an infinite number, with its index")
    func sequences() async throws {
        let items = AsyncStream<Double> { stream in
            for number in [1, 2, .infinity] { stream.yield(number) }
            stream.finish()
        }
        var call = OperationCall("x", .post, "/x")
        call.lines(BodyItems(items))
        let sent = call
        let transport = ScriptedTransport([.status(204)])
        let error = await #expect(throws: WireError.self) {
            try await Wire.sender(transport).sendEmpty(sent, CallOptions(), failing: WireError.self)
        }
        guard case .transport(let cause) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.code == .body && cause.message == "The item at index 2 of the body \(Self.problem)")
    }

    @Test("the first and the last date-time are sent")
    func limits() async throws {
        var call = OperationCall("x", .post, "/x")
        call.query("first", Date(timeIntervalSinceReferenceDate: -63_145_526_400))
        call.query("last", Date(timeIntervalSinceReferenceDate: 252_423_993_599.5))
        call.query("late", Self.late.timestamp(fractionDigits: 6))
        let query = try await Wire.sent(call).query ?? ""
        #expect(query.removingPercentEncoding == "first=0000-01-01T00:00:00Z&last=9999-12-31T23:59:59Z&late=invalid")
    }

    @Test("strings that spell such numbers, and empty ones, are sent")
    func strings() async throws {
        var call = OperationCall("x", .post, "/x/{p}")
        call.path("p", "nan")
        call.query("q", ["NaN", "inf", ""])
        call.query("none", [String?.none, "info"], explode: false)
        call.query("json", OperationCall.text(of: ["nan"]))
        call.header("H", "infinity")
        call.form(["banana": "nan"] as JSONValue)
        let request = try await Wire.sent(call)
        #expect(request.path == "/v1/x/nan")
        #expect(request.query == "q=NaN&q=inf&q=&none=info&json=%5B%22nan%22%5D")
        #expect(request.header("H") == "infinity" && request.text == "banana=nan")
    }
}
