import Foundation

/// Registers the device for push messages; the Firebase library itself stays the app's.
///
/// The app posts each token as the notification `FCMToken` with the user info key `token`, and then calls
/// ``didReceiveRegistrationToken()``.
public struct AnybillFirebaseInitializer: Sendable {
    /// Name of the notification that carries a token.
    static let tokenNotification = Notification.Name("FCMToken")

    private let context: AnybillContext
    private let center: NotificationCenter

    /// Creates an initializer for the app.
    public init() {
        self.init(context: .shared)
    }

    /// Creates an initializer over a context.
    public init(context: AnybillContext) {
        self.init(context: context, center: .default)
    }

    /// Creates an initializer that listens at a centre of its own, for tests.
    init(context: AnybillContext, center: NotificationCenter) {
        self.context = context
        self.center = center
        context.push.listen(at: center, for: Self.tokenNotification)
    }

    /// Notes the ids of the Firebase project and begins to listen for tokens: call it when the app is launched.
    ///
    /// - Parameters:
    ///   - googleAppId: The project's id, as anybill gave it.
    ///   - firebaseClientId: The client's id, as anybill gave it.
    public func initFirebaseProject(googleAppId: String, firebaseClientId: String) {
        context.push.set(FirebaseProject(googleAppId: googleAppId, firebaseClientId: firebaseClientId))
    }

    /// Tells the service the newest token, now or at the next log-in.
    public func didReceiveRegistrationToken() {
        Task { [context] in
            await context.ready()
            await context.registerPushToken()
        }
    }

    /// The ids as they were given; `nil` before that.
    public var project: FirebaseProject? { context.push.project }
}

/// Ids of the Firebase project through which the service sends, for the app's own set-up of Firebase.
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
