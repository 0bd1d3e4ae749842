import APIRuntime
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
