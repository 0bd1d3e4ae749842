@_spi(Generated) import APIRuntime
import APITesting
import HTTPTypes
import Testing

@Suite("Middlewares around streams", .timeLimit(.minutes(1)))
struct MiddlewareStreamTests {
    @Test("the chunks of a stream that never ends pass through all middlewares", arguments: CallStage.allCases)
    func endless(_ stage: CallStage) async throws {
        let transport = ScriptedTransport([.stream(["ab", "cd"], ending: .pending)])
        let sender = try Wire.sender(transport) {
            $0.observer = RecordingObserver()
            $0.middleware = [.before(stage, UppercaseMiddleware()), .after(stage, Self.reading)]
        }
        let stream = try await sender.sendStream(Wire.get(), CallOptions(), failing: WireError.self)
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == Array("AB".utf8))
        #expect(try await iterator.next() == Array("CD".utf8))
    }

    @Test("lines of a rewritten stream are decoded")
    func lines() async throws {
        let replacing = ClosureMiddleware { request, _, next in
            var response = try await next(request)
            response.body = try await response.body.mapChunks { $0.map { $0 == 0x31 ? 0x32 : $0 } }
            return response
        }
        let sender = try Wire.sender(ScriptedTransport([.stream(["{\"id\"", ": 1}\n{\"id\": 3}"])])) {
            $0.middleware = [.after(.credentials, replacing)]
        }
        let lines = sender.sendLines(of: WireNote.self, Wire.get(), CallOptions(), failing: WireError.self)
        var ids: [Int] = []
        for try await line in lines { ids.append(line.id) }
        #expect(ids == [2, 3])
    }

    @Test("a stub can take the place of a stream, whole or in chunks, and of its failure")
    func stubs() async throws {
        let sender = try Wire.sender(ScriptedTransport())
        for body in [TransportResponseBody.bytes([1, 2]), .chunks(BodyChunks([1, 2]))] {
            let stub = ClosureMiddleware { _, context, _ in
                #expect(context.isStreamed)
                return MiddlewareResponse(head: HTTPResponse(status: .ok), body: body)
            }
            let options = CallOptions(middleware: [.before(.cache, stub)])
            let stream = try await sender.sendStream(Wire.get(), options, failing: WireError.self)
            var bytes: [UInt8] = []
            for try await chunk in stream { bytes += chunk }
            #expect(bytes == [1, 2])
        }
        let gone = ClosureMiddleware { _, _, _ in
            let body = TransportResponseBody.chunks(BodyChunks(Array(#"{"id": 1}"#.utf8)))
            return MiddlewareResponse(head: HTTPResponse(status: .gone), body: body)
        }
        let error = await #expect(throws: WireError.self) {
            let options = CallOptions(middleware: [.before(.cache, gone)])
            _ = try await sender.sendStream(Wire.get(), options, failing: WireError.self)
        }
        #expect(error?.name == "gone")
    }

    @Test("an error while a chunk is rewritten ends the stream")
    func failing() async throws {
        struct Broken: Error {}
        let breaking = ClosureMiddleware { request, _, next in
            var response = try await next(request)
            response.body = try await response.body.mapChunks { _ in throw Broken() }
            return response
        }
        let observer = RecordingObserver()
        let sender = try Wire.sender(ScriptedTransport([.stream(["ab"])])) {
            $0.observer = observer
            $0.middleware = [.before(.transport, breaking)]
        }
        let stream = try await sender.sendStream(Wire.get(), CallOptions(), failing: WireError.self)
        let error = await #expect(throws: WireError.self) { for try await _ in stream {} }
        #expect(error?.name == "transport.middleware")
        #expect(observer.events.map(\.failure) == [.middleware])
    }

    @Test("an upload from a stream reaches middlewares unread")
    func upload() async throws {
        let opened = LockedState(0)
        let body = BodyStream(length: 2, isReplayable: false) {
            opened.withLock { $0 += 1 }
            return BodyChunks([1, 2])
        }
        var call = Wire.post()
        call.binary(.stream(body), contentType: "application/octet-stream")
        let seen = LockedState(-1)
        let middleware = ClosureMiddleware { request, _, next in
            seen.withLock { $0 = opened.withLock { $0 } }
            return try await next(request)
        }
        let transport = ScriptedTransport([.status(204)])
        let sender = try Wire.sender(transport) { $0.middleware = [.before(.transport, middleware)] }
        #expect(await Wire.outcome(sender, call) == "success")
        #expect(seen.withLock { $0 } == 0)
        #expect(transport.requests.first?.body == [1, 2])
    }

    /// A middleware that counts the bytes of responses.
    private static let reading = ClosureMiddleware { request, _, next in
        var response = try await next(request)
        let count = LockedState(0)
        response.body = try await response.body.mapChunks { chunk in
            count.withLock { $0 += chunk.count }
            return chunk
        }
        return response
    }
}
