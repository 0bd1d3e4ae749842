@_spi(Generated) import APIRuntime
import APITesting
import HTTPTypes
import Testing

@Suite("Reading of responses", .timeLimit(.minutes(1)))
struct ResponseReadingTests {
    private static let json = #"{"id": 7, "text": "Grüße 🙂"}"#

    private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit -> [UInt8] in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? bytes : bytes.reversed()
        }
    }

    private func note(_ body: [UInt8], type: String) async throws -> WireNote {
        let response = RawResponse(status: 200, headers: [.contentType: type], body: body)
        return try response.json()
    }

    private static let big = utf16(json, isBigEndian: true)
    private static let little = utf16(json, isBigEndian: false)

    private static let bodies: [(body: [UInt8], type: String)] = [
        ([0xEF, 0xBB, 0xBF] + Array(json.utf8), "application/json"),
        ([0xFE, 0xFF] + big, "application/json"),
        ([0xFF, 0xFE] + little, "application/json"),
        ([0xFF, 0xFE] + little, "application/json; charset=utf-16"),
        (big, "application/json; charset=UTF-16"),
        (big, "application/json; charset=utf-16be"),
        (little, "application/json; charset=\"utf-16le\""),
        // Some servers write the wrong charset.
        (Array(json.utf8), "application/json; charset=utf-16"),
        (Array(json.utf8), "application/json; charset=iso-8859-1"),
    ]

    @Test("JSON is read with a byte order mark and in UTF-16", arguments: bodies.indices)
    func encodings(_ index: Int) async throws {
        let (body, type) = Self.bodies[index]
        let note = try await note(body, type: type)
        #expect(note.id == 7)
        #expect(note.text == "Grüße 🙂")
    }

    @Test("UTF-16 that is cut or contains a single surrogate is a decoding failure or replaced, and no crash")
    func brokenUTF16() async throws {
        let whole = [0xFE, 0xFF] + Self.utf16(Self.json, isBigEndian: true)
        for length in 0..<whole.count {
            _ = try? await note(Array(whole.prefix(length)), type: "application/json")
        }
        _ = try? await note([0, 0x22, 0xD8, 0, 0, 0x22], type: "application/json; charset=utf-16")
    }

    @Test("a part that was not requested is not taken for the whole")
    func partialContent() async throws {
        let fields: HTTPFields = [.contentRange: "bytes 0-10/100", .contentType: "application/json"]
        for call in [Wire.get(), Wire.post()] {
            let transport = ScriptedTransport([.json(#"{"id": 1}"#, status: 206, headers: fields)])
            let sender = try Wire.sender(transport)
            #expect(await Wire.outcome(sender, call) == "transport.malformedResponse")
        }
        var options = CallOptions()
        options.headers[.range] = "bytes=0-10"
        let transport = ScriptedTransport([.json(#"{"id": 1}"#, status: 206, headers: fields)])
        let sender = try Wire.sender(transport)
        #expect(await Wire.outcome(sender, Wire.get(), options) == "success")
    }
}
