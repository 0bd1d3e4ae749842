@testable @_spi(Generated) import APIRuntime
import Foundation
import HTTPTypes
import Testing

@Suite("The next page in a header field")
struct NextLinkTests {

    private func next(_ value: String, in name: String = "Link") throws -> String? {
        let field = try #require(HTTPField.Name(name))
        let response = APIResponse(status: 200, headers: [field: value], body: ())
        return try response.nextURL(in: name)?.absoluteString
    }

    @Test(
        "the next page is the first link with the relation 'next'",
        arguments: [
            (#"</a?page=1>; rel="prev", </a?page=3>; rel="next""#, "/a?page=3"),
            (
                "<https://api.example.com/a?x=1,2;3>; rel=next; title=\"a, <b>; rel=next\"",
                "https://api.example.com/a?x=1,2;3"
            ),
            (#"</a>;title="no; rel=next \" ,",</b>; REL = "Last NEXT""#, "/b"),
            (#"</a>; rel=prev; rel=next"#, nil), ("</a>", nil), ("", nil),
        ]
    )
    func links(_ value: String, _ expected: String?) throws {
        #expect(try next(value) == expected)
    }

    @Test("a field without links, or without a URL, is an error and not the last page")
    func invalid() {
        #expect(throws: DecodingFailure.self) { try next("/a?page=2") }
        #expect(throws: DecodingFailure.self) { try next("<>; rel=next") }
        #expect(throws: DecodingFailure.self) { try next("</a; rel=next") }
    }

    @Test("iterations throw the operation's error for an invalid field")
    func operationError() throws {
        let field = try #require(HTTPField.Name("Link"))
        let response = APIResponse(status: 206, headers: [field: "/a?page=2"], body: ())
        let error = #expect(throws: WireError.self) { try response.nextURL(in: "Link", failing: WireError.self) }
        #expect(error?.name == "decoding" && error?.status == 206)
        let valid = APIResponse(status: 200, headers: [field: "</b>; rel=next"], body: ())
        #expect(try valid.nextURL(in: "link", failing: WireError.self)?.absoluteString == "/b")
    }

    @Test("any other field contains the URL alone")
    func plain() throws {
        #expect(try next("/a?page=2", in: "Link-Next") == "/a?page=2")
        #expect(try next("", in: "Link-Next") == nil)
    }
}
