import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import NotesAPI
import NotesServer
import Testing

@Suite("Generated server failures")
struct ServedFailureTests {

    private func failing(_ error: any Error) -> NotesDouble {
        var double = NotesDouble()
        double.failure = error
        return double
    }

    private let problem = Problem(title: "No such note", status: 404, detail: "ü")

    @Test("a documented failure has its status and body on the server and its case on the client")
    func documented() async throws {
        try await NotesLoopback.run(failing(GetNoteError.notFound(problem))) { loopback in
            do throws(GetNoteError) {
                _ = try await loopback.client.notes.get(noteId: UUID())
                Issue.record("The call should have failed.")
            } catch {
                guard case .notFound(let received) = error else {
                    Issue.record("Another failure came: \(error)")
                    return
                }
                #expect(received == problem)
            }
            let raw = try await loopback.send("GET", "/notes/\(UUID())")
            #expect(raw.status == 404)
            #expect(raw.type == "application/problem+json")
        }
    }

    @Test("failures without a body, of a status range, and with a string body are served")
    func otherKinds() async throws {
        try await NotesLoopback.run(failing(GetNoteError.gone)) { loopback in
            let raw = try await loopback.send("GET", "/notes/\(UUID())")
            #expect(raw.status == 410 && raw.text.isEmpty && raw.type == nil)
        }
        try await NotesLoopback.run(failing(GetNoteError.clientError(status: 418, problem))) { loopback in
            do throws(GetNoteError) {
                _ = try await loopback.client.notes.get(noteId: UUID())
                Issue.record("The call should have failed.")
            } catch {
                guard case .clientError(status: 418, problem) = error else {
                    Issue.record("Another failure came: \(error)")
                    return
                }
            }
        }
        try await NotesLoopback.run(failing(GetNoteTextError.notFound("Nur Bücher"))) { loopback in
            let raw = try await loopback.send("GET", "/notes/\(UUID())/text")
            #expect(raw.status == 404 && raw.text == "Nur Bücher" && raw.type == "text/plain; charset=utf-8")
        }
    }

    @Test("operations with the same statuses serve each its own body")
    func sameStatuses() async throws {
        try await NotesLoopback.run(failing(RenewLockError.locked(["Ana", "Bo"]))) { loopback in
            let raw = try await loopback.send("POST", "/notes/\(UUID())/lock")
            #expect(raw.status == 423 && raw.text == #"["Ana","Bo"]"# && raw.type == "application/json")
        }
    }

    @Test("a service's raw responses and unknown errors are served")
    func undocumented() async throws {
        let own = RawServerResponse.text("teapot", 418)
        try await NotesLoopback.run(failing(own)) { loopback in
            let raw = try await loopback.send("GET", "/notes/\(UUID())")
            #expect(raw.status == 418 && raw.text == "teapot")
        }
        try await NotesLoopback.run(failing(CancellationError())) { loopback in
            let raw = try await loopback.send("GET", "/notes/\(UUID())")
            #expect(raw.status == 500 && raw.text.isEmpty)
        }
        try await NotesLoopback.run(failing(GetNoteError(.cancelled))) { loopback in
            let raw = try await loopback.send("GET", "/notes/\(UUID())")
            #expect(raw.status == 500)
        }
    }

