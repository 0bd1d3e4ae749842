@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

/// A source of an app's own, whose users share a partition and have sessions.
private final class AppSource: CredentialSource {
    private let user = LockedState("anna")

    func change(to name: String) { user.withLock { $0 = name } }

    func credential() async throws(AuthenticationError) -> AuthCredential {
        let name = user.withLock { $0 }
        return AuthCredential(value: name, partition: "app", generation: name)
    }

    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? { nil }

    func partition() async -> String? { "app" }

    func owner() async -> CredentialOwner? {
        CredentialOwner(partition: "app", generation: user.withLock { $0 })
    }
}

@Suite("Owners that a source of an app names")
struct NamedOwnerTests {
    @Test("users who share a partition, but no session, share no stored response")
    func cache() async throws {
        let transport = ScriptedTransport { request in
            let text = request.header("Authorization") ?? ""
            return .json("{\"id\": 1, \"text\": \"\(text)\"}", headers: [.cacheControl: "max-age=60"])
        }
        let source = AppSource()
        let cache = ResponseCache()
        let sender = try Wire.sender(transport, credentials: ["user": source]) { $0.cache = cache }
        var texts: [String?] = []
        for name in ["anna", "anna", "bert", "anna"] {
            source.change(to: name)
            let call = Wire.get(security: SecurityRequirement(Wire.user))
            let note: WireNote = try await sender.send(call, CallOptions(), failing: WireError.self)
            texts.append(note.text)
        }
        #expect(texts == ["Bearer anna", "Bearer anna", "Bearer bert", "Bearer anna"])
        #expect(transport.requests.count == 2)
    }

    @Test("the end of an owner removes the responses of all its sessions, also those of former processes")
    func eviction() async throws {
        let store = MemoryCacheStore()
        let transport = ScriptedTransport { _ in .json(#"{"id": 1}"#, headers: [.cacheControl: "max-age=60"]) }
        let sender = try Wire.sender(transport, credentials: ["user": AppSource()]) {
            $0.cache = ResponseCache(store: store)
        }
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        let _: WireNote = try await sender.send(call, CallOptions(), failing: WireError.self)
        #expect(store.count == 1)
        // A cache that has just been created knows no session.
        await ResponseCache(store: store).removeAll(partition: "app")
        #expect(store.count == 0)
    }
}
