import APIRuntime
import APITesting
import AppCoinsAPI
import Foundation
import SandboxServer
import Testing

@testable import AppCoinsSDK

@Suite("Wallets")
struct WalletTests {
    @Test("the last wallet of the list is the active one, and each wallet occurs once")
    func activation() {
        var list = WalletList()
        list.activate(.guest("a"))
        list.activate(Self.user("0x1", token: "old"))
        list.activate(.guest("a"))
        list.activate(Self.user("0x1", token: "new"))
        #expect(list.wallets.map(\.identity) == [.guest("a"), .user("0x1")])
        #expect(list.wallets.last?.refreshToken == "new")
        list.include(.guest("a"))
        list.include(.guest("b"))
        #expect(list.wallets.map(\.identity) == [.guest("b"), .guest("a"), .user("0x1")])
    }

    @Test(
        "wallets with one address are queried once, a user before a guest",
        arguments: [
            (["g", "u"], ["1", "1"], [1]), (["u", "g"], ["1", "1"], [0]), (["g", "g", "u"], ["1", "2", "1"], [2, 1]),
            (["g", "u"], ["1", "2"], [0, 1]), ([], [], []),
        ]
    )
    func distinct(kinds: [String], addresses: [String], expected: [Int]) {
        let wallets = kinds.enumerated().map { index, kind in
            kind == "u" ? Self.user("\(index)", token: "t") : StoredWallet.guest("\(index)")
        }
        #expect(WalletList.distinct(wallets, addresses: addresses) == expected)
    }

    @Test("wallets are stored in the format of the published SDK")
    func storedForm() throws {
        let guest = try JSONDecoder().decode(
            StoredWallet.self,
            from: Data(#"{"type":"GUEST_WALLET","wallet":{"guestUID":"g1"}}"#.utf8)
        )
        #expect(guest == .guest("g1"))
        let text = #"{"type":"USER_WALLET","wallet":{"address":"0x1","refreshToken":"r","added":5}}"#
        let user = try JSONDecoder().decode(StoredWallet.self, from: Data(text.utf8))
        #expect(user.identity == .user("0x1"))
        #expect(try JSONDecoder().decode(StoredWallet.self, from: JSONEncoder().encode(user)) == user)
        #expect("\(user)".contains("0x1") == false)
    }

    @Test("ten waiting callers fetch a user's tokens once, and again after ten minutes")
    func freshness() async throws {
        let date = TestDate()
        try await Bench.run { environment, _ in
            environment.configuration.now = { date.now }
        } _: { bench in
            let tokens = try await bench.control.signIn("ada")
            let wallet = Self.user(tokens.address, token: tokens.refreshToken)
            try await bench.billing.wallets.activate(wallet)
            let session = await bench.billing.wallets.session(wallet)
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<10 { group.addTask { try await session.credential().value } }
                var values: Set<String> = []
                for try await value in group { values.insert(value) }
                #expect(values.count == 1)
            }
            #expect(bench.sandbox.counter.count("refreshUserWallet") == 1)
            date.advance(by: 599)
            _ = try await session.credential()
            #expect(bench.sandbox.counter.count("refreshUserWallet") == 1)
            date.advance(by: 2)
            _ = try await session.credential()
            #expect(bench.sandbox.counter.count("refreshUserWallet") == 2)
        }
    }

    @Test("a refused token is replaced once, and an older one is not")
    func refused() async throws {
        try await Bench.run { bench in
            let session = await bench.billing.wallets.session(.guest("g1"))
            let first = try await session.credential()
            let second = try #require(try await session.refused(first))
            let third = try #require(try await session.refused(first))
            #expect(second.value != first.value)
            #expect(third == second)
            #expect(bench.sandbox.counter.count("getGuestWallet") == 2)
        }
    }

    @Test("an expired guest token is replaced without an effect on the caller")
    func expiredGuest() async throws {
        try await Bench.run { bench in
            let purchase = try await bench.buy()
            bench.sandbox.clock.advance(by: 2 * 86_400)
            #expect(try await bench.billing.purchases().map(\.uid) == [purchase.uid])
        }
    }

