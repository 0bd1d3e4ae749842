import APIRuntime
import APITesting
import AnybillAPI
import Foundation
import Testing

@testable import AnybillBase

@Suite("Session lifecycle", .timeLimit(.minutes(1)))
@MainActor
struct SessionTableTests {
    private let user = AnybillUser(id: "u", email: "jo@example.com", isAnonymous: false, externalId: "C-1")

    @Test("without a session, every call is refused without a request")
    func noSession() async throws {
        let bench = Bench()
        let receipts = bench.receipts
        let errors = [
            await failure { try await bench.auth.getUserInfo() },
            await failure { try await bench.auth.getUserInfo(useCache: true) },
            await failure { try await bench.auth.logoutUser() },
            await failure { try await receipts.getReceipts() },
            await failure { try await receipts.initiateReceiptQuery() },
            await failure { try await receipts.continueReceiptQuery() },
            await failure { try await receipts.toggleIsFavourite(receiptId: "a") },
            await failure { try await receipts.updateReceiptNote(receiptId: "a", note: "x") },
            await failure { try await receipts.deleteReceipt(receiptId: "a") },
            await failure { try await receipts.deleteReceipts(receiptIds: ["a"]) },
            await failure { try await receipts.getReceiptPdf(receiptId: "a") },
            await failure { try await receipts.search("a") },
        ]
        for error in errors { #expect(error?.type == .noUserError && error?.code == 401) }
        #expect(bench.transport.requests.isEmpty)
    }

    @Test("a password login stores tokens and returns no value")
    func password() async throws {
        let bench = Bench(ScriptedTransport([.tokens("a1", "r1"), .value(user)]))
        try await bench.auth.loginUser(username: "jo@example.com", password: "secret")
        #expect(try await bench.auth.getUserInfo() == user)
        let login = try #require(bench.transport.requests.first)
        #expect(login.parameters["p"] == "b2c_1_ropc_mobile")
        #expect(login.text.contains("grant_type=password") && login.text.contains("client_id=app-1"))
        #expect(bench.transport.requests.last?.header("Authorization") == "Bearer a1")
    }

    @Test("a wrong password is a generic error, and no user is logged in")
    func wrongPassword() async throws {
        let refusal = OAuthError(error: "access_denied", errorDescription: "AADB2C90225: wrong")
        let bench = Bench(ScriptedTransport([.value(refusal, status: 400)]))
        let error = await failure { try await bench.auth.loginUser(username: "jo@example.com", password: "x") }
        #expect(error?.type == .genericError && error?.code == 400)
        #expect(await failure { try await bench.auth.getUserInfo() }?.type == .noUserError)
    }

    @Test("a login with tokens sends no request")
    func tokens() async throws {
        let bench = try await Bench.loggedIn()
        #expect(bench.transport.requests.isEmpty)
        #expect(try await bench.context.session.current()?.token.accessToken == "a1")
    }

    @Test("a valid token is sent as a bearer token")
    func valid() async throws {
        let bench = try await Bench.loggedIn([.value(user)])
        _ = try await bench.auth.getUserInfo()
        #expect(bench.transport.requests.map { $0.header("Authorization") } == ["Bearer a1"])
    }

    @Test("an expired token is refreshed once before the call")
    func expired() async throws {
        let bench = try await Bench.loggedIn([.tokens("a2", "r2"), .value(user)])
        bench.date.advance(by: 3600)
        _ = try await bench.auth.getUserInfo()
        let renewal = try #require(bench.transport.requests.first)
        #expect(renewal.text.contains("refresh_token=r-a1") && renewal.header("Authorization") == "Bearer a1")
        #expect(bench.transport.requests.last?.header("Authorization") == "Bearer a2")
        #expect(try await bench.context.session.current()?.token.refreshToken == "r2")
    }

    @Test("a 401 causes one refresh and one repeated call")
    func refusedToken() async throws {
        let bench = try await Bench.loggedIn([.problem(401), .tokens("a2", "r2"), .value(user)])
        #expect(try await bench.auth.getUserInfo() == user)
        #expect(bench.transport.requests.count == 3)
    }

    @Test("another 401 after a refresh is a generic error without a logout")
    func refusedTwice() async throws {
        let bench = try await Bench.loggedIn([.problem(401), .tokens("a2", "r2"), .problem(401)])
        let error = await failure { try await bench.auth.getUserInfo() }
        #expect(error?.type == .genericError && error?.code == 401)
        #expect(try await bench.context.session.current() != nil)
    }

    @Test("a refused refresh fails the call, logs the user out, and the next call finds no user")
    func rejected() async throws {
        let refusal = OAuthError(error: "invalid_grant", errorDescription: "AADB2C90080: expired")
        let bench = try await Bench.loggedIn([
            .page([makeReceipt("a")], total: 1), .problem(401), .value(refusal, status: 400),
        ])
        try await bench.receipts.initiateReceiptQuery()
        let error = await failure { try await bench.receipts.initiateReceiptQuery() }
        #expect(error?.type == .invalidRefreshTokenError && error?.code == 400)
        #expect(bench.shown.isEmpty)
        #expect(bench.context.storage.current == nil)
        #expect(await failure { try await bench.receipts.initiateReceiptQuery() }?.type == .noUserError)
        #expect(bench.transport.requests.count == 3)
    }

    @Test("an unreachable token server is a network error without a logout")
    func offline() async throws {
        let bench = try await Bench.loggedIn([
            .failure(TransportError(.connection, "offline")), .tokens("a2", "r2"), .value(user),
        ])
        bench.date.advance(by: 3600)
        #expect(await failure { try await bench.auth.getUserInfo() }?.type == .networkError)
        #expect(try await bench.auth.getUserInfo() == user)
    }

    @Test("a server error during a refresh is unknown and causes no logout")
    func serverDown() async throws {
        let bench = try await Bench.loggedIn([.status(503), .tokens("a2", "r2"), .value(user)])
        bench.date.advance(by: 3600)
        let error = await failure { try await bench.auth.getUserInfo() }
        #expect(error?.type == .unknown && error?.code == 503)
        #expect(try await bench.auth.getUserInfo() == user)
    }

    @Test("a logout deletes receipts, tokens, user and settings from the device")
    func logout() async throws {
        let folder = TemporaryFolder()
        let bench = try await Bench.loggedIn(
            [.page([makeReceipt("a")], total: 1), .value(user)],
            storage: folder.location
        )
        try await bench.receipts.initiateReceiptQuery()
        _ = try await bench.auth.getUserInfo()
        try await bench.auth.logoutUser()
        #expect(bench.shown.isEmpty)
        let left = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).filter { path in
            var isFolder: ObjCBool = false
            let full = folder.url.appendingPathComponent(path).path
            return FileManager.default.fileExists(atPath: full, isDirectory: &isFolder) && !isFolder.boolValue
        }
        // The two lock files of the token store are empty and name no user.
        #expect(left.allSatisfy { $0.hasPrefix("token.") })
        #expect(await failure { try await bench.auth.getUserInfo(useCache: true) }?.type == .noUserError)
    }

