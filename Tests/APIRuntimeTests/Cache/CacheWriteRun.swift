@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import SeededTesting

/// A server with one version of each resource, whose exchanges wait until a test decides about them.
final class WriteWorld: Sendable {
    private struct Exchange: Sendable {
        let request: RecordedRequest
        let waiter: CheckedContinuation<ScriptedResponse, Never>
        var response: ScriptedResponse?
    }

    private let open = LockedState<[Exchange]>([])

    /// The number of exchanges that are not complete.
    var count: Int { open.withLock { $0.count } }

    /// The requests that the server has not processed yet, by the index of their exchange.
    var unprocessed: [(index: Int, request: RecordedRequest)] {
        open.withLock { open in open.indices.filter { open[$0].response == nil }.map { ($0, open[$0].request) } }
    }

    /// The indices of the exchanges whose responses have not arrived yet.
    var processed: [Int] { open.withLock { open in open.indices.filter { open[$0].response != nil } } }

    /// Waits for the response to a request.
    func exchange(_ request: RecordedRequest) async -> ScriptedResponse {
        await withCheckedContinuation { waiter in
            open.withLock { $0.append(Exchange(request: request, waiter: waiter)) }
        }
    }

    /// Lets the server process a request; its response is then on the way.
    func process(_ index: Int, _ response: ScriptedResponse) {
        open.withLock { $0[index].response = response }
    }

    /// Lets the response of an exchange arrive.
    func deliver(_ index: Int) {
        let exchange = open.withLock { $0.remove(at: index) }
        guard let response = exchange.response else { preconditionFailure("The server has not processed the request.") }
        exchange.waiter.resume(returning: response)
    }
}

/// One run of reads and writes of two resources, in an order that a seed decides.
///
/// The server counts the versions of each resource, and every response shows the version at the time when the server
/// processed its request. A call that starts after a write has ended must not return a version from before the write,
/// also if the response to the write was lost or replaced by a gateway's, and if another attempt of the write has failed
/// after that.
final class CacheWriteRun: Sendable {
    struct Report: Sendable {
        var reads = 0
        var writes = 0
        var violations: [String] = []
    }

    private struct State: Sendable {
        var random: SeededRandom
        /// The version of each resource on the server.
        var versions = [0, 0]
        /// The versions that writes with a lost response have made, by the number of the write.
        var lost: [String: Int] = [:]
        var calls = 0
        /// The version of each resource that a write known to be successful has made.
        var known = [0, 0]
        var report = Report()
        var active = 0
    }

    private let world = WriteWorld()
    private let state: LockedState<State>
    private let date = APITesting.TestDate()
    private let senders: [OperationSender]
    /// Whether the responses have variants, for which the cache asks its store first.
    private let varies: Bool
    /// Whether the responses have a time of the last modification instead of an entity tag.
    private let isDated: Bool

    private static let modified = "Sun, 06 Nov 1994 08:49:37 GMT"

    init(seed: UInt64) throws {
        varies = seed % 3 == 0
        isDated = seed % 7 < 2
        state = LockedState(State(random: SeededRandom(seed: seed)))
        let cache = ResponseCache(store: PausingStore(seed: seed))
        let transport = ScriptedTransport { [world] request throws(TransportError) in await world.exchange(request) }
        // Two clients share one cache.
        senders = try (0..<2).map { [date] _ in
            try Wire.sender(transport) {
                $0.cache = cache
                $0.sharesEqualRequests = seed % 2 == 0
                if seed % 5 < 2 { $0.retry = RetryPolicy(baseDelay: .zero) }
                $0.now = { date.now }
            }
        }
    }

    static func read(_ resource: Int) -> OperationCall { call("getNote", .get, resource) }

    static func write(_ resource: Int) -> OperationCall { call("putNote", .put, resource) }

    private static func call(_ name: StaticString, _ method: CallMethod, _ resource: Int) -> OperationCall {
        var call = OperationCall(name, method, "/notes/{noteId}")
        call.path("noteId", resource)
        return call
    }

    private func random(_ range: Range<Int>) -> Int { state.withLock { Int.random(in: range, using: &$0.random) } }

    /// Runs the scheduler, then lets all calls end.
    func run() async -> Report {
        await withDiscardingTaskGroup { group in
            for _ in 0..<120 {
                act(in: &group)
                for _ in 0..<random(1..<30) { await Task.yield() }
            }
            while state.withLock({ $0.active }) > 0 || world.count > 0 {
                for request in world.unprocessed { process(request.index, request.request) }
                for index in world.processed.reversed() { world.deliver(index) }
                await Task.yield()
            }
        }
        return state.withLock { $0.report }
    }

