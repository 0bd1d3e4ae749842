@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Resumed downloads", .timeLimit(.minutes(1)))
struct ResumedDownloadTests {
    private let target = FileManager.default.temporaryDirectory
        .appendingPathComponent("resumed-\(UUID().uuidString)").appendingPathComponent("response.bin")

    private static let tag: HTTPFields = [.eTag: "\"v1\"", .acceptRanges: "bytes"]
    private static let lost = TransportError(.connection, "lost")

    private static func broken(_ pieces: [String], status: Int = 200, headers: HTTPFields) -> ScriptedResponse {
        .stream(pieces, ending: .failure(lost), status: status, headers: headers)
    }

    private static func rest(_ text: String, from start: Int, of total: Int = 6) -> ScriptedResponse {
        .stream([text], status: 206, headers: [.contentRange: "bytes \(start)-\(total - 1)/\(total)", .eTag: "\"v1\""])
    }

    /// Downloads a file and returns its content.
    private func load(
        _ transport: ScriptedTransport,
        _ options: CallOptions = CallOptions(),
        attempts: Int = 3
    ) async throws -> (text: String, file: DownloadedFile) {
        let sender = try Wire.sender(transport) {
            $0.retry = RetryPolicy(maximumAttempts: attempts, baseDelay: .zero, budget: nil)
        }
        let file = try await sender.sendFile(Wire.get(), options, to: target, failing: WireError.self)
        let names = try FileManager.default.contentsOfDirectory(atPath: target.deletingLastPathComponent().path)
        #expect(names == ["response.bin"])
        return (try String(contentsOf: target, encoding: .utf8), file)
    }

    @Test("a resumed download uses Range and If-Range, and its progress continues")
    func resumed() async throws {
        let transport = ScriptedTransport([
            Self.broken(["ab", "c"], headers: Self.tag),
            Self.broken(
                ["d"],
                status: 206,
                headers: [
                    .contentRange: "bytes 3-5/6"
                ]
            ), Self.rest("ef", from: 4),
        ])
        let steps = LockedState<[Int]>([])
        let loaded = try await load(
            transport,
            CallOptions(progress: { step in steps.withLock { $0.append(step.bytes) } })
        )
        #expect(loaded.text == "abcdef" && loaded.file.bytes == 6 && loaded.file.status == 200)
        #expect(transport.requests.map { $0.header("range") } == [nil, "bytes=3-", "bytes=4-"])
        #expect(transport.requests.map { $0.header("if-range") } == [nil, "\"v1\"", "\"v1\""])
        #expect(steps.withLock { $0 } == [2, 3, 4, 6])
    }

    @Test("a document that changed during a download is transferred as a whole")
    func changed() async throws {
        let transport = ScriptedTransport([
            Self.broken(["abc"], headers: Self.tag), .stream(["xy"], headers: [.eTag: "\"v2\""]),
        ])
        let steps = LockedState<[Int]>([])
        let options = CallOptions(progress: { step in steps.withLock { $0.append(step.bytes) } })
        #expect(try await load(transport, options).text == "xy")
        // The bytes of the former document are not part of the new one.
        #expect(steps.withLock { $0 } == [3, 2])
    }

    @Test("a part without a tag is not appended if its date is that of another version")
    func dated() async throws {
        var first = Self.tag
        first[.lastModified] = "Sun, 06 Nov 1994 08:49:37 GMT"
        let other: HTTPFields = [
            .contentRange: "bytes 3-5/6", .lastModified: "Sun, 06 Nov 1994 08:49:38 GMT",
        ]
        let transport = ScriptedTransport([
            Self.broken(["aaa"], headers: first), .stream(["bbb"], status: 206, headers: other), .stream(["bbbbbb"]),
        ])
        #expect(try await load(transport).text == "bbbbbb")
        #expect(transport.requests.map { $0.header("range") } == [nil, "bytes=3-", nil])
    }

    @Test("an unsatisfiable range restarts the download")
    func unsatisfiable() async throws {
        let transport = ScriptedTransport([
            Self.broken(["abc"], headers: Self.tag), .status(416), .stream(["abcd"]),
        ])
        #expect(try await load(transport, attempts: 2).text == "abcd")
        #expect(transport.requests.last?.header("range") == nil)
    }

