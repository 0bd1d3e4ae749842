@_spi(Generated) import APIRuntime
import APITesting
import HTTPTypes
import Testing

@Suite("Order of middlewares", .timeLimit(.minutes(1)))
struct MiddlewareOrderTests {
    private let trace = Trace()

    @Test("built-in stages are in the documented order")
    func stages() {
        let names = CallStage.allCases.map { "\($0)" }
        #expect(names == ["cache", "sharing", "deadline", "retry", "credentials", "logging", "transport"])
    }

    @Test("a request passes every position in order, and the response in reverse")
    func positions() async throws {
        let sender = try Wire.sender(ScriptedTransport([.status(204)])) {
            for stage in CallStage.allCases.reversed() {
                $0.middleware.append(.after(stage, trace.middleware("after \(stage)")))
                $0.middleware.append(.before(stage, trace.middleware("before \(stage)")))
            }
        }
        #expect(await Wire.outcome(sender, Wire.get()) == "success")
        let expected = CallStage.allCases.flatMap { ["before \($0)", "after \($0)"] }
        #expect(trace.steps == expected.map { "→ \($0)" } + expected.reversed().map { "← \($0)" })
    }

    @Test("at one position the client's middlewares are outside of the call's, each in the order of adding")
    func clientFirst() async throws {
        let sender = try Wire.sender(ScriptedTransport([.status(204), .status(204)])) {
            $0.middleware = [
                .before(.retry, trace.middleware("client 1")), .before(.retry, trace.middleware("client 2")),
            ]
        }
        let options = CallOptions(middleware: [.before(.retry, trace.middleware("call"))])
        #expect(await Wire.outcome(sender, Wire.get(), options) == "success")
        #expect(trace.steps.prefix(3) == ["→ client 1", "→ client 2", "→ call"])
        #expect(await Wire.outcome(sender, Wire.get()) == "success")
        #expect(trace.steps.count == 10)
    }

    @Test("retries and renewed credentials count the attempts on")
    func attempts() async throws {
        let numbers = LockedState<[Int]>([])
        let transport = ScriptedTransport([.status(503), .status(401), .status(204)])
        let sender = try Wire.sender(transport, credentials: ["user": ScriptedCredentials(["a", "b"])]) {
            $0.retry = RetryPolicy(baseDelay: .zero)
            let counter = ClosureMiddleware { request, context, next in
                numbers.withLock { $0.append(context.attempt) }
                return try await next(request)
            }
            $0.middleware = [.before(.cache, counter), .after(.credentials, counter)]
        }
        #expect(await Wire.outcome(sender, Wire.get(security: SecurityRequirement(Wire.user))) == "success")
        #expect(numbers.withLock { $0 } == [1, 1, 2, 3])
    }

    @Test("between retry and credentials, an attempt and its repetition after a 401 are one")
    func attemptsWithRepetition() async throws {
        let numbers = LockedState<[Int]>([])
        let transport = ScriptedTransport([.status(503), .status(401), .status(204)])
        let sender = try Wire.sender(transport, credentials: ["user": ScriptedCredentials(["a", "b"])]) {
            $0.retry = RetryPolicy(baseDelay: .zero)
            let counter = ClosureMiddleware { request, context, next in
                numbers.withLock { $0.append(context.attempt) }
                return try await next(request)
            }
            $0.middleware = [.after(.retry, counter)]
        }
        #expect(await Wire.outcome(sender, Wire.get(security: SecurityRequirement(Wire.user))) == "success")
        #expect(numbers.withLock { $0 } == [1, 2])
    }

    @Test("a middleware may send a request again")
    func repeatedNext() async throws {
        let transport = ScriptedTransport([.status(202), .status(202), .status(204)])
        let sender = try Wire.sender(transport)
        let poll = ClosureMiddleware { request, _, next in
            var response = try await next(request)
            while response.head.status == .accepted { response = try await next(request) }
            return response
        }
        let options = CallOptions(middleware: [.before(.retry, poll)])
        #expect(try await sender.receive(Wire.get(), options).status == 204)
        #expect(transport.requests.count == 3)
    }

    @Test("the context knows the operation, its owner and its security")
    func context() async throws {
        let seen = LockedState<[String]>([])
        let reader = ClosureMiddleware { request, context, next in
            let owner = await context.owner() ?? "nobody"
            let schemes = context.schemes.map(\.name).joined()
            let line = "\(context.operation) \(context.pathTemplate) \(context.tags) \(schemes) \(owner)"
            seen.withLock { $0.append(line) }
            return try await next(request)
        }
        let credentials = ["user": ScriptedCredentials(["a"], partition: "anna")]
        let sender = try Wire.sender(ScriptedTransport([.status(204), .status(204)]), credentials: credentials) {
            $0.middleware = [.before(.cache, reader)]
        }
        var call = Wire.get("/notes/{noteId}", security: SecurityRequirement(Wire.user))
        call.path("noteId", "private")
        #expect(await Wire.outcome(sender.tagged("Notes"), call) == "success")
        call.tags = ["Notes", "Beta"]
        #expect(await Wire.outcome(sender.tagged("Notes"), call) == "success")
        #expect(
            seen.withLock { $0 } == [
                #"getNote /notes/{noteId} ["Notes"] user anna"#,
                #"getNote /notes/{noteId} ["Notes", "Beta"] user anna"#,
            ]
        )
    }

    @Test("values pass down the chain, and task-local values everywhere")
    func values() async throws {
        let seen = LockedState<[String]>([])
        let writer = ClosureMiddleware { request, context, next in
            var context = context
            context[TraceKey.self] = context[TraceKey.self] + "!"
            return try await next(request, context)
        }
        let reader = ClosureMiddleware { request, context, next in
            seen.withLock { $0.append("\(context[TraceKey.self]) \(Local.name)") }
            return try await next(request)
        }
        let sender = try Wire.sender(ScriptedTransport([.status(204)])) {
            $0.sharesEqualRequests = true
            $0.deadline = .seconds(5)
            $0.middleware = [.before(.cache, writer), .before(.sharing, writer), .before(.transport, reader)]
        }
        await Local.$name.withValue("span") {
            #expect(await Wire.outcome(sender, Wire.get()) == "success")
        }
        #expect(seen.withLock { $0 } == ["none!! span"])
    }
}

/// A key for a value that middlewares pass to each other.
private enum TraceKey: MiddlewareContextKey {
    static let defaultValue = "none"
}

/// A namespace for a task-local value.
private enum Local {
    @TaskLocal static var name = "outside"
}

/// A record of the order in which requests and responses pass through middlewares.
private final class Trace: Sendable {
    private let state = LockedState<[String]>([])

    var steps: [String] { state.withLock { $0 } }

    func middleware(_ name: String) -> any CallMiddleware {
        ClosureMiddleware { [state] request, _, next in
            state.withLock { $0.append("→ \(name)") }
            let response = try await next(request)
            state.withLock { $0.append("← \(name)") }
            return response
        }
    }
}
