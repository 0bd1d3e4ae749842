@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Responses of a sender")
struct SenderTests {
    @Test("a success response is decoded")
    func success() async throws {
        let transport = ScriptedTransport([.json(#"{"id": 7, "text": "x"}"#)])
        let note: WireNote = try await Wire.sender(transport).send(Wire.get(), CallOptions(), failing: WireError.self)
        #expect(note == WireNote(id: 7, text: "x"))
        let request = try #require(transport.requests.first)
        #expect(request.line == "GET /v1/notes/1")
        #expect(request.head.authority == "api.example.com")
        #expect(request.header("accept") == "application/json")
    }

    @Test("a part of a response is a success only if it is documented or was asked for")
    func part() async throws {
        let body = ScriptedResponse.json(#"{"id": 7, "text": "x"}"#, status: 206)
        let asked = ScriptedResponse.json(#"{"id": 7}"#, status: 206, headers: [.contentRange: "bytes 0-1/2"])
        let sender = try Wire.sender(ScriptedTransport([body, body, asked]))
        await #expect(throws: WireError.self) {
            let _: WireNote = try await sender.send(Wire.get(), CallOptions(), failing: WireError.self)
        }
        var documented = Wire.get()
        documented.statuses = [200...299]
        let note: WireNote = try await sender.send(documented, CallOptions(), failing: WireError.self)
        #expect(note.id == 7)
        var options = CallOptions()
        options.headers[.range] = "bytes=0-1"
        let other: WireNote = try await sender.send(Wire.get(), options, failing: WireError.self)
        #expect(other.id == 7)
    }

    @Test(
        "a part other than the requested one is a failure, and a shorter part is not",
        arguments: [
            ("bytes=0-9", "bytes 0-9/100", true), ("bytes=0-9", "bytes 0-4/100", true),
            ("bytes=0-9", "bytes 5-14/100", false), ("bytes=0-9", "bytes 0-19/100", false),
            ("bytes=0-9", "none", false), ("bytes=5-", "bytes 5-99/100", true), ("bytes=5-", "bytes 0-99/100", false),
            ("bytes=-5", "bytes 95-99/100", true), ("bytes=-5", "bytes 0-4/100", false),
            ("bytes=-5", "bytes 90-99/100", false), ("bytes=0-1,4-5", "none", true), ("items=0-1", "items 1-2/3", true),
        ]
    )
    func requestedPart(_ range: String, _ part: String, _ isAccepted: Bool) async throws {
        let response = ScriptedResponse.json(#"{"id": 7}"#, status: 206, headers: [.contentRange: part])
        let sender = try Wire.sender(ScriptedTransport([response, response]))
        let options = CallOptions(headers: [.range: range])
        #expect(await Wire.outcome(sender, Wire.get(), options) == (isAccepted ? "success" : "decoding"))
        var call = Wire.get()
        call.header("Range", range)
        #expect(await Wire.outcome(sender, call) == (isAccepted ? "success" : "decoding"))
    }

    @Test("a documented failure is an error case with its body")
    func documented() async throws {
        let sender = try Wire.sender(ScriptedTransport([.json(#"{"id": 3}"#, status: 410)]))
        do {
            let _: WireNote = try await sender.send(Wire.get(), CallOptions(), failing: WireError.self)
            Issue.record("The call must fail.")
        } catch .gone(let note) {
            #expect(note.id == 3)
        }
    }

    @Test(
        "every other failure has an error case",
        arguments: [
            (ScriptedResponse.json("{}", status: 418), "undocumented"),
            (.json("not json", status: 410), "undocumented"),
            (.json(#"{"text": "no id"}"#), "decoding"),
            (.status(204), "decoding"),
            (.failure(TransportError(.tls, "")), "transport.tls"),
            (.failure(.cancelled), "cancelled"),
        ]
    )
    func failures(_ response: ScriptedResponse, _ name: String) async throws {
        let sender = try Wire.sender(ScriptedTransport([response]))
        let error = await #expect(throws: WireError.self) {
            let _: WireNote = try await sender.send(Wire.get(), CallOptions(), failing: WireError.self)
        }
        #expect(error?.name == name)
    }

    @Test("an empty body is nil for an optional type", arguments: [ScriptedResponse.status(204), .json("")])
    func optional(_ response: ScriptedResponse) async throws {
        let sender = try Wire.sender(ScriptedTransport([response]))
        let note: WireNote? = try await sender.sendOptional(Wire.get(), CallOptions(), failing: WireError.self)
        #expect(note == nil)
    }

    @Test("bytes and strings are returned unchanged")
    func raw() async throws {
        let transport = ScriptedTransport([.bytes([1, 2]), .bytes(Array("é".utf8))])
        let sender = try Wire.sender(transport)
        #expect(try await sender.sendData(Wire.get(), CallOptions(), failing: WireError.self) == Data([1, 2]))
        #expect(try await sender.sendText(Wire.get(), CallOptions(), failing: WireError.self) == "é")
    }

    @Test("a response with several documented types is decoded by its status")
    func several() async throws {
        let sender = try Wire.sender(ScriptedTransport([.json(#"{"id": 1}"#), .status(202)]))
        let first: NoteOrNothing = try await sender.sendResponse(Wire.get(), CallOptions(), failing: WireError.self)
        let second: NoteOrNothing = try await sender.sendResponse(Wire.get(), CallOptions(), failing: WireError.self)
        #expect(first == .note(WireNote(id: 1)))
        #expect(second == .accepted)
    }

    @Test("a call to a server role without a URL is not sent")
    func noServer() async throws {
        let transport = ScriptedTransport([.status(204)])
        let call = OperationCall("x", .get, "/x", server: ServerRole("other"))
        #expect(try await Wire.outcome(Wire.sender(transport), call) == "transport.noServer")
        #expect(transport.requests.isEmpty)
    }

    @Test("a response that exceeds the limit is refused")
    func limit() async throws {
        let transport = ScriptedTransport([
            .bytes(Array(repeating: 1, count: 11)), .bytes(Array(repeating: 1, count: 10)),
        ])
        let sender = try Wire.sender(transport) { $0.limits.maximumResponseBytes = 10 }
        #expect(await Wire.outcome(sender, Wire.get()) == "transport.tooLarge")
        #expect(await Wire.outcome(sender, Wire.get()) == "success")
    }

    @Test("a JSON document that exceeds the depth limit is not decoded")
    func depth() async throws {
        let deep = String(repeating: "[", count: 12) + String(repeating: "]", count: 12)
        let sender = try Wire.sender(ScriptedTransport([.json(deep)])) { $0.limits.maximumJSONDepth = 8 }
        let error = await #expect(throws: WireError.self) {
            let _: JSONValue = try await sender.send(Wire.get(), CallOptions(), failing: WireError.self)
        }
        #expect(error?.name == "decoding")
    }

    @Test("status and header fields are available on request")
    func withResponse() async throws {
        let transport = ScriptedTransport([.json(#"{"id": 1}"#, status: 201, headers: [.eTag: "\"a\""])])
        let notes = NoteOperations(sender: try Wire.sender(transport))
        let response = try await notes.withResponse { group throws(WireError) in try await group.note() }
        #expect(response.status == 201)
        #expect(response.headers[.eTag] == "\"a\"")
        #expect(response.body.id == 1)
    }

    @Test("no description contains a body")
    func descriptions() {
        let response = RawResponse(status: 500, headers: [.contentType: "text/plain"], body: Array("s3cret".utf8))
        var dumped = ""
        dump(response, to: &dumped)
        for text in ["\(response)", String(reflecting: response), dumped, "\(CallFailure.undocumented(response))"] {
            #expect(!text.contains("s3cret"))
            #expect(!text.contains("115"))
        }
        #expect("\(response)" == "status 500, text/plain")
    }
}

/// A success with or without a body.
private enum NoteOrNothing: ResponseDecodable, Equatable {
    case note(WireNote)
    case accepted

    static func decode(_ response: RawResponse) throws(DecodingFailure) -> NoteOrNothing {
        response.status == 202 ? .accepted : .note(try response.json())
    }
}

/// A group of operations in the generated form.
private struct NoteOperations: OperationGroup {
    let sender: OperationSender

    func note(options: CallOptions = CallOptions()) async throws(WireError) -> WireNote {
        try await sender.send(Wire.get(), options, failing: WireError.self)
    }
}
