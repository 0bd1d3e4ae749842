import APITesting
import Foundation
import Testing

@_spi(Generated) @testable import APIRuntime

@Suite("Long documents", .timeLimit(.minutes(1)))
struct InterruptionTests {
    private struct List: JSONCodable {
        var notes: [WireNote]

        init(json reader: inout JSONReader) throws(DecodingFailure) { notes = try reader.readSkippingInvalidElements() }

        func write(to writer: inout JSONWriter) { notes.write(to: &writer) }
    }

    private static func wrong(_ count: Int) -> [UInt8] {
        Array("[".utf8) + Array(repeatElement("{\"id\":\"x\"}", count: count).joined(separator: ",").utf8) + Array("]".utf8)
    }

    @Test("the paths of all skipped elements are found in one pass over the document")
    func paths() throws {
        var report = DecodingReport()
        let list = try JSONCoding.decode(List.self, from: Self.wrong(20_000), report: &report)
        #expect(list.notes.isEmpty && report.count == 20_000)
        #expect(report.skipped.count == 1000)
        #expect(report.skipped[0].path == "[0].id" && report.skipped[999].path == "[999].id")
        let bytes = Self.wrong(300)
        bytes.withUnsafeBytes { buffer in
            guard let bytes = JSONBytes(buffer) else { return }
            let finder = PathFinder(bytes: bytes, maps: [])
            let offsets = (0..<bytes.count).shuffled()
            #expect(finder.steps(to: offsets) == offsets.map { finder.steps(to: $0) })
        }
    }

    @Test("decoding ends when its task is cancelled")
    func cancelled() async {
        let bytes = Self.wrong(50_000)
        let task = Task { () -> DecodingFailure.Reason? in
            while !Task.isCancelled { await Task.yield() }
            do throws(DecodingFailure) {
                _ = try JSONCoding.decode(List.self, from: bytes)
                return nil
            } catch {
                return error.reason
            }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test("the deadline of a call includes the decoding of its response")
    func deadline() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport { _ in .bytes(Self.wrong(50_000), contentType: "application/json") }
        let sender = try Wire.sender(transport) { $0.clock = clock }
        let options = CallOptions(deadline: .seconds(5))
        let response = try await sender.receive(Wire.get(), options)
        clock.advance(by: .seconds(5))
        #expect(throws: DecodingFailure.self) { () throws(DecodingFailure) in
            let list: List = try response.json()
            Issue.record("The list was decoded: \(list.notes.count)")
        }
        let late = ClosureMiddleware { request, _, next in
            let response = try await next(request)
            clock.advance(by: .seconds(5))
            return response
        }
        let short = CallOptions(deadline: .seconds(4), middleware: [.before(.cache, late)])
        let error = await #expect(throws: WireError.self) {
            let list: List = try await sender.send(Wire.get(), short, failing: WireError.self)
            Issue.record("The list was decoded: \(list.notes.count)")
        }
        #expect(error?.name == "transport.timedOut")
    }

    @Test("repeated names among many unknown properties are found, and distinct ones are kept in order")
    func unknownNames() throws {
        let members = (0..<5000).map { "\"k\($0)\":\($0)" }
        let whole = "{\"id\":1," + members.joined(separator: ",") + "}"
        let note = try JSONCoding.decode(WireNote.self, from: Array(whole.utf8))
        #expect(note.unknown.members.members.map(\.name) == (0..<5000).map { "k\($0)" })
        let twice = "{\"id\":1," + (members + ["\"k17\":0"]).joined(separator: ",") + "}"
        #expect(throws: DecodingFailure.self) { try JSONCoding.decode(WireNote.self, from: Array(twice.utf8)) }
        var options = JSONReadingOptions()
        options.duplicateKeys = .lastWins
        let last = try JSONCoding.decode(WireNote.self, from: Array(twice.utf8), options: options)
        #expect(last.unknown["k17"]?.number == JSONNumber(0))
    }
}
