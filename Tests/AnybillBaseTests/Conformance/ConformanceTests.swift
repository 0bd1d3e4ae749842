import APIRuntime
@testable import AnybillBase
import Foundation
import SandboxServer
import Testing

// Numbered checks of the service's behavior, over real HTTP.
@Suite("Conformance", .timeLimit(.minutes(2)))
@MainActor
struct ConformanceTests {
    @Test("1: a page size of 0 or 101 is refused with an error for take", arguments: [0, 101])
    func take(number: Int) async throws {
        try await LiveBench.run { bench async throws in
            let error = await failure { try await bench.receipts.getReceipts(take: number) }
            #expect(error?.type == .genericError && error?.code == 400)
            #expect((error as? AnybillDefaultError)?.errors?["take"]?.isEmpty == false)
        }
    }

    @Test("2: 231 receipts arrive in pages of 100, 100 and 31, the total on each, no token on the last")
    func pages() async throws {
        try await LiveBench.run(receipts: 231) { bench async throws in
            let first = try await bench.receipts.initiateReceiptQuery()
            let second = try await bench.receipts.continueReceiptQuery()
            let third = try await bench.receipts.continueReceiptQuery()
            #expect([first, second, third].map(\.receipts.count) == [100, 100, 31])
            #expect([first, second, third].map(\.totalCount) == [231, 231, 231])
            #expect(first.continuationToken != nil && second.continuationToken != nil)
            #expect(third.continuationToken == nil)
            #expect(Set(bench.shown).count == 231)
            #expect(try await bench.receipts.continueReceiptQuery().receipts.isEmpty)
            #expect(bench.count("listReceipts") == 3)
        }
    }

    @Test("3: a continuation token of the other direction is refused")
    func direction() async throws {
        try await LiveBench.run(receipts: 20) { bench async throws in
            let page = try await bench.receipts.getReceipts(take: 5)
            let error = await failure {
                try await bench.receipts.getReceipts(
                    take: 5,
                    orderDirection: .Ascending,
                    continuationToken: page.continuationToken
                )
            }
            #expect(error?.code == 400)
        }
    }

    @Test("4: an expired token is refreshed once, the call is repeated, and the new refresh token is stored")
    func expiry() async throws {
        try await LiveBench.run { bench async throws in
            let before = try await bench.context.session.current()
            bench.server.tokens.expireAccessTokens()
            #expect(try await bench.receipts.getReceipts().receipts.count == 12)
            #expect(bench.count("requestToken") == 1)
            let after = try await bench.context.session.current()
            #expect(after?.token.refreshToken != nil && after?.token.refreshToken != before?.token.refreshToken)
            _ = try await bench.auth.getUserInfo()
            #expect(bench.count("requestToken") == 1)
        }
    }

    @Test("5: ten parallel calls with an expired token refresh it once")
    func parallel() async throws {
        try await LiveBench.run { bench async throws in
            bench.server.tokens.expireAccessTokens()
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<10 {
                    group.addTask { try await bench.receipts.getReceipts(take: 10).receipts.count }
                }
                for try await count in group { #expect(count == 10) }
            }
            #expect(bench.count("requestToken") == 1)
        }
    }

    @Test("6: a refused refresh logs the user out, deletes stored data, and the next call finds no user")
    func refusedRenewal() async throws {
        try await LiveBench.run { bench async throws in
            try await bench.receipts.initiateReceiptQuery()
            _ = try await bench.auth.getUserInfo()
            bench.server.tokens.revoke()
            let error = await failure { try await bench.receipts.getReceipts() }
            #expect(error?.type == .invalidRefreshTokenError)
            #expect(bench.shown.isEmpty)
            #expect(await failure { try await bench.receipts.getReceipts() }?.type == .noUserError)
            #expect(await failure { try await bench.auth.getUserInfo(useCache: true) }?.type == .noUserError)
            #expect(try await bench.context.session.current() == nil)
        }
    }

