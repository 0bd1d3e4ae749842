@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Writing of bodies")
struct BodyTests {
    @Test("JSON, text and byte bodies set their content type")
    func types() async throws {
        var call = OperationCall("x", .post, "/x")
        call.json(WireNote(id: 1))
        #expect(try await Wire.sent(call).text == #"{"id":1}"#)
        #expect(try await Wire.sent(call).header("content-type") == "application/json")
        call.text("é")
        #expect(try await Wire.sent(call).body == Array("é".utf8))
        #expect(try await Wire.sent(call).header("content-type") == "text/plain; charset=utf-8")
        call.binary(.data(Data([1, 2])), contentType: "image/png")
        #expect(try await Wire.sent(call).body == [1, 2])
        #expect(try await Wire.sent(call).header("content-type") == "image/png")
    }

    @Test("a request without a body has no Content-Type")
    func none() async throws {
        var call = OperationCall("x", .post, "/x")
        call.json(WireNote?.none)
        call.text(nil)
        let request = try await Wire.sent(call)
        #expect(request.body.isEmpty)
        #expect(request.header("content-type") == nil)
    }

    @Test("a form encodes scalars, lists and nested values as JSON")
    func form() async throws {
        let value: JSONValue = ["a": "x y&z", "list": [1, 2], "deep": ["k": [1]], "gone": nil]
        var call = OperationCall("x", .post, "/x")
        call.form(value)
        let request = try await Wire.sent(call)
        #expect(request.text == "a=x%20y%26z&list=1&list=2&deep=%7B%22k%22%3A%5B1%5D%7D")
        #expect(request.header("content-type") == "application/x-www-form-urlencoded")
    }

    @Test("each element of a list of objects or lists is a value with the name of the list")
    func listsOfObjects() async throws {
        let value: JSONValue = ["o": [["x": 1], ["x": 2]], "n": [[1, 2], [3]], "mixed": ["a", ["b"], nil]]
        var call = OperationCall("x", .post, "/x")
        call.form(value)
        let text = try await Wire.sent(call).text.removingPercentEncoding
        #expect(text == #"o={"x":1}&o={"x":2}&n=[1,2]&n=[3]&mixed=a&mixed=["b"]"#)
    }

    @Test("a form has encodings: deep objects, joined lists, JSON")
    func encodings() async throws {
        let value: JSONValue = ["deep": ["k": [1, ["m": 2]]], "flat": [1, 2], "json": [1, "a", [2]]]
        var call = OperationCall("x", .post, "/x")
        call.form(
            value,
            encodings: [
                "deep": FormEncoding(style: .deepObject), "flat": FormEncoding(explode: false),
                "json": FormEncoding(isJSON: true),
            ]
        )
        let text = try await Wire.sent(call).text.removingPercentEncoding
        #expect(text == "deep[k][0]=1&deep[k][1][m]=2&flat=1,2&json=1&json=\"a\"&json=[2]")
    }

    @Test("a body has a length and reports whether it can be replayed")
    func replay() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data([1, 2, 3]).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(HTTPBody.bytes([1]).isReplayable)
        #expect(HTTPBody.file(file).isReplayable)
        #expect(HTTPBody.file(file).length == 3)
        #expect(HTTPBody.file(URL(fileURLWithPath: "/nowhere")).length == nil)
        let once = BodyStream(length: nil, isReplayable: false) { BodyChunks([1]) }
        #expect(!HTTPBody.stream(once).isReplayable)
    }

    @Test("the chunks of a file contain its bytes")
    func file() async throws {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var read: [UInt8] = []
        for try await chunk in HTTPBody.file(file).chunks() { read += chunk }
        #expect(read == bytes)
    }

    @Test("reading stops at the limit, and an early end is an error")
    func collect() async throws {
        let pieces = LockedState([[1, 2], [3], [4, 5]] as [[UInt8]])
        let body = TransportResponseBody.chunks(BodyChunks { pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() } })
        let tooLarge = await #expect(throws: TransportError.self) { try await body.collect(upTo: 3) }
        #expect(tooLarge?.code == .tooLarge)
        #expect(pieces.withLock { $0.isEmpty })
        let broken = TransportResponseBody.chunks(BodyChunks { throw CocoaError(.fileReadUnknown) })
        let early = await #expect(throws: TransportError.self) { try await broken.collect(upTo: 3) }
        #expect(early?.code == .connection)
        #expect(try await TransportResponseBody.chunks(BodyChunks([1, 2, 3])).collect(upTo: 3) == [1, 2, 3])
    }
}
