import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import NotesAPI
import NotesServer
import Testing

@Suite("Generated client and server over loopback")
struct GeneratedServerTests {

    @Test("query, header and cookie parameters arrive unchanged")
    func parameters() async throws {
        let double = NotesDouble()
        let question = NotesDouble.ListQuestion(
            state: [.draft, .unknown("odd, one")],
            labels: ["a b", "c,d&e"],
            ids: [1, -2],
            range: DayRange(from: CalendarDate("2024-02-29"), to: CalendarDate("2024-03-01")),
            cursor: "a+b/ü=",
            pageSize: 7,
            traceID: "trace-1",
            theme: "dark; blue"
        )
        let tolerant = ServerOptions(reading: JSONReadingOptions())
        try await NotesLoopback.run(double, options: tolerant) { loopback in
            _ = try await loopback.client.notes.list(
                state: question.state,
                labels: question.labels,
                ids: question.ids,
                range: question.range,
                cursor: question.cursor,
                pageSize: question.pageSize,
                traceID: question.traceID,
                theme: question.theme
            )
            #expect(double.seen.list.withLock { $0 } == question)
            _ = try await loopback.client.notes.list()
            #expect(double.seen.list.withLock { $0 } == NotesDouble.ListQuestion())
        }
    }

    @Test("a server assumes the default of an absent parameter, and of no other one")
    func defaults() async throws {
        let double = NotesDouble()
        try await NotesLoopback.run(double) { loopback in
            _ = try await loopback.client.notes.list(cursor: "a")
            #expect(double.seen.list.withLock { $0 } == NotesDouble.ListQuestion(cursor: "a", pageSize: 20))
            _ = try await loopback.client.notes.list(pageSize: 1)
            #expect(double.seen.list.withLock { $0?.pageSize } == 1)
        }
    }

    @Test("path parameters arrive in their styles, and bytes are returned")
    func paths() async throws {
        try await NotesLoopback.run(NotesDouble()) { loopback in
            let data = try await loopback.client.notes.attachment(coordinates: [4, -5], flags: ["x", "y z/ü"])
            #expect(String(decoding: data, as: UTF8.self) == #"[4, -5] ["x", "y z/ü"]"#)
            let labels = try await loopback.client.notes.labels(page: 3)
            #expect(labels == [Label(name: "3/-1")])
        }
    }

    @Test("JSON bodies with unions, defaults and nullable values arrive unchanged")
    func json() async throws {
        let double = NotesDouble()
        let note = NewNote(
            title: "Milk",
            content: .listContent(ListContent(items: [.textContent(TextContent(type: "text", text: "1 l"))])),
            priority: .high,
            additionalProperties: ["source": "paper"]
        )
        let change = NoteChange(title: "Eggs", dueOn: .null, labels: .value([Label(name: "shop")]))
        let id = UUID()
        try await NotesLoopback.run(double) { loopback in
            _ = try await loopback.client.notes.create(body: note)
            #expect(double.seen.last() == note)
            _ = try await loopback.client.notes.change(noteId: id, body: change)
            #expect(double.seen.last() == change)
            let note = try await loopback.client.notes.get(noteId: id)
            #expect(note == .sample(id))
        }
    }

    @Test("form, text and binary bodies arrive unchanged")
    func otherBodies() async throws {
        let double = NotesDouble()
        let token = TokenRequest(
            grantType: .refreshToken,
            refreshToken: "r+t/=&",
            clientId: "c",
            scopes: ["a b", "c,d"],
            hints: Label(name: "n", colour: "blue")
        )
        try await NotesLoopback.run(double) { loopback in
            let pair = try await loopback.client.account.renew(tenant: "t 1", body: token)
            #expect(double.seen.last() == token)
            #expect(pair.accessToken == "t 1")
            try await loopback.client.notes.replaceText(noteId: UUID(), body: "Zwölf Eier\n")
            #expect(double.seen.texts.withLock { $0 } == ["Zwölf Eier\n", "text/markdown; charset=utf-8"])
            try await loopback.client.notes.replaceAttachment(
                coordinates: [1],
                flags: ["f"],
                body: .bytes([0, 255, 10])
            )
            let body = try #require(double.seen.last(HTTPBody.self))
            guard case .bytes(let bytes) = body else {
                Issue.record("The body did not arrive as bytes.")
                return
            }
            #expect(bytes == [0, 255, 10])
        }
    }