    @Test("a response range other than the requested one is never appended to the partial download")
    func wrongPart() async throws {
        let transport = ScriptedTransport([
            Self.broken(["abc"], headers: Self.tag), Self.rest("cdef", from: 2), .stream(["abcdef"]),
        ])
        #expect(try await load(transport).text == "abcdef")
        #expect(transport.requests.last?.header("range") == nil)
    }

    @Test(
        "a download restarts without a strong ETag, with an encoded response or if ranges are refused",
        arguments: [
            [:], [.eTag: "W/\"v1\""], [.eTag: "\"v1\"", .contentEncoding: "gzip"],
            [.eTag: "\"v1\"", .acceptRanges: "none"], [.eTag: "v1"],
        ] as [HTTPFields]
    )
    func whole(_ headers: HTTPFields) async throws {
        let transport = ScriptedTransport([Self.broken(["abc"], headers: headers), .stream(["abcdef"])])
        #expect(try await load(transport).text == "abcdef")
        #expect(transport.requests.allSatisfy { $0.header("range") == nil })
    }

    @Test("a caller's own Range header field is not changed")
    func ownRange() async throws {
        let transport = ScriptedTransport([
            Self.broken(["b"], status: 206, headers: [.eTag: "\"v1\"", .contentRange: "bytes 1-2/3"]),
            Self.rest("bc", from: 1, of: 3),
        ])
        #expect(try await load(transport, CallOptions(headers: [.range: "bytes=1-2"])).text == "bc")
        #expect(transport.requests.map { $0.header("range") } == ["bytes=1-2", "bytes=1-2"])
    }

    @Test("a part other than the one that the caller requests is not written to a file")
    func otherOwnRange() async throws {
        let sender = try Wire.sender(ScriptedTransport([Self.rest("bc", from: 1, of: 3)]))
        let options = CallOptions(headers: [.range: "bytes=0-1"])
        let error = await #expect(throws: WireError.self) {
            try await sender.sendFile(Wire.get(), options, to: target, failing: WireError.self)
        }
        #expect(error?.name == "decoding")
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    @Test("the length limit applies to all parts together")
    func bounded() async throws {
        let transport = ScriptedTransport([Self.broken(["abc"], headers: Self.tag), Self.rest("def", from: 3)])
        let options = CallOptions(stream: StreamOptions(maximumBytes: 5))
        let error = await #expect(throws: WireError.self) { _ = try await load(transport, options) }
        #expect(error?.name == "transport.tooLarge")
    }

    @Test("a part of a document of unknown length is not the whole")
    func unknownLength() async throws {
        let part = ScriptedResponse.stream(["d"], status: 206, headers: [.contentRange: "bytes 3-3/*"])
        let transport = ScriptedTransport([Self.broken(["abc"], headers: Self.tag), part, .stream(["abcdef"])])
        #expect(try await load(transport).text == "abcdef")
        #expect(transport.requests.map { $0.header("range") } == [nil, "bytes=3-", nil])
    }

    @Test("a part that ends before the document is completed by a further request")
    func shortPart() async throws {
        let short = ScriptedResponse.stream(["d"], status: 206, headers: [.contentRange: "bytes 3-3/6"])
        let transport = ScriptedTransport([Self.broken(["abc"], headers: Self.tag), short, Self.rest("ef", from: 4)])
        let loaded = try await load(transport, attempts: 2)
        #expect(loaded.text == "abcdef" && loaded.file.bytes == 6)
        #expect(transport.requests.map { $0.header("range") } == [nil, "bytes=3-", "bytes=4-"])
    }

    @Test("a server that sends a document byte by byte gets no more requests than the retry policy allows")
    func singleBytes() async throws {
        let transport = ScriptedTransport { request in
            guard let start = request.header("range").flatMap({ Int($0.dropFirst(6).dropLast()) }) else {
                return Self.broken(["abc"], headers: Self.tag)
            }
            return .stream(["x"], status: 206, headers: [.contentRange: "bytes \(start)-\(start)/9000"])
        }
        let error = await #expect(throws: WireError.self) { _ = try await load(transport, attempts: 3) }
        #expect(error?.name == "transport.connection")
        #expect(transport.requests.count == 4)
    }

