import APITesting
import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime

@Suite("Cached responses and credentials set by hand", .timeLimit(.minutes(1)))
struct HandSetCredentialTests {
    /// A transport whose responses name the values of a field.
    private static func echo(_ name: String, vary: String? = nil) -> ScriptedTransport {
        ScriptedTransport { request in
            var headers: HTTPFields = [.cacheControl: "max-age=60"]
            headers[.vary] = vary
            return .json("{\"id\": 1, \"text\": \"\(request.header(name) ?? "nobody")\"}", headers: headers)
        }
    }

    private func text(_ sender: OperationSender, _ options: CallOptions = CallOptions()) async throws -> String? {
        let note: WireNote = try await sender.send(Wire.get(), options, failing: WireError.self)
        return note.text
    }

    @Test(
        "a response to a credential in the options of a call is served for that credential alone",
        arguments: [
            "Cookie", "X-Api-Key", "Api-Key", "X-Auth-Token", "X-Session-Id", "X-Access-Token", "X-User-Id",
            "X-AuthToken", "AuthToken", "X-AccessToken", "X-SessionToken", "X-ApiToken", "X-SubscriptionKey",
            "X-Customer-Id", "X-MemberId", "X-Client-Id", "X-UserName",
        ]
    )
    func options(_ name: String) async throws {
        let transport = Self.echo(name)
        let sender = try Wire.sender(transport) { $0.cache = ResponseCache() }
        for _ in 0..<2 {
            for user in ["anna", "bert", nil] {
                var options = CallOptions()
                if let user { options.setHeader(name, to: user) }
                #expect(try await text(sender, options) == user ?? "nobody")
            }
        }
        #expect(transport.requests.count == 3)
    }

    @Test("clients that share a cache do not share the responses to the credentials in their header fields")
    func clients() async throws {
        let cache = ResponseCache()
        let transport = Self.echo("X-Api-Key")
        for user in ["anna", "bert", "anna"] {
            let sender = try Wire.sender(transport) {
                $0.cache = cache
                $0.headers[.init("X-Api-Key") ?? .cookie] = user
            }
            #expect(try await text(sender) == user)
        }
        #expect(transport.requests.count == 2)
    }

    @Test(
        "fields that name no user leave responses shared",
        arguments: ["X-Trace", "Idempotency-Key", "IdempotencyKey", "User-Agent"]
    )
    func ordinary(_ name: String) async throws {
        let transport = Self.echo("X-None")
        let sender = try Wire.sender(transport) { $0.cache = ResponseCache() }
        for value in ["a", "b"] {
            var options = CallOptions()
            options.setHeader(name, to: value)
            _ = try await text(sender, options)
        }
        #expect(transport.requests.count == 1)
    }

    @Test(
        "a cookie that a middleware sets decides about the response",
        arguments: [CallStage.cache, .sharing, .transport]
    )
    func middleware(_ stage: CallStage) async throws {
        let user = LockedState<String?>(nil)
        let login = ClosureMiddleware { request, _, next in
            var request = request
            request.head.headerFields[.cookie] = user.withLock { $0 }
            return try await next(request)
        }
        let sender = try Wire.sender(Self.echo("Cookie")) {
            $0.cache = ResponseCache()
            $0.middleware = [.before(stage, login)]
        }
        for name in ["anna", "bert", "anna"] {
            user.withLock { $0 = name }
            #expect(try await text(sender) == name)
        }
    }

