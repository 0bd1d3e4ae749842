@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import NotesAPI
import Testing

/// Tests of the requests that the golden module's operations send.
@Suite("Golden module: requests")
struct NoteRequestTests {

    @Test("query, header and cookie parameters are sent in their styles")
    func list() async throws {
        let notes = Notes([.json(#"{"notes":[]}"#)])
        _ = try await notes.client.notes.list(
            state: [.inReview, .unknown("a b")],
            labels: ["x,y", "z"],
            ids: [1, 2],
            range: DayRange(from: CalendarDate(year: 2024, month: 5, day: 1)),
            cursor: "c&1",
            pageSize: 5,
            traceID: "t-1",
            theme: "dark"
        )
        let request = try notes.request()
        #expect(request.head.method == .get)
        #expect(request.head.scheme == "https")
        #expect(request.head.authority == "api.notes.example")
        #expect(request.path == "/v1/notes")
        #expect(
            request.query == "state=in-review&state=a%20b&labels=x%2Cy,z&ids=1%7C2&range%5Bfrom%5D=2024-05-01"
                + "&cursor=c%261&page_size=5"
        )
        #expect(request.header("X-Trace-Id") == "t-1")
        #expect(request.header("Cookie") == "theme=dark")
        #expect(request.header("Authorization") == "Bearer t0k3n")
        #expect(request.header("Accept") == "application/json, application/problem+json;q=0.9")
        #expect(request.body.isEmpty)
    }

    @Test("omitted parameters are not sent")
    func bare() async throws {
        let notes = Notes([.json(#"{"notes":[]}"#)])
        _ = try await notes.client.notes.list()
        let request = try notes.request()
        #expect(request.query == nil)
        #expect(request.header("Cookie") == nil)
        #expect(request.header("X-Trace-Id") == nil)
    }

    @Test("a JSON body has the caller's and additional properties, and the call has an idempotency key")
    func create() async throws {
        let notes = Notes([.json(Sample.note, status: 201)])
        var note = NewNote(title: "Milk", content: .textContent(TextContent(type: "text", text: "2 l")))
        note.priority = .low
        note.additionalProperties = ["source": "app"]
        let response = try await notes.client.notes.create(body: note)
        let request = try notes.request()
        #expect(request.line == "POST /v1/notes")
        #expect(request.header("Content-Type") == "application/json")
        #expect(request.header("Accept") == "application/json, text/plain;q=0.9, application/problem+json;q=0.8")
        #expect(request.header("Idempotency-Key")?.isEmpty == false)
        #expect(request.timeout == .seconds(10))
        #expect(
            request.text
                == #"{"title":"Milk","priority":-1,"content":{"type":"text","text":"2 l"},"source":"app"}"#
        )
        guard case .created(let created) = response else {
            Issue.record("Not created: \(response)")
            return
        }
        #expect(created.id == Sample.id)
    }

    @Test("a patch distinguishes absent, null and a value")
    func change() async throws {
        let notes = Notes([.status(204), .json(Sample.note)])
        let nothing = try await notes.client.notes.change(noteId: Sample.id, body: NoteChange(dueOn: .null))
        guard case .noContent = nothing else {
            Issue.record("\(nothing)")
            return
        }
        let change = NoteChange(title: "Tea", labels: .value([Label(name: "shop")]))
        let note = try await notes.client.notes.change(noteId: Sample.id, body: change)
        guard case .ok(let changed) = note else {
            Issue.record("\(note)")
            return
        }
        #expect(changed.title == "Milk")
        let requests = notes.transport.requests
        #expect(requests.map(\.text) == [#"{"dueOn":null}"#, #"{"title":"Tea","labels":[{"name":"shop"}]}"#])
        #expect(requests[0].line == "PATCH /v1/notes/4b3f0c61-1a2b-4c3d-8e9f-001122334455")
        #expect(requests[0].header("Content-Type") == "application/merge-patch+json")
    }

    @available(*, deprecated)
    @Test("a deprecated operation still sends its required header")
    func delete() async throws {
        let notes = Notes([.status(204)])
        try await notes.client.notes.delete(noteId: Sample.id, tag: "\"7\"")
        let request = try notes.request()
        #expect(request.head.method == .delete)
        #expect(request.header("If-Match") == "\"7\"")
    }

    @Test("strings are the same in both directions")
    func text() async throws {
        let notes = Notes([.bytes(Array("Grüße".utf8), contentType: "text/plain; charset=utf-8"), .status(204)])
        #expect(try await notes.client.notes.text(noteId: Sample.id) == "Grüße")
        try await notes.client.notes.replaceText(noteId: Sample.id, body: "# Ä")
        let requests = notes.transport.requests
        #expect(requests[0].header("Accept") == "text/plain")
        #expect(requests[1].head.method == .put)
        #expect(requests[1].path.hasSuffix("/text"))
        #expect(requests[1].text == "# Ä")
        #expect(requests[1].header("Content-Type")?.hasPrefix("text/markdown") == true)
    }

    @Test("a multipart body has one part for each property with a value")
    func attach() async throws {
        let notes = Notes([.json(#"{"id":7,"source":"https://x.example"}"#, status: 201)])
        let upload = AttachmentUpload(
            file: FilePart(data: Data("bytes".utf8), fileName: "a.txt", contentType: "text/plain"),
            details: AttachmentDetails(name: "A"),
            previews: [FilePart(data: Data("p1".utf8)), FilePart(data: Data("p2".utf8))],
            state: .draft,
            caption: "Hi",
            order: 3
        )
        _ = try await notes.client.notes.attach(noteId: Sample.id, body: upload)
        let request = try notes.request()
        let type = try #require(request.header("Content-Type"))
        #expect(type.hasPrefix("multipart/form-data; boundary="))
        let boundary = try #require(type.split(separator: "=").last).trimmingCharacters(in: ["\""])
        let parts = request.text.components(separatedBy: "--\(boundary)").dropFirst().dropLast()
        let names = parts.compactMap { $0.components(separatedBy: "name=\"").dropFirst().first?.prefix { $0 != "\"" } }
        #expect(names.map(String.init) == ["file", "details", "previews", "previews", "state", "caption", "order"])
        #expect(
            parts.map { $0.components(separatedBy: "\r\n\r\n").last?.trimmingCharacters(in: .newlines) } == [
                "bytes", #"{"name":"A"}"#, "p1", "p2", "draft", "Hi", "3",
            ]
        )
        #expect(parts.first?.contains("filename=\"a.txt\"") == true)
        #expect(parts.first?.contains("Content-Type: text/plain\r\n") == true)
        #expect(parts.dropFirst().first?.contains("Content-Type: application/vnd.notes+json\r\n") == true)
    }

    @Test("a part has the media type of its encoding, and a file part has its header fields")
    func partHeaders() async throws {
        let notes = Notes([.json(#"{"id":7,"source":"https://x.example"}"#, status: 201)])
        var file = FilePart(data: Data("bytes".utf8), fileName: "a.png")
        file.headers = ["X-Checksum": "1", "Content-Type": "a/b", "bad name": "x"]
        let upload = AttachmentUpload(file: file, details: AttachmentDetails(name: "A"))
        _ = try await notes.client.notes.attach(noteId: Sample.id, body: upload)
        let text = try notes.request().text
        #expect(
            text.contains("filename=\"a.png\"\r\nContent-Type: image/png\r\nX-Checksum: 1\r\n\r\nbytes\r\n")
        )
        #expect(!text.contains("a/b") && !text.contains("bad name"))
    }

    @Test("an OAuth 2.0 flow uses its token endpoint and the scopes of the specification")
    func flows() async throws {
        let flow = NotesCredentials.partnerClientCredentials
        #expect(flow.scopes == ["notes.read", "notes.write"])
        #expect(flow.refreshURL?.path == "/refresh")
        #expect(NotesCredentials.partnerAuthorizationCode.authorizationURL?.path == "/authorize")
        let transport = ScriptedTransport([.json(#"{"access_token":"t","token_type":"bearer","expires_in":60}"#)])
        let client = flow.client(clientID: "app", secret: "s", configuration: .testing(transport))
        let token = try await (try #require(client)).clientToken(scopes: flow.scopes)
        #expect(token.accessToken == "t")
        let request = try #require(transport.requests.first)
        #expect("\(request.head.authority ?? "")\(request.path)" == "login.notes.example/token")
        #expect(request.text.contains("scope=notes.read"))
        #expect(OAuthFlow(.implicit, tokenURL: nil).client(clientID: "app", transport: transport) == nil)
    }

    @Test("path parameters are sent in matrix and label style, and bytes are returned unchanged")
    func bytes() async throws {
        let notes = Notes([.bytes([0, 255, 10]), .status(204)])
        let data = try await notes.client.notes.attachment(coordinates: [4, 2], flags: ["a/b", "c"])
        #expect([UInt8](data) == [0, 255, 10])
        try await notes.client.notes.replaceAttachment(coordinates: [1], flags: ["x"], body: .bytes([1, 2]))
        let requests = notes.transport.requests
        #expect(requests[0].path == "/v1/attachments/;coordinates=4,2/.a%2Fb.c")
        #expect(requests[0].header("Accept") == "application/octet-stream")
        #expect(requests[1].path == "/v1/attachments/;coordinates=1/.x")
        #expect(requests[1].header("Content-Type") == "image/png")
        #expect(requests[1].body == [1, 2])
    }

    @Test("a form goes to its own host without a credential, in the styles of its properties")
    func form() async throws {
        let notes = Notes([.json(#"{"access_token":"a","expires_in":60}"#)])
        let body = TokenRequest(
            grantType: .password,
            refreshToken: "r&1",
            clientId: "c d",
            scopes: ["x", "y"],
            hints: Label(name: "n")
        )
        _ = try await notes.client.account.renew(tenant: "main", body: body)
        let request = try notes.request()
        #expect(request.head.authority == "login.notes.example")
        #expect(request.line == "POST /token?tenant=main")
        #expect(request.header("Authorization") == nil)
        #expect(request.header("Content-Type") == "application/x-www-form-urlencoded")
        #expect(
            request.text == "grant_type=password&refresh_token=r%261&client_id=c%20d&scopes=x,y&hints%5Bname%5D=n"
        )
    }

    @Test("the first security requirement with available credentials is used")
    func security() async throws {
        let keys = NotesCredentials(apiKey: .apiKey("k"), device: .apiKey("d 1"))
        let notes = Notes([.json(Sample.note), .json(#"{"id":"u","email":"e"}"#)], credentials: keys)
        _ = try await notes.client.notes.get(noteId: Sample.id)
        _ = try await notes.client.account.get()
        let requests = notes.transport.requests
        #expect(requests[0].header("X-Api-Key") == "k")
        #expect(requests[0].query == "device=d%201")
        #expect(requests[0].header("Authorization") == nil)
        #expect(requests[1].header("X-Api-Key") == "k")
        #expect(requests[1].query == nil)
    }

    @Test("an operation with optional security is sent without a credential")
    func optionalSecurity() async throws {
        let notes = Notes([.json(#"{"id":"u","email":"e"}"#)], credentials: NotesCredentials())
        _ = try await notes.client.account.get()
        #expect(try notes.request().header("X-Api-Key") == nil)
    }

    @Test("an environment with variables returns its URLs")
    func environments() {
        let staging = NotesServers.staging(apiRegion: .us, apiPort: "1")
        #expect(staging.api?.absoluteString == "https://us.staging.notes.example:1/v1")
        #expect(staging.login?.absoluteString == "https://login.staging.notes.example")
        #expect(NotesServers.staging().api?.absoluteString == "https://eu.staging.notes.example:8443/v1")
    }
}
