@_spi(Generated) import APIRuntime
import Foundation
import HTTPTypes
import Testing

@Suite("Streamed responses", .timeLimit(.minutes(2)))
struct StreamTests {
    @Test("each event is available before the server sends the next one", arguments: TransportKind.allCases)
    func arrives(_ kind: TransportKind) async throws {
        try await StreamServer.run { server in
            let name = UUID().uuidString
            let events = try server.sender(kind).sendEvents(
                of: Int.self,
                watch("/held", name),
                CallOptions(),
                failing: CallFailure.self
            )
            var iterator = events.makeAsyncIterator()
            for number in 1...3 {
                await StreamStage.shared.pass(name)
                #expect(try await iterator.next() == ServerSentEvent(id: "\(number)", data: number))
            }
            #expect(try await iterator.next() == nil)
        }
    }

    @Test("an identifier that the document declares as a number is read as one", arguments: TransportKind.allCases)
    func numbered(_ kind: TransportKind) async throws {
        try await StreamServer.run { server in
            let name = UUID().uuidString
            let events = try server.sender(kind).sendEvents(
                of: NumberedEvent.self,
                watch("/held", name),
                CallOptions(),
                isWhole: true,
                failing: CallFailure.self
            )
            var iterator = events.makeAsyncIterator()
            await StreamStage.shared.pass(name)
            let event = try await iterator.next()
            #expect(event?.data == NumberedEvent(id: 1, data: 1))
        }
    }

    @Test("leaving the loop closes the connection", arguments: TransportKind.allCases)
    func leaving(_ kind: TransportKind) async throws {
        try await StreamServer.run { server in
            let name = UUID().uuidString
            let events = try server.sender(kind).sendTextEvents(
                watch("/endless", name),
                CallOptions(),
                failing: CallFailure.self
            )
            for try await event in events where event.data == "3" { break }
            try await until { await StreamStage.shared.isClosed(name) }
        }
    }

    @Test("cancelling the task closes the connection with a cancellation error", arguments: TransportKind.allCases)
    func cancelling(_ kind: TransportKind) async throws {
        try await StreamServer.run { server in
            let name = UUID().uuidString
            let events = try server.sender(kind).sendTextEvents(
                watch("/held", name),
                CallOptions(),
                failing: CallFailure.self
            )
            let seen = LockedState(0)
            let task = Task {
                for try await _ in events { seen.withLock { $0 += 1 } }
            }
            await StreamStage.shared.pass(name)
            try await until { seen.withLock { $0 } == 1 }
            task.cancel()
            let failure = await #expect(throws: CallFailure.self) { try await task.value }
            #expect(failure?.description == "cancelled")
            await StreamStage.shared.pass(name)
        }
    }

    @Test("a stream resumes after the last event until the server responds with 204", arguments: TransportKind.allCases)
    func resumes(_ kind: TransportKind) async throws {
        try await StreamServer.run { server in
            let options = CallOptions(stream: StreamOptions(reconnection: .init(), lastEventID: "1"))
            let call = OperationCall("watch", .get, "/resumed")
            let events = try server.sender(kind).sendEvents(of: Int.self, call, options, failing: CallFailure.self)
            var values: [Int] = []
            for try await event in events { values.append(event.data) }
            #expect(values == [2, 3, 4, 5, 6, 7])
        }
    }

    @Test("JSON lines arrive one after another", arguments: TransportKind.allCases)
    func lines(_ kind: TransportKind) async throws {
        try await StreamServer.run { server in
            let call = OperationCall("list", .get, "/lines")
            let lines = try server.sender(kind).sendLines(
                of: JSONValue.self,
                call,
                CallOptions(),
                failing: CallFailure.self
            )
            var count = 0
            for try await line in lines {
                count += 1
                #expect(line["n"] == .number(JSONNumber(count)))
            }
            #expect(count == 1000)
        }
    }

    @Test("lines before a broken connection are returned, then its error", arguments: TransportKind.allCases)
    func short(_ kind: TransportKind) async throws {
        try await StreamServer.run { server in
            let name = UUID().uuidString
            let lines = try server.sender(kind).sendLines(
                of: Int.self,
                watch("/short", name),
                CallOptions(),
                failing: CallFailure.self
            )
            var found: [Int] = []
            let failure = await #expect(throws: CallFailure.self) {
                for try await line in lines {
                    found.append(line)
                    // The connection breaks only now: an immediate loss may discard data that was not read yet.
                    if line == 3 { await StreamStage.shared.pass(name) }
                }
            }
            #expect(failure?.transportCode == .connection)
            #expect(found == [1, 2, 3])
        }
    }

    @Test("a slow reader applies back pressure to the server", arguments: TransportKind.allCases)
    func backPressure(_ kind: TransportKind) async throws {
        try await StreamServer.run { server in
            var call = OperationCall("load", .get, "/large")
            call.query("bytes", 64 << 20)
            let stream = try await server.sender(kind).sendStream(call, CallOptions(), failing: CallFailure.self)
            var count = 0
            for try await chunk in stream {
                count += chunk.count
                if count % 7 == 0 { await Task.yield() }
            }
            #expect(count == 64 << 20)
        }
    }

    @Test("while nobody reads a long stream, other calls are made", arguments: TransportKind.allCases)
    func unread(_ kind: TransportKind) async throws {
        try await StreamServer.run { server in
            var call = OperationCall("load", .get, "/large")
            call.query("bytes", 16 << 20)
            let sender = try server.sender(kind)
            let stream = try await sender.sendStream(call, CallOptions(), failing: CallFailure.self)
            // More calls than the process has threads for tasks.
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        let lines = sender.sendLines(
                            of: JSONValue.self,
                            OperationCall("list", .get, "/lines"),
                            CallOptions(),
                            failing: CallFailure.self
                        )
                        return try await lines.reduce(0) { count, _ in count + 1 }
                    }
                }
                for try await count in group { #expect(count == 1000) }
            }
            #expect(try await stream.reduce(0) { $0 + $1.count } == 16 << 20)
        }
    }
}

/// Returns a call with a name by which the test controls its stream.
private func watch(_ path: StaticString, _ name: String) -> OperationCall {
    var call = OperationCall("watch", .get, path)
    call.query("name", name)
    return call
}

/// Waits until a condition holds, and fails after a minute.
func until(_ condition: () async -> Bool, at location: SourceLocation = #_sourceLocation) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while await !condition() {
        try #require(ContinuousClock.now < deadline, "The condition never came true.", sourceLocation: location)
        try await Task.sleep(for: .milliseconds(5))
    }
}

extension CallFailure {
    /// The transport's error code; `nil` for other failures.
    var transportCode: TransportError.Code? {
        if case .transport(let error) = self { error.code } else { nil }
    }
}

/// A whole event whose identifier is a number.
private struct NumberedEvent: JSONModel, Hashable {
    var id: Int
    var data: Int

    static let keys: ObjectKeys = ["id", "data"]

    init(id: Int, data: Int) {
        self.id = id
        self.data = data
    }

    init(from object: inout ObjectReader) throws(DecodingFailure) {
        id = try object.required(0)
        data = try object.required(1)
    }

    func write(to object: inout ObjectWriter) {
        object.put(0, id)
        object.put(1, data)
    }
}
