import AnybillBase
import Foundation
import SandboxServer
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

@Suite("Seed samples: push notifications", .timeLimit(.minutes(1)))
@MainActor
struct PushSamples {
    @Test("Integration without firebase already being integrated in your project")
    func firebase() async throws {
        try await SampleBench.run { bench in
            AnybillFirebaseInitializer(context: bench.context)
                .initFirebaseProject(googleAppId: "yourGoogleAppId", firebaseClientId: "yourFirebaseClientId")
            let dataDict: [String: String] = ["token": "fcm-token"]
            NotificationCenter.default.post(name: Notification.Name("FCMToken"), object: nil, userInfo: dataDict)
            AnybillFirebaseInitializer(context: bench.context).didReceiveRegistrationToken()
            while bench.server.counter.count("registerPushToken") == 0 {
                try Task.checkCancellation(); await Task.yield()
            }
        }
    }

    @Test("Default handling of push notifications")
    func defaultHandling() async throws {
        try await SampleBench.run { bench in
            let notification = AnybillNotificationInfo(["type": "NewBill"])
            AnybillNotificationCenter(receipts: bench.receiptService)
                .handleAnybillNotification(notification: notification)
            await wait(for: bench.receiptService.$observableReceipts) { $0.count == 12 }
        }
    }

    @Test("Open added receipt after push notification")
    func openReceipt() {
        let model = TabModel()
        model.notificationManager.dumbData = AnybillNotificationInfo(["type": "NewBill", "receipt_id": "r-1"])
        #expect(model.selectedIndex == 1)
        #expect(model.notificationManager.anybillNotificationResult != nil)
        model.notificationManager.dumbData = nil
        #expect(model.notificationManager.anybillNotificationResult == nil)
    }
}

/// A model that selects the receipts tab when a push message announces a new receipt.
final class TabModel {
    let notificationManager = NotificationManager.shared
    var selectedIndex = 0
    var cancellableBag = Set<AnyCancellable>()

    init() {
        notificationManager.$anybillNotificationResult.sink { value in
            self.selectedIndex = value == nil ? 0 : 1
        }.store(in: &cancellableBag)
    }
}
