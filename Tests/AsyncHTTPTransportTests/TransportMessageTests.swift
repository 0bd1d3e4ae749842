import APIRuntime
import Foundation
import HTTPTypes
import Testing

@Suite("Requests and responses of a transport", .timeLimit(.minutes(2)))
struct TransportMessageTests {
    @Test("every HTTP method arrives unchanged", arguments: TransportKind.allCases)
    func methods(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete, .options] {
                let echo = try await kind.transport.send(server.request("/echo", method)).echo()
                #expect(echo.method == method.rawValue)
            }
            let head = try await kind.transport.send(server.request("/echo", .head))
            #expect(head.head.status.code == 200)
            let bytes = try await head.bytes()
            #expect(bytes.isEmpty)
        }
    }

    @Test("a request of any method can have a body", arguments: TransportKind.allCases)
    func bodies(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
                let request = server.request("/echo", method, body: .bytes(Array("hello".utf8)))
                let echo = try await kind.transport.send(request).echo()
                #expect(echo.bytes == 5)
                #expect(echo.checksum == checksum("hello".utf8))
                #expect(echo.headers["content-length"] == "5")
            }
        }
    }

    @Test("a body with an unnamed media type is not described as a form", arguments: TransportKind.allCases)
    func contentType(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let echo = try await kind.transport.send(server.request("/echo", .post, body: .bytes([1]))).echo()
            #expect(echo.headers["content-type"] != "application/x-www-form-urlencoded")
        }
    }

    @Test("a body for a method that must not have one is refused", arguments: TransportKind.allCases)
    func bodiless(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            for method in [HTTPRequest.Method.get, .head, .trace, .connect] {
                let request = server.request("/echo", method, body: .bytes([1]))
                await expect(.invalidRequest, from: kind.transport, request)
            }
            #expect(server.log.heads == 0)
        }
    }

    @Test("path and query arrive with their original spelling", arguments: TransportKind.allCases)
    func spelling(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let path = "/a%2Fb//c%20d/%C3%A9?x=1%202&y[]=3&z=a%2Bb+c&empty="
            let echo = try await kind.transport.send(server.request(path.replacing("[]", with: "%5B%5D"))).echo()
            #expect(echo.path == path.replacing("[]", with: "%5B%5D"))
        }
    }

    @Test("dot segments are refused and not normalized", arguments: TransportKind.allCases)
    func dotSegments(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            for path in ["/v1/users/..", "/v1/./users", "/v1/%2e%2e/x", "/v1/.%2E", "/a b", "/a\u{0D}\u{0A}b"] {
                #expect(await failure(of: kind.transport, server.request(path))?.code == .invalidRequest)
            }
            #expect(server.log.all.isEmpty)
        }
    }

    @Test("all cookies of a request are in one field", arguments: TransportKind.allCases)
    func cookies(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let request = server.request("/echo", headers: [.cookie: "a=1; b=2; c=3", .custom: "1"])
            let echo = try await kind.transport.send(request).echo()
            // The server joins several fields with a comma.
            #expect(echo.headers["cookie"] == "a=1; b=2; c=3")
            #expect(echo.headers["x-custom"] == "1")
        }
    }

    @Test("header fields arrive, and cookies are not stored", arguments: TransportKind.allCases)
    func headers(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let fields: HTTPFields = [.authorization: "Bearer t", .custom: "1"]
            let first = try await kind.transport.send(server.request("/echo", headers: fields))
            #expect(first.head.headerFields[.setCookie] != nil)
            let echo = try await first.echo()
            #expect(echo.headers["authorization"] == "Bearer t")
            #expect(echo.headers["x-custom"] == "1")
            let second = try await kind.transport.send(server.request("/echo")).echo()
            #expect(second.headers["cookie"] == nil)
        }
    }

    @Test("error statuses are returned as responses", arguments: TransportKind.allCases)
    func statuses(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            for code in [204, 304, 401, 404, 503] {
                let response = try await kind.transport.send(server.request("/status?code=\(code)"))
                #expect(response.head.status.code == code)
            }
        }
    }

    @Test("eight megabytes are transferred in both directions", arguments: TransportKind.allCases)
    func large(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            // With the thread sanitizer, this takes a hundred times as long.
            let patience = Duration.seconds(300)
            let download = server.request("/large?bytes=\(8 << 20)", timeout: patience)
            #expect(try await kind.transport.send(download).bytes().count == 8 << 20)
            let body = [UInt8](repeating: 98, count: 8 << 20)
            let upload = server.request("/echo", .post, body: .bytes(body), timeout: patience)
            let echo = try await kind.transport.send(upload).echo()
            #expect(echo.bytes == body.count)
        }
    }

    @Test("a file and a stream are sent as a whole", arguments: TransportKind.allCases)
    func files(_ kind: TransportKind) async throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await LoopbackServer.run { server in
            let fromFile = try await kind.transport.send(server.request("/echo", .post, body: .file(file))).echo()
            #expect(fromFile.checksum == checksum(bytes))
            let known = BodyStream(length: bytes.count, isReplayable: true) { HTTPBody.file(file).chunks() }
            let sized = try await kind.transport.send(server.request("/echo", .post, body: .stream(known))).echo()
            #expect(sized.checksum == checksum(bytes))
            let unknown = BodyStream(length: nil, isReplayable: true) { HTTPBody.file(file).chunks() }
            let open = try await kind.transport.send(server.request("/echo", .post, body: .stream(unknown))).echo()
            #expect(open.checksum == checksum(bytes))
        }
    }

    @Test("a long file is sent as a whole", arguments: TransportKind.allCases)
    func longFile(_ kind: TransportKind) async throws {
        let bytes = [UInt8](repeating: 3, count: (16 << 20) + 1)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await LoopbackServer.run { server in
            let request = server.request("/count", .put, body: .file(file), timeout: .seconds(60))
            let echo = try await kind.transport.send(request).echo()
            #expect(echo.bytes == bytes.count)
        }
    }

    @Test("an error while reading a request body is not a connection error", arguments: TransportKind.allCases)
    func unreadable(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let broken = BodyStream(length: nil, isReplayable: true) {
                BodyChunks { throw CocoaError(.fileReadUnknown) }
            }
            let error = await failure(of: kind.transport, server.request("/echo", .post, body: .stream(broken)))
            #expect(error?.code == .body)
            let missing = URL(fileURLWithPath: "/nowhere/at/all")
            let noFile = await failure(of: kind.transport, server.request("/echo", .post, body: .file(missing)))
            #expect(noFile?.code == .body)
        }
    }

    @Test("a stream of another length than it declares is not sent as a whole body", arguments: TransportKind.allCases)
    func wrongLength(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            for length in [2, 5] {
                let stream = BodyStream(length: length, isReplayable: true) { BodyChunks([1, 2, 3]) }
                let error = await failure(of: kind.transport, server.request("/echo", .post, body: .stream(stream)))
                #expect(error != nil, "\(length)")
            }
            let exact = BodyStream(length: 3, isReplayable: true) { BodyChunks([1, 2, 3]) }
            let echo = try await kind.transport.send(server.request("/echo", .post, body: .stream(exact))).echo()
            #expect(echo.checksum == checksum([1, 2, 3]))
        }
    }

    @Test("a response that arrives before the body is fully sent is returned", arguments: TransportKind.allCases)
    func early(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let rest = LockedState(64)
            let stream = BodyStream(length: 64 << 16, isReplayable: false) {
                BodyChunks {
                    rest.withLock { rest in
                        guard rest > 0 else { return nil }
                        rest -= 1
                        return [UInt8](repeating: 1, count: 1 << 16)
                    }
                }
            }
            let response = try await kind.transport.send(server.request("/early", .put, body: .stream(stream)))
            #expect(response.head.status.code == 401)
        }
    }

    @Test(
        "a response whose server then sends no more is returned, although a large body was not sent",
        arguments: TransportKind.allCases
    )
    func earlyEnd(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let body = [UInt8](repeating: 1, count: 8 << 20)
            for _ in 0..<10 {
                let response = try await kind.transport.send(server.request("/early-end", .put, body: .bytes(body)))
                #expect(response.head.status.code == 413)
            }
        }
    }

    @Test("an upload whose response comes early leaves no file open", arguments: TransportKind.allCases, [true, false])
    func filesOfEarlyResponses(_ kind: TransportKind, _ isStreamed: Bool) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).bin")
        try Data(count: 8 << 20).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await LoopbackServer.run { server in
            for _ in 0..<10 {
                var request = server.request("/early-end", .put, body: .file(file))
                if isStreamed { request.delivery = .streamed }
                let response = try await kind.transport.send(request)
                #expect(response.head.status.code == 413)
                _ = try await response.bytes()
            }
            await eventually("Files are open: \(Self.count(of: file)).") { Self.count(of: file) == 0 }
        }
    }

    /// Returns the number of descriptors of a file in this process; 0 if the system does not list them.
    private static func count(of file: URL) -> Int {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.count { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"))?.hasSuffix(
                file.lastPathComponent
            ) ?? false
        }
    }

    @Test("a status without a body may have a length", arguments: TransportKind.allCases)
    func lengthWithoutBody(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let response = try await kind.transport.send(server.request("/bodiless", .delete))
            #expect(response.head.status.code == 204)
        }
    }
}
