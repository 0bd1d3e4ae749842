import APITesting
import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime

@Suite("Credentials and requirements")
struct CredentialTests {
    private let token = SecurityScheme("token", .bearer)
    private let key = SecurityScheme("key", .header("X-Api-Key"))

    @Test(
        "a credential is sent where its security scheme specifies",
        arguments: [
            (SecurityScheme.Placement.bearer, "Authorization", "Bearer secret"),
            (.basic, "Authorization", "Basic secret"),
            (.header("X-Api-Key"), "X-Api-Key", "secret"),
            (.cookie("sid"), "Cookie", "a=1; sid=secret"),
        ]
    )
    func placements(_ placement: SecurityScheme.Placement, _ name: String, _ value: String) throws {
        var fields: HTTPFields = [.cookie: "a=1", .authorization: "old"]
        SecurityScheme("s", placement).apply(AuthCredential(value: "secret", partition: "p"), to: &fields)
        #expect(fields[try #require(HTTPField.Name(name))] == value)
    }

    @Test("an API key scheme in the query adds no header field")
    func query() {
        var fields = HTTPFields()
        SecurityScheme("s", .query("api_key")).apply(AuthCredential(value: "secret", partition: "p"), to: &fields)
        #expect(fields.isEmpty)
    }

    @Test("the first satisfiable alternative is chosen, and no credential only if there is no other")
    func requirements() {
        let either = SecurityRequirement(alternatives: [[token], [key]])
        #expect(either.satisfied { $0 == "key" } == [key])
        #expect(either.satisfied { _ in true } == [token])
        #expect(either.satisfied { _ in false } == nil)
        let optional = SecurityRequirement(alternatives: [[], [token]])
        #expect(optional.satisfied { _ in true } == [token])
        #expect(optional.satisfied { _ in false } == [])
        #expect(SecurityRequirement.none.satisfied { _ in true } == [])
        let both = SecurityRequirement(alternatives: [[token, key]])
        #expect(both.satisfied { $0 == "key" } == nil)
        #expect(both.satisfied { _ in true } == [token, key])
    }

    @Test("fixed credentials are sent unchanged and never refreshed")
    func fixed() async throws {
        let basic: any CredentialSource = .basic(user: "Aladdin", password: "open sesame")
        let credential = try await basic.credential()
        #expect(credential.value == "QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        #expect(try await basic.refused(credential) == nil)
    }

    @Test("the owner of a user and a password differs with both, unless it is named")
    func basicOwners() async throws {
        func partition(_ user: String, _ password: String) async throws -> String {
            try await StaticCredential.basic(user: user, password: password).credential().partition
        }
        let own = try await partition("ada", "1234")
        #expect(try await partition("ada", "1234") == own)
        #expect(!own.contains("1234"))
        for (user, password) in [("ada", "1235"), ("ada", ""), ("ad", "a1234"), ("ada1", "234")] {
            #expect(try await partition(user, password) != own)
        }
        let named = StaticCredential.basic(user: "ada", password: "1234", partition: "ada")
        #expect(try await named.credential().partition == "ada")
    }

    @Test("a call with a user's name that Basic cannot carry fails and sends nothing")
    func colon() async throws {
        let transport = ScriptedTransport([.status(204)])
        let basic = SecurityScheme("user", .basic)
        let sender = try Wire.sender(transport, credentials: ["user": .basic(user: "anna:b", password: "s3cret")])
        let error = await #expect(throws: WireError.self) {
            let call = Wire.get(security: SecurityRequirement(basic))
            try await sender.sendEmpty(call, CallOptions(), failing: WireError.self)
        }
        #expect(error?.unauthenticated?.code == .missing)
        #expect(transport.requests.isEmpty)
    }

    @Test("API keys have stable partitions that do not reveal them")
    func partitions() async throws {
        let first = try #require(await StaticCredential.apiKey("key-one").partition())
        #expect(await StaticCredential.bearer("key-one").partition() == first)
        #expect(await StaticCredential.apiKey("key-two").partition() != first)
        #expect(!first.contains("key-one"))
        #expect(await StaticCredential.apiKey("k", partition: "shop").partition() == "shop")
    }

    @Test("digests match the published test vectors")
    func digests() {
        #expect(
            SHA256Digest.hex(of: [])
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        )
        #expect(
            SHA256Digest.hex(of: "abc".utf8)
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
        #expect(
            SHA256Digest.hex(of: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        )
        #expect(
            SHA256Digest.hex(of: repeatElement(UInt8(ascii: "a"), count: 1_000_000))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        )
    }

    @Test("a token without a lifetime in its response does not expire", arguments: [nil, -1])
    func endless(_ seconds: Int?) {
        #expect(OAuthToken(accessToken: "a", refreshToken: nil, expiresIn: seconds).expiresAt == nil)
    }

    @Test("a lock serializes parallel changes and rethrows errors of its body")
    func lock() async throws {
        let sum = LockedState(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<1000 { sum.withLock { $0 += 1 } } } }
        }
        #expect(sum.withLock { $0 } == 8000)
        #expect(throws: StatusError.self) {
            try sum.withLock { (_: inout Int) throws(StatusError) in throw StatusError(status: nil) }
        }
        #expect(sum.withLock { $0 } == 8000)
    }
}