    @Test("a document in parts of 64 KiB is transferred as a whole")
    func longParts() async throws {
        let (size, count) = (64 << 10, 8)
        let transport = ScriptedTransport { request in
            guard let start = request.header("range").flatMap({ Int($0.dropFirst(6).dropLast()) }) else {
                return Self.broken(["abc"], headers: Self.tag)
            }
            let end = min(start + size, size * count)
            let text = String(repeating: "x", count: end - start)
            return .stream([text], status: 206, headers: [.contentRange: "bytes \(start)-\(end - 1)/\(size * count)"])
        }
        #expect(try await load(transport, attempts: 2).file.bytes == size * count)
    }

    @Test("a part whose announced length is out of range has no total in its progress")
    func hugePart() async throws {
        let length = String(Int.max)
        let part = Self.broken(["d"], status: 206, headers: [.contentRange: "bytes 3-5/6", .contentLength: length])
        let transport = ScriptedTransport([Self.broken(["abc"], headers: Self.tag), part, Self.rest("ef", from: 4)])
        let totals = LockedState<[Int?]>([])
        let loaded = try await load(
            transport,
            CallOptions(progress: { step in totals.withLock { $0.append(step.total) } })
        )
        #expect(loaded.text == "abcdef")
        #expect(totals.withLock { $0 } == [nil, nil, nil])
    }

    @Test(
        "a part that differs from what it announces is not appended",
        arguments: [
            ("de", "bytes 3-5/6", "\"v1\""), ("defg", "bytes 3-5/6", "\"v1\""), ("def", "bytes 3-5/7", "\"v1\""),
            ("def", "bytes 3-5/6", "\"v2\""), ("def", "bytes 3-9/6", "\"v1\""), ("def", "bytes 3-/6", "\"v1\""),
            ("def", "bytes */6", "\"v1\""), ("def", "items 3-5/6", "\"v1\""),
        ]
    )
    func lyingPart(_ body: String, _ range: String, _ tag: String) async throws {
        var start = Self.tag
        start[.contentLength] = "6"
        let part = ScriptedResponse.stream([body], status: 206, headers: [.contentRange: range, .eTag: tag])
        let first = Self.broken(["abc"], headers: start)
        let count = LockedState(0)
        let transport = ScriptedTransport { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return switch (number, request.header("range")) {
            case (1, _): first
            case (2, _): part
            case (_, "bytes=5-"): Self.rest("f", from: 5)
            default: .stream(["abcdef"])
            }
        }
        #expect(try await load(transport).text == "abcdef")
    }

    @Test("all connections of a download share one deadline")
    func deadline() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport { _ in .stream(["abc"], ending: .pending, headers: Self.tag) }
        let sender = try Wire.sender(transport) {
            $0.clock = clock
            $0.timeout = nil
            $0.retry = RetryPolicy(maximumAttempts: 5, baseDelay: .zero, budget: nil)
        }
        let options = CallOptions(deadline: .seconds(10), stream: StreamOptions(idleTimeout: .seconds(4)))
        let download = Task { () -> String in
            do throws(WireError) {
                _ = try await sender.sendFile(Wire.get(), options, to: target, failing: WireError.self)
                return "success"
            } catch {
                return error.name
            }
        }
        let isOver = LockedState(false)
        let watcher = Task {
            let outcome = await download.value
            isOver.withLock { $0 = true }
            return outcome
        }
        var seconds = 0
        while !isOver.withLock({ $0 }) {
            for _ in 0..<200 { await Task.yield() }
            // The clock moves only while somebody waits for it, however slow the machine is.
            guard clock.sleeperCount > 0 else { continue }
            clock.advance(by: .seconds(1))
            seconds += 1
        }
        #expect(await watcher.value == "transport.timedOut")
        #expect(seconds <= 12)
        #expect(transport.requests.count <= 3)
    }
}
