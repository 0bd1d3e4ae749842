@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import ShopAPI
import Testing

/// Tests of paths with several segments, parts of every kind, and responses other than JSON.
@Suite("Shelves")
struct ShopShelfTests {

    private func client(_ transport: ScriptedTransport) -> ShopClient {
        ShopClient(configuration: .testing(transport))
    }

    @Test("a path value of several segments keeps its slashes")
    func segments() async throws {
        let transport = ScriptedTransport([.json("Tea"), .status(200)])
        let client = client(transport)
        #expect(try await client.shelves.read(name: "north/a b", action: .read, queryName: "n/1") == "Tea")
        try await client.shelves.look(name: "north/2")
        #expect(
            transport.requests.map(\.line) == [
                "GET /v1/shelves/north/a%20b?Action=Read&name=n%2F1", "HEAD /v1/shelves/north/2",
            ]
        )
        await #expect(throws: ShelvesLookError.self) { try await client.shelves.look(name: "../orders") }
        #expect(transport.requests.count == 2)
    }

    @Test("parts are files, strings for list elements, and strings for a union")
    func parts() async throws {
        let transport = ScriptedTransport([.status(204), .status(204)])
        let client = client(transport)
        let picture = FilePart(data: Data([65]), fileName: "a.png", contentType: "image/png")
        try await client.shelves.upload(
            body: ShelvesUploadBody(
                picture: picture,
                more: [FilePart(data: Data([66]), fileName: "b.png"), FilePart(data: Data([67]), fileName: "c.png")],
                marks: [.new, .onSale],
                model: "huge",
                size: .keyword(.auto)
            )
        )
        let names = ["picture", "more", "more", "marks", "marks", "model", "size"]
        let text = try #require(transport.requests.first?.text)
        let parts = text.components(separatedBy: "Content-Disposition: form-data; name=\"").dropFirst()
        #expect(parts.map { String($0.prefix { $0 != "\"" }) } == names)
        let bodies = parts.map { $0.components(separatedBy: "\r\n\r\n")[1].prefix { $0 != "\r\n" } }
        #expect(bodies == ["A", "B", "C", "new", "on sale", "huge", "auto"])
    }

    @Test("the caller can add undocumented parts")
    func ownParts() async throws {
        let transport = ScriptedTransport([.status(204), .status(204)])
        var form = MultipartBody(boundary: "b")
        form.append("x", text: "y")
        try await client(transport).shelves.replace(body: form)
        try await client(transport).shelves.replace()
        let requests = transport.requests
        #expect(requests.first?.header("content-type") == "multipart/form-data; boundary=b")
        #expect(requests.first?.text.contains("name=\"x\"\r\n\r\ny") == true)
        #expect(requests.last?.header("content-type") == nil)
    }

    /// Returns the names and contents of the parts of a request.
    private func parts(_ request: RecordedRequest?) throws -> [String] {
        let text = try #require(request?.text)
        let parts = text.components(separatedBy: "Content-Disposition: form-data; name=\"").dropFirst()
        return parts.map { part in
            let content = part.components(separatedBy: "\r\n\r\n")[1].prefix { $0 != "\r\n" }
            return "\(part.prefix { $0 != "\"" })=\(content)"
        }
    }

    @Test("bytes, lists with nulls and additional properties are parts")
    func oddParts() async throws {
        let transport = ScriptedTransport([.status(204), .status(204)])
        let client = client(transport)
        var body = ShelvesCheckBody(
            seal: Data([1, 2, 3]),
            counts: [Count(pieces: 2), nil],
            marks: [.a, nil, ._1],
            additionalProperties: ["z": 2, "b": 1]
        )
        body.additionalProperties["c"] = 3
        try await client.shelves.check(body: body)
        #expect(
            try parts(transport.requests.first)
                == ["seal=AQID", "counts={\"pieces\":2}", "marks=a", "marks=1", "b=1", "c=3", "z=2"]
        )
        let scan = FilePart(data: Data([66]), fileName: "b.png")
        try await client.shelves.scan(
            body: ShelvesScanBody(note: FilePart(data: Data([65])), additionalProperties: ["left": scan])
        )
        #expect(try parts(transport.requests.last) == ["note=A", "left=B"])
    }

    @Test("in a query, a list inside an object repeats its name")
    func listsInObjects() async throws {
        let transport = ScriptedTransport([.status(204)])
        let window = Window(page: 1, sort: ["name,asc", "id"], near: Count(pieces: 2))
        try await client(transport).shelves.find(window: window)
        let near = "%7B%22pieces%22%3A2%7D"
        #expect(transport.requests.map(\.line) == ["GET /v1/finds?page=1&sort=name%2Casc&sort=id&near=\(near)"])
    }

    @Test("parts without a type are files, and styles apply to parts as to forms")
    func styledParts() async throws {
        let transport = ScriptedTransport([.status(204)])
        let body = ShelvesLabelBody(
            scan: FilePart(data: Data([65]), fileName: "a.png"),
            pages: [FilePart(data: Data([66])), FilePart(data: Data([67]))],
            sketch: FilePart(data: Data([68])),
            data: FilePart(data: Data("{}".utf8)),
            origin: .init(town: "Ulm & Au", halls: [3, 4]),
            words: ["a b", "c%2C"],
            codes: [1, 2],
            size: .init(width: 1, height: 2)
        )
        try await client(transport).shelves.label(body: body)
        #expect(
            try parts(transport.requests.first) == [
                "scan=A", "pages=B", "pages=C", "sketch=D", "data={}", "origin[town]=Ulm & Au",
                "origin[halls][0]=3", "origin[halls][1]=4", "words=a b,c%2C", "codes=1|2", "width=1", "height=2",
            ]
        )
    }

    @Test("a body sends only the caller's values and no defaults")
    func changes() async throws {
        let transport = ScriptedTransport([.status(204), .status(204)])
        let client = client(transport)
        try await client.shelves.relabel(body: LabelChange(kind: "plain"))
        try await client.shelves.relabel(body: LabelChange(kind: "plain", copies: 3, frame: .init()))
        #expect(transport.requests.map(\.text) == [#"{"kind":"plain"}"#, #"{"kind":"plain","copies":3,"frame":{}}"#])
    }

    @Test("bytes are a file in a part, a whole body, and Base64 in JSON")
    func bytes() async throws {
        let bytes = ScriptedResponse.bytes([67], contentType: "application/json")
        let transport = ScriptedTransport([.json("{\"image\":\"QQ==\"}"), bytes])
        let client = client(transport)
        let signed = try await client.shelves.sign(body: Signature(image: Data([65]), by: "Ann"))
        #expect(signed.image == Data([65]))
        #expect(try parts(transport.requests.first) == ["image=A", "by=Ann"])
        #expect(try await client.shelves.restore(body: .bytes([66])) == Data([67]))
        #expect(transport.requests.last?.text == "B")
        #expect(transport.requests.last?.header("content-type") == "application/json")
    }

    @Test("properties that can be files are parts of either kind, and Base64 or values in JSON")
    func eitherParts() async throws {
        let response = #"{"image":"QQ==","pages":["QQ==","Qg=="],"seal":7,"copies":[null,"QQ=="],"icon":"i"}"#
        let transport = ScriptedTransport([.json(response), .json(response)])
        let client = client(transport)
        let (one, other) = (Data([65]), Data([66]))
        let signature = Signature(
            image: one,
            pages: .array([one, other]),
            seal: .integer(7),
            proof: .data(other),
            copies: [nil, other],
            icon: "i",
            additionalProperties: ["more": one]
        )
        let signed = try await client.shelves.sign(body: signature)
        #expect(signed.pages == .array([one, other]))
        #expect(signed.copies == [nil, one])
        #expect(
            try parts(transport.requests.last)
                == ["image=A", "pages=A", "pages=B", "seal=7", "proof=B", "copies=B", "icon=i", "more=A"]
        )
        #expect(transport.requests.last?.text.components(separatedBy: "application/octet-stream").count == 7)
        _ = try await client.shelves.sign(body: Signature(image: one, pages: .data(other), seal: .data(one)))
        #expect(try parts(transport.requests.last) == ["image=A", "pages=B", "seal=A"])
    }

    @Test("a header field with the same schema in several operations has one type, also in failures")
    func headerFields() async throws {
        var fields = HTTPFields()
        for (name, value) in [("X-Mood", "busy"), ("X-Retry-In", "7")] {
            fields[try #require(HTTPField.Name(name))] = value
        }
        let transport = ScriptedTransport([
            .json("null", headers: fields), .json("null", status: 404, headers: fields), .json("null"),
        ])
        let client = client(transport)
        let response = await client.shelves.withResult { try await $0.count(body: nil) }
        #expect(response.status == 200)
        #expect(try response.header(ShopHeaders.xMood) == .busy)
        #expect(try response.body.get() == nil)
        let failed = await client.shelves.withResult { shelves throws(ShelvesCountError) in
            try await shelves.count(body: nil)
        }
        #expect(failed.status == 404)
        #expect(try failed.header(ShopHeaders.xRetryIn) == 7)
        guard case .failure(.notFound(nil)) = failed.body else {
            Issue.record("\(failed.body)")
            return
        }
        let none = await ShopClient(configuration: .testing(ScriptedTransport([]))).shelves.withResult {
            try await $0.look(name: "../orders")
        }
        #expect(none.status == 0)
        #expect(throws: (any Error).self) { try none.body.get() }
    }

    @Test("a null body is sent and decoded")
    func null() async throws {
        let responses: [APITesting.ScriptedResponse] = [
            .json("null"), .json("{\"pieces\":2}"), .json("null", status: 404),
        ]
        let transport = ScriptedTransport(responses)
        let client = client(transport)
        #expect(try await client.shelves.count(body: nil) == nil)
        #expect(try await client.shelves.count(body: Count(pieces: 1))?.pieces == 2)
        #expect(transport.requests.map(\.text) == ["null", "{\"pieces\":1}"])
        do {
            _ = try await client.shelves.count(body: nil)
            Issue.record("the failure did not come")
        } catch {
            guard case .notFound(nil) = error else { throw error }
        }
    }
}
