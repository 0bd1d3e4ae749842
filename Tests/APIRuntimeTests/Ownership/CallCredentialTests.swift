import APITesting
import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime

/// The credentials of a client with the scheme `user`.
private struct UserCredentials: CredentialSet {
    var user: (any CredentialSource)?

    var sources: [String: any CredentialSource] {
        var sources: [String: any CredentialSource] = [:]
        sources["user"] = user
        return sources
    }
}

@Suite("Credentials of a single call", .timeLimit(.minutes(1)))
struct CallCredentialTests {
    private static func sender(
        _ transport: ScriptedTransport,
        _ configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> OperationSender {
        try Wire.sender(transport, credentials: ["user": StaticCredential("anna")], configure: configure)
    }

    /// A transport whose responses name the credential, and may be stored.
    private static func echo() -> ScriptedTransport {
        ScriptedTransport { request in
            let text = request.header("Authorization") ?? "nobody"
            return .json("{\"id\": 1, \"text\": \"\(text)\"}", headers: [.cacheControl: "max-age=60"])
        }
    }

    private static let get = OperationCall("getNote", .get, "/notes/1", security: SecurityRequirement(Wire.user))

    private func text(_ sender: OperationSender, _ set: UserCredentials?, _ call: OperationCall = get) async throws
        -> String?
    {
        let note: WireNote = try await sender.send(call, CallOptions(credentials: set), failing: WireError.self)
        return note.text
    }

    @Test("the credentials of a call replace those of the client for this call alone")
    func replaces() async throws {
        let sender = try Self.sender(Self.echo())
        #expect(try await text(sender, UserCredentials(user: .bearer("bert"))) == "Bearer bert")
        #expect(try await text(sender, nil) == "Bearer anna")
    }

    @Test("a call with credentials of its own neither reads nor stores a cached response")
    func cache() async throws {
        let transport = Self.echo()
        let sender = try Self.sender(transport) { $0.cache = ResponseCache() }
        for set in [nil, UserCredentials(user: .bearer("bert")), nil, UserCredentials(user: .bearer("anna"))] {
            _ = try await text(sender, set)
        }
        #expect(transport.requests.map { $0.header("Authorization") } == ["Bearer anna", "Bearer bert", "Bearer anna"])
    }

    @Test("equal calls with different passwords of one user share no request")
    func sharing() async throws {
        let transport = Self.echo()
        let sender = try Self.sender(transport) { $0.sharesEqualRequests = true }
        try await withThrowingTaskGroup(of: String?.self) { group in
            for password in ["right", "wrong"] {
                let set = UserCredentials(user: .basic(user: "bert", password: password))
                group.addTask { try await text(sender, set) }
            }
            var texts: Set<String?> = []
            for try await text in group { texts.insert(text) }
            #expect(texts.count == 2)
        }
    }

    @Test("a call whose credentials do not satisfy the operation fails without a request")
    func missing() async throws {
        let transport = Self.echo()
        let sender = try Self.sender(transport)
        await #expect {
            _ = try await text(sender, UserCredentials())
        } throws: { error in
            (error as? WireError)?.unauthenticated?.code == .missing
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("an empty set sends an anonymous call where the operation allows it")
    func anonymous() async throws {
        let sender = try Self.sender(Self.echo())
        let open = SecurityRequirement(alternatives: [[Wire.user], []])
        let call = OperationCall("getNote", .get, "/notes/1", security: open)
        #expect(try await text(sender, UserCredentials(), call) == "nobody")
        #expect(try await text(sender, nil, call) == "Bearer anna")
    }

    @Test("the session of a call renews its own token after a 401, and leaves that of the client alone")
    func renewal() async throws {
        let transport = ScriptedTransport { request in
            request.header("Authorization") == "Bearer stale" ? .status(401) : .json("{\"id\": 1, \"text\": \"read\"}")
        }
        let server = RefreshServer()
        let session = TokenSession(store: MemoryTokenStore(), refresher: server.refresher)
        try await session.signIn(OAuthToken(accessToken: "stale", refreshToken: "bert-refresh"))
        await server.response(.success(.pair(2)))
        let sender = try Self.sender(transport)
        #expect(try await text(sender, UserCredentials(user: session)) == "read")
        #expect(transport.requests.count == 2)
        #expect(!transport.requests.contains { $0.header("Authorization") == "Bearer anna" })
    }

    @Test("options with credentials show no secret")
    func redacted() {
        var text = ""
        dump(CallOptions(credentials: UserCredentials(user: .bearer("s3cret-value"))), to: &text)
        #expect(!text.contains("s3cret-value"))
    }
}
