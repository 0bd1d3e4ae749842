@_spi(Generated) import APIRuntime
import APIWebhooks
import Foundation
import HTTPTypes
import Testing

/// Tests that distinguish requests of a service from those of other senders.
@Suite("Webhook verifiers")
struct WebhookVerifierTests {

    private static let body = Array(#"{"id":"o-1","total":12.50}"#.utf8)
    private static let hex = "a9e120a2451a608b6a40d1b8da6b1768af6e2713fd5ef737fffda8294362a2ca"
    private static let base64 = "wFbFzC4sBqaTJpvDTiFZu5ugi87SIzmecn+5lashtYk="
    private let signature: HTTPField.Name
    private let time: HTTPField.Name

    init() throws {
        signature = try #require(HTTPField.Name("X-Signature"))
        time = try #require(HTTPField.Name("X-Time"))
    }

    private func request(_ fields: [HTTPField.Name: String], body: [UInt8] = Self.body) -> WebhookRequest {
        var headers = HTTPFields()
        for (name, value) in fields {
            headers[name] = value
        }
        return WebhookRequest(headers: headers, body: body)
    }

    private func rejection(_ verifier: some WebhookVerifier, _ request: WebhookRequest) -> WebhookRejection? {
        do {
            try verifier.verify(request)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "the signatures match those of other implementations",
        arguments: [
            (
                "key", "The quick brown fox jumps over the lazy dog",
                "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8"
            ),
            (
                String(repeating: "k", count: 100), "long key",
                "5903eedefe0bba3f15b658715e41d71f1848739bddf19e497e968df5723dcd56"
            ),
        ]
    )
    func vectors(key: String, text: String, code: String) {
        let verifier = HMACVerifier(secret: key, header: signature)
        #expect(rejection(verifier, request([signature: code], body: Array(text.utf8))) == nil)
        #expect(rejection(verifier, request([signature: code.uppercased()], body: Array(text.utf8))) == nil)
    }

    private struct Trusting: WebhookVerifier {
        func verify(_ request: WebhookRequest) throws(WebhookRejection) {}
    }

    @Test("text is in the charset of its media type")
    func charsets() throws {
        let request = request([.contentType: "text/plain; charset=iso-8859-1"], body: [0x66, 0xFC, 0x72])
        #expect(try request.text(verifiedBy: Trusting()) == "für")
    }

    @Test("the properties of an exploded object in a form are an object again")
    func explodedObjects() throws {
        let request = request([:], body: Array("R=1&G=2&name=x".utf8))
        let value = try request.form(
            JSONValue.self,
            encodings: ["color": FormEncoding()],
            exploded: ["color": ["R", "G"]],
            verifiedBy: Trusting()
        )
        #expect(value == ["color": ["R": "1", "G": "2"], "name": "x"])
    }

    @Test("a signed body is accepted, and one with a changed byte is refused")
    func change() {
        let verifier = HMACVerifier(secret: "s3cret", header: signature, prefix: "sha256=")
        let fields = [signature: "sha256=\(Self.hex)"]
        #expect(rejection(verifier, request(fields)) == nil)
        #expect(rejection(verifier, request(fields, body: Self.body + [0x20])) == .mismatch)
        #expect(rejection(verifier, request([signature: "sha256=00"])) == .mismatch)
    }

    @Test("one of several signatures or secrets is sufficient")
    func several() {
        let secrets = ["old", "s3cret"].map { Array($0.utf8) }
        let verifier = HMACVerifier(secrets: secrets, header: signature, prefix: "v1=")
        #expect(rejection(verifier, request([signature: "v0=\(Self.hex), v1=0000, v1=\(Self.hex)"])) == nil)
        #expect(rejection(verifier, request([signature: "v0=\(Self.hex)"])) == .unsigned)
    }

    @Test("a request without a valid signature is unsigned", arguments: ["", "zz", "abc", "sha1=00", "é"])
    func unreadable(_ text: String) {
        let verifier = HMACVerifier(secret: "s3cret", header: signature)
        #expect(rejection(verifier, request([signature: text])) == .unsigned)
        #expect(rejection(verifier, request([:])) == .unsigned)
    }

    @Test("an empty secret accepts no signature")
    func empty() {
        let hmac = HMACVerifier(secret: "", header: signature)
        #expect(rejection(hmac, request([signature: Self.hex])) == .mismatch)
        let shared = SharedSecretVerifier(secrets: [""], header: signature)
        #expect(rejection(shared, request([signature: ""])) == .mismatch)
    }

    @Test("a signed timestamp prevents the replay of old requests", arguments: [-301, -300, 0, 300, 301])
    func age(seconds: Int) {
        let verifier = HMACVerifier(
            secret: "s3cret",
            header: signature,
            encoding: .base64,
            timestamp: .init(header: time, tolerance: 300),
            now: { Date(timeIntervalSince1970: 1_735_689_600 + TimeInterval(seconds)) }
        )
        let signed = request([signature: Self.base64, time: "1735689600"])
        #expect(rejection(verifier, signed) == (abs(seconds) > 300 ? .expired : nil))
        #expect(rejection(verifier, request([signature: Self.base64, time: "1735689601"])) == .mismatch)
        #expect(rejection(verifier, request([signature: Self.base64])) == .unsigned)
    }

    @Test("a shared secret must match the whole header field")
    func shared() {
        let verifier = SharedSecretVerifier(secrets: ["first", "second"], header: signature)
        #expect(rejection(verifier, request([signature: "second"])) == nil)
        #expect(rejection(verifier, request([signature: "secon"])) == .mismatch)
        #expect(rejection(verifier, request([signature: "secondly"])) == .mismatch)
        #expect(rejection(verifier, request([:])) == .unsigned)
    }

    @Test("descriptions of verifiers and requests contain no secrets")
    func descriptions() {
        var shown = ""
        dump(HMACVerifier(secret: "s3cret", header: signature), to: &shown)
        dump(SharedSecretVerifier(secrets: ["s3cret"], header: signature), to: &shown)
        dump(request([signature: "s3cret"], body: Array("s3cret".utf8)), to: &shown)
        shown += "\(HMACVerifier(secret: "s3cret", header: signature))"
        #expect(!shown.contains("s3cret"))
        #expect(!shown.contains("115"))
        #expect(shown.contains("6"))
    }

    @Test("only equal bytes compare equal", arguments: [([], []), ([1, 2], [1, 2])] as [([UInt8], [UInt8])])
    func equality(first: [UInt8], second: [UInt8]) {
        #expect(constantTimeEqual(first, second))
        #expect(!constantTimeEqual(first, second + [0]))
        #expect(!constantTimeEqual([0] + first, [1] + second))
    }
}
