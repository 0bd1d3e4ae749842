import APIRuntime
import APITesting
import AnybillAPI
import Foundation
import HTTPTypes
import Testing

@testable import AnybillBase

// What the service's documentation promises for every call, or for the results of calls.
@Suite("Documented calls", .timeLimit(.minutes(1)))
@MainActor
struct DocumentedCallTests {
    private let folder = TemporaryFolder()
    private let service = HeldService([makeReceipt("a", minute: 9), makeReceipt("b", minute: 8)])

    /// A transport to a service with receipts and all other operations that an app uses.
    private var transport: ScriptedTransport {
        ScriptedTransport { [service] request in
            switch request.path {
            case let path where path.hasSuffix("/token"): .tokens("a-\(UUID().uuidString)", "r2")
            case let path where path.contains("/pushtoken"): .status(204)
            case let path where path.hasSuffix("/user"): .value(AnybillUser(id: "u", email: "", isAnonymous: true))
            case let path where path.hasSuffix("/contentarea"): .value(ContentArea(id: "c", receiptId: "a"))
            case let path where path.hasSuffix("/pdf"): .bytes(Array("%PDF-1.4".utf8), contentType: "application/pdf")
            default: await service.response(to: request)
            }
        }
    }

    /// Makes every call that an app can make.
    private func callAll(_ context: AnybillContext, _ date: TestDate) async throws {
        let (auth, receipts) = (AuthProvider(context: context), ReceiptProvider(context: context))
        context.push.set("fcm")
        try await auth.loginUser(username: "ada@example.com", password: "secret")
        await context.moving.withLock { $0 }?.value
        _ = try await auth.getUserInfo()
        _ = try await receipts.getReceipts(take: 1)
        try await receipts.initiateReceiptQuery(take: 1)
        try await receipts.continueReceiptQuery(take: 1)
        try await receipts.toggleIsFavourite(receiptId: "a")
        try await receipts.updateReceiptNote(receiptId: "a", note: "x")
        _ = try await receipts.getReceiptPdf(receiptId: "a", includeReturnReceipts: true)
        _ = try await context.contentArea(of: "a")
        date.advance(by: 1_000_000)
        try await receipts.deleteReceipt(receiptId: "a")
        try await receipts.deleteReceipts(receiptIds: ["b"])
        try await auth.logoutUser()
    }

