@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Media types of responses")
struct MediaTypeTests {
    private func sender(_ body: [UInt8], type: String?) throws -> OperationSender {
        try Wire.sender(ScriptedTransport([.bytes(body, headers: type.map { [.contentType: $0] } ?? [:])]))
    }

    private func call(_ accept: String) -> OperationCall {
        var call = Wire.get()
        call.accept = accept
        return call
    }

    @Test(
        "Accept lists several documented types in the document's order",
        arguments: [
            ("application/json", "application/json"),
            ("application/json, application/problem+json", "application/json, application/problem+json;q=0.9"),
            ("image/png, image/*, */*", "image/png, image/*;q=0.9, */*;q=0.8"),
            ("text/csv; header=present, text/plain", "text/csv; header=present, text/plain;q=0.9"),
            ("a/b;p=\"x,y\", c/d", "a/b;p=\"x,y\", c/d;q=0.9"), ("text/html, a/b;q=0.2", "text/html, a/b;q=0.2"),
        ]
    )
    func weights(_ documented: String, _ sent: String) async throws {
        #expect(try await Wire.sent(call(documented)).header("accept") == sent)
    }

    @Test("at most ten media types have different weights")
    func manyWeights() async throws {
        let types = (0..<14).map { "a/b\($0)" }.joined(separator: ", ")
        let sent = try await Wire.sent(call(types)).header("accept")
        #expect(sent?.hasSuffix("a/b9;q=0.1, a/b10;q=0.1, a/b11;q=0.1, a/b12;q=0.1, a/b13;q=0.1") == true)
    }

    @Test(
        "JSON is decoded whatever its media type",
        arguments: [
            nil, "application/json", "application/json; charset=utf-8", "application/vnd.notes+json; profile=\"a;b\"",
            "APPLICATION/PROBLEM+JSONCoding", "text/plain", "application/octet-stream", "nonsense",
        ]
    )
    func json(_ type: String?) async throws {
        let note: WireNote = try await sender(Array("{\"id\":1}".utf8), type: type)
            .send(call("application/json"), CallOptions(), failing: WireError.self)
        #expect(note.id == 1)
    }

    @Test(
        "a body whose media type has another value of a documented parameter is not decoded",
        arguments: [
            ("application/json; v=1", "application/json; v=2", false),
            ("application/json; v=1", "application/json; v=1; charset=utf-8", true),
            ("application/json; v=1", "application/json; V=\"1\"", true),
            ("application/json; v=1", "application/json", true),
            ("application/json; v=1", "application/vnd.notes+json; v=2", true),
            ("application/json; v=1, application/json; v=2", "application/json; v=2", true),
            ("application/json; v=1, application/*", "application/json; v=2", true),
            ("application/json; charset=utf-8", "application/json; charset=latin1", true),
        ]
    )
    func parameters(_ documented: String, _ type: String, _ isTaken: Bool) async throws {
        let call = call(documented)
        let name = await Wire.name {
            let _: WireNote = try await sender(Array("{\"id\":1}".utf8), type: type)
                .send(call, CallOptions(), failing: WireError.self)
        }
        #expect(name == (isTaken ? nil : "decoding"))
        let optional = await Wire.name {
            let _: WireNote? = try await sender(Array("{\"id\":1}".utf8), type: type)
                .sendOptional(call, CallOptions(), failing: WireError.self)
        }
        #expect(optional == name)
        let bytes = await Wire.name {
            _ = try await sender([1], type: type).sendData(call, CallOptions(), failing: WireError.self)
        }
        #expect(bytes == name)
    }

    @Test(
        "JSON whose media type another method of the operation reads is not decoded",
        arguments: [
            ("application/problem+json", false), ("Application/Problem+JSON; charset=utf-8", false),
            ("application/json", true), ("application/vnd.notes+json", true), ("text/plain", true),
        ]
    )
    func others(_ type: String, _ isTaken: Bool) async throws {
        var call = call("application/json")
        call.otherTypes = ["application/problem+json"]
        let name = await Wire.name {
            let _: WireNote = try await sender(Array("{\"id\":1}".utf8), type: type)
                .send(call, CallOptions(), failing: WireError.self)
        }
        #expect(name == (isTaken ? nil : "decoding"))
        // Where it is the only documented type, servers may send it as any JSON.
        let note: WireNote = try await sender(Array("{\"id\":1}".utf8), type: type)
            .send(self.call("application/problem+json"), CallOptions(), failing: WireError.self)
        #expect(note.id == 1)
    }

