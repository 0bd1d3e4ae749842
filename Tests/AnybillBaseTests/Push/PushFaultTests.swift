import APIRuntime
import APITesting
import AnybillAPI
import Foundation
import Testing

@testable import AnybillBase

@Suite("Push tokens after faults", .timeLimit(.minutes(1)))
@MainActor
struct PushFaultTests {
    private let folder = TemporaryFolder()
    private let service = AccountService(["jo": [], "kim": []])

    private func bench() -> Bench { Bench(service.transport, storage: folder.location) }

    private func logIn(_ user: String, _ bench: Bench) async throws {
        try await bench.auth.loginTokenUser(tokenUser: await service.tokens(of: user))
        await bench.settlePush()
    }

    @Test("a former token whose removal fails is removed with the next registration, also by the next process")
    func failedRemoval() async throws {
        let first = bench()
        first.context.push.set("one")
        try await logIn("jo", first)
        await service.failPush([.none, .refused])
        first.context.push.set("two")
        await first.context.registerPushToken()
        #expect(await service.pushTokens["jo"] == ["one", "two"])
        let next = bench()
        next.context.push.set("two")
        await next.context.ready()
        await next.context.registerPushToken()
        #expect(await service.pushTokens["jo"] == ["two"])
    }

    @Test("a token whose registration was not confirmed is removed by the logout", arguments: [true, false])
    func lostRegistration(isKilled: Bool) async throws {
        let first = bench()
        try await logIn("jo", first)
        first.context.push.set("one")
        await service.failPush([.lost])
        await first.context.registerPushToken()
        #expect(await service.pushTokens["jo"] == ["one"])
        let last = isKilled ? bench() : first
        try await last.auth.logoutUser()
        #expect(await service.pushTokens["jo"] == [])
    }

    @Test("a token that cannot be removed from a former user is removed later")
    func formerUser() async throws {
        let bench = bench()
        bench.context.push.set("one")
        try await logIn("jo", bench)
        await service.failPush([.notSent, .none])
        try await logIn("kim", bench)
        #expect(await service.pushTokens == ["jo": ["one"], "kim": ["one"]])
        await service.expireAll()
        await service.failPush([.notSent])
        await bench.context.registerPushToken()
        await service.expireAll()
        await bench.context.registerPushToken()
        #expect(await service.pushTokens == ["jo": [], "kim": ["one"]])
        #expect(await service.reuses == 0)
    }

    @Test("a removal that fails after a login of the same user leaves the token registered", arguments: [true, false])
    func sameUser(isReceived: Bool) async throws {
        let bench = bench()
        bench.context.push.set("one")
        try await logIn("jo", bench)
        await service.failPush([isReceived ? .lost : .notSent])
        try await logIn("jo", bench)
        for _ in 0..<3 {
            await bench.context.registerPushToken()
            #expect(await service.pushTokens["jo"] == ["one"])
        }
    }

