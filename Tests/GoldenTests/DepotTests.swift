import APIRuntime
import APITesting
import DepotAPI
import Foundation
import HTTPTypes
import Testing

/// Tests of a module from a document of Swagger 2.0.
@Suite("Golden module: Swagger 2.0")
struct DepotTests {

    private func client(_ transport: ScriptedTransport) -> DepotClient {
        var configuration = ClientConfiguration.testing(transport)
        configuration.retry = .never
        return DepotClient(
            credentials: DepotCredentials(account: .bearer("t0k3n")),
            configuration: configuration
        )
    }

    @Test("each 'collectionFormat' of Swagger 2.0 is sent in its form")
    func lists() async throws {
        let transport = ScriptedTransport([.json("[]")])
        _ = try await client(transport).crates.list(
            ids: [1, 2],
            colors: [.red, .blue],
            words: ["a", "b"],
            bars: ["c", "d"],
            tabs: ["e", "f"],
            xTrace: ["g", "h"],
            limit: 5
        )
        let request = try #require(transport.requests.first)
        #expect(request.head.authority == "depot.example.com")
        #expect(request.path == "/v2/crates")
        #expect(request.query == "ids=1,2&colors=red&colors=blue&words=a%20b&bars=c%7Cd&tabs=e%09f&limit=5")
        #expect(request.header("X-Trace") == "g,h")
        #expect(request.header("Authorization") == "Bearer t0k3n")
    }

    @Test("lists in paths and header fields have the separators of Swagger 2.0")
    func separators() async throws {
        let transport = ScriptedTransport([.status(204, headers: [try #require(.init("X-Path")): "a b|c"])])
        let response = try await client(transport).crates.withResponse { crates in
            try await crates.route(
                stops: ["a/b", "c"],
                bars: [1, 2],
                tabs: ["d e", "f"],
                xWords: ["g,h", "i"],
                xBars: ["j k", "l"],
                xTabs: ["m n", "o"]
            )
        }
        let request = try #require(transport.requests.first)
        #expect(request.path == "/v2/routes/a%2Fb%20c/1%7C2/d%20e%09f")
        #expect(request.header("X-Words") == "g,h i")
        #expect(request.header("X-Bars") == "j k|l")
        #expect(request.header("X-Tabs") == "m n\to")
        #expect(try response.header(DepotHeaders.xPath) == ["a b", "c"])
    }

    @Test("'formData' parameters are a form, or parts with a file")
    func forms() async throws {
        let transport = ScriptedTransport([.status(204), .status(204)])
        let crates = client(transport).crates
        try await crates.change(
            id: 7,
            body: CratesChangeBody(title: "a b", sizes: [1, 2], labels: ["x", "y"], steps: ["s", "t"])
        )
        try await crates.setPhoto(
            id: 7,
            body: CratesSetPhotoBody(photo: .init(data: Data("P".utf8), fileName: "p.png"))
        )
        #expect(transport.requests[0].text == "title=a%20b&sizes=1,2&labels=x&labels=y&steps=s%09t")
        #expect(transport.requests[0].header("Content-Type") == "application/x-www-form-urlencoded")
        #expect(transport.requests[1].header("Content-Type")?.hasPrefix("multipart/form-data; boundary=") == true)
        #expect(transport.requests[1].text.contains("name=\"photo\"; filename=\"p.png\""))
    }

    @Test("a discriminator given as a string selects the model by its name or 'x-ms-discriminator-value'")
    func discriminator() async throws {
        let box = #"{"kind":"box","id":1,"mood":null,"volume":2.5}"#
        let transport = ScriptedTransport([.json("[\(box),{\"kind\":\"Barrel\",\"id\":2,\"hoops\":3}]")])
        let crates = try await client(transport).crates.list()
        guard case .box(let first) = crates[0], case .barrel(let second) = crates[1] else {
            Issue.record("\(crates)")
            return
        }
        #expect(first.volume == 2.5 && second.hoops == 3)
        #expect(JSONCoding.encode(crates[0]) == Array(box.utf8))
    }

    @Test("a response of type 'file' is bytes")
    func file() async throws {
        let transport = ScriptedTransport([.bytes(Array("PNG".utf8), contentType: "image/png")])
        let photo = try await client(transport).crates.photo(id: 1)
        #expect(photo == Data("PNG".utf8))
        #expect(transport.requests.first?.header("Accept") == "image/png")
    }
}
