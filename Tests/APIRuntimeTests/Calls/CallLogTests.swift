@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Logging
import Testing

@Suite("Reports about calls")
struct CallLogTests {
    @Test("the observer receives every attempt")
    func attempts() async throws {
        let observer = RecordingObserver()
        let transport = ScriptedTransport([.failure(TransportError(.connection, "")), .json(#"{"id": 12}"#)])
        let sender = try Wire.sender(transport) {
            $0.observer = observer
            $0.retry = RetryPolicy(baseDelay: .zero)
        }
        var call = Wire.get("/notes/{noteId}/pages")
        call.path("noteId", 5)
        #expect(await Wire.outcome(sender, call) == "success")
        #expect(observer.events.map(\.attempt) == [1, 2])
        #expect(observer.events.map(\.failure) == [.connection, nil])
        #expect(observer.events.map(\.status) == [nil, 200])
        #expect(observer.events.last?.bytes == 10)
        #expect(observer.events.last?.operation == "getNote")
        #expect(observer.events.last?.path == "/notes/{noteId}/pages")
        #expect(observer.events.last?.cache == nil)
    }

    @Test("a resend after a 401 is a separate attempt")
    func resend() async throws {
        let observer = RecordingObserver()
        let transport = ScriptedTransport([.status(401), .status(204)])
        let sender = try Wire.sender(transport, credentials: ["user": ScriptedCredentials(["a", "b"])]) {
            $0.observer = observer
        }
        _ = await Wire.outcome(sender, Wire.get(security: SecurityRequirement(Wire.user)))
        #expect(observer.events.map(\.status) == [401, 204])
        #expect(observer.events.map(\.attempt) == [1, 2])
    }

    @Test("no log line contains a value")
    func secrets() async throws {
        let lines = LogLines()
        var logger = Logger(label: "test") { _ in LineHandler(lines: lines) }
        logger.logLevel = .trace
        let transport = ScriptedTransport([.json(#"{"s3cret-body": 1}"#, headers: [.setCookie: "s3cret-cookie"])])
        let sender = try Wire.sender(transport, credentials: ["user": .bearer("s3cret-token")]) { $0.logger = logger }
        var call = Wire.get("/notes/{noteId}", security: SecurityRequirement(Wire.user))
        call.path("noteId", "s3cret-path")
        call.query("q", "s3cret-query")
        call.header("X-Trace", "s3cret-header")
        _ = await Wire.outcome(sender, call)
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.contains("getNote: GET /notes/{noteId} → 200") == true)
        #expect(!lines.all.joined().contains("s3cret"))
    }

    @Test("invalid elements that a list skips are reported")
    func skipped() async throws {
        let reports = SkipObserver()
        let sender = try Wire.sender(ScriptedTransport([.json(#"{"items": [{"id": 1}, {"id": "x"}]}"#)])) {
            $0.observer = reports
        }
        let list: InvalidElementList = try await sender.send(Wire.get(), CallOptions(), failing: WireError.self)
        #expect(list.items.count == 1)
        #expect(reports.counts.withLock { $0 } == [1])
    }
}

/// A list that tolerates invalid elements.
private struct InvalidElementList: JSONModel {
    var items: [WireNote]

    static let keys: ObjectKeys = ["items"]

    init(from object: inout ObjectReader) throws(DecodingFailure) {
        items = try object.requiredSkippingInvalidElements(0)
        _ = object.unknown()
    }

    func write(to object: inout ObjectWriter) { object.put(0, items) }
}

/// An observer that counts skipped list elements.
private struct SkipObserver: CallObserver {
    let counts = LockedState<[Int]>([])

    func observe(_ event: CallEvent) {}
    func observe(skipped: [DecodingFailure], operation: String) {
        counts.withLock { $0.append(skipped.count) }
    }
}

/// The lines of a log.
private final class LogLines: Sendable {
    private let kept = LockedState<[String]>([])

    var all: [String] { kept.withLock { $0 } }

    func add(_ line: String) {
        kept.withLock { $0.append(line) }
    }
}

/// A handler that records messages with their metadata.
private struct LineHandler: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.add("\(event.message) \(event.metadata ?? [:])")
    }
}