    @Test("in any order of new tokens, faults and kills, the service has only the last token, and none after a logout")
    func orders() async throws {
        for seed in 1...60 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var bench = bench()
            var token = "t0"
            try await logIn("jo", bench)
            for step in 1...12 {
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bench = self.bench()
                case 1: token = "t\(Int.random(in: 0..<4, using: &random))"
                default: break
                }
                bench.context.push.set(token)
                await bench.context.ready()
                await service.failPush((0..<3).map { _ in AccountService.Fault.random(&random) })
                await bench.context.registerPushToken()
                await service.failPush([])
                guard step.isMultiple(of: 6) else { continue }
                await bench.context.registerPushToken()
                #expect(await service.pushTokens["jo"] == [token], "seed \(seed)")
            }
            await service.failPush([.random(&random), .none, .none])
            await bench.context.registerPushToken()
            await service.failPush([.random(&random)])
            _ = await failure { try await bench.auth.logoutUser() }
            await service.failPush([])
            if await service.pushTokens["jo"] != [] { try await logIn("kim", bench) }
            #expect(await service.pushTokens["jo"] == [], "seed \(seed)")
        }
    }

    @Test("a token that a logout could not remove is removed with the next registration", arguments: [true, false])
    func failedLogout(isReceived: Bool) async throws {
        let bench = bench()
        bench.context.push.set("one")
        try await logIn("jo", bench)
        await service.failPush([isReceived ? .refused : .notSent])
        #expect(await failure { try await bench.auth.logoutUser() } != nil)
        #expect(await service.pushTokens["jo"] == ["one"])
        try await logIn("kim", bench)
        #expect(await service.pushTokens == ["jo": [], "kim": ["one"]])
    }

    @Test("a logout during a registration leaves no token at the service, and does not wait for the registration")
    func logoutDuringRegistration() async throws {
        let (begun, late) = (Latch(), Latch())
        let tokens = LockedState<Set<String>>([])
        let transport = ScriptedTransport { request in
            if request.line.hasPrefix("PUT") {
                await begun.open()
                await late.wait()
                tokens.withLock { _ = $0.insert("one") }
                return .status(204)
            }
            return tokens.withLock { $0.remove("one") } == nil ? .problem(404) : .status(204)
        }
        let bench = Bench(transport, storage: folder.location)
        bench.context.push.set("one")
        try await bench.logIn()
        await begun.wait()
        try await bench.auth.logoutUser()
        await late.open()
        await bench.settlePush()
        #expect(tokens.withLock { $0 } == [])
    }

    @Test("the refused renewal of a former user's session does not explain the logout of the current user")
    func formerRejection() async throws {
        let bench = bench()
        bench.context.push.set("one")
        try await logIn("jo", bench)
        await service.failPush([.notSent])
        try await logIn("kim", bench)
        await service.expireAll()
        await service.revoke("jo")
        await bench.context.registerPushToken()
        let receipts = try #require(service.receipts["kim"])
        await receipts.hold("GET /api/v4/receipt")
        let call = Task { await failure { try await bench.receipts.getReceipts() } }
        await receipts.waitForHeld(1)
        try await bench.auth.logoutUser()
        #expect(await call.value?.type == .noUserError)
        await receipts.releaseAll()
    }

    @Test("a login that ends during a renewal leaves no push token at the service", arguments: [true, false])
    func renewal(isLogout: Bool) async throws {
        let bench = bench()
        bench.context.push.set("one")
        try await logIn("jo", bench)
        await service.expireAll()
        await service.holdRenewals()
        let call = Task { await failure { try await bench.receipts.getReceipts() } }
        await service.waitForRenewals(1)
        let kim = await service.tokens(of: "kim")
        let end = Task {
            guard isLogout else { return try await bench.auth.loginTokenUser(tokenUser: kim) }
            try await bench.auth.logoutUser()
        }
        // The call ends with its session, which the renewal does not delay.
        #expect(await call.value != nil)
        await service.releaseRenewals()
        try await end.value
        await bench.settlePush()
        #expect(await service.pushTokens["jo"] == [])
        #expect(await service.pushTokens["kim"] == (isLogout ? nil : ["one"]))
        #expect(await service.reuses == 0)
    }

    @Test("a logout removes the push token with the tokens that another context has renewed")
    func foreignRenewal() async throws {
        let app = bench()
        app.context.push.set("one")
        try await logIn("jo", app)
        await service.expireAll()
        _ = try await bench().receipts.getReceipts()
        try await app.auth.logoutUser()
        #expect(await service.pushTokens["jo"] == [])
        #expect(await service.renewals == 1)
        #expect(await service.reuses == 0)
    }

    @Test("in any order of a renewal, a logout and a login, only the last user has the push token", arguments: 0..<40)
    func endAroundRenewal(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let bench = bench()
        bench.context.push.set("one")
        try await logIn("jo", bench)
        await service.expireAll()
        let call = Task { await failure { try await bench.receipts.getReceipts() } }
        for _ in 0..<Int.random(in: 0...60, using: &random) { await Task.yield() }
        if Bool.random(using: &random) { try await bench.auth.logoutUser() }
        try await logIn("kim", bench)
        _ = await call.value
        #expect(await service.pushTokens == ["jo": [], "kim": ["one"]])
        #expect(await service.reuses == 0)
    }

    @Test("a login during the registration of a former user leaves each user with the right tokens", arguments: 0..<40)
    func loginDuringRegistration(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let bench = bench()
        try await logIn("jo", bench)
        bench.context.push.set("one")
        let registration = Task { await bench.context.registerPushToken() }
        for _ in 0..<Int.random(in: 0...40, using: &random) { await Task.yield() }
        try await bench.auth.loginTokenUser(tokenUser: await service.tokens(of: "kim"))
        await registration.value
        await bench.settlePush()
        await bench.context.registerPushToken()
        #expect(await service.pushTokens["jo", default: []] == [])
        #expect(await service.pushTokens["kim"] == ["one"])
        try await logIn("jo", bench)
        #expect(await service.pushTokens == ["jo": ["one"], "kim": []])
    }
}