    @Test("each call of the app identifies the integration, logins and renewals by a field of their form")
    func clientID() async throws {
        let bench = Bench(transport)
        try await callAll(bench.context, bench.date)
        let requests = bench.transport.requests
        #expect(Set(requests.map { $0.head.method.rawValue }) == ["GET", "POST", "PUT", "DELETE"])
        for request in requests {
            let isToken = request.path.hasSuffix("/token")
            let isNamed =
                isToken
                ? request.text.contains("client_id=app-1") : request.header("X-Anybill-Client-Id") == "app-1"
            #expect(isNamed, "\(request.line)")
        }
        #expect(
            requests.filter { $0.path.hasSuffix("/token") }.map { $0.text.contains("refresh_token=") } == [false, true]
        )
        #expect(requests.contains { $0.line.hasPrefix("DELETE /api/v4/user/pushtoken") })
    }

    @Test("with a custom base URL, every call is sent to it: logins, renewals, push tokens and content areas too")
    func customBase() async throws {
        let (transport, date) = (transport, TestDate())
        var configuration = try AnybillConfiguration.fromSettings(
            ["anybill_client_id": "app-1", "custom_url_base": "https://gate.example/anybill"],
            environment: [:]
        )
        configuration.storage = .memory
        configuration.client = .testing(Gateway(next: transport), date: date)
        configuration.client.retry = .never
        try await callAll(AnybillContext(configuration), date)
        let paths = transport.requests.map(\.path)
        #expect(paths.filter { $0.hasSuffix("/token") }.count == 2)
        #expect(paths.contains { $0.hasSuffix("/contentarea") } && paths.contains { $0.hasSuffix("/pushtoken/fcm") })
    }

    @Test("a PDF with return receipts asks for them, and may take three minutes")
    func returnReceipts() async throws {
        let bench = try await Bench.loggedIn(transport)
        _ = try await bench.receipts.getReceiptPdf(receiptId: "a", isPrintedVersion: true, includeReturnReceipts: true)
        let request = try #require(bench.transport.requests.last)
        #expect(request.parameters == ["IsPrintedVersion": "true", "IncludeReturnReceipts": "true"])
        #expect(request.timeout == .seconds(180))
    }

    @Test("a token that the app posts is registered when it calls didReceiveRegistrationToken()")
    func registrationToken() async throws {
        let bench = try await Bench.loggedIn(ScriptedTransport { [service] in await service.response(to: $0) })
        let center = NotificationCenter()
        let initializer = AnybillFirebaseInitializer(context: bench.context, center: center)
        center.post(name: Notification.Name("FCMToken"), object: nil, userInfo: ["token": "one"])
        initializer.didReceiveRegistrationToken()
        await service.waitForLog("PUT /api/v4/user/pushtoken")
        #expect(bench.transport.requests.last?.text.contains("\"one\"") == true)
    }

    @Test("after a restart, getUserInfo() finds the session without a login, and its tokens are sent")
    func storedTokens() async throws {
        let first = Bench(transport, storage: folder.location)
        try await first.logIn("a1")
        let next = Bench(transport, storage: folder.location)
        #expect(try await next.auth.getUserInfo().id == "u")
        #expect(next.transport.requests.map { $0.header("Authorization") } == ["Bearer a1"])
    }

    @Test("the user has an id, an email, a notification configuration and an external id")
    func user() async throws {
        let text = """
            {"id": "u", "email": "ada@example.com", "isAnonymous": false, "externalId": "C-1",
             "notificationConfiguration": {"isPushEnabled": true}}
            """
        let bench = try await Bench.loggedIn([.json(text)])
        let user = try await bench.auth.getUserInfo()
        #expect(user.id == "u" && user.email == "ada@example.com" && !user.isAnonymous && user.externalId == "C-1")
        #expect(user.notificationConfiguration?.isPushEnabled == true)
        #expect(try await bench.auth.getUserInfo(useCache: true) == user)
    }

    @Test("a note that was set is in the returned receipt and in the list, and an empty one removes it")
    func note() async throws {
        let bench = try await Bench.loggedIn(transport)
        try await bench.receipts.initiateReceiptQuery()
        let changed = try await bench.receipts.updateReceiptNote(receiptId: "b", note: "lunch")
        #expect(changed.misc.note == "lunch" && bench.receipts.observableReceipts.last == changed)
        #expect(try await bench.receipts.updateReceiptNote(receiptId: "b", note: "").misc.note == nil)
        #expect(bench.receipts.observableReceipts.last?.misc.note == nil)
    }

    @Test("a query returns receipts in the direction that it names, and a new one resets the list to it")
    func directions() async throws {
        let bench = try await Bench.loggedIn(transport)
        try await bench.receipts.initiateReceiptQuery(orderDirection: .Ascending)
        #expect(bench.shown == ["b", "a"])
        try await bench.receipts.initiateReceiptQuery(take: 1, orderDirection: .Descending)
        #expect(bench.shown == ["a"])
        try await bench.receipts.continueReceiptQuery(take: 5)
        #expect(bench.shown == ["a", "b"])
        let ascending = try await bench.receipts.getReceipts(orderDirection: .Ascending)
        #expect(ascending.receipts.map(\.id) == ["b", "a"])
        #expect(bench.transport.requests.last?.parameters["take"] == "100")
    }
}

/// A gateway in front of all hosts of the service, which fails for requests that are sent elsewhere.
private struct Gateway: HTTPTransport {
    let next: ScriptedTransport

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard request.head.authority == "gate.example", let path = request.head.path, path.hasPrefix("/anybill/") else {
            throw TransportError(.unreachable, "not sent to the gateway")
        }
        var forwarded = request
        forwarded.head.path = String(path.dropFirst("/anybill".count))
        return try await next.send(forwarded)
    }
}
