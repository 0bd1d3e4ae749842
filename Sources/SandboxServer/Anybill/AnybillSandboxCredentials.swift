public import AnybillAPI

/// Ready-made accounts of the sandbox's Anybill.
///
/// They guard nothing: the server listens on this machine only.
public struct AnybillSandboxCredentials: Sendable {
    /// Id of the integration, for headers and token calls.
    public let clientID: String

    /// The registered user, whose account holds the seeded receipts.
    public let user: User

    /// Another user of the same partner, with five receipts; for tests of ownership.
    public let otherUser: User

    /// The account of a partner's or vendor's backend.
    public let service: Service

    /// Id of the store in bills that tests send in.
    public let storeID: String

    /// Key that messages to the webhook carry.
    public let webhookKey: String

    /// An end user and a pair of tokens that is already issued.
    public struct User: Sendable {
        /// anybill's id.
        public let id: String

        /// The partner's id.
        public let externalID: String

        /// E-mail address to sign in with; empty for a user without a password.
        public let email: String

        /// Password to sign in with; empty for a user without one.
        public let password: String

        /// Bearer token of the user, already issued.
        public let accessToken: String

        /// Gives the next pair, once.
        public let refreshToken: String

        /// Life of the access token in seconds, from the start of the sandbox.
        public let expiresIn: Int

        /// The tokens as the partner platform hands them out.
        public var token: TokenUser {
            TokenUser(accessToken: accessToken, expiresIn: expiresIn, refreshToken: refreshToken)
        }
    }

    /// A service account and a pair of tokens that is already issued.
    public struct Service: Sendable {
        /// Name to sign in with.
        public let username: String

        /// Password to sign in with.
        public let password: String

        /// Every scope there is, separated by spaces, as a token call asks for them.
        public let scope: String

        /// Bearer token with every scope.
        public let accessToken: String

        /// Gives the next pair, once.
        public let refreshToken: String
    }
}
