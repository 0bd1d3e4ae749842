import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime
@testable import APIServer

@Suite("Credentials next to parameters")
struct CredentialNameTests {

    @Test("a map of any cookies contains neither credentials nor the cookies of other parameters")
    func cookies() throws {
        let headers: HTTPFields = [.cookie: "sid=secret; theme=dark; lang=de"]
        var input = ServerInput(ServerRequest(operation: "sample", headers: headers))
        input.credentialCookies = ["sid"]
        let all: [String: String] = try input.cookie("rest")
        #expect(all == ["theme": "dark", "lang": "de"])
        let rest: [String: String] = try input.cookie("rest", except: ["lang"])
        #expect(rest == ["theme": "dark"])
    }

    private func wholeQuery<T: JSONCodable>(_ query: String, isJSON: Bool = false) throws -> T {
        var input = ServerInput(ServerRequest(operation: "sample"), query: query)
        input.credentialNames = ["api_key"]
        return try input.queryString(isJSON: isJSON)
    }

    @Test("a whole query is its text without the credentials")
    func wholeQueries() throws {
        let json: [String: Int] = try wholeQuery("%7B%22a%22%3A1%7D&api_key=secret", isJSON: true)
        #expect(json == ["a": 1])
        for (query, expected) in [
            ("text&api%5Fkey=secret", "text"), ("YWI=", "YWI="), ("a=&&b", "a=&&b"), ("a%3D%26b", "a=&b"),
        ] {
            let text: String = try wholeQuery(query)
            #expect(text == expected)
        }
        let none: String? = try wholeQuery("api_key=secret")
        #expect(none == nil)
    }
}