    @Test("an undocumented media type is reported with the documented ones")
    func named() async throws {
        let page = Array("<html>Sign in to the network, s3cret</html>".utf8)
        let error = await #expect(throws: WireError.self) {
            let _: WireNote = try await sender(page, type: "text/html; charset=utf-8").send(
                call("application/json, application/problem+json"),
                CallOptions(),
                failing: WireError.self
            )
        }
        guard case .decoding(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.reason == .mediaType)
        #expect(
            failure.description
                == "the response is text/html, where the client asked for application/json, application/problem+json"
        )
    }

    @Test("the error for a documented media type has the offset of the first invalid byte")
    func broken() async throws {
        let error = await #expect(throws: WireError.self) {
            let _: WireNote = try await sender(Array("{\"id\":}".utf8), type: "application/json")
                .send(call("application/*"), CallOptions(), failing: WireError.self)
        }
        guard case .decoding(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.path == "id")
    }

    @Test(
        "bytes of the documented type are accepted, and a clearly different type is refused",
        arguments: [
            ("application/pdf", "application/pdf", true), ("application/pdf", "application/x-pdf", true),
            ("application/pdf", nil, true), ("application/pdf", "application/octet-stream", true),
            ("image/jpeg", "image/jpg", true), ("image/*", "image/webp", true), ("image/png", "image/svg+xml", true),
            ("*/*", "text/html", true),
            ("text/csv", "text/plain; charset=utf-8", true), ("application/pdf", "text/html", false),
            ("text/csv", "text/html", false), ("application/pdf", "application/json", false),
            ("application/zip", "application/problem+json", false), ("image/png", "application/pdf", false),
            ("application/pdf", "application/xml", false), ("application/octet-stream", "image/png", true),
            ("application/xml", "text/xml; charset=utf-8", true), ("application/xml", "application/json", false),
        ] as [(String, String?, Bool)]
    )
    func bytes(_ documented: String, _ type: String?, _ isTaken: Bool) async throws {
        let call = call(documented)
        let name = await Wire.name {
            _ = try await sender([1], type: type).sendData(call, CallOptions(), failing: WireError.self)
        }
        #expect(name == (isTaken ? nil : "decoding"))
        let text = await Wire.name {
            _ = try await sender([0x31], type: type).sendText(call, CallOptions(), failing: WireError.self)
        }
        #expect(text == name)
    }

    @Test(
        "text is decoded in the specified charset",
        arguments: [
            ("text/plain", [0x63, 0xC3, 0xA9], "cé"), ("text/plain", [0xEF, 0xBB, 0xBF, 0x63], "c"),
            ("text/plain; charset=ISO-8859-1", [0x63, 0xE9], "cé"),
            ("text/plain;charset=\"iso-8859-1\"; format=flowed", [0xE9], "é"),
            ("text/plain; charset=utf-16", [0x00, 0x63, 0x20, 0xAC], "c€"),
            ("text/plain; charset=utf-16", [0xFF, 0xFE, 0x63, 0x00], "c"),
            ("text/plain; charset=UTF-16LE", [0x3D, 0xD8, 0x00, 0xDE], "😀"),
            ("text/plain", [0xFE, 0xFF, 0x20, 0xAC], "€"),
            ("text/plain; charset=windows-1252", [0x80, 0x81], "€\u{FFFD}"),
            ("text/plain; charset=latin2", [0xB1], "ą"),
            ("text/plain; charset=utf-16be", [0x00, 0x63, 0x00], "c\u{FFFD}"),
            ("text/plain; charset=unheard-of", [0x63, 0xFF], "c\u{FFFD}"), ("text/plain; charset=utf-16", [], ""),
        ] as [(String, [UInt8], String)]
    )
    func charsets(_ type: String, _ body: [UInt8], _ text: String) async throws {
        let read = try await sender(body, type: type).sendText(
            call("text/plain"),
            CallOptions(),
            failing: WireError.self
        )
        #expect(read == text)
    }
}

extension Wire {
    /// Returns the name of the error that a call throws, or `nil` if it throws none.
    static func name(_ send: () async throws -> Void) async -> String? {
        do {
            try await send()
            return nil
        } catch {
            return (error as? WireError)?.name ?? "\(error)"
        }
    }
}
