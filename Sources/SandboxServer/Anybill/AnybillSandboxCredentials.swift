public import AnybillAPI

/// The predefined accounts of the sandbox's Anybill.
///
/// They protect nothing: the server only listens on this machine.
public struct AnybillSandboxCredentials: Sendable {
    /// The ID of the integration, for headers and token requests.
    public let clientID: String

    /// The registered user, whose account contains the seeded receipts.
    public let user: User

    /// Another user of the same partner, with five receipts, for tests of ownership.
    public let otherUser: User

    /// The service account of a partner's or vendor's backend.
    public let service: Service

    /// The ID of the store in bills that tests submit.
    public let storeID: String

    /// The key in messages to the webhook.
    public let webhookKey: String

    /// An end user with a pair of tokens that is already issued.
    public struct User: Sendable {
        /// The ID that anybill assigns.
        public let id: String

        /// The ID that the partner assigns.
        public let externalID: String

        /// The email address for signing in; empty for a user without a password.
        public let email: String

        /// The password for signing in; empty for a user without one.
        public let password: String

        /// The bearer token of the user, already issued.
        public let accessToken: String

        /// The refresh token, which can be exchanged once for the next pair.
        public let refreshToken: String

        /// The lifetime of the access token in seconds, from the start of the sandbox.
        public let expiresIn: Int

        /// The tokens in the format of the partner platform.
        public var token: TokenUser {
            TokenUser(accessToken: accessToken, expiresIn: expiresIn, refreshToken: refreshToken)
        }
    }

    /// A service account with a pair of tokens that is already issued.
    public struct Service: Sendable {
        /// The user name for signing in.
        public let username: String

        /// The password for signing in.
        public let password: String

        /// All scopes, separated by spaces, as in the body of a token request.
        public let scope: String

        /// The bearer token with all scopes.
        public let accessToken: String

        /// The refresh token, which can be exchanged once for the next pair.
        public let refreshToken: String
    }
}