    @Test("unreadable input is refused with 400 and its name, without its value")
    func unreadable() async throws {
        let double = NotesDouble()
        try await NotesLoopback.run(double) { loopback in
            let number = try await loopback.send("GET", "/notes?page_size=s3cret")
            #expect(number.status == 400)
            #expect(number.text.contains("page_size") && !number.text.contains("s3cret"))
            #expect(number.type == "application/problem+json")
            let header = try await loopback.send("DELETE", "/notes/\(UUID())")
            #expect(header.status == 400 && header.text.contains("If-Match"))
            let path = try await loopback.send("GET", "/notes/no-uuid")
            #expect(path.status == 400 && path.text.contains("noteId"))
            let body = try await loopback.send("POST", "/notes", body: Data(#"{"title":1}"#.utf8))
            #expect(body.status == 400)
            let missing = try await loopback.send("POST", "/notes")
            #expect(missing.status == 400 && missing.text.contains("missing"))
            #expect(double.seen.request.withLock { $0 } == nil)
            try await loopback.expect(404, "GET", "/elsewhere")
        }
    }

    @Test("bodies that are too long or too deep are refused")
    func limits() async throws {
        let options = ServerOptions(maximumBodyBytes: 1000, reading: JSONReadingOptions(maximumDepth: 8))
        try await NotesLoopback.run(NotesDouble(), options: options) { loopback in
            let long = try await loopback.send(
                "PUT",
                "/notes/\(UUID())/text",
                body: Data(count: 1001),
                type: "text/markdown"
            )
            #expect(long.status == 413)
            let fitting = try await loopback.send(
                "PUT",
                "/notes/\(UUID())/text",
                body: Data(count: 1000),
                type: "text/markdown"
            )
            #expect(fitting.status == 204)
            let deep = String(repeating: "[", count: 20) + String(repeating: "]", count: 20)
            let body = #"{"title":"t","content":{"type":"text","text":"x","more":\#(deep)}}"#
            try await loopback.expect(400, "POST", "/notes", body: Data(body.utf8))
        }
    }

    @Test("a service can provide its own error responses")
    func wording() async throws {
        let options = ServerOptions { error, request in
            switch error {
            case let input as UnreadableInput: .text("\(request.operation): \(input.name)", 422)
            case is CancellationError: .text("later", 503)
            default: nil
            }
        }
        try await NotesLoopback.run(failing(CancellationError()), options: options) { loopback in
            let input = try await loopback.send("GET", "/notes?page_size=x")
            #expect(input.status == 422 && input.text == "listNotes: page_size")
            try await loopback.expect(503, "GET", "/notes")
        }
        try await NotesLoopback.run(failing(GetNoteError.gone), options: options) { loopback in
            try await loopback.expect(410, "GET", "/notes/\(UUID())")
        }
    }

    @Test("undeclared parameters are refused on demand")
    func unknownParameters() async throws {
        try await NotesLoopback.run(NotesDouble(), options: ServerOptions(unknownParameters: .refused)) { loopback in
            let refused = try await loopback.send("GET", "/notes?cursor=a&cursr=b")
            #expect(refused.status == 400 && refused.text.contains("cursr"))
            try await loopback.expect(200, "GET", "/notes?cursor=a&range%5Bfrom%5D=2024-01-01")
        }
        try await NotesLoopback.run(NotesDouble()) { loopback in
            try await loopback.expect(200, "GET", "/notes?cursor=a&cursr=b")
        }
    }

    @Test("a closure around the routes receives every request and can change or replace it")
    func around() async throws {
        let operations = LockedState<[String]>([])
        let double = NotesDouble()
        try await NotesLoopback.run(double) { input, _, next in
            operations.withLock { $0.append(input.about.operation) }
            guard input.queryValue("cursor") != "stop" else { return RawServerResponse.empty(503).response(to: .get) }
            var input = input
            input.query.append(.init(name: "page_size", rawValue: "5"))
            var reply = await next(input)
            if reply.status == 200 { reply.status = 203 }
            return reply.response(to: input.about.method)
        } _: { loopback in
            try await loopback.expect(203, "GET", "/notes")
            #expect(double.seen.list.withLock { $0?.pageSize } == 5)
            try await loopback.expect(503, "GET", "/notes?cursor=stop")
            try await loopback.expect(204, "PUT", "/notes/\(UUID())/text", body: Data())
        }
        #expect(operations.withLock { $0 } == ["listNotes", "listNotes", "putNoteText"])
    }

    @Test("a server option sets the paths of an operation")
    func aliases() async throws {
        let options = ServerOptions(paths: { source in
            source.operation == "getNoteText" ? [source.path, "/old/{noteId}.txt"] : ["/v1\(source.path)"]
        })
        try await NotesLoopback.run(NotesDouble(), options: options) { loopback in
            let raw = try await loopback.send("GET", "/old/\(UUID()).txt")
            #expect(raw.status == 200 && raw.text == "Zwölf Eier")
            try await loopback.expect(200, "GET", "/notes/\(UUID())/text")
            try await loopback.expect(200, "GET", "/v1/notes")
            try await loopback.expect(404, "GET", "/notes")
        }
    }
}
