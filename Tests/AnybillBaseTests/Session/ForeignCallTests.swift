import APIRuntime
import APITesting
import AnybillAPI
import Dispatch
import Foundation
import SeededTesting
import Testing

@testable import AnybillBase

@Suite("Calls of a user whose login ends", .timeLimit(.minutes(2)))
@MainActor
struct ForeignCallTests {

    @Test("a login during edits sends none of the former user's calls with the new user's token", arguments: 0..<40)
    func loginDuringEdits(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let service = AccountService([
            "jo": (0..<4).map { makeReceipt("jo-\($0)", minute: $0) },
            "kim": (0..<4).map { makeReceipt("kim-\($0)", minute: $0) },
        ])
        let folder = TemporaryFolder()
        let transport = service.transport
        let bench = Bench(
            transport,
            storage: seed.isMultiple(of: 2) ? .memory : folder.location,
            keepsOfflineEdits: seed.isMultiple(of: 3)
        )
        try await bench.auth.loginTokenUser(tokenUser: await service.tokens(of: "jo"))
        _ = try await bench.receipts.initiateReceiptQuery()
        let held = try #require(service.receipts["jo"])
        await held.hold("POST /api/v4/receipt/jo-0/favourite")
        var edits = [Task { _ = try? await bench.receipts.toggleIsFavourite(receiptId: "jo-0") }]
        await held.waitForHeld(1)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let id = "jo-\(Int.random(in: 0..<4, using: &random))"
            switch Int.random(in: 0..<4, using: &random) {
            case 0: edits.append(Task { _ = try? await bench.receipts.toggleIsFavourite(receiptId: id) })
            case 1: edits.append(Task { try? await bench.receipts.deleteReceipt(receiptId: id) })
            case 2: edits.append(Task { _ = try? await bench.receipts.continueReceiptQuery(take: 1) })
            default:
                edits.append(Task { _ = try? await bench.receipts.updateReceiptNote(receiptId: id, note: "of jo") })
            }
        }
        for _ in 0..<Int.random(in: 0...20, using: &random) { await Task.yield() }
        try await bench.auth.loginTokenUser(tokenUser: await service.tokens(of: "kim"))
        await held.releaseAll()
        for edit in edits { await edit.value }
        _ = try await bench.receipts.initiateReceiptQuery()
        for request in transport.requests where request.path.contains("jo-") {
            let token = request.header("Authorization")?.dropFirst("Bearer ".count)
            let owner = await service.owner(of: String(token ?? ""))
            #expect(owner == "jo", "\(request.line)")
        }
        #expect(Set(bench.shown) == ["kim-0", "kim-1", "kim-2", "kim-3"])
    }

    @Test("a call that starts during another user's login is that of the former user, or fails", arguments: 0..<40)
    func callsDuringLogin(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let service = AccountService(["jo": [makeReceipt("jo-0", minute: 0)], "kim": [makeReceipt("kim-0", minute: 0)]])
        let folder = TemporaryFolder()
        let bench = Bench(
            service.transport,
            storage: seed.isMultiple(of: 2) ? .memory : folder.location,
            keepsOfflineEdits: seed.isMultiple(of: 3)
        )
        try await bench.auth.loginTokenUser(tokenUser: await service.tokens(of: "jo"))
        _ = try await bench.receipts.initiateReceiptQuery()
        let tokens = await service.tokens(of: "kim")
        let login = Task { try await bench.auth.loginTokenUser(tokenUser: tokens) }
        var calls: [Task<Void, Never>] = []
        for _ in 0..<6 {
            for _ in 0..<Int.random(in: 0...12, using: &random) { await Task.yield() }
            let kind = Int.random(in: 0..<4, using: &random)
            calls.append(
                Task {
                    switch kind {
                    case 0: _ = try? await bench.receipts.toggleIsFavourite(receiptId: "jo-0")
                    case 1: try? await bench.receipts.deleteReceipt(receiptId: "jo-0")
                    case 2: _ = try? await bench.receipts.getReceiptPdf(receiptId: "jo-0")
                    default: _ = try? await bench.receipts.updateReceiptNote(receiptId: "jo-0", note: "of jo")
                    }
                }
            )
        }
        try await login.value
        for call in calls { await call.value }
        _ = try await bench.receipts.initiateReceiptQuery()
        for request in service.transport.requests where request.path.contains("jo-") {
            let token = request.header("Authorization")?.dropFirst("Bearer ".count)
            #expect(await service.owner(of: String(token ?? "")) == "jo", "\(request.line)")
        }
        #expect(bench.shown == ["kim-0"])
    }

    @Test("a login whose tokens arrive after a later login or logout has no effect", arguments: [true, false])
    func lateLogin(isLogout: Bool) async throws {
        let (isRequested, mayRespond) = (Latch(), Latch())
        let bench = Bench(
            ScriptedTransport { request in
                guard request.path.hasSuffix("/token") else {
                    return .value(AnybillUser(id: "u", email: "", isAnonymous: true))
                }
                await isRequested.open()
                await mayRespond.wait()
                return .tokens("late", "r")
            }
        )
        try await bench.logIn("first")
        let late = Task { await failure { try await bench.auth.loginUser(username: "late", password: "p") } }
        await isRequested.wait()
        if isLogout { try await bench.auth.logoutUser() } else { try await bench.logIn("second") }
        await mayRespond.open()
        #expect(await late.value?.type == .unknown)
        if isLogout {
            #expect(await failure { try await bench.auth.getUserInfo() }?.type == .noUserError)
        } else {
            _ = try await bench.auth.getUserInfo()
            #expect(bench.transport.requests.last?.header("Authorization") == "Bearer second")
        }
    }

    @Test("during another user's login, the user is the new one, stored or not")
    func userDuringLogin() async throws {
        let (steps, isHeld, mayContinue) = (LockedState<Int?>(nil), ResponseGate<Void>(), DispatchSemaphore(value: 0))
        let bench = Bench(
            ScriptedTransport { request in
                .value(AnybillUser(id: request.header("Authorization") ?? "", email: "", isAnonymous: true))
            },
            willBlock: {
                let step = steps.withLock { step in
                    step = step.map { $0 + 1 }
                    return step
                }
                // The first step creates the new store, and the second one closes the former one.
                guard step == 2 else { return }
                isHeld.open(())
                mayContinue.wait()
            }
        )
        try await bench.logIn()
        #expect(try await bench.auth.getUserInfo().id == "Bearer a1")
        steps.withLock { $0 = 0 }
        let login = Task { try await bench.logIn("b1") }
        await isHeld.response()
        let calls = [false, true].map { useCache in Task { try await bench.auth.getUserInfo(useCache: useCache) } }
        for _ in 0..<100 { await Task.yield() }
        mayContinue.signal()
        for call in calls { #expect(try await call.value.id == "Bearer b1") }
        try await login.value
    }

    @Test("a user that was requested before another user's login is neither returned nor stored for the other user")
    func userRequestedBeforeLogin() async throws {
        let (isRequested, mayRespond) = (Latch(), Latch())
        let bench = try await Bench.loggedIn(
            ScriptedTransport { request in
                let token = request.header("Authorization") ?? ""
                if token == "Bearer a1" {
                    await isRequested.open()
                    await mayRespond.wait()
                }
                return .value(AnybillUser(id: token, email: "", isAnonymous: true))
            }
        )
        let call = Task { await failure { try await bench.auth.getUserInfo() } }
        await isRequested.wait()
        try await bench.logIn("b1")
        await mayRespond.open()
        #expect(await call.value?.type == .noUserError)
        #expect(try await bench.auth.getUserInfo(useCache: true).id == "Bearer b1")
    }

    @Test("a content area that cannot be fetched is not replaced by the one of a user who has logged in since")
    func contentAreaDuringLogin() async throws {
        let (isRequested, mayRespond) = (Latch(), Latch())
        let bench = try await Bench.loggedIn(
            ScriptedTransport { request in
                guard request.header("Authorization") == "Bearer a1" else { return .value(ContentArea(id: "b")) }
                await isRequested.open()
                await mayRespond.wait()
                return .failure(TransportError(.unreachable, "offline"))
            }
        )
        let call = Task { await failure { try await bench.context.contentArea(of: "a") } }
        await isRequested.wait()
        try await bench.logIn("b1")
        #expect(try await bench.context.contentArea(of: "a").id == "b")
        await mayRespond.open()
        #expect(await call.value?.type == .noUserError)
    }

    @Test("the content area of a receipt that is deleted while it is fetched is not stored")
    func deletedContentArea() async throws {
        let (isRequested, mayRespond) = (Latch(), Latch())
        let bench = try await Bench.loggedIn(
            ScriptedTransport { request in
                if request.line.hasPrefix("DELETE") { return .status(204) }
                await isRequested.open()
                await mayRespond.wait()
                return .value(ContentArea(id: "c"))
            }
        )
        let fetch = Task { try await bench.context.contentArea(of: "a") }
        await isRequested.wait()
        try await bench.receipts.deleteReceipt(receiptId: "a")
        await mayRespond.open()
        _ = try await fetch.value
        #expect(try bench.context.storage.current?.contentArea(of: "a") == nil)
    }

    @Test("the content area of a receipt that the list does not contain is deleted with the receipt")
    func unlistedContentArea() async throws {
        let bench = try await Bench.loggedIn(
            ScriptedTransport { request in
                request.line.hasPrefix("DELETE") ? .status(204) : .value(ContentArea(id: "c"))
            }
        )
        _ = try await bench.context.contentArea(of: "a")
        #expect(try bench.context.storage.current?.contentArea(of: "a") != nil)
        try await bench.receipts.deleteReceipt(receiptId: "a")
        #expect(try bench.context.storage.current?.contentArea(of: "a") == nil)
    }
}
