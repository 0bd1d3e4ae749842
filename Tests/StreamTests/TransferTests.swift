@_spi(Generated) import APIRuntime
import Foundation
import HTTPTypes
import Testing
import URLSessionTransport

@Suite("File uploads and downloads", .timeLimit(.minutes(2)))
struct TransferTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("transfer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var target: URL { folder.appendingPathComponent("response.bin") }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test("the timeout of a request includes the reading of a body that is never produced")
    func silentBody() async throws {
        let body = BodyStream(length: nil, isReplayable: false) {
            BodyChunks {
                while !Task.isCancelled { await Task.yield() }
                throw CancellationError()
            }
        }
        var request = TransportRequest(
            HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:9", path: "/"),
            body: .stream(body),
            timeout: .milliseconds(20)
        )
        request.isReplayable = false
        let spools = {
            try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory()).filter { $0.hasPrefix("body-") }
        }
        let before = try Set(spools())
        let error = await #expect(throws: TransportError.self) { try await URLSessionTransport.shared.send(request) }
        #expect(error?.code == .timedOut && error?.sent == .nothing)
        #expect(try Set(spools()).subtracting(before).isEmpty)
    }

    @Test("a download is written to a file, and its progress never decreases", arguments: TransportKind.allCases)
    func download(_ kind: TransportKind) async throws {
        try await StreamServer.run { server in
            let steps = LockedState<[TransferProgress]>([])
            let options = CallOptions(progress: { step in steps.withLock { $0.append(step) } })
            let file = try await server.sender(kind)
                .sendFile(large(3_000_000), options, to: target, failing: CallFailure.self)
            #expect(file.bytes == 3_000_000)
            #expect(file.status == 200)
            let data = try Data(contentsOf: target)
            #expect(data.count == 3_000_000)
            #expect(Set(data) == [97])
            let counts = steps.withLock { $0 }.map(\.bytes)
            #expect(counts.last == 3_000_000)
            #expect(counts == counts.sorted())
            #expect(steps.withLock { $0 }.allSatisfy { $0.direction == .download })
            #expect(try names == ["response.bin"])
        }
    }

    @Test("an interrupted transfer keeps the existing file and leaves no other", arguments: TransportKind.allCases)
    func broken(_ kind: TransportKind) async throws {
        try Data("former".utf8).write(to: target)
        try await StreamServer.run { server in
            let failure = await failure(try server.sender(kind), OperationCall("load", .get, "/short"), to: target)
            #expect(failure?.transportCode == .connection)
            #expect(try String(contentsOf: target, encoding: .utf8) == "former")
            #expect(try names == ["response.bin"])
        }
    }

    @Test("an interrupted transfer is retried by the retry policy", arguments: TransportKind.allCases)
    func retried(_ kind: TransportKind) async throws {
        try await StreamServer.run { server in
            let policy = RetryPolicy(maximumAttempts: 3, baseDelay: .milliseconds(1))
            let sender = try server.sender(kind, retry: policy)
            #expect(await failure(sender, OperationCall("load", .get, "/short"), to: target) != nil)
            #expect(server.requestCount == 3)
            #expect(try names.isEmpty)
        }
    }

    @Test("an interrupted transfer resumes where it stopped", arguments: TransportKind.allCases)
    func resumed(_ kind: TransportKind) async throws {
        try await StreamServer.run { server in
            let sender = try server.sender(kind, retry: RetryPolicy(maximumAttempts: 2, baseDelay: .milliseconds(1)))
            let call = OperationCall("load", .get, "/parts")
            let file = try await sender.sendFile(call, CallOptions(), to: target, failing: CallFailure.self)
            #expect(server.requestCount == 2)
            #expect(file.status == 200 && file.bytes == 1_000_000)
            let data = try Data(contentsOf: target)
            #expect(data.enumerated().allSatisfy { Int($1) == $0 % 251 } && data.count == 1_000_000)
            #expect(try names == ["response.bin"])
        }
    }

    @Test("a cancelled transfer leaves no file", arguments: TransportKind.allCases)
    func cancelled(_ kind: TransportKind) async throws {
        try await StreamServer.run { server in
            let name = UUID().uuidString
            var call = OperationCall("load", .get, "/endless")
            call.accept = "text/event-stream"
            call.query("name", name)
            let isRunning = LockedState(false)
            let options = CallOptions(progress: { _ in isRunning.withLock { $0 = true } })
            let (sender, target) = (try server.sender(kind), target)
            let task = Task { [call] in await failure(sender, call, options, to: target) }
            try await until { isRunning.withLock { $0 } }
            task.cancel()
            let cause = await task.value
            #expect(cause?.description == "cancelled")
            #expect(try names.isEmpty)
            try await until { await StreamStage.shared.isClosed(name) }
        }
    }

    @Test("a download deletes partial files of killed processes, not those of running ones")
    func leftovers() async throws {
        try await StreamServer.run { server in
            let dead = folder.appendingPathComponent(".response.bin.dead.partial")
            let alive = folder.appendingPathComponent(".response.bin.alive.partial")
            for url in [dead, alive] { try Data("half".utf8).write(to: url) }
            let holder = open(alive.path, O_RDWR)
            defer { close(holder) }
            #expect(flock(holder, LOCK_EX | LOCK_NB) == 0)
            _ = try await server.sender(.asyncHTTP)
                .sendFile(large(10), CallOptions(), to: target, failing: CallFailure.self)
            #expect(try names == [".response.bin.alive.partial", "response.bin"])
        }
    }

    @Test("a destination that cannot be written is a separate error")
    func noPlace() async throws {
        try await StreamServer.run { server in
            try Data().write(to: folder.appendingPathComponent("file"))
            let place = folder.appendingPathComponent("file/response.bin")
            let failure = await failure(try server.sender(.asyncHTTP), large(10), to: place)
            #expect(failure?.transportCode == .file)
        }
    }

    @Test("an error response is not saved as a file", arguments: TransportKind.allCases)
    func refused(_ kind: TransportKind) async throws {
        try await StreamServer.run { server in
            let call = OperationCall("load", .get, "/missing")
            let failure = await failure(try server.sender(kind), call, to: target)
            #expect(failure?.status == 404)
            #expect(try names.isEmpty)
        }
    }

    @Test(
        "an upload reports its progress up to its end",
        arguments: TransportKind.allCases,
        ["file", "bytes", "stream"]
    )
    func upload(_ kind: TransportKind, _ form: String) async throws {
        try await StreamServer.run { server in
            let bytes = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let source = folder.appendingPathComponent("upload.bin")
            try Data(bytes).write(to: source)
            let body: APIRuntime.HTTPBody =
                switch form {
                case "file": .file(source)
                case "bytes": .bytes(bytes)
                default: .stream(BodyStream(length: bytes.count, isReplayable: true) { BodyChunks(bytes) })
                }
            var call = OperationCall("store", .put, "/told")
            call.binary(body, contentType: "application/octet-stream")
            let steps = LockedState<[TransferProgress]>([])
            let options = CallOptions(progress: { step in steps.withLock { $0.append(step) } })
            let echo: JSONValue = try await server.sender(kind).send(call, options, failing: CallFailure.self)
            #expect(echo["bytes"] == .number(JSONNumber(bytes.count)))
            #expect(echo["checksum"] == .number(JSONNumber(checksum(bytes))))
            let seen = steps.withLock { $0 }
            #expect(seen.last == TransferProgress(.upload, bytes: bytes.count, total: bytes.count))
            #expect(seen.map(\.bytes) == seen.map(\.bytes).sorted())
            #expect(seen.count > 1)
        }
    }

    /// Returns the failure of a download, or `nil` if it succeeded.
    private func failure(
        _ sender: OperationSender,
        _ call: OperationCall,
        _ options: CallOptions = CallOptions(),
        to target: URL
    ) async -> CallFailure? {
        do {
            _ = try await sender.sendFile(call, options, to: target, failing: CallFailure.self)
            return nil
        } catch {
            return error
        }
    }

    private func large(_ bytes: Int) -> OperationCall {
        var call = OperationCall("load", .get, "/large")
        call.query("bytes", bytes)
        return call
    }
}
