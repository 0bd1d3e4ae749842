import APIRuntime
import AnybillAPI
import Foundation
import HTTPTypes
import Testing

@testable import SandboxServer

@Suite("Sandbox: redaction", .timeLimit(.minutes(1)))
struct RedactionTests {
    @Test("no credential of a service occurs in the listed requests and responses")
    func services() async throws {
        try await AnybillFixture.run { fixture in
            let accounts = fixture.server.credentials
            let anybill = accounts.anybill
            let device = "device-4711"
            _ = try await fixture.user.users.current()
            let form =
                "grant_type=refresh_token&refresh_token=\(anybill.user.refreshToken)&client_id=\(anybill.clientID)"
            for policy in ["b2c_1_ropc_auth", "unknown"] {
                _ = try await fixture.send(
                    .post,
                    "/ad.anybill.de/oauth2/v2.0/token?p=\(policy)&refresh_token=\(anybill.user.refreshToken)",
                    form,
                    headers: [.contentType: "application/x-www-form-urlencoded"]
                )
            }
            try await fixture.user.pushTokens.register(body: PushTokenRegistration(token: device, platform: .iOS))
            try await fixture.user.pushTokens.remove(token: device)
            let basic = Data("\(accounts.sensibill.clientKey):\(accounts.sensibill.clientSecret)".utf8)
                .base64EncodedString()
            _ = try await fixture.send(.get, "/api/v2/users/me", headers: [.authorization: "Basic \(basic)"])
            let state = try await fixture.panelState()
            let listed = String(decoding: JSONCoding.encode(try #require(state["exchanges"])), as: UTF8.self)
            #expect(state["exchanges"]?.array?.count ?? 0 >= 3)
            #expect(listed.contains(Redaction.mask))
            let secrets = [
                anybill.user.accessToken, anybill.user.refreshToken, anybill.user.password, anybill.service.accessToken,
                anybill.service.refreshToken, device, basic, accounts.sensibill.clientSecret,
            ]
            for secret in secrets { #expect(!listed.contains(secret)) }
            let tokens = String(decoding: JSONCoding.encode(try #require(state["tokens"])), as: UTF8.self)
            #expect(!tokens.contains(anybill.user.accessToken))
        }
    }

    @Test(
        "secrets are recognized by their names",
        arguments: [
            "Authorization", "access_token", "refreshToken", "X-API-KEY", "Set-Cookie", "client_secret", "Password",
            "code",
            "dataSignature", "client_assertion", "authToken",
        ]
    )
    func names(name: String) throws {
        #expect(Redaction.isSecret(name: name))
        let object: JSONValue = [name: "s3cret", "list": [[name: ["s3cret"]]]]
        let body = Redaction.body(JSONCoding.encode(object), contentType: "application/json; charset=utf-8")
        #expect(!body.contains("s3cret") && body.contains(Redaction.mask))
        #expect(
            !Redaction.body(Array("\(name)=s3cret&a=b".utf8), contentType: "application/x-www-form-urlencoded")
                .contains("s3cret")
        )
        let path = Redaction.path("/p/s3cret/q", values: [name: "s3cret"], query: [(name, "s3cret"), ("a", "b")])
        #expect(path == "/p/\(Redaction.mask)/q?\(name)=\(Redaction.mask)&a=b")
    }

    @Test("other names keep their values", arguments: ["countryCode", "currencyCode", "page", "receiptId", "status"])
    func others(name: String) {
        #expect(!Redaction.isSecret(name: name))
    }

    @Test("secrets are recognized by their form, also in unknown properties")
    func forms() {
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl"
        for secret in [token, "Bearer abc", "Basic YTpi", "at-0123456789abcdef0123456789"] {
            let body = Redaction.body(
                JSONCoding.encode(["note": .string(secret)] as JSONValue),
                contentType: "application/json"
            )
            #expect(body == #"{"note":"\#(Redaction.mask)"}"#)
        }
        #expect(Redaction.path("/a/\(token)", values: [:], query: []) == "/a/\(Redaction.mask)")
    }

    @Test("bodies that are not JSON or forms, and long ones, are shown as their length")
    func otherBodies() {
        #expect(Redaction.body(Array("secret".utf8), contentType: "text/plain") == "6 bytes")
        #expect(Redaction.body(Array("{".utf8), contentType: "application/json") == "1 bytes")
        let long = [UInt8](repeating: 32, count: Redaction.maximumBody + 1)
        #expect(Redaction.body(long, contentType: "application/json") == "\(long.count) bytes")
        #expect(Redaction.body([], contentType: nil).isEmpty)
    }
}
