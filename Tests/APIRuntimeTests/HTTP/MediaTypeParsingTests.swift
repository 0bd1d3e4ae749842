import Testing

@testable import APIRuntime

@Suite("Media types")
struct MediaTypeParsingTests {
    @Test(
        "type and parameters are parsed, names in lower case",
        arguments: [
            ("application/json", "application/json", [:]),
            ("Text/HTML; Charset=UTF-8", "text/html", ["charset": "UTF-8"]),
            (" text/plain ;charset=\"a b\" ; q=0.5", "text/plain", ["charset": "a b", "q": "0.5"]),
            (#"a/b; x="1;2"; y="a\"b\\""#, "a/b", ["x": "1;2", "y": #"a"b\"#]),
            ("a/b; x=1; X=2", "a/b", ["x": "1"]),
            ("a/b; flag; x=", "a/b", ["x": ""]),
            (#"a/b; x=""#, "a/b", ["x": "\""]),
            ("*/*", "*/*", [:]),
        ] as [(String, String, [String: String])]
    )
    func parsed(_ text: String, _ essence: String, _ parameters: [String: String]) {
        let type = MediaType(text)
        #expect(type?.essence == essence)
        #expect(type?.parameters == parameters)
    }

    @Test(
        "a string without a type and a subtype is none",
        arguments: ["", "json", "/", "a/", "/b", "a/b/c", "a b/c", ";", "a; b/c"]
    )
    func invalid(_ text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test("a list is split at commas outside of quotation marks, without invalid types")
    func list() {
        let types = MediaType.list(#"a/b;x="1,2", json, c/*;q=0.1,"#)
        #expect(types.map(\.essence) == ["a/b", "c/*"])
        #expect(types.first?.parameters == ["x": "1,2"])
        #expect(MediaType.list("").isEmpty)
    }

    @Test(
        "JSON and XML are known by their subtype or suffix",
        arguments: [
            ("application/json", true, false), ("text/json", true, false), ("application/problem+json", true, false),
            ("application/jsonl", false, false), ("application/json-seq", false, false), ("text/xml", false, true),
            ("application/atom+xml", false, true), ("application/xmlx", false, false), ("text/plain", false, false),
        ]
    )
    func kinds(_ text: String, _ isJSON: Bool, _ isXML: Bool) throws {
        let type = try #require(MediaType(text))
        #expect(type.isJSON == isJSON)
        #expect(type.isXML == isXML)
    }

    @Test(
        "a range includes the types of its family, regardless of parameters",
        arguments: [
            ("application/*+json", "application/vnd.acme+json", true),
            ("application/*+json", "application/json", false),
            ("application/*+json", "text/vnd.acme+json", false), ("application/*+json", "application/atom+xml", false),
            ("text/plain", "text/plain;charset=utf-8", true), ("text/*", "text/plain", true),
            ("*/*", "image/png", true),
            ("text/plain", "text/html", false), ("text/*", "textual/plain", false), ("text/plain", "text/*", false),
        ]
    )
    func includes(_ range: String, _ text: String, _ isIncluded: Bool) throws {
        #expect(try #require(MediaType(range)).includes(try #require(MediaType(text))) == isIncluded)
    }

    @Test(
        "all parameters except the character set must be equal",
        arguments: [
            ("a/b;v=1", "a/b;v=1;x=2", true), ("a/b;v=1", "a/b", false), ("a/b;v=1", "a/b;v=2", false),
            ("a/b;charset=utf-8", "a/b", true), ("a/*;v=1", "a/c;v=1", true), ("a/b;v=1", "c/d;v=1", false),
        ]
    )
    func parameters(_ range: String, _ text: String, _ isIncluded: Bool) throws {
        #expect(try #require(MediaType(range)).includesWithParameters(try #require(MediaType(text))) == isIncluded)
    }
}
