import AnybillAPI

/// A user in the sandbox's records.
struct AnybillAccount: Sendable {
    /// The ID that anybill assigns: a UUID in lower case.
    let id: String

    /// The ID that the partner assigns; `nil` for a user without one.
    let externalID: String?

    /// The email address; empty for an anonymous user.
    var email = ""

    /// The password; `nil` for a user who cannot sign in with one.
    var password: String?

    /// The devices registered for push messages, by token.
    var pushTokens: [String: PushPlatform] = [:]

    /// The user in the format of the App API.
    var user: AnybillUser {
        AnybillUser(
            id: id,
            email: email,
            isAnonymous: email.isEmpty,
            notificationConfiguration: NotificationConfiguration(
                isPushEnabled: !pushTokens.isEmpty,
                isEmailEnabled: !email.isEmpty
            ),
            externalId: externalID
        )
    }
}
