import Foundation

/// An initializer that registers the device for push messages; the Firebase library remains part of the app.
///
/// The app posts each token as the notification `FCMToken` with the user info key `token`, and then calls
/// ``didReceiveRegistrationToken()``.
public struct AnybillFirebaseInitializer: Sendable {
    /// The name of the notification that carries a token.
    static let tokenNotification = Notification.Name("FCMToken")

    private let context: AnybillContext
    private let center: NotificationCenter

    /// Creates an initializer for the app.
    public init() {
        self.init(context: .shared)
    }

    /// Creates an initializer for a context.
    public init(context: AnybillContext) {
        self.init(context: context, center: .default)
    }

    /// Creates an initializer that observes a separate notification center, for tests.
    init(context: AnybillContext, center: NotificationCenter) {
        self.context = context
        self.center = center
        context.push.listen(at: center, for: Self.tokenNotification)
    }

    /// Stores the ids of the Firebase project and starts to observe tokens: call this method when the app is launched.
    ///
    /// - Parameters:
    ///   - googleAppId: The project's id, as provided by anybill.
    ///   - firebaseClientId: The client's id, as provided by anybill.
    public func initFirebaseProject(googleAppId: String, firebaseClientId: String) {
        context.push.set(FirebaseProject(googleAppId: googleAppId, firebaseClientId: firebaseClientId))
    }

    /// Registers the newest token with the service, now or at the next login.
    public func didReceiveRegistrationToken() {
        Task { [context] in
            await context.ready()
            await context.registerPushToken()
        }
    }

    /// The stored ids of the Firebase project; `nil` before ``initFirebaseProject(googleAppId:firebaseClientId:)`` was
    /// called.
    public var project: FirebaseProject? { context.push.project }
}

/// The ids of the Firebase project through which the service sends messages, for the app's Firebase configuration.
public struct FirebaseProject: Hashable, Sendable {
    /// The project's id.
    public var googleAppId: String

    /// The client's id.
    public var firebaseClientId: String

    /// Creates a pair of ids.
    public init(googleAppId: String, firebaseClientId: String) {
        self.googleAppId = googleAppId
        self.firebaseClientId = firebaseClientId
    }
}