    @Test("the user is fetched, stored, and returned from the store on request")
    func userInfo() async throws {
        let bench = try await Bench.loggedIn([.value(user), .problem(500)])
        #expect(try await bench.auth.getUserInfo(useCache: true) == user)
        #expect(try await bench.auth.getUserInfo(useCache: true) == user)
        #expect(bench.transport.requests.count == 1)
        #expect(await failure { try await bench.auth.getUserInfo() }?.code == 500)
    }

    @Test("a response for a previous login is dropped")
    func formerLogin() async throws {
        let arrived = Latch()
        let released = Latch()
        let page = ScriptedResponse.page([makeReceipt("old")], total: 1)
        let transport = ScriptedTransport { _ in
            await arrived.open()
            await released.wait()
            return page
        }
        let bench = try await Bench.loggedIn(transport)
        let late = Task { await failure { try await bench.receipts.initiateReceiptQuery() } }
        await arrived.wait()
        try await bench.logIn("b1")
        await released.open()
        #expect(await late.value?.type == .noUserError)
        #expect(bench.shown.isEmpty)
    }

    @Test("callbacks arrive on the main actor with the same results")
    func callbacks() async throws {
        let bench = try await Bench.loggedIn([.value(user), .problem(404)])
        let found = await withCheckedContinuation { continuation in
            bench.auth.getUserInfo { result in
                MainActor.assertIsolated()
                continuation.resume(returning: try? result.get())
            }
        }
        #expect(found == user)
        let missing = await withCheckedContinuation { continuation in
            bench.receipts.toggleIsFavourite(receiptId: "a") { result in
                if case .failure(let error) = result { continuation.resume(returning: error.code) }
            }
        }
        #expect(missing == 404)
    }
}