    @Test("two guests are two owners, whose responses are not cached")
    func guestPartitions() async throws {
        try await Bench.run { bench in
            let first = await bench.billing.wallets.session(.guest("g1")).partition()
            let second = await bench.billing.wallets.session(.guest("g2")).partition()
            #expect(first != second)
            #expect(first?.hasPrefix("*") == true && second?.hasPrefix("*") == true)
        }
    }

    @Test("purchases of a guest and of a user are listed together")
    func twoWallets() async throws {
        try await Bench.run { bench in
            let first = try await bench.buy()
            let tokens = try await bench.control.signIn("bo")
            await bench.billing.activate(.user(address: tokens.address, refreshToken: tokens.refreshToken))
            #expect(try await bench.billing.purchases().map(\.uid) == [first.uid])
            #expect(bench.sandbox.counter.count("listPurchases") == 2)
            try await first.finish()
            #expect(try await bench.control.consumptions(first.uid) == 1)
        }
    }

    @Test("the wallet for test payments is the guest's, and later the active one")
    func testingWallet() async throws {
        try await Bench.run { bench in
            let guest = try #require(await bench.billing.testingWalletAddress())
            #expect(guest.hasPrefix("0x"))
            let tokens = try await bench.control.signIn("cy")
            await bench.billing.activate(.user(address: tokens.address, refreshToken: tokens.refreshToken))
            #expect(await bench.billing.testingWalletAddress() == tokens.address)
        }
    }

    @Test("a stored wallet of a later version is named, hides no other wallet, and is kept")
    func laterVersion() async throws {
        let later = #"{"type":"TEAM_WALLET","wallet":{"team":7}}"#
        let store = MemorySecretStore()
        store.set(Data("[\(later)]".utf8), for: "wallet-list")
        try await Bench.run { environment, _ in
            environment.wallets = store
        } _: { bench in
            let bought = try await bench.buy()
            let list = try await bench.billing.purchaseList()
            #expect(list.purchases.map(\.uid) == [bought.uid])
            #expect(list.failures.map(\.subject) == [.wallet(address: nil)])
            try await bought.finish()
            #expect(try await bench.control.consumptions(bought.uid) == 1)
            let stored = try JSONCoding.decode(JSONValue.self, from: Array(store.secret("wallet-list") ?? Data()))
            #expect(stored.array?.contains(try JSONCoding.decode(JSONValue.self, from: Array(later.utf8))) == true)
            // The entry cannot have paid, so it does not make a cancellation unclear.
            let result = await (try await bench.product()).purchase(payload: "sandbox:cancelled")
            #expect(result.outline == "userCancelled")
        }
    }

    @Test("a list that cannot be read at all is kept, named, and does not prevent purchases")
    func damagedList() throws {
        var list = WalletList(stored: Data("nonsense".utf8))
        list.include(.guest("g"))
        let again = WalletList(stored: try list.stored())
        #expect(again == list)
        #expect(again.wallets == [.guest("g")])
        #expect(again.unreadable == [.string(Data("nonsense".utf8).base64EncodedString())])
    }

    @Test("a new refresh token replaces only the one that it was exchanged for")
    func rotation() {
        var list = WalletList([Self.user("0x1", token: "new")])
        list.rotate("late", of: .user("0x1"), replacing: "old")
        #expect(list.wallets.map(\.refreshToken) == ["new"])
        list.rotate("later", of: .user("0x1"), replacing: "new")
        #expect(list.wallets.map(\.refreshToken) == ["later"])
    }

