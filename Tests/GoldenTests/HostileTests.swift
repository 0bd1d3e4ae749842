import APIRuntime
import APITesting
import Foundation
import HostileAPI
import HTTPTypes
import Testing

/// Tests of strings that try to break out of their context, in a module generated from them.
@Suite("Hostile module")
struct HostileTests {

    /// The end of every hostile string of the specification.
    private let tail = "\"\\(fatalError())\r\n\u{85}\u{2028}\0*/`\u{202E}#"

    private func client(_ responses: [ScriptedResponse]) throws -> (client: HostileClient, transport: ScriptedTransport)
    {
        let transport = ScriptedTransport(responses)
        var configuration = ClientConfiguration.testing(transport)
        configuration.retry = .never
        let base = try #require(URL(string: "https://hostile.example"))
        let client = HostileClient(
            servers: HostileServers(all: base),
            credentials: HostileCredentials(keyFatalError: .apiKey("k"), token: .bearer("t")),
            configuration: configuration
        )
        return (client, transport)
    }

    /// Returns the decoded names and values of a query or a form.
    private func pairs(_ text: String?) -> [[String?]] {
        (text ?? "").split(separator: "&").map { pair in
            pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                String($0).replacingOccurrences(of: "+", with: " ").removingPercentEncoding
            }
        }
    }

    @Test("paths and query names are sent as in the specification")
    func parameters() async throws {
        let thing = try JSONSerialization.data(withJSONObject: ["p" + tail: "", "object": ""])
        let (client, transport) = try client([.bytes([UInt8](thing), contentType: "application/json")])
        _ = try await client.tagFatalErrorImport.getFatalError(
            partfatalError: "a/b",
            selfValue: "s",
            qFatalError: .wFatalError,
            call2: "1",
            object: "2",
            position: "3",
            response: "4",
            next: "5",
            where: "6",
            u1F9E8: "7",
            مرحبا: "8"
        )
        let request = try #require(transport.requests.first)
        #expect(
            request.path.removingPercentEncoding
                == "/quote\"/\\(fatalError())/hash#/tick`/\u{202E}bidi/a/b/;self=s"
        )
        #expect(request.path.contains("a%2Fb"))
        #expect(
            pairs(request.query) == [
                ["q" + tail, "w" + tail], ["call", "1"], ["object", "2"], ["position", "3"], ["response", "4"],
                ["next", "5"], ["where", "6"], ["🧨", "7"], ["مرحبا", "8"],
            ]
        )
    }

    @Test("parameters named like variables of the generated code keep their values on every page")
    func pages() async throws {
        let members: [String: Any] = ["p" + tail: "", "object": "", "it\"ems\\(fatalError())": ["x", "y"]]
        let thing = try JSONSerialization.data(withJSONObject: members)
        let (client, transport) = try client([.bytes([UInt8](thing), contentType: "application/json")])
        var items: [String] = []
        let pages = client.tagFatalErrorImport.getFatalErrorPages(
            partfatalError: "p",
            selfValue: "s",
            position: "mine",
            response: "yours"
        )
        for try await item in pages.items {
            items.append(item)
        }
        #expect(items == ["x", "y"])
        #expect(pairs(transport.requests.first?.query) == [["position", "mine"], ["response", "yours"]])
    }

    @Test("properties keep their JSON names when encoded and decoded")
    func members() throws {
        let names = [
            "p" + tail, "object", "value", "self", "init", "Type", "keys", "unknownProperties", "additionalProperties",
            "hashValue", "", " ", "🧨", "not named: " + tail,
        ]
        var members: [String: Any] = Dictionary(uniqueKeysWithValues: names.map { ($0, "v" + $0 + tail) })
        members["newValue"] = ["p" + tail: "inner", "object": "inner"]
        members["word"] = "w" + tail
        members["union"] = ["kind\"\\(fatalError())\n": "one\"\\(fatalError())\n\u{2028}", "only\"\\(first)": "1"]
        members["it\"ems\\(fatalError())"] = [tail]
        let bytes = try JSONSerialization.data(withJSONObject: members)
        let thing = try JSONCoding.decode(Thing.self, from: [UInt8](bytes))
        #expect(thing.pFatalError == "vp" + tail + tail)
        #expect(thing.object == "vobject" + tail)
        #expect(thing.selfValue == "vself" + tail)
        #expect(thing.empty == "v" + tail)
        #expect(thing.newValue?.object == "inner")
        #expect(thing.word == .wFatalError)
        guard case .first(let first) = thing.union else {
            Issue.record("\(String(describing: thing.union))")
            return
        }
        #expect(first.onlyFirst == "1")
        let again = try JSONSerialization.jsonObject(with: Data(JSONCoding.encode(thing))) as? NSDictionary
        #expect(again == members as NSDictionary)
    }

    @Test("defaults and enum values have the specification's Unicode scalars")
    func values() {
        #expect(Thing(object: "").pFatalErrorOrDefault.unicodeScalars.elementsEqual(("d" + tail).unicodeScalars))
        let words = [
            "w" + tail, "\"\"\"", "\\", "\n", "", "self", "init", "none", "some", "🧨", "\u{202E}", "\0", "#\"", "case",
            "A", "a",
        ]
        #expect(Word.knownValues.map(\.rawValue) == words)
        #expect(words.map(Word.init(rawValue:)) == Word.knownValues)
        #expect(Word(rawValue: "w" + tail + " ") == .unknown("w" + tail + " "))
    }

    @Test("both variants are selected by their discriminator and by their unique properties")
    func union() throws {
        let tags = ["one\"\\(fatalError())\n\u{2028}", "two*/\r\u{85}"]
        for (index, name) in ["first", "second"].enumerated() {
            let members = ["kind\"\\(fatalError())\n": tags[index], "only\"\\(\(name))": "x"]
            for keys in [Array(members.keys), members.keys.filter { $0.hasPrefix("only") }] {
                let bytes = try JSONSerialization.data(withJSONObject: members.filter { keys.contains($0.key) })
                let value = try JSONCoding.decode(Either.self, from: [UInt8](bytes))
                switch value {
                case .first: #expect(index == 0)
                case .second: #expect(index == 1)
                case .unknown: Issue.record("\(members)")
                }
            }
        }
    }

    @Test("forms, parts and media types have their specified names")
    func bodies() async throws {
        let (client, transport) = try client([
            .json(#"{"tok\"en\\(fatalError())":"new"}"#), .status(204), .status(204), .status(204),
        ])
        let form = Form(form: "f", secRetFatalError: tail, liStFatalError: ["a,b", "c"])
        #expect(try await client.servers.form(body: form).tokEnFatalError == "new")
        try await client.servers.upload(
            body: Upload(form: "x", part: FilePart(data: Data("y".utf8)), naMeFatalError: "z")
        )
        try await client.servers.media(body: .bytes([1]))
        try await client.servers.parts(body: Form(form: "only"))
        let requests = transport.requests
        #expect(requests[3].text.contains("name=\"form\"\r\n"))
        #expect(
            pairs(requests[0].text) == [
                ["form", "f"], ["sec\"ret\\(fatalError())", tail], ["li\"st\\(fatalError())", "a,b,c"],
            ]
        )
        #expect(requests[1].text.contains("name=\"form\""))
        #expect(requests[1].text.contains("name=\"na%22me\\(fatalError())%0D%0A\""))
        #expect(requests[2].header("Content-Type") == "application/x-quote; a=\"\\(fatalError())\"")
    }

    @available(*, deprecated)
    @Test("a property can be boxed, deprecated, nullable and lenient at once")
    func storage() async throws {
        let json = #"{"next":{"next":null,"count":"5"},"old":{"object":"o"},"list":["a",1,"b"],"seven":"8"}"#
        let loop = try JSONCoding.decode(Loop.self, from: Array(json.utf8))
        #expect(loop.next?.value?.next == .null)
        #expect(loop.next?.value?.count == 5)
        #expect(loop.old?.value?.object == "o")
        #expect(loop.list == .value(["a", "b"]))
        #expect(loop.seven == 8)
        #expect(Loop().seven == nil && Loop().sevenOrDefault == 7)
        let (client, transport) = try client([.status(204)])
        try await client.servers.loop(body: loop)
        #expect(
            transport.requests.first?.text
                == #"{"next":{"next":null,"count":5},"old":{"object":"o"},"list":["a","b"],"seven":8}"#
        )
    }

    @Test("the refresher sends literals and header fields unchanged")
    func refresher() async throws {
        let (client, transport) = try client([.json(#"{"tok\"en\\(fatalError())":"new"}"#)])
        let session = TokenSession(store: MemoryTokenStore(), refresher: client.tokenRefresher(serversArgument: "x"))
        try await session.signIn(OAuthToken(accessToken: "old", refreshToken: "r"))
        let credential = try await session.refresh()
        #expect(credential.value == "new")
        let request = try #require(transport.requests.first)
        #expect(
            pairs(request.text) == [
                ["form", "r"], ["extra", "x"], ["sec\"ret\\(fatalError())", "lit\"\\(fatalError())\n\u{202E}#"],
            ]
        )
        #expect(request.header("X-Old") == "Pre\"\\(fix) old")
    }

    @Test("hostile values of a variable are cases with exactly these values, and a URL with one is valid or nil")
    func servers() {
        #expect(HostileServers.Host.allCases.map(\.rawValue) == ["a\"b", #"\(fatalError())"#, "a\"\\(fatalError())\n"])
        for host in HostileServers.Host.allCases {
            #expect(HostileServers.productionFatalError(host: host).mainX?.host?.contains("\n") != true)
        }
    }

    @Test("every name has a separate property, despite Swift, Unicode and letter case")
    func names() throws {
        let names = Names.keys.names
        #expect(names.count == 190)
        #expect(names.contains { $0.utf8.count == 10_000 })
        let members = names.map { JSONObject.Member(name: $0, value: .string("v" + $0)) }
        let json = JSONCoding.encode(JSONValue.object(JSONObject(members)))
        let value = try JSONCoding.decode(Names.self, from: json, options: JSONReadingOptions(strict: true))
        #expect(JSONCoding.encode(value) == json)
        #expect(value.selfValue == "vSelf")
        let spelled = Mirror(reflecting: value).children.compactMap(\.label).filter { $0 != "unknownProperties" }
        #expect(spelled.count == names.count)
        #expect(Set(spelled).count == names.count)
    }

    @Test("canonically equivalent names are two properties")
    func canonical() throws {
        let json = "{\"\u{E9}\":\"one\",\"e\u{301}\":\"two\"}"
        let value = try JSONCoding.decode(Names.self, from: Array(json.utf8))
        #expect(value.é == "one")
        #expect(value.e == "two")
    }

    @Test("inner and top-level types do not clash with types that the generated code uses")
    func types() throws {
        let inner = try JSONCoding.decode(
            Inner.self,
            from: Array(#"{"Data":"a","Error":"c","text":"t","String":"b"}"#.utf8)
        )
        #expect(inner.data == .a)
        #expect(inner.error == .unknown("c"))
        #expect(inner.string2 == .b)
        #expect(
            try JSONCoding.decode(ResultModel.self, from: Array(#"{"a":"1","b":[{"a":"2"}],"c":"x"}"#.utf8)).b?.first?.a
                == "2"
        )
        #expect(try JSONCoding.decode(OperationCallModel.self, from: Array(#"{"a":"1","c":"x"}"#.utf8)).c == .x)
    }
}
