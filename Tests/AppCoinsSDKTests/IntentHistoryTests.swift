import APIRuntime
import APITesting
import AppCoinsAPI
import Foundation
import Testing
import URLSessionTransport

@testable import AppCoinsSDK

/// Random histories of purchase intents over one store.
@Suite("Random histories of intents", .timeLimit(.minutes(5)))
struct IntentHistoryTests {
    @Test("every intent is kept until an observer asks for it, and is used once, whatever the order of events")
    func histories() async throws {
        for seed in 1...200 {
            var history = IntentHistory(seed: UInt64(seed))
            for _ in 0..<40 { try await history.step() }
            #expect(try await history.lost().isEmpty, "seed \(seed)")
            #expect(history.violations.isEmpty, "seed \(seed)")
        }
    }

    @Test("beyond the limit, links are refused, and nothing that was accepted is lost before it is read or expires")
    func limits() {
        for seed in 1...5 {
            var flood = IntentFlood(seed: UInt64(seed))
            for _ in 0..<2000 { flood.step() }
            #expect(flood.violations.isEmpty, "seed \(seed)")
            #expect(flood.refused > 0, "seed \(seed)")
        }
    }

    @Test(
        "a link beyond the limit is refused visibly; a repeated link renews the first, and an unknown product makes room"
    )
    func refusedLink() async throws {
        let logged = LockedState<[String]>([])
        let transport = FaultInjectingTransport(URLSessionTransport.shared) { _, _ in .unreachable }
        let environment = AppcEnvironment(
            domain: "com.example.game",
            servers: .custom(),
            configuration: ClientConfiguration(transport: transport, retry: .never, clock: TestClock()),
            log: { text in logged.withLock { $0.append(text) } }
        )
        let billing = AppcBilling(environment)
        let open = { (number: Int) in
            let link = "com.example.game.iap://wallet.appcoins.io/purchase?product=gas&oemid=\(number)"
            return billing.handle(redirectURL: URL(string: link))
        }
        for number in 1...IntentRecord.maximum { #expect(open(number)) }
        let first = try #require(billing.intents.links.first)
        #expect(!open(0))
        #expect(logged.withLock { $0 }.contains { $0.contains("refused") })
        #expect(open(1))
        #expect(billing.intents.links.count == IntentRecord.maximum)
        #expect(billing.intents.links.first?.id == first.id)
        billing.intents.markUnknown(first)
        #expect(open(0))
        #expect(billing.intents.links.count == IntentRecord.maximum)
        #expect(!billing.intents.links.contains { $0.id == first.id })
    }
}

/// One history of links without end: repeated and unknown ones, arrivals, readers and expiry.
private struct IntentFlood {
    private var record = IntentRecord()
    private var random: ModelRandom
    private var now = Date(timeIntervalSince1970: 1_750_000_000)
    // The accepted links and intents that must be stored, with their times.
    private var accepted: [String: Date] = [:]
    private var unknown: Set<String> = []
    private var opened = 0
    private(set) var refused = 0
    private(set) var violations: [String] = []

    init(seed: UInt64) { random = ModelRandom(seed: seed) }

    mutating func step() {
        switch random.below(20) {
        case 0: if let link = random.pick(record.links) { arrive(link) }
        case 1:
            if let link = random.pick(record.links) {
                record.markUnknown(link.id)
                unknown.insert(link.id)
            }
        case 2: if let link = random.pick(record.links) { open(oem: link.oemID ?? "") }
        case 5: if let waiting = random.pick(record.waiting) { open(oem: waiting.intent.oemID ?? "") }
        case 3:
            if random.chance(10), let waiting = random.pick(record.waiting) {
                record.read([waiting.intent.id])
                accepted[waiting.intent.id] = nil
            }
        case 4: if random.chance(2) { now += 600 }
        default:
            opened += 1
            open(oem: "\(opened)")
        }
        check()
    }

    private mutating func open(oem: String) {
        record.sweep(now: now)
        let link = IntentLink(sku: "gas", oemID: oem, discountPolicy: nil, timestamp: now)
        let before = record.links.filter { unknown.contains($0.id) }.map(\.id)
        guard let stored = record.add(link) else {
            if !before.isEmpty { violations.append("refused, although an unknown product could make room") }
            refused += 1
            return
        }
        accepted[stored.id] = now
        unknown.remove(stored.id)
        let gone = before.filter { id in id != stored.id && !record.links.contains { $0.id == id } }
        if gone.count > 1 || gone.first.map({ $0 != before.first }) == true { violations.append("\(gone) are gone") }
        for id in gone { accepted[id] = nil }
    }

