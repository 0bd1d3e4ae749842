@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Writing of header fields and cookies")
struct HeaderParameterTests {
    @Test("header values are joined, not encoded")
    func headers() async throws {
        var call = Wire.get()
        call.header("X-One", "a b, é")
        call.header("X-List", [1, 2])
        call.header("X-Object", ["R": 1, "G": 2])
        call.header("X-Exploded", ["R": 1, "G": 2], explode: true)
        call.header("X-None", String?.none)
        let request = try await Wire.sent(call)
        #expect(request.header("x-one") == "a b, é")
        #expect(request.header("x-list") == "1,2")
        #expect(request.header("x-object") == "G,2,R,1")
        #expect(request.header("x-exploded") == "G=2,R=1")
        #expect(request.header("x-none") == nil)
    }

    @Test("a date of HTTP has its format, without fractions of a second")
    func dates() async throws {
        var call = Wire.get()
        call.header("If-Modified-Since", httpDate: Date(timeIntervalSince1970: 784_111_777.9))
        call.header("If-Unmodified-Since", httpDate: nil)
        let request = try await Wire.sent(call)
        #expect(request.header("if-modified-since") == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(request.header("if-unmodified-since") == nil)
    }

    @Test("an element that is empty, or has a comma outside of a quoted string, is refused")
    func commas() async throws {
        let rows: [(@Sendable (inout OperationCall) -> Void, Bool)] = [
            ({ $0.header("X-List", ["a", "b,c"]) }, false), ({ $0.header("X-List", ["\"b,c\"", "a"]) }, true),
            ({ $0.header("X-List", ["\"b", "c\""]) }, false), ({ $0.header("X-List", ["a", "", "b"]) }, false),
            ({ $0.header("X-One", "b,c") }, true),
            ({ $0.header("X-Object", ["a": "x,b"]) }, false), ({ $0.header("X-Object", ["a,b": "x"]) }, false),
            ({ $0.header("X-Object", ["a": "x,b=9"], explode: true) }, false),
            ({ $0.header("X-Object", ["a": "x=9"], explode: true) }, true),
        ]
        for (index, row) in rows.enumerated() {
            var call = Wire.get()
            row.0(&call)
            let outcome = try await Wire.outcome(Wire.sender(ScriptedTransport([.status(204)])), call)
            #expect(outcome == (row.1 ? "success" : "transport.invalidRequest"), "\(index)")
        }
    }

    @Test(
        "a value that could start another header field is refused",
        arguments: ["a\r\nX: y", "a\nb", "a\rb", "a\0b", "\u{1B}[0m"]
    )
    func injection(_ value: String) async throws {
        let transport = ScriptedTransport([.status(204)])
        var call = Wire.get()
        call.header("X-Note", value)
        #expect(try await Wire.outcome(Wire.sender(transport), call) == "transport.invalidRequest")
        #expect(transport.requests.isEmpty)
    }

    @Test(
        "a header name that is not a token is refused",
        arguments: ["X Note", "", "X:Note", "X\nNote"] as [StaticString]
    )
    func names(_ name: StaticString) async throws {
        var call = Wire.get()
        call.header(name, "v")
        let transport = ScriptedTransport([.status(204)])
        #expect(try await Wire.outcome(Wire.sender(transport), call) == "transport.invalidRequest")
    }

    @Test("the names of the cookies of an object are encoded once, and not in the style cookie")
    func cookieNames() async throws {
        var call = Wire.get("/x")
        call.cookie("object", ["a b": "1=2"])
        call.cookie("plain", ["c:d": "e%f"], encoded: false)
        #expect(try await Wire.sent(call).header("cookie") == "a%20b=1=2; c:d=e%f")
    }

    @Test("a cookie with allowReserved keeps escapes, and still has no character that ends it")
    func reservedCookies() async throws {
        var call = Wire.get("/x")
        call.cookie("a", "b%2Fc d;e%", allowReserved: true)
        call.cookie("f", ["g,h", "i/j"], explode: false, allowReserved: true)
        #expect(try await Wire.sent(call).header("cookie") == "a=b%2Fc%20d%3Be%25; f=g%2Ch,i/j")
    }

    @Test("cookies are encoded and share one header field")
    func cookies() async throws {
        var call = Wire.get()
        call.cookie("a", "x; y=1")
        call.cookie("list", [1, 2])
        call.cookie("flat", [1, 2], explode: false)
        call.cookie("object", ["R": 1, "G": 2])
        call.cookie("none", Int?.none)
        let request = try await Wire.sent(call)
        #expect(request.header("cookie") == "a=x%3B%20y=1; list=1; list=2; flat=1,2; G=2; R=1")
    }

    @Test("the caller's cookies replace cookie parameters of the same names only")
    func callerCookies() async throws {
        var call = Wire.get()
        call.cookie("a", 1)
        call.cookie("b", 2)
        let request = try await Wire.sent(call, options: CallOptions(headers: [.cookie: "s=1; b=3"]))
        #expect(request.header("cookie") == "s=1; b=3; a=1")
        let transport = ScriptedTransport([.status(204)])
        let sender = try Wire.sender(transport) { $0.headers[.cookie] = "c=0" }
        #expect(await Wire.outcome(sender, call) == "success")
        #expect(transport.requests.first?.header("cookie") == "c=0; a=1; b=2")
    }
}
