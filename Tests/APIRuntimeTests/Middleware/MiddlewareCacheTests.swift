@_spi(Generated) import APIRuntime
import APITesting
import HTTPTypes
import Testing

@Suite("Middlewares, cached and shared responses", .timeLimit(.minutes(1)))
struct MiddlewareCacheTests {
    private let sources = LockedState<[MiddlewareResponse.Source]>([])
    private let transport = ScriptedTransport { _ in
        .json(#"{"id": 1}"#, headers: [.cacheControl: "max-age=60"])
    }

    @Test("in front of the cache every response passes, behind it only those of the server")
    func around() async throws {
        let inner = LockedState(0)
        let counter = ClosureMiddleware { request, _, next in
            inner.withLock { $0 += 1 }
            return try await next(request)
        }
        let sender = try sender([.before(.cache, recorder), .after(.cache, counter)])
        #expect(await Wire.outcome(sender, Wire.get()) == "success")
        #expect(await Wire.outcome(sender, Wire.get()) == "success")
        #expect(sources.withLock { $0 } == [.network, .cache])
        #expect(inner.withLock { $0 } == 1)
        #expect(transport.requests.count == 1)
    }

    @Test("a rewritten response is stored as the middleware behind the cache returned it")
    func rewritten() async throws {
        let sender = try sender([.after(.cache, UppercaseMiddleware())])
        for _ in 0..<2 {
            let text = try await sender.sendText(Wire.get(), CallOptions(), failing: WireError.self)
            #expect(text == #"{"ID": 1}"#)
        }
        #expect(transport.requests.count == 1)
    }

    @Test("a stub is never stored", arguments: [CallStage.sharing, .retry, .transport])
    func stub(_ stage: CallStage) async throws {
        let sender = try sender([])
        let options = CallOptions(middleware: [.before(stage, StubMiddleware())])
        let stub: WireNote = try await sender.send(Wire.get(), options, failing: WireError.self)
        #expect(stub.id == 7)
        let note: WireNote = try await sender.send(Wire.get(), CallOptions(), failing: WireError.self)
        #expect(note.id == 1)
    }

    @Test(
        "a response to a credential that a middleware set is not stored",
        arguments: [CallStage.cache, .sharing, .credentials, .transport],
        [true, false]
    )
    func foreignCredential(_ stage: CallStage, isSecured: Bool) async throws {
        let user = LockedState("anna")
        let login = ClosureMiddleware { request, _, next in
            var request = request
            request.head.headerFields[.authorization] = user.withLock { $0 }
            return try await next(request)
        }
        let security = isSecured ? SecurityRequirement(Wire.key) : .none
        let sender = try sender([.before(stage, login)])
        for name in ["anna", "bert"] {
            user.withLock { $0 = name }
            #expect(await Wire.outcome(sender, Wire.get(security: security)) == "success")
        }
        #expect(transport.requests.map { $0.header("Authorization") } == ["anna", "bert"])
    }

    @Test("a signature leaves responses storable")
    func signed() async throws {
        let sender = try sender([.after(.credentials, SigningMiddleware(key: 1))])
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        #expect(await Wire.outcome(sender, call) == "success")
        #expect(await Wire.outcome(sender, call) == "success")
        #expect(transport.requests.count == 1)
    }

    @Test(
        "a response from before the launch is served without a request only behind middlewares that preserve the user",
        arguments: [true, false],
        [CacheMode.standard, .cacheFirst]
    )
    func launch(preservesUser: Bool, mode: CacheMode) async throws {
        let cache = ResponseCache()
        let options = CallOptions(cache: mode)
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        #expect(await Wire.outcome(try sender([]) { $0.cache = cache }, call, options) == "success")
        let log = ClosureMiddleware(preservesUser: preservesUser) { request, _, next in try await next(request) }
        let next = try sender([.before(.transport, log)]) { $0.cache = cache }
        #expect(await Wire.outcome(next, call, options) == "success")
        #expect(transport.requests.count == (preservesUser ? 1 : 2))
        let own = CallOptions(cache: mode, middleware: [.before(.transport, log)])
        #expect(await Wire.outcome(next, call, own) == "success")
        #expect(transport.requests.count == (preservesUser ? 1 : 3))
    }

    @Test(
        "behind a middleware that may change the user, a response that may be served is served if the server fails",
        arguments: zip(["max-age=60", "max-age=0"], [CacheMode.standard, .cacheFirst])
    )
    func failingServer(cacheControl: String, mode: CacheMode) async throws {
        let status = LockedState(200)
        let transport = ScriptedTransport { _ in
            .json(#"{"id": 1}"#, status: status.withLock { $0 }, headers: [.cacheControl: cacheControl])
        }
        var options = CallOptions(cache: mode)
        let cache = ResponseCache()
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        let log = ClosureMiddleware { request, _, next in try await next(request) }
        func sender(_ middleware: [PlacedMiddleware]) throws -> OperationSender {
            try Wire.sender(transport, credentials: ["user": ScriptedCredentials(["a"])]) {
                $0.cache = cache
                $0.middleware = middleware
            }
        }
        #expect(await Wire.outcome(try sender([]), call, options) == "success")
        status.withLock { $0 = 503 }
        #expect(await Wire.outcome(try sender([.after(.credentials, log)]), call, options) == "success")
        #expect(transport.requests.count == 2)
        status.withLock { $0 = 404 }
        #expect(await Wire.outcome(try sender([.after(.credentials, log)]), call, options) == "undocumented")
        options.setHeader("Cache-Control", to: "only-if-cached")
        let count = transport.requests.count
        _ = await Wire.outcome(try sender([.after(.credentials, log)]), call, options)
        #expect(transport.requests.count == count)
    }

    @Test("a middleware that states to preserve the user and does not is found with its first request")
    func liar() async throws {
        let cache = ResponseCache()
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        #expect(await Wire.outcome(try self.sender([]) { $0.cache = cache }, call) == "success")
        let login = ClosureMiddleware(preservesUser: true) { request, _, next in
            var request = request
            request.head.headerFields[.authorization] = "Bearer bert"
            return try await next(request)
        }
        let sender = try sender([.before(.transport, login)]) { $0.cache = cache }
        // The stored response is served until a request shows the change.
        let reload = CallOptions(cache: .reload)
        for options in [CallOptions(), reload, CallOptions()] {
            #expect(await Wire.outcome(sender, call, options) == "success")
        }
        #expect(transport.requests.count == 3)
    }

    @Test("a client with a middleware behind the sharing stage shares no request")
    func shared() async throws {
        let isOpen = LockedState(false)
        let calls = LockedState(0)
        let gate = ClosureMiddleware { request, _, next in
            while !isOpen.withLock({ $0 }) { await Task.yield() }
            return try await next(request)
        }
        let entry = ClosureMiddleware { request, _, next in
            calls.withLock { $0 += 1 }
            return try await next(request)
        }
        let sender = try sender([.before(.cache, recorder), .before(.sharing, entry), .after(.sharing, gate)]) {
            $0.cache = nil
            $0.sharesEqualRequests = true
        }
        let tasks = (0..<3).map { _ in Task { await Wire.outcome(sender, Wire.get()) } }
        while calls.withLock({ $0 }) < 3 { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
        isOpen.withLock { $0 = true }
        for task in tasks { #expect(await task.value == "success") }
        #expect(sources.withLock { $0 } == [.network, .network, .network])
        #expect(transport.requests.count == 3)
    }

    @Test("a client with a cache and a middleware behind it shares no request", arguments: [CallStage.cache, .sharing])
    func variants(_ stage: CallStage) async throws {
        let language = LockedState("de")
        let isOpen = LockedState(false)
        let localized = ClosureMiddleware { request, _, next in
            var request = request
            request.head.headerFields[.acceptLanguage] = language.withLock { $0 }
            return try await next(request)
        }
        let transport = ScriptedTransport { request in
            while !isOpen.withLock({ $0 }) { await Task.yield() }
            let id = request.header("Accept-Language") == "de" ? 1 : 2
            return .json("{\"id\": \(id)}", headers: [.cacheControl: "max-age=60", .vary: "Accept-Language"])
        }
        let placed: PlacedMiddleware = stage == .cache ? .after(.cache, localized) : .before(.sharing, localized)
        let sender = try Wire.sender(transport) {
            $0.cache = ResponseCache()
            $0.sharesEqualRequests = true
            $0.middleware = [placed]
        }
        let tasks = (0..<2).map { _ in Task { await Wire.outcome(sender, Wire.get()) } }
        while transport.requests.count < 2 { try Task.checkCancellation(); await Task.yield() }
        isOpen.withLock { $0 = true }
        for task in tasks { #expect(await task.value == "success") }
        language.withLock { $0 = "en" }
        let note: WireNote = try await sender.send(Wire.get(), CallOptions(), failing: WireError.self)
        #expect(note.id == 2)
    }

    @Test("a call with middlewares of its own shares no request")
    func ownMiddleware() async throws {
        let sender = try sender([]) {
            $0.cache = nil
            $0.sharesEqualRequests = true
        }
        let options = CallOptions(middleware: [.before(.transport, HeaderMiddleware(operation: "getNote", value: "1"))])
        async let plain = Wire.outcome(sender, Wire.get())
        async let changed = Wire.outcome(sender, Wire.get(), options)
        #expect(await [plain, changed] == ["success", "success"])
        #expect(transport.requests.count == 2)
    }

    @Test(
        "a token of the device leaves responses storable and tokens renewable if the middleware preserves the user",
        arguments: [true, false],
        [CallStage.cache, .sharing, .credentials, .transport]
    )
    func deviceToken(preservesUser: Bool, stage: CallStage) async throws {
        let source = ScriptedCredentials(["old", "new"])
        let transport = ScriptedTransport { request in
            guard request.header("Authorization") == "Bearer new" else { return .status(401) }
            return .json(#"{"id": 1}"#, headers: [.cacheControl: "max-age=60"])
        }
        let device = ClosureMiddleware(preservesUser: preservesUser) { request, _, next in
            var request = request
            if let name = HTTPField.Name("X-Device-Token") { request.head.headerFields[name] = "device" }
            return try await next(request)
        }
        let sender = try Wire.sender(transport, credentials: ["user": source]) {
            $0.cache = ResponseCache()
            $0.middleware = [.before(stage, device)]
        }
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        let outcomes = [await Wire.outcome(sender, call), await Wire.outcome(sender, call)]
        #expect(transport.requests.allSatisfy { $0.header("X-Device-Token") == "device" })
        if preservesUser {
            #expect(outcomes == ["success", "success"])
            #expect(transport.requests.map { $0.header("Authorization") } == ["Bearer old", "Bearer new"])
        } else {
            #expect(outcomes == ["undocumented", "undocumented"])
            #expect(transport.requests.map { $0.header("Authorization") } == ["Bearer old", "Bearer old"])
        }
    }

    @Test("a 401 to a credential that a middleware set renews nothing and is sent once")
    func foreignRefusal() async throws {
        let source = ScriptedCredentials(["a", "b"])
        let transport = ScriptedTransport { _ in .status(401) }
        let sender = try Wire.sender(transport, credentials: ["user": source]) {
            $0.middleware = [
                .after(
                    .credentials,
                    ClosureMiddleware { request, _, next in
                        var request = request
                        request.head.headerFields[.authorization] = "Bearer admin"
                        return try await next(request)
                    }
                )
            ]
        }
        #expect(await Wire.outcome(sender, Wire.get(security: SecurityRequirement(Wire.user))) != "success")
        #expect(transport.requests.map { $0.header("Authorization") } == ["Bearer admin"])
        #expect(source.refusedVersions.isEmpty)
    }

    @Test("a POST that a middleware makes of a GET is not sent again")
    func changedMethod() async throws {
        let transport = ScriptedTransport { _ in .status(503) }
        let sender = try Wire.sender(transport) {
            $0.retry = RetryPolicy.standard
            $0.middleware = [
                .before(
                    .retry,
                    ClosureMiddleware { request, _, next in
                        var request = request
                        request.head.method = .post
                        return try await next(request)
                    }
                )
            ]
        }
        _ = await Wire.outcome(sender, Wire.get())
        #expect(transport.requests.count == 1)
    }

    private var recorder: any CallMiddleware {
        ClosureMiddleware { [sources] request, _, next in
            let response = try await next(request)
            sources.withLock { $0.append(response.source) }
            return response
        }
    }

    private func sender(
        _ middleware: [PlacedMiddleware],
        _ configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> OperationSender {
        let credentials: [String: any CredentialSource] = [
            "user": ScriptedCredentials(["a"]), "key": StaticCredential.apiKey("k"),
        ]
        return try Wire.sender(transport, credentials: credentials) {
            $0.cache = ResponseCache()
            $0.middleware = middleware
            configure(&$0)
        }
    }
}
