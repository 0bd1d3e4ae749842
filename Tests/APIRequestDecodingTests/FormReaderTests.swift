import APIRuntime
import Testing

@testable import APIRequestDecoding

@Suite("Received forms")
struct FormReaderTests {

    private func tree(_ form: String, _ encodings: [String: FormEncoding] = [:]) -> JSONValue {
        FormReader(encodings: encodings).tree(QueryText.items(form, plusIsSpace: true))
    }

    @Test("scalars are strings, and a repeated name is a list")
    func plain() {
        #expect(tree("a=x+y&b=1&b=2") == ["a": "x y", "b": ["1", "2"]])
        #expect(tree("") == [:])
    }

    @Test(
        "a property is read in its style",
        arguments: [
            (FormEncoding(style: .pipeDelimited, explode: false), "p=1%7C2"),
            (FormEncoding(style: .spaceDelimited, explode: false), "p=1+2"),
            (FormEncoding(style: .form, explode: false), "p=1,2"),
            (FormEncoding(style: .form), "p=1&p=2"),
            (FormEncoding(isJSON: true), "p=%5B%221%22,%222%22%5D"),
            (FormEncoding(style: .deepObject), "p%5B0%5D=1&p%5B1%5D=2"),
        ]
    )
    func styles(_ encoding: FormEncoding, _ form: String) {
        #expect(tree(form, ["p": encoding]) == ["p": ["1", "2"]])
    }

    @Test("brackets have a meaning only for a property in the style deepObject")
    func brackets() {
        #expect(tree("p[x]=1") == ["p[x]": "1"])
        #expect(tree("p[x]=1", ["p": FormEncoding(style: .deepObject)]) == ["p": ["x": "1"]])
    }

    @Test("a property in JSON that is not JSON is a string")
    func brokenJSON() {
        #expect(tree("p=%7Bx", ["p": FormEncoding(isJSON: true)]) == ["p": "{x"])
    }
}
