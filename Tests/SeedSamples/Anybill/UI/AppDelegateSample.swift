// Type-checked with the system's interface libraries if available, and by `make check-apple` elsewhere.
#if canImport(UIKit) && canImport(UserNotifications)
import AnybillBase
import Foundation
import UIKit
import UserNotifications

/// A counterpart of "Integration without firebase already being integrated in your project" and "Default handling of
/// push notifications"; two declarations replace the Firebase library, which belongs to the app.
final class SampleAppDelegate: NSObject, UIApplicationDelegate {
    let notificationManager = NotificationManager.shared

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        AnybillLogger.initLogger()
        AnybillFirebaseInitializer().initFirebaseProject(googleAppId: "id", firebaseClientId: "client")
        UNUserNotificationCenter.current().delegate = self
        let authOptions: UNAuthorizationOptions = [.alert, .badge, .sound]
        // Sendable, so that the closure is not isolated to the main actor: the system calls it on another queue.
        let completion: @Sendable (Bool, (any Error)?) -> Void = { _, _ in }
        UNUserNotificationCenter.current().requestAuthorization(options: authOptions, completionHandler: completion)
        application.registerForRemoteNotifications()
        return true
    }

    func didReceiveRegistrationToken(fcmToken: String?) {
        let dataDict: [String: String] = ["token": fcmToken ?? ""]
        NotificationCenter.default.post(name: Notification.Name("FCMToken"), object: nil, userInfo: dataDict)
        AnybillFirebaseInitializer().didReceiveRegistrationToken()
    }
}

extension SampleAppDelegate: UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        AnybillNotificationCenter.shared.handleAnybillNotification(notification: notification)
        self.notificationManager.dumbData = notification
        completionHandler([[.banner, .sound]])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        self.notificationManager.dumbData = response.notification
        completionHandler()
    }
}
#endif
