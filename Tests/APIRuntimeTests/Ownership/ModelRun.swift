import APITesting
import Foundation
import HTTPTypes

@_spi(Generated) @testable import APIRuntime

/// One run of the model: users who sign in and out, calls, and a scheduler that decides every await.
final class ModelRun: Sendable {
    /// The processes of a run and the faults injected into it.
    enum Kind: String, CaseIterable, Sendable {
        case oneProcess, oneProcessWithFaults, twoProcesses, twoProcessesWithFaults

        var processes: Int { self == .oneProcess || self == .oneProcessWithFaults ? 1 : 2 }
        var hasFaults: Bool { self == .oneProcessWithFaults || self == .twoProcessesWithFaults }
    }

    /// The result of a run.
    struct Report: Sendable {
        var delivered = 0
        var ended = 0
        var violations: [String] = []
    }

    /// A client with its session; two of them share a file of tokens and a cache, as processes do.
    private struct Process: Sendable {
        let session: TokenSession
        let sender: OperationSender
        /// The events of the session, in order.
        let events: AsyncStream<SessionEvent>
        /// The tasks that use the session directly, which its sign-outs cancel and wait for.
        let tasks: LockedState<[Task<Void, Never>]>
    }

    /// The call that a task belongs to, also where its request carries no name.
    @TaskLocal static var callName: String?

    private let world = ModelWorld()
    private let clock = TestClock()
    private let kind: Kind
    private let processes: [Process]
    private let numbers: LockedState<SeededNumbers>
    private let report = LockedState(Report())
    private let usesNames: Bool
    private let active = LockedState(0)

    private static let steps = 160

    /// The number of times that the scheduler yields while no event needs a decision.
    private static let patience = 500

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - seed: The seed of all choices.
    ///   - kind: The processes and faults.
    ///   - folder: A folder for the file of tokens that two processes share.
    /// - Throws: An error if a client cannot be created.
    init(seed: UInt64, _ kind: Kind, in folder: URL) throws {
        self.kind = kind
        var numbers = SeededNumbers(seed)
        // Two sessions can share a store in memory, too.
        let isFile = kind.processes == 2 && numbers.happens(70)
        let file = isFile ? folder.appending(path: "\(kind)-\(seed)/tokens.json") : nil
        usesNames = numbers.happens(40)
        let memory = MemoryTokenStore()
        let time: any Clock<Duration> = kind.hasFaults ? ModelClock(base: clock, world: world) : clock
        let cache = ResponseCache()
        let date = APITesting.TestDate()
        let shares = numbers.happens(70)
        let caches = numbers.happens(70)
        let observes = numbers.happens(60)
        self.numbers = LockedState(numbers)
        processes = try (0..<kind.processes).map { [world] _ in
            // Each process opens the file itself, so that the locks of the file keep them apart.
            let store: any TokenStore = file.map { FileTokenStore(url: $0, clock: time) } ?? memory
            let tasks = LockedState<[Task<Void, Never>]>([])
            let session = TokenSession(
                store: ModelStore(world: world, inner: store),
                refresher: TokenRefresher { try await world.renew($0) },
                refreshLimit: RefreshLimit(count: 1000),
                now: { date.now },
                onSignOut: { _ in
                    _ = await world.pass(.observe)
                    let waiting = tasks.withLock { tasks in
                        defer { tasks = [] }
                        return tasks
                    }
                    for task in waiting { task.cancel() }
                    for task in waiting { await task.value }
                }
            )
            let transport = ScriptedTransport { request async throws(TransportError) in
                try await ModelRun.respond(to: request, world)
            }
            let sender = try Wire.sender(transport, credentials: ["user": session]) {
                $0.clock = time
                $0.retry = RetryPolicy(maximumAttempts: 3, baseDelay: .milliseconds(100), budget: nil)
                $0.sharesEqualRequests = shares
                $0.cache = caches ? cache : nil
                $0.now = { date.now }
                if observes { $0.middleware = [.before(.cache, OwnerObserver(world: world))] }
            }
            return Process(session: session, sender: sender, events: session.events, tasks: tasks)
        }
    }