    @Test("a form with files arrives part by part")
    func multipart() async throws {
        let double = NotesDouble()
        let upload = AttachmentUpload(
            file: FilePart(data: Data([1, 0, 13, 10, 2]), fileName: "a \"b\".bin", contentType: "image/png"),
            details: AttachmentDetails(name: "Photo"),
            previews: [FilePart(data: Data([3]), fileName: "p1"), FilePart(data: Data([4]), fileName: "p2")],
            state: .published,
            caption: "ü; \"x\"",
            order: 3
        )
        try await NotesLoopback.run(double) { loopback in
            let response = try await loopback.client.notes.withResponse {
                try await $0.attach(noteId: UUID(), body: upload)
            }
            #expect(response.status == 201)
            #expect(response.body.id == 7)
            let seen = try #require(double.seen.last(AttachmentUpload.self))
            #expect(Self.bytes(seen.file) == [1, 0, 13, 10, 2])
            #expect(seen.file.fileName == "a \"b\".bin")
            #expect(seen.file.contentType == "image/png")
            #expect(seen.details == upload.details)
            #expect(seen.previews?.map(Self.bytes) == [[3], [4]])
            #expect(seen.previews?.map(\.fileName) == ["p1", "p2"])
            #expect(seen.state == .published)
            #expect(seen.caption == upload.caption)
            #expect(seen.order == 3)
            try await _ = loopback.client.notes.attach(
                noteId: UUID(),
                body: AttachmentUpload(file: upload.file, details: upload.details)
            )
            let least = try #require(double.seen.last(AttachmentUpload.self))
            #expect(least.previews == nil && least.state == nil && least.caption == nil && least.order == nil)
        }
    }

    private static func bytes(_ part: FilePart) -> [UInt8] {
        if case .bytes(let bytes) = part.content { bytes } else { [] }
    }

    @Test("each of several documented responses has its status and body")
    func responses() async throws {
        let id = UUID()
        for (response, status) in [
            (CreateNoteResponse.created(.sample(id)), 201), (.accepted("at noon, ü"), 202), (.noContent, 204),
        ] {
            var double = NotesDouble()
            double.created = response
            try await NotesLoopback.run(double) { loopback in
                let note = NewNote(title: "t", content: .textContent(TextContent(type: "text", text: "x")))
                let received = try await loopback.client.notes.withResponse { try await $0.create(body: note) }
                #expect(received.status == status)
                #expect("\(received.body)" == "\(response)")
            }
        }
    }

    @Test("a response without a body is a case, and a response's status and header fields are kept")
    func optionalResponses() async throws {
        var double = NotesDouble()
        double.page = ServerResponse(NotePage(notes: [], total: 0), status: 203, headers: [.eTag: "\"1\""])
        try await NotesLoopback.run(double) { loopback in
            let none = try await loopback.client.notes.withResponse {
                try await $0.change(noteId: UUID(), body: NoteChange())
            }
            guard case .noContent = none.body, none.status == 204 else {
                Issue.record("\(none)")
                return
            }
            let page = try await loopback.client.notes.withResponse { try await $0.list() }
            #expect(page.status == 203 && page.headers[.eTag] == "\"1\"")
            let text = try await loopback.client.notes.text(noteId: UUID())
            #expect(text == "Zwölf Eier")
        }
        double.changed = .sample(UUID())
        try await NotesLoopback.run(double) { loopback in
            let note = try await loopback.client.notes.change(noteId: UUID(), body: NoteChange())
            guard case .ok(let changed) = note else {
                Issue.record("\(note)")
                return
            }
            #expect(changed == double.changed)
        }
    }

    @Test("the request contains the operation, the path, the credential and the address")
    func request() async throws {
        let double = NotesDouble()
        try await NotesLoopback.run(double) { loopback in
            try await loopback.client.notes.replaceText(noteId: UUID(), body: "x")
            let request = try #require(double.seen.request.withLock { $0 })
            #expect(request.operation == "putNoteText")
            #expect(request.method == .put)
            #expect(request.path.hasSuffix("/text"))
            #expect(request.bearer == "t0k3n")
            #expect(request.baseURL == loopback.url.absoluteString)
        }
    }
}