    private mutating func arrive(_ link: IntentLink) {
        let item = ProductItem(
            sku: link.sku,
            title: link.sku,
            price: ProductPrice(currency: "EUR", value: "1", label: "1", symbol: "€")
        )
        let product = Product(item, billing: nil)
        record.arrive(
            PurchaseIntent(
                id: link.id,
                product: product,
                timestamp: link.timestamp,
                oemID: link.oemID,
                billing: nil
            ),
            isRead: false
        )
        unknown.remove(link.id)
    }

    private mutating func check() {
        let stored = Set(record.links.map(\.id) + record.waiting.map(\.intent.id))
        for (id, date) in accepted where !stored.contains(id) {
            if now.timeIntervalSince(date) < PurchaseIntent.lifetime { violations.append("\(id) is lost") }
            accepted[id] = nil
        }
        if stored.count > IntentRecord.maximum { violations.append("too many") }
    }
}

/// One history: links, observers, decisions of the user, and ends of the process.
private struct IntentHistory {
    private let settings = MemorySecretStore()
    private var random: ModelRandom
    private var billing: AppcBilling
    private var observers: [(stream: AsyncStream<PurchaseIntent>, waiting: [PurchaseIntent])] = []
    private var arrived: [PurchaseIntent] = []
    private var used: Set<String> = []
    private var read: Set<String> = []
    private(set) var violations: [String] = []

    init(seed: UInt64) {
        random = ModelRandom(seed: seed)
        billing = Self.process(settings)
    }

    mutating func step() async throws {
        switch random.below(8) {
        case 0, 1: try arrive()
        case 2: observe()
        case 3, 4: await ask()
        case 5, 6: use()
        default: restart()
        }
        // A read intent is replaced by the next one, so only the pending one must still be unused.
        let pending = billing.intents.pending
        if let pending, used.contains(pending.id) { violations.append("a used one is pending") }
        let unread = arrived.last { !used.contains($0.id) && !read.contains($0.id) }
        if unread != nil, pending == nil { violations.append("none is pending, although one waits") }
    }

    /// Returns the intents that no observer has received, and that the next process does not deliver.
    mutating func lost() async throws -> [String] {
        restart()
        let expected = arrived.filter { !used.contains($0.id) && !read.contains($0.id) }
        let stream = billing.intents.updates()
        var lost: [String] = []
        for intent in expected {
            let heard = await stream.first { next in expected.contains(next) }
            if heard != intent { lost.append(intent.id) }
        }
        return lost
    }

    private mutating func arrive() throws {
        let item = ProductItem(
            sku: "gas",
            title: "Gas",
            price: ProductPrice(currency: "EUR", value: "1", label: "1", symbol: "€")
        )
        let now = billing.environment.configuration.now()
        let intent = PurchaseIntent(product: Product(item, billing: nil), timestamp: now, billing: nil)
        try billing.intents.arrive(intent)
        arrived.append(intent)
        for index in observers.indices { observers[index].waiting.append(intent) }
    }

    private mutating func observe() {
        let first = arrived.filter { !used.contains($0.id) && !read.contains($0.id) }
        observers.append((billing.intents.updates(), first))
    }

    /// Lets a random observer ask for its next intent, if there is one.
    private mutating func ask() async {
        guard !observers.isEmpty else { return }
        let index = random.below(observers.count)
        observers[index].waiting.removeAll { used.contains($0.id) }
        guard let expected = observers[index].waiting.first else { return }
        let waiting = observers[index].waiting
        // A new observer may receive the pending intent again, although another one has received it.
        guard let heard = await observers[index].stream.first(where: { waiting.contains($0) }) else {
            return violations.append("a stream has ended")
        }
        if heard != expected { violations.append("an observer has received \(heard.id) instead of \(expected.id)") }
        observers[index].waiting.removeFirst()
        read.insert(heard.id)
    }

    private mutating func use() {
        guard let intent = random.pick(arrived) else { return }
        if billing.intents.use(intent) != used.insert(intent.id).inserted { violations.append("used twice or never") }
    }

    private mutating func restart() {
        observers = []
        billing = Self.process(settings)
    }

    private static func process(_ settings: MemorySecretStore) -> AppcBilling {
        let start = Date(timeIntervalSince1970: 1_750_000_000)
        let environment = AppcEnvironment(
            domain: "com.example.game",
            servers: .custom(),
            configuration: ClientConfiguration(transport: .urlSession, now: { start }),
            settings: settings
        )
        let billing = AppcBilling(environment)
        billing.intents.restore(bindTo: billing)
        return billing
    }
}
