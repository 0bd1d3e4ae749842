import APIRuntime
import Foundation
import HTTPTypes
import Testing

@Suite("Background uploads", .timeLimit(.minutes(1)))
struct TaskUploadsTests {
    /// Creates a file with a number of bytes for the duration of a closure.
    private func withFile(_ count: Int, _ body: (URL) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(repeating: 7, count: count).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(file)
    }

    @Test("each upload ends with one event with its name and response", arguments: TransportKind.allCases)
    func events(_ kind: TransportKind) async throws {
        try await withFile(100_000) { file in
            try await LoopbackServer.run { server in
                let uploads = TaskUploads(kind.transport)
                let ids = Set((0..<5).map { "upload-\($0)" })
                for id in ids { try await uploads.start(server.request("/echo", .post, body: .file(file)), id: id) }
                var ended: Set<String> = []
                for await event in uploads.events {
                    let echo = try await event.outcome.get().echo()
                    #expect(echo.bytes == 100_000)
                    #expect(ended.insert(event.id).inserted)
                    if ended == ids { break }
                }
                #expect(await uploads.pending().isEmpty)
            }
        }
    }

    @Test("a cancelled upload is reported, and a name has one upload at a time", arguments: TransportKind.allCases)
    func cancel(_ kind: TransportKind) async throws {
        try await withFile(10) { file in
            try await LoopbackServer.run { server in
                let uploads = TaskUploads(kind.transport)
                let request = server.request("/slow", .post, body: .file(file))
                try await uploads.start(request, id: "one")
                await #expect(throws: TransportError.self) { try await uploads.start(request, id: "one") }
                #expect(await uploads.pending() == ["one"])
                await uploads.cancel("one")
                var events = uploads.events.makeAsyncIterator()
                let event = await events.next()
                #expect(throws: TransportError.cancelled) { try event?.outcome.get() }
                try await uploads.start(server.request("/echo", .post, body: .file(file)), id: "one")
                let again = await events.next()
                #expect(throws: Never.self) { try again?.outcome.get() }
            }
        }
    }

    @Test("an upload that is not a file, or of a missing file, is refused")
    func refused() async throws {
        let uploads = TaskUploads(TransportKind.asyncHTTP.transport)
        let missing = URL(fileURLWithPath: "/nowhere/at/all")
        for body in [HTTPBody.bytes([1]), .file(missing)] {
            let request = TransportRequest.loopback(1, "/", .post, body: body)
            await #expect(throws: TransportError.self) { try await uploads.start(request, id: "x") }
        }
        #expect(await uploads.pending().isEmpty)
    }
}
