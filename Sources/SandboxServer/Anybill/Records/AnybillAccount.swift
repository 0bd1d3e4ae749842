import AnybillAPI

/// A user as the sandbox keeps it.
struct AnybillAccount: Sendable {
    /// anybill's id: a UUID, lowercase.
    let id: String

    /// The partner's id; `nil` for a user without one.
    let externalID: String?

    /// E-mail address; empty for an anonymous user.
    var email = ""

    /// Password; `nil` for a user who cannot sign in with one.
    var password: String?

    /// Devices that want push messages, by token.
    var pushTokens: [String: PushPlatform] = [:]

    /// The user as the App API shows it.
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