    private func act(in group: inout DiscardingTaskGroup) {
        switch random(0..<10) {
        case 0..<3: start(isWrite: false, in: &group)
        case 3: start(isWrite: true, in: &group)
        case 4: date.advance(by: Double(random(0..<40)))
        case 5..<7:
            if let request = pick(world.unprocessed) { process(request.index, request.request) }
        default:
            if let index = pick(world.processed) { world.deliver(index) }
        }
    }

    private func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[random(0..<elements.count)]
    }

    /// Lets the server process a request, or fail.
    private func process(_ index: Int, _ request: RecordedRequest) {
        let resource = request.line.hasSuffix("0") ? 0 : 1
        let isWrite = request.line.hasPrefix("PUT")
        let isLost = isWrite && random(0..<4) == 0
        if !isLost, random(0..<8) == 0 { return world.process(index, .status(503)) }
        if !isLost, random(0..<12) == 0 { return world.process(index, .failure(TransportError(.unreachable, ""))) }
        let version = state.withLock { state in
            if isWrite { state.versions[resource] += 1 }
            return state.versions[resource]
        }
        if isLost {
            state.withLock { $0.lost[request.header("x-call") ?? ""] = version }
            // A gateway has stopped waiting, or the connection breaks.
            if random(0..<2) == 0 { return world.process(index, .status(504)) }
            let error = TransportError(.connection, "The connection was lost.", sent: SendAccount(.everything))
            return world.process(index, .failure(error))
        }
        var fields: HTTPFields = [.cacheControl: "max-age=30"]
        if isDated { fields[.lastModified] = Self.modified } else { fields[.eTag] = "\"\(version)\"" }
        if varies { fields[.vary] = "Accept" }
        if isWrite { return world.process(index, .json("{\"id\": \(version)}")) }
        // All versions are from the same second, so the server takes each of them for the current one.
        let isKnown =
            request.header("if-none-match") == "\"\(version)\"" || request.header("if-modified-since") == Self.modified
        world.process(index, isKnown ? .status(304, headers: fields) : .json("{\"id\": \(version)}", headers: fields))
    }

    private func start(isWrite: Bool, in group: inout DiscardingTaskGroup) {
        let resource = random(0..<2)
        let sender = senders[random(0..<2)]
        let modes: [CacheMode] = [.standard, .standard, .standard, .cacheFirst, .reload]
        let mode = modes[random(0..<modes.count)]
        var call = isWrite ? Self.write(resource) : Self.read(resource)
        if random(0..<3) == 0 {
            call.cache = CachePolicy(staleWhileRevalidate: .seconds(30), staleIfError: .seconds(300))
        }
        let (known, number) = state.withLock { state in
            state.active += 1
            state.calls += 1
            return (state.known[resource], "\(state.calls)")
        }
        if isWrite { call.header("X-Call", number) }
        group.addTask { [state, call] in
            let note: WireNote? = try? await sender.send(call, CallOptions(cache: mode), failing: WireError.self)
            state.withLock { state in
                state.active -= 1
                guard let note else {
                    state.known[resource] = max(state.known[resource], state.lost[number] ?? 0)
                    return
                }
                if isWrite {
                    state.report.writes += 1
                    state.known[resource] = max(state.known[resource], note.id)
                } else {
                    state.report.reads += 1
                    guard note.id < known else { return }
                    state.report.violations.append("resource \(resource): version \(note.id) after \(known), \(mode)")
                }
            }
        }
    }
}

/// A store in memory that suspends before each operation.
private final class PausingStore: CacheStore {
    private let inner = MemoryCacheStore()
    private let random: LockedState<SeededRandom>

    init(seed: UInt64) {
        random = LockedState(SeededRandom(seed: seed))
    }

    private func pause() async {
        for _ in 0..<random.withLock({ Int.random(in: 0..<10, using: &$0) }) { await Task.yield() }
    }

    func entries(for key: CacheKey) async -> [CacheEntry] {
        await pause()
        return await inner.entries(for: key)
    }

    func store(_ entry: CacheEntry) async {
        await pause()
        await inner.store(entry)
    }

    func remove(_ key: CacheKey) async {
        await pause()
        await inner.remove(key)
    }

    func removeAll(partition: String) async {
        await pause()
        await inner.removeAll(partition: partition)
    }
}
