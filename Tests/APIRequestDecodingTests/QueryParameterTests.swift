import APIRuntime
import Testing

@testable import APIRequestDecoding

@Suite("Query parameters of received requests")
struct QueryParameterTests {

    private func tree(
        _ query: String,
        style: QueryStyle = .form,
        explode: Bool = true,
        _ kind: TextKind
    ) throws -> TextTree? {
        let items = QueryText.items(query, plusIsSpace: false)
        return try QueryParameter(name: "a", style: style, explode: explode).tree(of: items, kind)
    }

    private func value(
        _ query: String,
        style: QueryStyle = .form,
        explode: Bool = true,
        _ kind: TextKind
    ) throws -> JSONValue? {
        try tree(query, style: style, explode: explode, kind)?.json
    }

    private func typed<T: JSONCodable>(_ query: String, style: QueryStyle = .form, explode: Bool = false) throws -> T {
        let tree = try #require(try tree(query, style: style, explode: explode, TextKind(T.self)))
        return try JSONCoding.decode(from: tree, options: JSONReadingOptions())
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

    @Test("escapes that cannot be decoded are refused, in names and values")
    func escapes() throws {
        for text in ["100%", "%zz", "%", "%2", "a%2Gb", "%+5", "%e9", "%C3", "%C3%A9%E9"] {
            for query in ["a=\(text)", "\(text)=a"] {
                let item = try #require(QueryText.items(query, plusIsSpace: false).first)
                #expect(throws: DecodingFailure.self, "\(query)") { try item.checkEscapes() }
            }
        }
        for text in ["", "100%25", "%C3%a9", "é", "a+b"] {
            let item = try #require(QueryText.items("\(text)=\(text)", plusIsSpace: false).first)
            #expect(throws: Never.self, "\(text)") { try item.checkEscapes() }
        }
        #expect { try "%e9".checkEscapes() } throws: { "\($0)".contains("not UTF-8") }
        #expect { try "%C3%A9%".checkEscapes() } throws: { "\($0)".contains("'%25'") }
    }

    @Test("a name without an equals sign and an empty pair are read", arguments: [("a", 1), ("a&&b", 2), ("", 0)])
    func gaps(_ query: String, _ count: Int) {
        #expect(QueryText.items(query, plusIsSpace: false).count == count)
    }

    @Test("a scalar that occurs twice is a list, which no scalar type accepts, and an absent one is nil")
    func scalars() throws {
        #expect(try value("a=1", .scalar) == "1")
        #expect(try value("a=1&a=2", .scalar) == ["1", "2"])
        #expect(try value("b=1", .scalar) == nil)
        #expect(try value("a=", .scalar) == "")
        #expect(throws: DecodingFailure.self) { let _: Int = try typed("a=1&a=2", explode: true) }
    }

    @Test(
        "a list is split by the delimiter of its style",
        arguments: [
            (QueryStyle.form, true, "a=1&a=2%2C3"), (.form, false, "a=1,2%2C3"),
            (.spaceDelimited, false, "a=1%202%2C3"), (.spaceDelimited, false, "a=1+2%2C3"),
            (.pipeDelimited, false, "a=1|2%2C3"), (.pipeDelimited, false, "a=1%7c2%2C3"),
            (.pipeDelimited, false, "a=1|2,3"), (.spaceDelimited, false, "a=1%202,3"),
        ]
    )
    func lists(_ style: QueryStyle, _ explode: Bool, _ query: String) throws {
        let list: [String] = try typed(query, style: style, explode: explode)
        #expect(list == ["1", "2,3"])
    }

    @Test("an empty list has no element")
    func emptyList() throws {
        let list: [String] = try typed("a=")
        #expect(list.isEmpty)
    }

    @Test("an object alternates names and values, and a name without a value is empty")
    func objects() throws {
        let object: [String: String] = try typed("a=R,100,G")
        #expect(object == ["R": "100", "G": ""])
    }

    @Test("any JSON is one string, or a list of several")
    func any() throws {
        #expect(try value("a=1", .any) == "1")
        #expect(try value("a=1&a=2", .any) == ["1", "2"])
    }

    @Test("bracketed names become an object, numbered ones in any order a list")
    func deepObjects() throws {
        let query = "a[from]=1&a[labels][1]=y&a[labels][0]=x&a[n][m]=2&b[from]=3"
        #expect(try value(query, style: .deepObject, .object) == ["from": "1", "labels": ["x", "y"], "n": ["m": "2"]])
        #expect(try value("a[]=x&a[]=y", style: .deepObject, .object) == ["x", "y"])
        #expect(try value("b[from]=3", style: .deepObject, .object) == nil)
    }

    @Test("brackets nested too deeply are refused")
    func depth() throws {
        let deep = { (count: Int) in "a" + String(repeating: "[x]", count: count) + "=1" }
        #expect(try value(deep(32), style: .deepObject, .object) != nil)
        for count in [33, 100_000] {
            #expect { try value(deep(count), style: .deepObject, .object) } throws: { error in
                (error as? DecodingFailure)?.reason == .depth
            }
        }
    }

    @Test("the same name twice in a deep object is a list")
    func repetition() throws {
        #expect(try value("a[x]=1&a[x]=2", style: .deepObject, .object) == ["x": ["1", "2"]])
    }

    @Test("items grouped into an object keep their order and collect repeated names")
    func grouping() throws {
        let items = QueryText.items("b=1&a=2&b=3", plusIsSpace: false)
        let object = try TextTree.object(grouping: items.map { ($0.name, $0.value) }).json.object
        #expect(object?.members.map(\.name) == ["b", "a"])
        #expect(object?["b"] == ["1", "3"] && object?["a"] == "2")
    }
}
