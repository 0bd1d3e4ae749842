import APITesting
import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime

@Suite("Descriptions and dumps of calls")
struct RedactionTests {
    private static let secret = "s3cret-value-1"

    private func shown(_ value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value) \(String(reflecting: value)) \(dumped)"
    }

    @Test("calls, options, requests and configurations show no value")
    func values() throws {
        var call = OperationCall("getNote", .get, "/notes/{noteId}")
        call.path("noteId", Self.secret)
        call.query("q", Self.secret)
        call.header("X-Token", Self.secret)
        call.cookie("sid", Self.secret)
        call.text(Self.secret)
        var options = CallOptions(idempotencyKey: Self.secret)
        options.setHeader("Authorization", to: Self.secret)
        var configuration = ClientConfiguration.testing(ScriptedTransport())
        configuration.headers[.cookie] = Self.secret
        let head = HTTPRequest(
            method: .get,
            scheme: "https",
            authority: "a.example",
            path: "/?q=\(Self.secret)",
            headerFields: [.authorization: "Bearer \(Self.secret)"]
        )
        let response = HTTPResponse(status: .ok, headerFields: [.setCookie: Self.secret])
        let sender = OperationSender(
            servers: [:],
            credentials: ["user": .bearer(Self.secret)],
            configuration: configuration
        )
        let values: [Any] = [
            call, options, configuration, call.path, sender, HTTPBody.bytes(Array(Self.secret.utf8)),
            TransportRequest(head, body: .bytes(Array(Self.secret.utf8))), MiddlewareRequest(head: head),
            TransportResponse(response, body: .bytes(Array(Self.secret.utf8))),
            DownloadedFile(url: URL(filePath: "/tmp/file"), bytes: 1, headers: response.headerFields),
            CacheKey(partition: Self.secret, method: "GET", url: "https://a.example/\(Self.secret)?q=\(Self.secret)"),
        ]
        for value in values { #expect(!shown(value).contains(Self.secret)) }
        #expect("\(call)" == "getNote: GET /notes/{noteId}")
    }

    @Test(
        "an error response that repeats a credential of a scheme with any name shows asterisks",
        arguments: [SecurityScheme.Placement.header("X-Functions-Code"), .query("code")]
    )
    func scheme(_ placement: SecurityScheme.Placement) async throws {
        let secret = "s3cret/value=="
        let transport = ScriptedTransport { request in
            let value = request.header("X-Functions-Code") ?? request.query ?? ""
            return .json(#"{"a": "\#(value)", "b": "s3cret\/value==", "c": "\#(secret)"}"#, status: 418)
        }
        let scheme = SecurityScheme("code", placement)
        let sender = try Wire.sender(transport, credentials: ["code": .apiKey(secret)])
        let error = await #expect(throws: WireError.self) {
            let call = Wire.get(security: SecurityRequirement(scheme))
            try await sender.sendEmpty(call, CallOptions(), failing: WireError.self)
        }
        guard case .undocumented(let response) = error else {
            Issue.record("unexpected: \(error as Any)")
            return
        }
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(!text.contains("value") && !text.contains("s3cret"), "\(text)")
    }

    @Test("an error response that repeats a credential of the request shows asterisks")
    func echo() async throws {
        let transport = ScriptedTransport { request in
            let token = request.header("Authorization") ?? ""
            let text = "{\"title\": \"refused \(token) and \(request.header("Cookie") ?? "") \(request.query ?? "")\"}"
            return .json(text, status: 418)
        }
        let sender = try Wire.sender(transport, credentials: ["user": .bearer(Self.secret)])
        var call = Wire.get(security: SecurityRequirement(Wire.user))
        call.query("access_token", "s3cret/value-2")
        call.query("page", "long-enough-page")
        var options = CallOptions()
        options.setHeader("Cookie", to: "sid=s3cret-value-3")
        let response = try await sender.receive(call, options)
        #expect(!response.text().contains("s3cret"))
        #expect(response.text().contains("refused ***") && response.text().contains("long-enough-page"))
        #expect(response.body.count > 60)
    }

    @Test(
        "an error response keeps the names and numbers of users, which are no credentials",
        arguments: ["userId", "account_id", "X-Customer-Id", "login", "username", "member", "client_id"]
            as [StaticString]
    )
    func identities(_ name: StaticString) async throws {
        let transport = ScriptedTransport { request in
            .json("{\"id\": 12345678, \"text\": \"\(request.query ?? "")\"}", status: 410)
        }
        let sender = try Wire.sender(transport)
        var call = Wire.get()
        call.query(name, "12345678")
        do throws(WireError) {
            let _: WireNote = try await sender.send(call, CallOptions(), failing: WireError.self)
            Issue.record("There is no error")
        } catch {
            guard case .gone(let note) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(note.id == 12_345_678 && note.text?.contains("=12345678") == true)
        }
    }

    @Test(
        "a secret stays one whatever its name says of users",
        arguments: ["user_token", "userPassword", "account-key", "clientSecret", "login_session", "sid", "api_key"]
    )
    func secretNames(_ name: String) {
        #expect(CredentialFields.isSecret(name) && CredentialFields.isCredential(name))
    }

    @Test("a media type in which a server repeats a credential is not part of a description")
    func mediaType() {
        let plain = RawResponse(status: 418, headers: [.contentType: "application/problem+json; charset=utf-8"])
        #expect("\(plain)" == "status 418, application/problem+json")
        for type in ["Bearer \(Self.secret)", "text/\(Self.secret) x", String(repeating: "a/b", count: 40)] {
            #expect(!"\(RawResponse(status: 418, headers: [.contentType: type]))".contains("s3cret"))
        }
    }
}