    @Test("a refresh token that cannot be stored is held, and stored later")
    func unstoredToken() async throws {
        let date = TestDate()
        try await Bench.run { environment, _ in
            environment.configuration.now = { date.now }
        } _: { bench in
            let tokens = try await bench.control.signIn("ada")
            let isLocked = LockedState(true)
            let kept = LockedState<[String]>([])
            let session = WalletSession(
                Self.user(tokens.address, token: tokens.refreshToken),
                client: bench.billing.client,
                environment: bench.billing.environment
            ) { token, _ in
                if isLocked.withLock({ $0 }) { throw SecretStoreError("the Keychain is locked") }
                kept.withLock { $0.append(token) }
            }
            await #expect(throws: AuthenticationError.self) { _ = try await session.credential() }
            let held = await session.stored.refreshToken
            #expect(held != nil && held != tokens.refreshToken)
            isLocked.withLock { $0 = false }
            _ = try await session.credential()
            #expect(kept.withLock { $0 } == [await session.stored.refreshToken])
        }
    }

    @Test("a cancelled caller stops waiting for the shared request, which serves the others")
    func cancelledWaiter() async throws {
        let response = ResponseGate<Void>()
        let transport = ScriptedTransport { _ in
            await response.response()
            return .json(#"{"address": "0x1", "ewt": "t"}"#)
        }
        let environment = AppcEnvironment(
            domain: "com.example.game",
            servers: .custom(),
            configuration: ClientConfiguration(transport: transport, retry: .never)
        )
        let client = AppCoinsClient(servers: environment.servers, configuration: environment.configuration)
        let session = WalletSession(.guest("g"), client: client, environment: environment) { _, _ in }
        let impatient = Task { try await session.credential() }
        while transport.requests.isEmpty { try Task.checkCancellation(); await Task.yield() }
        let patient = Task { try await session.credential().value }
        impatient.cancel()
        await #expect(throws: AuthenticationError.self) { _ = try await impatient.value }
        // The response is still awaited.
        response.open(())
        #expect(try await patient.value == "t")
        #expect(transport.requests.count == 1)
    }

    @Test("two instances over one store lose no wallet")
    func twoInstances() async throws {
        let store = MemorySecretStore()
        try await Bench.run { environment, _ in
            environment.wallets = store
        } _: { bench in
            let other = bench.restarted()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    let billing = number.isMultiple(of: 2) ? bench.billing : other
                    group.addTask { try await billing.wallets.include(.guest("g\(number)")) }
                }
                try await group.waitForAll()
            }
            #expect(WalletList(stored: store.secret("wallet-list")).wallets.count == 20)
        }
    }

    @Test("malformed stored wallets make queries throw and hide no purchases")
    func damaged() async throws {
        let store = MemorySecretStore()
        store.set(Data("nonsense".utf8), for: "wallet-list")
        try await Bench.run { environment, _ in
            environment.wallets = store
        } _: { bench in
            await #expect(throws: AppCoinsSDKError.self) { _ = try await bench.billing.purchases() }
            try Task.checkCancellation()
        }
    }

    @Test("secrets are stored in files that only their owner can read")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FileSecretStore(folder: folder)
        #expect(try store.secret("a") == nil)
        try store.set(Data("one".utf8), for: "a")
        try store.set(Data("two".utf8), for: "a")
        #expect(try store.secret("a") == Data("two".utf8))
        let path = folder.appendingPathComponent("a.json").path
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        try store.set(nil, for: "a")
        try store.set(nil, for: "a")
        #expect(try store.secret("a") == nil)
    }

    @Test("attribution is requested in one loop, with pauses that double up to a minute")
    func attributionLoop() async throws {
        let clock = TestClock()
        try await Bench.run { environment, sandbox in
            environment.configuration.clock = clock
            environment.configuration.retry = .never
            sandbox.faults.add(Fault(.status(500), operation: "getAttribution", times: 8))
        } _: { bench in
            for _ in 0..<4 { bench.billing.initialize() }
            for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
                // The task that removes expired intents sleeps as well.
                await clock.sleepers(2)
                clock.advance(by: .seconds(seconds))
            }
            while bench.billing.settings.text(.guestUID) == nil { try Task.checkCancellation(); await Task.yield() }
            #expect(bench.sandbox.counter.count("getAttribution") == 9)
        }
    }

    private static func user(_ address: String, token: String) -> StoredWallet {
        .user(address: address, refreshToken: token, added: Date(timeIntervalSince1970: 0))
    }
}
