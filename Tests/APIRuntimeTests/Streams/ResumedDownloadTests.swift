import APIRuntime
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
        #expect(try await load(transport).text == "xy")
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
            Self.broken(["b"], status: 206, headers: Self.tag), Self.rest("bc", from: 1),
        ])
        #expect(try await load(transport, CallOptions(headers: [.range: "bytes=1-2"])).text == "bc")
        #expect(transport.requests.map { $0.header("range") } == ["bytes=1-2", "bytes=1-2"])
    }

    @Test("the length limit applies to all parts together")
    func bounded() async throws {
        let transport = ScriptedTransport([Self.broken(["abc"], headers: Self.tag), Self.rest("def", from: 3)])
        let options = CallOptions(stream: StreamOptions(maximumBytes: 5))
        let error = await #expect(throws: WireError.self) { _ = try await load(transport, options) }
        #expect(error?.name == "transport.tooLarge")
    }
}
