import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("How a sender uses the cache", .timeLimit(.minutes(1)))
struct SenderCacheTests {
    private static let fresh: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"a\""]
    private static let secured = Wire.get(security: SecurityRequirement(Wire.user))

    private let date = APITesting.TestDate()
    private let observer = RecordingObserver()
    private let cache = ResponseCache()

    private func sender(_ transport: any Transport, _ source: (any CredentialSource)? = nil) throws -> Sender {
        try Wire.sender(transport, credentials: source.map { ["user": $0] } ?? [:]) { configuration in
            configuration.cache = cache
            configuration.observer = observer
            configuration.now = { [date] in date.now }
        }
    }

    private func id(_ sender: Sender, _ call: Call = Wire.get(), _ mode: CacheMode? = nil) async throws -> Int {
        let note: WireNote = try await sender.send(call, CallOptions(cache: mode), failing: WireError.self)
        return note.id
    }

    @Test("a fresh answer is served without a request")
    func hit() async throws {
        let transport = ScriptedTransport([.json(#"{"id": 1}"#, headers: Self.fresh)])
        let sender = try sender(transport)
        #expect(try await id(sender) == 1)
        #expect(try await id(sender) == 1)
        #expect(transport.requests.count == 1)
        #expect(observer.events.map(\.cache) == [.miss, .hit])
        #expect(observer.events.map(\.attempt) == [1, 0])
    }

    @Test("a stale answer is validated by its ETag")
    func revalidated() async throws {
        let transport = ScriptedTransport([
            .json(#"{"id": 1}"#, headers: Self.fresh), .status(304, headers: Self.fresh),
        ])
        let sender = try sender(transport)
        _ = try await id(sender)
        date.advance(by: 61)
        #expect(try await id(sender) == 1)
        #expect(transport.requests.last?.header("if-none-match") == "\"a\"")
        #expect(observer.events.map(\.cache) == [.miss, .miss, .revalidated])
        #expect(try await id(sender) == 1)
        #expect(transport.requests.count == 2)
    }

    @Test("a changed answer replaces the stored one")
    func changed() async throws {
        let transport = ScriptedTransport([
            .json(#"{"id": 1}"#, headers: Self.fresh), .json(#"{"id": 2}"#, headers: Self.fresh),
        ])
        let sender = try sender(transport)
        _ = try await id(sender)
        date.advance(by: 61)
        #expect(try await id(sender) == 2)
        #expect(try await id(sender) == 2)
        #expect(transport.requests.count == 2)
    }

    @Test("offline, a stale answer stands in where that is allowed")
    func staleIfError() async throws {
        let transport = ScriptedTransport([
            .json(#"{"id": 1}"#, headers: Self.fresh), .failure(TransportError(.unreachable, "")), .status(503),
        ])
        let sender = try sender(transport)
        var call = Wire.get()
        call.cache = CachePolicy(staleIfError: .seconds(3600))
        _ = try await id(sender, call)
        date.advance(by: 120)
        #expect(try await id(sender, call) == 1)
        #expect(try await id(sender, call) == 1)
        #expect(observer.events.last?.cache == .stale)
    }

    @Test("a stale answer is served while one request renews it")
    func whileRevalidating() async throws {
        let gate = Gate()
        let transport = ScriptedTransport { request async throws(TransportError) in
            if request.header("if-none-match") == nil { return .json(#"{"id": 1}"#, headers: Self.fresh) }
            await gate.wait()
            return .json(#"{"id": 2}"#, headers: Self.fresh)
        }
        let sender = try sender(transport)
        var call = Wire.get()
        call.cache = CachePolicy(staleWhileRevalidate: .seconds(3600))
        _ = try await id(sender, call)
        date.advance(by: 120)
        #expect(try await id(sender, call) == 1)
        #expect(try await id(sender, call) == 1)
        gate.open()
        while try await id(sender, call) == 1 { await Task.yield() }
        #expect(transport.requests.count == 2)
    }

    @Test("one user never sees what was stored for another")
    func partitions() async throws {
        let transport = ScriptedTransport([
            .json(#"{"id": 1}"#, headers: Self.fresh), .json(#"{"id": 2}"#, headers: Self.fresh),
        ])
        let first = try sender(transport, ScriptedCredentials(["a"], partition: "ann"))
        let second = try sender(transport, ScriptedCredentials(["b"], partition: "bob"))
        #expect(try await id(first, Self.secured) == 1)
        #expect(try await id(second, Self.secured) == 2)
        #expect(try await id(first, Self.secured) == 1)
        #expect(transport.requests.count == 2)
    }

    @Test("an answer is stored for the user whose credential was sent")
    func switched() async throws {
        let source = SwitchingSource()
        let transport = ScriptedTransport([.json(#"{"id": 2}"#, headers: Self.fresh)])
        let sender = try sender(transport, source)
        // The cache is asked for ann; bob signs in before the request goes out.
        #expect(try await id(sender, Self.secured) == 2)
        let ann = try self.sender(
            ScriptedTransport([.json(#"{"id": 1}"#)]),
            ScriptedCredentials(["a"], partition: "ann")
        )
        #expect(try await id(ann, Self.secured) == 1)
        let bob = try self.sender(ScriptedTransport(), ScriptedCredentials(["b"], partition: "bob"))
        #expect(try await id(bob, Self.secured) == 2)
    }

    @Test("cacheOnly never sends, networkOnly never reads")
    func modes() async throws {
        let transport = ScriptedTransport([.json(#"{"id": 1}"#, headers: Self.fresh), .json(#"{"id": 2}"#)])
        let sender = try sender(transport)
        #expect(await Wire.outcome(sender, Wire.get(), CallOptions(cache: .cacheOnly)) == "transport.notCached")
        #expect(transport.requests.isEmpty)
        _ = try await id(sender)
        #expect(try await id(sender, Wire.get(), .cacheOnly) == 1)
        #expect(try await id(sender, Wire.get(), .networkOnly) == 2)
        #expect(try await id(sender, Wire.get(), .cacheOnly) == 1)
    }

    @Test("a change makes what was stored invalid")
    func invalidation() async throws {
        let transport = ScriptedTransport([
            .json(#"{"id": 1}"#, headers: Self.fresh), .status(204), .json(#"{"id": 2}"#, headers: Self.fresh),
        ])
        let sender = try sender(transport)
        _ = try await id(sender)
        #expect(await Wire.outcome(sender, Call("change", .delete, "/notes/1")) == "success")
        #expect(try await id(sender) == 2)
    }
}

/// A place to wait until somebody opens it.
private final class Gate: Sendable {
    private let stream = AsyncStream<Void>.makeStream()

    func open() { stream.continuation.finish() }
    func wait() async { for await _ in stream.stream {} }
}

/// A source whose user changes between the look into the cache and the request.
private final class SwitchingSource: CredentialSource {
    func partition() async -> String? { "ann" }

    func credential() async throws(AuthenticationError) -> Credential {
        Credential(value: "b", partition: "bob")
    }

    func refused(_ credential: Credential) async throws(AuthenticationError) -> Credential? { nil }
}