    @Test("7: a refresh without a connection is a network error and keeps the session")
    func offlineRenewal() async throws {
        try await LiveBench.run { bench async throws in
            bench.server.clock.advance(by: 90_000)
            bench.line.set(cut: true)
            #expect(await failure { try await bench.receipts.getReceipts() }?.type == .networkError)
            #expect(try await bench.context.session.current() != nil)
            bench.line.set(cut: false)
            #expect(try await bench.receipts.getReceipts().receipts.count == 12)
        }
    }

    @Test("a refresh token is valid for 90 days, after which the user must log in again", arguments: [89, 91])
    func refreshTokenLifetime(days: Double) async throws {
        try await LiveBench.run { bench async throws in
            bench.server.clock.advance(by: days * 86_400)
            let error = await failure { try await bench.receipts.getReceipts() }
            #expect(error?.type == (days > 90 ? .invalidRefreshTokenError : nil))
        }
    }

    @Test("8: toggling twice restores the first state, and both changes are published")
    func toggle() async throws {
        try await LiveBench.run { bench async throws in
            try await bench.receipts.initiateReceiptQuery()
            let before = try #require(bench.receipts.observableReceipts.first)
            let once = try await bench.receipts.toggleIsFavourite(receiptId: before.id)
            #expect(once.misc.isFavourite != before.misc.isFavourite)
            #expect(bench.receipts.observableReceipts.first == once)
            #expect(try await bench.receipts.toggleIsFavourite(receiptId: before.id) == before)
            #expect(bench.receipts.observableReceipts.first == before)
        }
    }

    @Test("9: both searches find a note that was set")
    func note() async throws {
        try await LiveBench.run { bench async throws in
            try await bench.receipts.initiateReceiptQuery()
            let id = try #require(bench.shown.last)
            try await bench.receipts.updateReceiptNote(receiptId: id, note: "Für die Steüerprüfung")
            #expect(bench.receipts.observableReceipts.searchReceipts(for: "STEUERPRUF").map(\.id) == [id])
            #expect(try await bench.receipts.search("steuerpruf").map(\.id) == [id])
        }
    }

    @Test("10: a batch of three IDs with one unknown names that ID and removes the other two")
    func batch() async throws {
        try await LiveBench.run { bench async throws in
            try await bench.receipts.initiateReceiptQuery()
            let ids = Array(bench.shown.prefix(2))
            let unknown = UUID().uuidString.lowercased()
            let error = await failure { try await bench.receipts.deleteReceipts(receiptIds: ids + [unknown]) }
            #expect((error as? DeleteReceiptsError)?.failedReceipts == [unknown])
            #expect(error?.type == .genericError && error?.variant == .deleteReceiptsError)
            #expect(bench.shown.count == 10 && !bench.shown.contains(ids[0]) && !bench.shown.contains(ids[1]))
        }
    }

    @Test("11: 101 IDs are refused")
    func tooMany() async throws {
        try await LiveBench.run { bench async throws in
            let ids = (0..<101).map { _ in UUID().uuidString }
            #expect(await failure { try await bench.receipts.deleteReceipts(receiptIds: ids) }?.code == 400)
        }
    }

    @Test("12: the receipt is a PDF, and its printed version is a different PDF")
    func pdf() async throws {
        try await LiveBench.run { bench async throws in
            let id = try #require(try await bench.receipts.getReceipts().receipts.first?.id)
            let pdf = try await bench.receipts.getReceiptPdf(receiptId: id)
            let printed = try await bench.receipts.getReceiptPdf(receiptId: id, isPrintedVersion: true)
            #expect(pdf.starts(with: Data("%PDF-".utf8)) && printed.starts(with: Data("%PDF-".utf8)))
            #expect(pdf != printed)
        }
    }

    @Test("14: one invalid receipt of a page is skipped and the others are kept")
    func broken() async throws {
        try await LiveBench.run { bench async throws in
            bench.server.faults.add(Fault(.malformedItem(index: 3), operation: "listReceipts", times: 1))
            let page = try await bench.receipts.initiateReceiptQuery()
            #expect(page.receipts.count == 11 && page.totalCount == 11 && bench.shown.count == 11)
            #expect(bench.receipts.finishedLoadingReceipts && bench.receipts.totalReceipts == 11)
        }
    }