    @Test("the first call of a client whose middleware sets a user is served no response of another client")
    func firstCall() async throws {
        let cache = ResponseCache()
        let isDown = LockedState(false)
        let transport = ScriptedTransport { request async throws(TransportError) in
            if isDown.withLock({ $0 }) { throw TransportError(.connection, "The network is down.") }
            let text = request.header("Cookie") ?? "nobody"
            return .json("{\"id\": 1, \"text\": \"\(text)\"}", headers: [.cacheControl: "max-age=60"])
        }
        func client(_ user: String?) throws -> OperationSender {
            let login = ClosureMiddleware { request, _, next in
                var request = request
                request.head.headerFields[.cookie] = user
                return try await next(request)
            }
            return try Wire.sender(transport) {
                $0.cache = cache
                $0.middleware = [.after(.cache, login)]
            }
        }
        #expect(try await text(try Wire.sender(transport) { $0.cache = cache }) == "nobody")
        #expect(try await text(try client("anna")) == "anna")
        let unchanged = try client(nil)
        isDown.withLock { $0 = true }
        #expect(try await text(unchanged) == "nobody")
        #expect(await Wire.outcome(try client("anna"), Wire.get()) != "success")
    }

    @Test("a call whose middleware sends it as another user is served no stored response, not even after a failure")
    func ownMiddleware() async throws {
        let isDown = LockedState(false)
        let transport = ScriptedTransport { request in
            let fields: HTTPFields = [.cacheControl: "max-age=60, stale-if-error=600"]
            if isDown.withLock({ $0 }) { return .status(503) }
            return .json("{\"id\": 1, \"text\": \"\(request.header("Cookie") ?? "nobody")\"}", headers: fields)
        }
        let sender = try Wire.sender(transport) { $0.cache = ResponseCache() }
        #expect(try await text(sender) == "nobody")
        let login = ClosureMiddleware { request, _, next in
            var request = request
            request.head.headerFields[.cookie] = "anna"
            return try await next(request)
        }
        let options = CallOptions(middleware: [.before(.transport, login)])
        #expect(try await text(sender, options) == "anna")
        isDown.withLock { $0 = true }
        #expect(await Wire.outcome(sender, Wire.get(), options) == "undocumented")
        #expect(try await text(sender) == "nobody")
    }

    @Test("a response varies by the fields that a middleware behind the cache has set")
    func vary() async throws {
        let language = LockedState("de")
        let translating = ClosureMiddleware { request, _, next in
            var request = request
            request.head.headerFields[.acceptLanguage] = language.withLock { $0 }
            return try await next(request)
        }
        let sender = try Wire.sender(Self.echo("Accept-Language", vary: "Accept-Language")) {
            $0.cache = ResponseCache()
            $0.middleware = [.after(.cache, translating)]
        }
        for name in ["de", "en", "de"] {
            language.withLock { $0 = name }
            #expect(try await text(sender) == name)
        }
    }

    @Test("an unsafe request deletes the stored responses of all owners", arguments: [true, false])
    func invalidation(_ isIndexed: Bool) async throws {
        let store: any CacheStore = isIndexed ? MemoryCacheStore() : PlainCacheStore()
        let cache = ResponseCache(store: store)
        let transport = Self.echo("Authorization")
        let senders = try ["anna", "bert"].map { name in
            try Wire.sender(transport, credentials: ["user": ScriptedCredentials([name], partition: name)]) {
                $0.cache = cache
            }
        }
        let read = Wire.get(security: SecurityRequirement(Wire.user))
        for sender in senders + senders { #expect(await Wire.outcome(sender, read) == "success") }
        #expect(transport.requests.count == 2)
        let change = OperationCall("change", .delete, "/notes/1")
        #expect(await Wire.outcome(senders[0], change) == "success")
        for sender in senders { #expect(await Wire.outcome(sender, read) == "success") }
        #expect(transport.requests.count == 5)
    }
}

/// A store with only the required methods.
private actor PlainCacheStore: CacheStore {
    private var stored: [CacheEntry] = []

    func entries(for key: CacheKey) async -> [CacheEntry] { stored.filter { $0.key == key } }

    func store(_ entry: CacheEntry) async {
        stored.removeAll { $0.key == entry.key && $0.variant == entry.variant }
        stored.append(entry)
    }

    func remove(_ key: CacheKey) async { stored.removeAll { $0.key == key } }

    func removeAll(partition: String) async { stored.removeAll { $0.key.partition == partition } }
}