    /// Runs the scheduler, then lets everything end.
    func run() async -> Report {
        await withDiscardingTaskGroup { group in
            for step in 0..<Self.steps {
                act(step, in: &group)
                for _ in 0..<random(1...25) { await Task.yield() }
                await waitForGate()
            }
            world.open()
            await drain()
            for process in processes { add({ [self] in await checkEvents(of: process) }, to: &group) }
            await drain()
        }
        return report.withLock { report in
            report.violations += world.violations
            return report
        }
    }

    /// Waits until the events under way need a decision.
    ///
    /// Files are read and locked on other threads, which a loaded machine runs late. The wait has a limit, because all
    /// events can wait for the clock.
    private func waitForGate() async {
        for _ in 0..<Self.patience {
            if active.withLock({ $0 }) == 0 || !world.gates.isEmpty { return }
            await Task.yield()
        }
    }

    /// Moves the clock until all events have ended.
    private func drain() async {
        while active.withLock({ $0 }) > 0 {
            for _ in 0..<20 { await Task.yield() }
            clock.advance(by: .seconds(2))
        }
    }

    /// Starts an event, which ``drain()`` waits for.
    private func add(_ body: @escaping @Sendable () async -> Void, to group: inout DiscardingTaskGroup) {
        active.withLock { $0 += 1 }
        group.addTask { [active] in
            await body()
            active.withLock { $0 -= 1 }
        }
    }

    private func random(_ range: ClosedRange<Int>) -> Int {
        numbers.withLock { Int.random(in: range, using: &$0) }
    }

    private func happens(_ percent: Int) -> Bool { numbers.withLock { $0.happens(percent) } }

    // MARK: - Events

    private func act(_ step: Int, in group: inout DiscardingTaskGroup) {
        let process = processes[random(0...processes.count - 1)]
        switch random(0...99) {
        case 0..<6: add({ [self] in await signIn(process, step) }, to: &group)
        case 6..<9: add({ try? await process.session.signOut() }, to: &group)
        case 9..<11: add({ _ = try? await process.session.refresh() }, to: &group)
        case 11..<13: useDirectly(process, in: &group)
        case 13..<28: start("call-\(step)", process, in: &group)
        case 28..<32: clock.advance(by: .seconds(1))
        default: decide()
        }
    }

    /// Uses a session directly in a task that a sign-out cancels and waits for.
    private func useDirectly(_ process: Process, in group: inout DiscardingTaskGroup) {
        let renews = happens(50)
        let task = Task {
            _ = renews ? try? await process.session.refresh() : try? await process.session.credential()
        }
        process.tasks.withLock { $0.append(task) }
        add({ await task.value }, to: &group)
    }

    /// Checks that the last sign-in or sign-out that a session reported agrees with its state.
    private func checkEvents(of process: Process) async {
        let current = try? await process.session.current()
        // Its event follows all others.
        guard (try? await process.session.signIn(world.issue("last"), partition: "last")) != nil else { return }
        var events: [SessionEvent] = []
        for await event in process.events {
            if event == .signedIn(partition: "last") { break }
            events.append(event)
        }
        // The end of the current session, which this sign-in has replaced.
        if current != nil { events.removeLast() }
        for event in events.reversed() {
            switch event {
            case .refreshed, .notStored: continue
            case .signedIn where current == nil: world.violate("nobody is signed in after \(event)")
            case .signedOut where current != nil: world.violate("a user is signed in after \(event)")
            case .signedIn, .signedOut: break
            }
            return
        }
    }

    private func signIn(_ process: Process, _ step: Int) async {
        let user = ["ann", "bob", "cid"][random(0...2)]
        let token = world.issue("\(user)-\(step)")
        try? await process.session.signIn(token, partition: usesNames ? user : nil)
    }

    /// Decides about one of the awaits that wait.
    private func decide() {
        let gates = world.gates
        guard !gates.isEmpty else { return }
        let index = random(0...gates.count - 1)
        world.decide(index, choice(for: gates[index]))
    }

