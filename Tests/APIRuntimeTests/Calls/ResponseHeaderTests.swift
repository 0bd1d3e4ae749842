@_spi(Generated) import APIRuntime
import Foundation
import HTTPTypes
import Testing

@Suite("Typed response header fields")
struct ResponseHeaderTests {

    private func response(_ fields: [(String, String)]) throws -> APIResponse<Void> {
        var headers = HTTPFields()
        for (name, value) in fields {
            headers.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        return APIResponse(status: 200, headers: headers, body: ())
    }

    @Test("strings become the specified values, whatever the letter case of the name")
    func types() throws {
        let response = try response([
            ("X-Count", "7"), ("x-ratio", "0.5"), ("X-On", "true"), ("X-At", "2024-02-29T12:00:00Z"),
            ("X-Id", "4B3F0C61-1A2B-4C3D-8E9F-001122334455"), ("X-Name", "a, b"), ("X-Text", "7"),
        ])
        #expect(try response.header(ResponseHeader<Int>("x-count")) == 7)
        #expect(try response.header(ResponseHeader<Double>("X-Ratio")) == 0.5)
        #expect(try response.header(ResponseHeader<Bool>("X-On")) == true)
        #expect(try response.header(ResponseHeader<Date>("X-At")) == Date(timeIntervalSince1970: 1_709_208_000))
        #expect(try response.header(ResponseHeader<UUID>("X-Id"))?.uuidString.hasPrefix("4B3F0C61") == true)
        #expect(try response.header(ResponseHeader<String>("X-Name")) == "a, b")
        #expect(try response.header(ResponseHeader<String>("X-Text")) == "7")
    }

    @Test("a date has the format of HTTP or of RFC 3339")
    func dates() throws {
        let response = try response([
            ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Expires", "1994-11-06T08:49:37Z"), ("Sunset", "0"),
        ])
        let date = Date(timeIntervalSince1970: 784_111_777)
        #expect(try response.header(ResponseHeader<Date>("Last-Modified")) == date)
        #expect(try response.header(ResponseHeader<Date>("Expires")) == date)
        #expect(try response.header(ResponseHeader<String>("Last-Modified")) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(throws: DecodingFailure.self) { try response.header(ResponseHeader<Date>("Sunset")) }
    }

    @Test("each line of Set-Cookie is an element of its list")
    func cookies() throws {
        let lines = ["a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "c=d"]
        let several = try response(lines.map { ("Set-Cookie", $0) })
        #expect(try several.header(ResponseHeader<[String]>("set-cookie")) == lines)
        #expect(try several.header(ResponseHeader<String>("set-cookie")) == lines.joined(separator: "\n"))
        let one = try response([("Set-Cookie", lines[0])])
        #expect(try one.header(ResponseHeader<[String]>("Set-Cookie")) == [lines[0]])
        #expect(try one.header(ResponseHeader<String>("Set-Cookie")) == lines[0])
    }

    @Test("lists and objects are comma-separated strings, and repeated header fields are combined")
    func structures() throws {
        let response = try response([
            ("X-Ids", "1, 2"), ("X-Ids", "3"), ("X-Size", "w,2,h,3"), ("X-Area", "w=2, h=3"), ("X-Doc", "{\"a\":[1]}"),
        ])
        #expect(try response.header(ResponseHeader<[Int]>("X-Ids")) == [1, 2, 3])
        #expect(try response.header(ResponseHeader<[String: Int]>("X-Size")) == ["w": 2, "h": 3])
        #expect(try response.header(ResponseHeader<[String: Int]>("X-Area", explode: true)) == ["w": 2, "h": 3])
        #expect(try response.header(ResponseHeader<JSONValue>("X-Doc", isJSON: true)) == ["a": [1]])
    }

    @Test("a missing header field is nil, and an invalid one is an error")
    func wrong() throws {
        let response = try response([("X-Count", "many"), ("X-Doc", "{")])
        #expect(try response.header(ResponseHeader<Int>("X-Other")) == nil)
        #expect(throws: DecodingFailure.self) { try response.header(ResponseHeader<Int>("X-Count")) }
        #expect(throws: DecodingFailure.self) { try response.header(ResponseHeader<JSONValue>("X-Doc", isJSON: true)) }
    }
}
