import APIRuntime
import APITesting
import Foundation
import Testing

@testable import AnybillBase

@Suite("Push messages", .timeLimit(.minutes(1)))
@MainActor
struct PushTests {
    private var newReceipt: [AnyHashable: Any] {
        [
            "aps": ["alert": ["title": "New", "body": "A receipt"]], "type": "NewBill", "receipt_id": "r-1",
            "bill_matched_via_banking_card": "True", "imageUrl": "https://x.example/i.png", "gcm.message_id": 7,
        ]
    }

    @Test("a push message next to the system's values is parsed")
    func flat() throws {
        let message = try #require(AnybillPushMessage(userInfo: newReceipt))
        #expect(message.kind == .newReceipt && message.type == "NewBill" && message.receiptId == "r-1")
        #expect(message.title == "New" && message.body == "A receipt" && message.isMatchedByBankingCard)
        #expect(message.imageURL?.absoluteString == "https://x.example/i.png")
    }

    @Test("a push message inside data is parsed, as values and as a string", arguments: [true, false])
    func nested(asText: Bool) throws {
        let data: Any =
            asText
            ? #"{"type": "NewBillAdded", "bill_id": "r-2"}"# : ["type": "NewBillAdded", "bill_id": "r-2"]
        let message = try #require(AnybillPushMessage(userInfo: ["title": "T", "body": "B", "data": data]))
        #expect(message.kind == .newReceipt && message.receiptId == "r-2")
        #expect(message.title == "T" && message.body == "B" && !message.isMatchedByBankingCard)
    }

    @Test("other message types are generic, and unrelated messages are not parsed")
    func others() {
        #expect(AnybillPushMessage(userInfo: ["type": "Generic"])?.kind == .generic)
        #expect(AnybillPushMessage(userInfo: ["type": "BankingCardAdded"])?.kind == .generic)
        #expect(AnybillPushMessage(userInfo: ["aps": ["alert": "Hello"]]) == nil)
        #expect(AnybillPushMessage(userInfo: [:]) == nil)
    }

    @Test("the manager publishes new receipts and ignores other messages")
    func manager() {
        let manager = NotificationManager()
        #expect(manager.anybillNotificationResult == nil)
        manager.dumbData = AnybillNotificationInfo(newReceipt)
        #expect(manager.anybillNotificationResult?.receiptId == "r-1")
        manager.dumbData = AnybillNotificationInfo(["type": "Generic"])
        #expect(manager.anybillNotificationResult == nil)
    }

    @Test("the end of a login removes the message from the manager of the app", arguments: [true, false])
    func managerAtEnd(isLogout: Bool) async throws {
        let bench = try await Bench.loggedIn()
        NotificationManager.shared.dumbData = AnybillNotificationInfo(newReceipt)
        #expect(NotificationManager.shared.anybillNotificationResult != nil)
        if isLogout { try await bench.auth.logoutUser() } else { try await bench.logIn("b1") }
        #expect(NotificationManager.shared.anybillNotificationResult == nil)
    }

    @Test("a new receipt reloads the query in its order, and is shown if the interface is visible")
    func center() async throws {
        let bench = try await Bench.loggedIn([
            .page([makeReceipt("a")], total: 1), .page([makeReceipt("a"), makeReceipt("b")], total: 2),
        ])
        try await bench.receipts.initiateReceiptQuery(orderDirection: .Ascending)
        let center = AnybillNotificationCenter(receipts: bench.receipts)
        let presenter = Presenter()
        center.presenter = presenter
        #expect(!center.isAnybillUIVisible)
        presenter.isAnybillUIVisible = true
        center.handleAnybillNotification(notification: AnybillNotificationInfo(newReceipt))
        await center.refresh?.value
        #expect(bench.shown == ["a", "b"])
        #expect(bench.transport.requests.last?.parameters["orderByDirection"] == "Ascending")
        #expect(presenter.shown.map(\.title) == ["New"])
    }

    @Test("unrelated messages, generic ones and hidden interfaces cause neither requests nor alerts")
    func quietMessages() async throws {
        let bench = try await Bench.loggedIn()
        let center = AnybillNotificationCenter(receipts: bench.receipts)
        let presenter = Presenter()
        center.presenter = presenter
        center.handleAnybillNotification(notification: AnybillNotificationInfo(["x": "y"]))
        center.handleAnybillNotification(notification: AnybillNotificationInfo(["type": "Generic"]))
        #expect(center.refresh == nil && presenter.shown.isEmpty)
        #expect(bench.transport.requests.isEmpty)
    }

    @Test("a push token posted before the login is registered after it, and again only when it changes")
    func tokens() async throws {
        let bench = Bench(ScriptedTransport([.status(204), .status(204), .status(204)]))
        let center = NotificationCenter()
        let initializer = AnybillFirebaseInitializer(context: bench.context, center: center)
        initializer.initFirebaseProject(googleAppId: "g", firebaseClientId: "f")
        #expect(initializer.project == FirebaseProject(googleAppId: "g", firebaseClientId: "f"))
        center.post(name: Notification.Name("FCMToken"), object: nil, userInfo: ["token": "one"])
        try await bench.logIn()
        await bench.context.registerPushToken()
        #expect(bench.transport.requests.map(\.line) == ["PUT /api/v4/user/pushtoken"])
        center.post(name: Notification.Name("FCMToken"), object: nil, userInfo: ["token": "two"])
        await bench.context.registerPushToken()
        #expect(bench.transport.requests.count == 3)
        #expect(bench.transport.requests[1].text.contains("\"two\""))
        #expect(bench.transport.requests[2].line == "DELETE /api/v4/user/pushtoken/one")
    }

    @Test("a failed token revocation is reported after all local data is deleted")
    func failedRemoval() async throws {
        let bench = Bench(ScriptedTransport([.status(204), .problem(500)]))
        bench.context.push.set("fcm")
        try await bench.logIn()
        await bench.context.registerPushToken()
        let error = await failure { try await bench.auth.logoutUser() }
        #expect(error?.code == 500)
        #expect(bench.context.storage.current == nil)
        #expect(try await bench.context.session.current() == nil)
        #expect(bench.transport.requests.last?.line == "DELETE /api/v4/user/pushtoken/fcm")
        #expect(bench.transport.requests.last?.header("Authorization") == "Bearer a1")
    }
}

/// A presenter that records the messages to show.
@MainActor
private final class Presenter: AnybillNotificationPresenter {
    var isAnybillUIVisible = false
    var shown: [AnybillPushMessage] = []

    func showSnackbar(_ message: AnybillPushMessage) { shown.append(message) }
}