    private func choice(for gate: ModelWorld.Gate) -> ModelWorld.Choice {
        switch gate {
        case .observe: return .proceed
        case _ where kind.hasFaults && happens(6): return .cancelTask
        case .send:
            let choices: [ModelWorld.Choice] = [.proceed, .proceed, .status(401), .status(503), .proceed]
            if kind.hasFaults, happens(15) { return .fail }
            return choices[random(0...choices.count - 1)]
        case .refresh:
            if happens(8) { return .status(400) }
            return kind.hasFaults && happens(20) ? .fail : .proceed
        case .load, .save, .remove, .replace, .lock, .wake:
            return kind.hasFaults && happens(15) ? .fail : .proceed
        }
    }

    // MARK: - Calls

    private func start(_ name: String, _ process: Process, in group: inout DiscardingTaskGroup) {
        let kind = random(0...9)
        let isCancelled = happens(10)
        let pause = random(1...30)
        let body = { @Sendable [self] in
            let task = Task { await Self.$callName.withValue(name) { await call(name, process, kind) } }
            guard isCancelled else { return await task.value }
            for _ in 0..<pause { await Task.yield() }
            task.cancel()
            await task.value
        }
        add(body, to: &group)
    }

    /// Sends a call, and checks that the response belongs to the sign-in of its requests and of its session.
    private func call(_ name: String, _ process: Process, _ kind: Int) async {
        let security = SecurityRequirement(Wire.user)
        var options = CallOptions()
        // Only requests without a name can be shared and cached, so GETs carry none.
        let isRead = kind < 6
        if !isRead { options.setHeader("X-Trace", to: name) }
        let call =
            switch kind {
            case 0..<6: Wire.get(kind < 3 ? "/notes/1" : "/notes/2", security: security)
            case 6, 7: OperationCall("change", .delete, "/notes/1", security: security)
            default: Wire.post(security: security)
            }
        let before = try? await process.session.current()
        do {
            let note: WireNote = try await process.sender.send(call, options, failing: WireError.self)
            let after = try? await process.session.current()
            report.withLock { $0.delivered += 1 }
            check(name, note.text ?? "", isRead, process, before, after)
        } catch {
            if error.unauthenticated?.code == .sessionEnded { report.withLock { $0.ended += 1 } }
        }
    }

    private func check(
        _ name: String,
        _ login: String,
        _ isRead: Bool,
        _ process: Process,
        _ before: StoredToken?,
        _ after: StoredToken?
    ) {
        if !isRead, world.logins(sentBy: name).last != login {
            world.violate("\(name) was sent by \(world.logins(sentBy: name)) and read the response of \(login)")
        }
        if let owner = world.owner(of: name), identity(owner) != identity(login) {
            world.violate("\(name) of \(owner) read the response of \(login)")
        }
        guard let before, let generation = before.generation, generation == after?.generation else { return }
        // Nobody signed in during the call, so its response belongs to the sign-in of the whole time.
        let owner = world.login(of: before.token.accessToken) ?? "nobody"
        if identity(owner) != identity(login) { world.violate("\(name) of \(owner) read the response of \(login)") }
    }

    /// The part of a sign-in that owns responses: the user where sign-ins name it, else the sign-in itself.
    private func identity(_ login: String) -> String {
        usesNames ? String(login.prefix { $0 != "-" }) : login
    }

    /// The response of the server: it names the sign-in whose token the request carries.
    private static func respond(
        to request: RecordedRequest,
        _ world: ModelWorld
    ) async throws(TransportError) -> ScriptedResponse {
        let login = world.noteRequest(request, of: callName)
        switch await world.pass(.send) {
        case .proceed:
            return .json("{\"id\": 1, \"text\": \"\(login)\"}", headers: [.cacheControl: "max-age=60"])
        case .status(let status):
            return .status(status, headers: status == 503 ? [.retryAfter: "1"] : [:])
        case .fail: throw TransportError(.connection, "An injected fault.")
        case .cancelled, .cancelTask: throw .cancelled
        }
    }
}

/// Records the session to which each call is bound at its start.
private struct OwnerObserver: CallMiddleware {
    let world: ModelWorld

    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        if let name = ModelRun.callName, let generation = context.callOwner.identity?.first?.generation {
            world.bind(name, to: generation)
        }
        return try await next(request)
    }
}