    @Test("17: a logout empties the list and deletes the tokens and all stored data")
    func logout() async throws {
        let folder = TemporaryFolder()
        try await LiveBench.run(storage: folder.location) { bench async throws in
            try await bench.receipts.initiateReceiptQuery()
            try await bench.auth.logoutUser()
            #expect(bench.shown.isEmpty)
            #expect(try await bench.context.session.current() == nil)
            let users = folder.url.appendingPathComponent("users").path
            #expect(try FileManager.default.contentsOfDirectory(atPath: users).isEmpty)
        }
    }

    @Test("18: calls to the App API and token calls go to the bases of their hosts")
    func customBase() async throws {
        let gateway = try await SandboxServer.start(SandboxConfiguration(receipts: 3))
        let identity = try await SandboxServer.start(SandboxConfiguration(receipts: 3))
        var servers = AnybillServers(all: identity.baseURL)
        servers.app = gateway.baseURL
        let bench = LiveBench(gateway, servers: servers)
        let account = identity.credentials.anybill.user
        try await bench.auth.loginUser(username: account.email, password: account.password)
        _ = await failure { try await bench.receipts.getReceipts() }
        _ = await failure { try await bench.auth.getUserInfo() }
        #expect(identity.counter.count("requestToken") >= 1)
        #expect(gateway.counter.count("requestToken") == 0)
        #expect(identity.counter.count("listReceipts") == 0)
        #expect(gateway.counter.count("listReceipts") >= 1)
        await gateway.stop()
        await identity.stop()
    }

    @Test("19: after a restart, stored receipts are available before any request and the query continues")
    func restart() async throws {
        let folder = TemporaryFolder()
        try await LiveBench.run(receipts: 30, storage: folder.location) { before in
            try await before.receipts.initiateReceiptQuery(take: 10, orderDirection: .Ascending)
            let requests = before.server.counter.all
            let after = LiveBench(before.server, storage: folder.location)
            await after.receipts.waitUntilLoaded()
            #expect(after.shown == before.shown)
            #expect(after.server.counter.all == requests)
            let page = try await after.receipts.continueReceiptQuery(take: 10)
            #expect(page.receipts.count == 10 && after.shown.count == 20)
            let dates = after.receipts.observableReceipts.map(\.head.date)
            #expect(dates == dates.sorted())
        }
    }

    @Test("a login with a valid password works, and one with a wrong password is refused")
    func password() async throws {
        try await LiveBench.run { bench async throws in
            let account = bench.server.credentials.anybill.user
            let other = LiveBench(bench.server)
            let error = await failure {
                try await other.auth.loginUser(username: account.email, password: "wrong")
            }
            #expect(error?.type == .genericError && error?.code == 400)
            try await other.auth.loginUser(username: account.email, password: account.password)
            #expect(try await other.auth.getUserInfo().id == account.id)
        }
    }

    @Test("a push token is registered once, and a logout removes it", arguments: [false, true])
    func pushToken(fails: Bool) async throws {
        try await LiveBench.run { bench async throws in
            let center = NotificationCenter()
            let initializer = AnybillFirebaseInitializer(context: bench.context, center: center)
            initializer.initFirebaseProject(googleAppId: "1:2:ios:3", firebaseClientId: "c")
            center.post(name: Notification.Name("FCMToken"), object: nil, userInfo: ["token": "fcm-1"])
            await bench.context.registerPushToken()
            await bench.context.registerPushToken()
            #expect(bench.count("registerPushToken") == 1)
            if fails { bench.server.faults.add(Fault(.status(500), operation: "removePushToken")) }
            let error = await failure { try await bench.auth.logoutUser() }
            #expect((error?.code == 500) == fails && (error == nil) == !fails)
            #expect(bench.count("removePushToken") == 1)
            #expect(await failure { try await bench.auth.getUserInfo() }?.type == .noUserError)
        }
    }
}
