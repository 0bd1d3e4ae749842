import APIRuntime
import APIServer
import Foundation
import HostilePeers
import HTTPTypes
import Hummingbird
import StudioAPI
import Testing

@testable import StudioServer

@Suite("Generated servers: streams among several statuses and media types", .timeLimit(.minutes(1)))
struct VariantStreamTests {

    /// A service whose body has one method for each media type.
    private struct Notes: NotesService {
        let lengths = LockedState<[Int]>([])

        func add(
            body: String,
            contentType: BodyMediaType,
            request: ServerRequest
        ) async throws -> ServerResponse<Void> { .empty() }

        func get(request: ServerRequest) async throws -> ServerResponse<Reply> { .init(Reply(text: "")) }

        func getImage(accept: BodyMediaType, request: ServerRequest) async throws -> ServerResponse<Data> {
            .streaming(.bytes([1, 2]), headers: [.contentType: "image/gif"])
        }

        func change(
            id: Int,
            body: Album,
            contentType: BodyMediaType,
            request: ServerRequest
        ) async throws -> ServerResponse<Void> { .empty() }

        func changeJSONPatch(id: Int, body: JSONValue, request: ServerRequest) async throws -> ServerResponse<Void> {
            .empty()
        }

        func changeStudioNote(
            id: Int,
            body: Reply,
            contentType: BodyMediaType,
            request: ServerRequest
        ) async throws -> ServerResponse<Void> { .empty() }

        func replace(id: Int, body: ReplaceNoteBody, request: ServerRequest) async throws -> ServerResponse<
            Void
        > {
            .empty()
        }

        func replaceJSON(id: Int, body: StudioAPI.Attachment, request: ServerRequest) async throws
            -> ServerResponse<Void>
        {
            .empty()
        }

        func replaceImage(
            id: Int,
            body: APIRuntime.HTTPBody,
            contentType: BodyMediaType,
            request: ServerRequest
        ) async throws -> ServerResponse<Void> {
            for try await chunk in body.chunks() { lengths.withLock { $0.append(chunk.count) } }
            return .empty()
        }
    }

    @Test("the bytes of one status are sent while they are produced, and other statuses have whole bodies")
    func statuses() async throws {
        let (received, signal) = AsyncStream<Void>.makeStream()
        let step = LockedState(0)
        let body = BodyStream(length: nil, isReplayable: false) {
            BodyChunks {
                let number = step.withLock { step in
                    step += 1
                    return step
                }
                // The second chunk exists only after the client has received the first one.
                if number == 2 { for await _ in received { break } }
                return number <= 2 ? [UInt8(number)] : nil
            }
        }
        let streaming = FeedsDouble(export: .streaming(.stream(body), as: GetExportResponse.ok))
        try await streaming.run { feeds in
            var bytes: [UInt8] = []
            for try await chunk in try await feeds.getExportStream() {
                bytes += chunk
                signal.yield()
            }
            #expect(bytes == [1, 2])
        }
        let folder = FileManager.default.temporaryDirectory
        let file = folder.appending(path: "\(UUID().uuidString).bin")
        try Data([7, 8, 9]).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let sending = FeedsDouble(export: .streaming(.file(file), as: { .ok($0) }, headers: [.eTag: "\"1\""]))
        try await sending.run { feeds in
            let response = try await feeds.withResponse { try await $0.getExport() }
            guard case .ok(let data) = response.body else {
                Issue.record("\(response.body)")
                return
            }
            #expect(data == Data([7, 8, 9]) && response.status == 200 && response.headers[.eTag] == "\"1\"")
        }
        try await FeedsDouble().run { feeds in
            guard case .accepted(let reply) = try await feeds.getExport() else {
                Issue.record("The response is another one.")
                return
            }
            #expect(reply.text == "wait")
        }
    }

    @Test("of several media types of a request, bytes arrive in chunks, and other bodies have the limit of whole ones")
    func requests() async throws {
        let (notes, router) = (Notes(), Router())
        notes.addNotesRoutes(to: ServerRoutes(router, options: ServerOptions(maximumBodyBytes: 10)))
        try await LoopbackApplication.run(router) { url in
            let port = url.port ?? 80
            func status(_ type: String, _ body: String) async throws -> [Int]? {
                try await RawPeer.offPool {
                    let peer = try RawPeer(port: port)
                    let head = "PUT /notes/1 HTTP/1.1\r\nHost: a.example\r\nContent-Type: \(type)\r\n"
                    peer.send("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
                    return peer.statuses()
                }
            }
            let streamed = try await status("image/png", String(repeating: "a", count: 200_000))
            #expect(streamed == [204])
            #expect(notes.lengths.withLock { $0.count } > 1 && notes.lengths.withLock { $0.reduce(0, +) } == 200_000)
            let whole = try await status("application/json", "{\"a\":[1,2,3,4]}")
            #expect(whole == [413])
        }
    }

    @Test("a stream of one media type has the media type that the service names")
    func mediaType() async throws {
        let router = Router()
        Notes().addNotesRoutes(to: ServerRoutes(router))
        try await LoopbackApplication.run(router) { url in
            let port = url.port ?? 80
            let text = try await RawPeer.offPool {
                let peer = try RawPeer(port: port)
                peer.send("GET /notes HTTP/1.1\r\nHost: a.example\r\nAccept: image/gif\r\nConnection: close\r\n\r\n")
                return peer.received().map { String(decoding: $0, as: UTF8.self).lowercased() }
            }
            #expect(text?.contains("content-type: image/gif\r\n") == true && text?.hasSuffix("\u{1}\u{2}") == true)
        }
    }
}
