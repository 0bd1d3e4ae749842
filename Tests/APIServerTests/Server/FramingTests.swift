import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import HostilePeers
import Hummingbird
import Testing

@Suite("Ends of responses on a kept connection", .timeLimit(.minutes(1)))
struct FramingTests {

    /// Requests `/x` and then `/last` on one connection, and returns all received bytes.
    private func received(_ add: (ServerRoutes) -> Void) async throws -> String {
        let router = Router()
        let routes = ServerRoutes(router)
        add(routes)
        routes.text("last", .get, "/last") { _ in ServerResponse("last") }
        return try await LoopbackApplication.run(router) { url in
            let port = url.port ?? 80
            let bytes = try await RawPeer.offPool {
                let peer = try RawPeer(port: port)
                peer.send("GET /x HTTP/1.1\r\nHost: a.example\r\n\r\n")
                peer.send("GET /last HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n")
                return peer.received()
            }
            return String(decoding: bytes ?? [], as: UTF8.self)
        }
    }

    /// The head and the body of the first of two responses: the second one starts where the first one ends.
    private func first(_ received: String) -> (head: String, body: String) {
        let parts = received.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.last.map(String.init) ?? ""
        let end = rest.range(of: "HTTP/1.1 200 OK\r\n")?.lowerBound ?? rest.endIndex
        return (parts.first?.lowercased() ?? "", String(rest[..<end]))
    }

    @Test("a status without a body is sent without the body of the value", arguments: [204, 205, 304])
    func bodiless(_ status: Int) async throws {
        let tag: HTTPFields = [.eTag: "\"a\""]
        let adds: [(ServerRoutes) -> Void] = [
            { $0.json("x", .get, "/x") { _ in ServerResponse(["id": "ok"], status: status, headers: tag) } },
            { $0.text("x", .get, "/x") { _ in ServerResponse("ok", status: status, headers: tag) } },
            { routes in
                routes.data("x", .get, "/x") { _ in
                    .streaming(.bytes([1, 2, 3]), status: status, headers: tag)
                }
            },
        ]
        for add in adds {
            let text = try await received(add)
            let (head, body) = first(text)
            #expect(head.hasPrefix("http/1.1 \(status) ") && head.contains("etag: \"a\"") && body.isEmpty)
            #expect(!head.contains("content-type") && !head.contains("chunked"))
            #expect(text.hasSuffix("\r\n\r\nlast"))
        }
    }

    @Test("the length of a response is that of its body, and not one that the service sets")
    func lengths() async throws {
        let fields: HTTPFields = [.contentLength: "77", .transferEncoding: "gzip"]
        let bytes = try await received { routes in
            routes.data("x", .get, "/x") { _ in ServerResponse(Data("abc".utf8), headers: fields) }
        }
        #expect(first(bytes).head.contains("content-length: 3") && first(bytes).body == "abc")
        #expect(!first(bytes).head.contains("transfer-encoding") && bytes.hasSuffix("\r\n\r\nlast"))
        let empty = try await received { routes in
            routes.raw("x", .get, "/x") { _ in RawServerResponse(status: 404, headers: fields) }
        }
        #expect(first(empty).head.contains("content-length: 0") && first(empty).body.isEmpty)
        let stream = try await received { routes in
            routes.data("x", .get, "/x") { _ in
                .streaming(.stream(BodyStream(length: nil, isReplayable: true) { BodyChunks([97]) }), headers: fields)
            }
        }
        #expect(first(stream).head.contains("transfer-encoding: chunked"))
        #expect(!first(stream).head.contains("content-length") && stream.hasSuffix("\r\n\r\nlast"))
    }
}
