import APIRuntime
import Testing

@testable import APIRequestDecoding

@Suite("Query parameters of received requests")
struct QueryParameterTests {

    private func value(
        _ query: String,
        style: QueryStyle = .form,
        explode: Bool = true,
        _ kind: TextKind
    ) -> JSONValue? {
        let items = QueryText.items(query, plusIsSpace: false)
        return QueryParameter(name: "a", style: style, explode: explode).value(in: items, kind)
    }

    @Test("a query is split and decoded, and a plus is a space only in forms")
    func items() {
        let query = QueryText.items("a=1%2C2&b&c=x+y", plusIsSpace: false)
        #expect(query.map(\.name) == ["a", "b", "c"] && query.map(\.value) == ["1,2", "", "x+y"])
        #expect(query.map(\.rawValue) == ["1%2C2", "", "x+y"])
        #expect(QueryText.items("c=x+y%2B", plusIsSpace: true).first?.value == "x y+")
    }

    @Test("bytes that are not UTF-8 stay percent-encoded", arguments: ["%FF", "%", "%zz"])
    func undecodable(_ text: String) {
        #expect(QueryText.items("a=\(text)", plusIsSpace: false).first?.value == text)
    }

    @Test("a name without an equals sign and an empty pair are read", arguments: [("a", 1), ("a&&b", 2), ("", 0)])
    func gaps(_ query: String, _ count: Int) {
        #expect(QueryText.items(query, plusIsSpace: false).count == count)
    }

    @Test("a scalar is the first value, and an absent one is nil")
    func scalars() {
        #expect(value("a=1&a=2", .scalar) == "1")
        #expect(value("b=1", .scalar) == nil)
        #expect(value("a=", .scalar) == "")
    }

    @Test(
        "a list is split by the delimiter of its style",
        arguments: [
            (QueryStyle.form, true, "a=1&a=2%2C3"), (.form, false, "a=1,2%2C3"),
            (.spaceDelimited, false, "a=1%202%2C3"), (.spaceDelimited, false, "a=1+2%2C3"),
            (.pipeDelimited, false, "a=1|2%2C3"), (.pipeDelimited, false, "a=1%7c2%2C3"),
        ]
    )
    func lists(_ style: QueryStyle, _ explode: Bool, _ query: String) {
        #expect(value(query, style: style, explode: explode, .list) == ["1", "2,3"])
    }

    @Test("an empty list has no element")
    func emptyList() {
        #expect(value("a=", explode: false, .list) == [])
    }

    @Test("an object alternates names and values, and a name without a value is empty")
    func objects() {
        #expect(value("a=R,100,G", explode: false, .object) == ["R": "100", "G": ""])
    }

    @Test("any JSON is one string, or a list of several")
    func any() {
        #expect(value("a=1", .any) == "1")
        #expect(value("a=1&a=2", .any) == ["1", "2"])
    }

    @Test("bracketed names become an object, numbered ones a list")
    func deepObjects() {
        let query = "a[from]=1&a[labels][0]=x&a[labels][1]=y&a[n][m]=2&b[from]=3"
        #expect(value(query, style: .deepObject, .object) == ["from": "1", "labels": ["x", "y"], "n": ["m": "2"]])
        #expect(value("a[]=x&a[]=y", style: .deepObject, .object) == ["x", "y"])
        #expect(value("b[from]=3", style: .deepObject, .object) == nil)
    }

    @Test("brackets nested too deeply count as absent")
    func depth() {
        let deep = { (count: Int) in "a" + String(repeating: "[x]", count: count) + "=1" }
        #expect(value(deep(32), style: .deepObject, .object) != nil)
        #expect(value(deep(33), style: .deepObject, .object) == nil)
        #expect(value(deep(100_000), style: .deepObject, .object) == nil)
    }

    @Test("the same name twice keeps the first value of a deep object")
    func repetition() {
        #expect(value("a[x]=1&a[x]=2", style: .deepObject, .object) == ["x": "1"])
    }

    @Test("items grouped into an object keep their order and collect repeated names")
    func grouping() {
        let items = QueryText.items("b=1&a=2&b=3", plusIsSpace: false)
        let object = JSONValue.object(grouping: items).object
        #expect(object?.members.map(\.name) == ["b", "a"])
        #expect(object?["b"] == ["1", "3"] && object?["a"] == "2")
    }
}
